import { describe, expect, test } from "vitest";
import { aggregate } from "../../../shared/aggregate/aggregate.ts";
import type { Query, Snapshot } from "../../../shared/model/snapshot.ts";
import { sentences } from "../../golden/recorded.ts";
import { type Lose, type Raw, readCaseAsCluster, readFromCluster } from "../gate-situation.ts";
import { mostRequests } from "../most-requests.ts";

/** The most requests for an unhealthy HyperConverged beyond those for a healthy one. Logs and virtual machines come on top. */
const mostMore = 6;

const namespace = "kubevirt-hyperconverged";

function queriesIn({ readings }: Snapshot): readonly Query[] {
  return readings.map(({ query }) => query);
}

function isWithHyperConverged(sentence: string): boolean {
  return readCaseAsCluster(sentence).some(({ kind }) => kind === "HyperConverged");
}

describe("a HyperConverged takes at most 20 requests, and at most 6 more than a healthy one", () => {
  const ofHealthy = queriesIn(readFromCluster(readCaseAsCluster("all-six-components-are-healthy"))).length;
  test.for(sentences.filter(isWithHyperConverged))("%s", (sentence) => {
    const { length } = queriesIn(readFromCluster(readCaseAsCluster(sentence)));
    expect(length).toBeLessThanOrEqual(mostRequests);
    expect(length - ofHealthy).toBeLessThanOrEqual(mostMore);
  });
});

/** A webhook that calls a Service of this namespace, and an EndpointSlice of it without a ready address. */
function unansweredWebhook(name: string, place: string): readonly Raw[] {
  return [
    {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingWebhookConfiguration",
      metadata: { name: `check-${name}`, uid: name },
      webhooks: [
        {
          clientConfig: { service: { name, namespace: place } },
          rules: [{ apiGroups: ["kubevirt.io"], apiVersions: ["*"], operations: ["*"], resources: ["*"] }],
        },
      ],
    },
    {
      apiVersion: "discovery.k8s.io/v1",
      kind: "EndpointSlice",
      metadata: {
        name: `${name}-1`,
        namespace: place,
        uid: `slice-${name}`,
        labels: { "kubernetes.io/service-name": name },
      },
      endpoints: [],
    },
  ];
}

/** Pods of CDI without a node, a node that is lost, virt-api down, and webhooks in three namespaces that do not answer. */
function severalCulprits(): readonly Raw[] {
  const objects = readCaseAsCluster("no-node-has-room-for-cdi");
  const virtApi = objects.find(({ kind, metadata }) => kind === "Deployment" && metadata.name === "virt-api");
  const since = "2026-11-21T10:00:00Z";
  const conditions = [{ type: "Available", status: "False", reason: "", message: "", lastTransitionTime: since }];
  Object.assign(virtApi?.["status"], { readyReplicas: 0, availableReplicas: 0, conditions });
  const webhooks = [
    ["virt-api", namespace],
    ["left-behind", "kubevirt"],
    ["older", "cnv"],
  ] as const;
  return [...objects, ...webhooks.flatMap(([name, place]) => unansweredWebhook(name, place))];
}

function servicesIn(snapshot: Snapshot): readonly string[] {
  const { findings } = aggregate(snapshot);
  return findings.flatMap(({ code, about }) =>
    code === "webhook-without-endpoints" ? [`${about.namespace}/${about.name}`] : [],
  );
}

describe("several causes share their requests", () => {
  test("all are found with at most 20", () => {
    const snapshot = readFromCluster(severalCulprits());
    expect(queriesIn(snapshot).length).toBeLessThanOrEqual(mostRequests);
    const causes = aggregate(snapshot).roots[0]?.causes ?? [];
    expect(causes.map(({ component }) => component)).toEqual(expect.arrayContaining(["CDI", "KubeVirt"]));
    expect(servicesIn(snapshot).toSorted()).toEqual(["cnv/older", `${namespace}/virt-api`, "kubevirt/left-behind"]);
  });

  test("one list has the EndpointSlices of all namespaces, by the names of the Services", () => {
    const slices = queriesIn(readFromCluster(severalCulprits())).filter(({ kind }) => kind === "EndpointSlice");
    expect(slices.map((query) => [query.namespace, query.labelSelector])).toEqual([
      [undefined, "kubernetes.io/service-name in (left-behind,older,virt-api)"],
    ]);
  });

  test("a user of one namespace gets the pods of the operator's, and nothing is reported of the others", () => {
    const lose: Lose = ({ kind, namespace: place }) =>
      kind === "EndpointSlice" && place === undefined ? "forbidden" : undefined;
    const snapshot = readFromCluster(severalCulprits(), lose);
    expect(queriesIn(snapshot).filter(({ kind }) => kind === "EndpointSlice").length).toBe(2);
    expect(servicesIn(snapshot)).toEqual([`${namespace}/virt-api`]);
  });

  test("without a webhook elsewhere the list is that of the operator's namespace", () => {
    const objects = severalCulprits().filter(({ metadata }) => !/left-behind|older/.test(metadata.name));
    const slices = queriesIn(readFromCluster(objects)).filter(({ kind }) => kind === "EndpointSlice");
    expect(slices.map((query) => [query.namespace, query.labelSelector])).toEqual([[namespace, undefined]]);
  });
});

describe("a Service of a webhook without an EndpointSlice", () => {
  const [configuration] = unansweredWebhook("virt-api", namespace);
  const service: Raw = { apiVersion: "v1", kind: "Service", metadata: { name: "virt-api", namespace, uid: "service" } };
  const read = (spec: object): Snapshot =>
    readFromCluster([
      ...readCaseAsCluster("no-node-has-room-for-cdi"),
      ...(configuration ? [configuration] : []),
      { ...service, spec },
    ]);

  test("is read, and reported where it selects Pods", () => {
    const snapshot = read({ selector: { name: "x" } });
    expect(queriesIn(snapshot).filter(({ kind }) => kind === "Service")).toMatchObject([
      { name: "virt-api", namespace },
    ]);
    expect(servicesIn(snapshot)).toEqual([`${namespace}/virt-api`]);
  });

  test("is not reported where it is a name of another host", () => {
    expect(servicesIn(read({ type: "ExternalName", externalName: "webhook.example.com" }))).toEqual([]);
  });
});

describe("two causes whose labels have different names share one list of pods", () => {
  const sentence = "cdi-crashes-and-aaq-cannot-pull-its-image";
  const snapshot = readFromCluster(readCaseAsCluster(sentence));

  test("which leaves out virtual machines", () => {
    expect(queriesIn(snapshot).length).toBe(18);
    const lists = queriesIn(snapshot).filter(({ kind }) => kind === "Pod");
    expect(lists.map(({ labelSelector }) => labelSelector)).toEqual(["kubevirt.io notin (virt-launcher)"]);
  });

  test("both causes are explained down to their containers", () => {
    const causes = aggregate(snapshot).roots[0]?.causes ?? [];
    expect(causes.map(({ path }) => path.at(-1))).toEqual(["cdi-controller", "aaq-server"]);
  });
});

describe("the objects of OLM are requested where they may explain something", () => {
  const pending = "the-next-version-of-the-operator-lacks-a-requirement";
  const olm = ["Subscription", "InstallPlan"];

  function kindsOfOlm(objects: readonly Raw[]): readonly string[] {
    return queriesIn(readFromCluster(objects)).flatMap(({ kind }) => (olm.includes(kind) ? [kind] : []));
  }

  function withState(state: string): readonly Raw[] {
    const objects = readCaseAsCluster(pending);
    for (const each of objects) if (each["kind"] === "Subscription") each["status"].state = state;
    return objects;
  }

  const rows: [sentence: string, objects: () => readonly Raw[], kinds: readonly string[]][] = [
    ["a version is not settled, and OLM is about to install it", () => readCaseAsCluster(pending), olm],
    [
      "a version is not settled, and OLM has installed all it knows",
      () => withState("AtLatestKnown"),
      ["Subscription"],
    ],
    [
      "a version is not settled, and nothing follows it",
      () => readCaseAsCluster(pending).filter(({ kind }) => kind !== "Subscription"),
      olm,
    ],
    [
      "all versions have succeeded",
      () => readCaseAsCluster("openshift-with-ssp-and-an-operatorcondition-is-healthy"),
      [],
    ],
    ["an upgrade of a version that has succeeded", () => readCaseAsCluster(upgrading), []],
  ];
  test.for(rows)("%s", ([, objects, kinds]) => {
    expect(kindsOfOlm(objects())).toEqual(kinds);
  });
});

const upgrading = "an-upgrade-waits-for-cdi-which-reports-its-old-version";
