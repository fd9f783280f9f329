import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type OpenedMustGather, openMustGather } from "../../../shared/io/must-gather/open-must-gather.ts";
import type { Kind } from "../../../shared/model/kind.ts";
import type { Query, Reading } from "../../../shared/model/snapshot.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { writeFolder } from "../must-gather-layouts/archives.ts";
import {
  type Collected,
  inspectLayout,
  type Layout,
  type Raw,
  virtualization,
  yamlOf,
} from "../must-gather-layouts/layouts.ts";
import { definitionOf } from "../must-gather-layouts/objects.ts";

const folder = temporaryFolder();

let made = 0;
function open(layout: Layout): Promise<OpenedMustGather> {
  made += 1;
  return openMustGather(writeFolder(layout, join(folder, `${made}`)));
}

const pods: Kind = { group: "", kind: "Pod", plural: "pods", versions: ["v1"], namespaced: true };
const cdis: Kind = { group: "cdi.kubevirt.io", kind: "CDI", plural: "cdis", versions: ["v1beta1"], namespaced: false };
const kubeVirts: Kind = {
  group: "kubevirt.io",
  kind: "KubeVirt",
  plural: "kubevirts",
  versions: ["v1"],
  namespaced: true,
};

function object(
  { group, kind, versions: [version = "v1"] }: Kind,
  name: string,
  namespace?: string,
  more: object = {},
): Raw {
  const metadata = {
    name,
    uid: `${kind}-${name}`,
    resourceVersion: "10",
    ...(namespace !== undefined && { namespace }),
  };
  return { apiVersion: group === "" ? version : `${group}/${version}`, kind, metadata, ...more };
}

function collectedOf(kind: Kind, ...objects: readonly Raw[]): Collected {
  return { kind, version: kind.versions[0] ?? "v1", objects };
}

const definitionKind: Kind = {
  group: "apiextensions.k8s.io",
  kind: "CustomResourceDefinition",
  plural: "customresourcedefinitions",
  versions: ["v1"],
  namespaced: false,
};

function definitions(...kinds: readonly Kind[]): Collected {
  return collectedOf(definitionKind, ...kinds.flatMap((kind) => definitionOf(collectedOf(kind))));
}

function list(kind: Kind, more: Partial<Query> = {}): Query {
  return { verb: "list", ...kind, ...more };
}

function get(kind: Kind, name: string, namespace?: string): Query {
  return { verb: "get", ...kind, name, ...(namespace !== undefined && { namespace }) };
}

/** `found a, b`, or the outcome with its cause. */
function describeReading(reading: Reading): string {
  if (reading.outcome === "found") return `found ${reading.objects.map(({ ref }) => ref.name).join(", ")}`.trim();
  return reading.outcome === "absent" ? "absent" : `${reading.outcome}: ${reading.cause}`;
}

describe("each folder of a kind is read", () => {
  const pod = yamlOf(object(pods, "a", "x"));
  const bare = "metadata:\n  name: a\n  namespace: x\n";
  const rows: [path: string, text: string, query: Query][] = [
    [
      "namespaces/x/core/pods.yaml",
      `---\n${yamlOf({ apiVersion: "v1", items: [object(pods, "a", "x")], kind: "PodList" })}`,
      list(pods),
    ],
    [
      "namespaces/x/core/pods.yaml",
      yamlOf({ apiVersion: "v1", items: [{ metadata: { name: "a", namespace: "x" } }], kind: "PodList" }),
      list(pods),
    ],
    [
      "namespaces/x/core/pods.yaml",
      `kind: List\nitems:\n    - ${bare.trimEnd().replaceAll("\n", "\n      ")}\n`,
      list(pods),
    ],
    ["namespaces/x/core/pods.json", JSON.stringify({ kind: "List", items: [object(pods, "a", "x")] }), list(pods)],
    ["namespaces/x/core/pods/a.yaml", pod, list(pods)],
    ["namespaces/x/core/pods/a.yaml", bare, list(pods)],
    ["namespaces/x/pods/a/a.yaml", pod, list(pods)],
    ["namespaces/x/crs/kubevirts.kubevirt.io/a.yaml", yamlOf(object(kubeVirts, "a", "x")), list(kubeVirts)],
    [
      "namespaces/x/kubevirt.io/kubevirts.yaml",
      yamlOf({ kind: "KubeVirtList", apiVersion: "kubevirt.io/v1", items: [object(kubeVirts, "a", "x")] }),
      list(kubeVirts),
    ],
    ["namespaces/x/kubevirt.io/kubevirts/a.yaml", yamlOf(object(kubeVirts, "a", "x")), list(kubeVirts)],
    ["cluster-scoped-resources/cdis.cdi.kubevirt.io/a.yaml", yamlOf(object(cdis, "a")), list(cdis)],
    [
      "cluster-scoped-resources/cdi.kubevirt.io/cdis.yaml",
      yamlOf({ kind: "List", items: [object(cdis, "a")] }),
      list(cdis),
    ],
    ["cluster-scoped-resources/cdi.kubevirt.io/cdis/a.yaml", yamlOf(object(cdis, "a")), list(cdis)],
    [
      "cluster-scoped-resources/core/pods.yaml",
      yamlOf({ kind: "PodList", apiVersion: "v1", items: [object(pods, "a", "x")] }),
      list(pods, { namespace: "x" }),
    ],
    [
      "namespaces/a/a.yaml",
      "metadata:\n  name: a\n",
      list({ ...cdis, group: "", kind: "Namespace", plural: "namespaces", versions: ["v1"] }),
    ],
    [
      "namespaces/x/subscriptions",
      `---------------\n${yamlOf(object({ ...pods, group: "operators.coreos.com", kind: "Subscription" }, "a", "x"))}---------------\n`,
      list({
        ...pods,
        group: "operators.coreos.com",
        kind: "Subscription",
        plural: "subscriptions",
        versions: ["v1alpha1"],
      }),
    ],
    [
      "webhooks/validating/a/validatingwebhookconfiguration.yaml",
      "metadata: {name: a}\n",
      list({
        ...cdis,
        group: "admissionregistration.k8s.io",
        kind: "ValidatingWebhookConfiguration",
        plural: "validatingwebhookconfigurations",
        versions: ["v1"],
      }),
    ],
    [
      "apiservices/a.yaml",
      "metadata: {name: a}\n",
      list({ ...cdis, group: "apiregistration.k8s.io", kind: "APIService", plural: "apiservices", versions: ["v1"] }),
    ],
  ];
  test.for(rows)("%s", async ([path, text, query]) => {
    const { reader } = await open(
      new Map([
        [path, text],
        ["namespaces/other/other.yaml", ""],
      ]),
    );
    expect(describeReading(await reader.read(query))).toBe("found a");
  });
});

describe("what does not exist is distinguished", () => {
  const cnv = (): Promise<OpenedMustGather> =>
    open(
      virtualization(
        [
          definitions(cdis, kubeVirts),
          collectedOf(kubeVirts, object(kubeVirts, "kv", "x")),
          collectedOf(pods, object(pods, "a", "x")),
        ],
        "x",
      ),
    );
  const openPlain = (): Promise<OpenedMustGather> =>
    open(inspectLayout([definitions(cdis, kubeVirts), collectedOf(kubeVirts, object(kubeVirts, "kv", "x"))], ["x"]));
  const foreign: Kind = {
    ...kubeVirts,
    group: "operators.coreos.com",
    kind: "OperatorCondition",
    plural: "operatorconditions",
  };
  const unknown: Kind = { ...kubeVirts, group: "aaq.kubevirt.io", kind: "AAQ", plural: "aaqs" };
  const rows: [rule: string, mustGather: () => Promise<OpenedMustGather>, query: Query, said: string | RegExp][] = [
    ["CNV's image has all of a kind whose CRD it has: none is none", cnv, list(cdis), "found"],
    ["an object that is requested by name and not in a complete list is absent", cnv, get(cdis, "cdi"), "absent"],
    ["a namespace of its crs is complete too", cnv, get(kubeVirts, "other", "x"), "absent"],
    ["another namespace too", cnv, get(kubeVirts, "kv", "y"), "absent"],
    ["a list that is there is complete", cnv, get(pods, "b", "x"), "absent"],
    ["another namespace was not collected", cnv, list(pods, { namespace: "y" }), "unread: not collected"],
    [
      "a kind of the cluster that was not collected is unread",
      cnv,
      list({ ...pods, group: "apps", kind: "StatefulSet", plural: "statefulsets" }, { namespace: "y" }),
      "unread: not collected",
    ],
    [
      "a CRD that is not there, where others of its domain are",
      cnv,
      list(unknown),
      /^noSuchKind: .*none of aaqs\.aaq\.kubevirt\.io/,
    ],
    [
      "CNV's image has CRDs of kubevirt.io only: of others it says nothing",
      cnv,
      list(foreign),
      "unread: not collected",
    ],
    ["inspect does not collect what has a CRD", openPlain, list(cdis), "unread: not collected"],
    [
      "inspect does not collect another namespace of a kind",
      openPlain,
      get(kubeVirts, "kv", "y"),
      "unread: not collected",
    ],
  ];
  test.for(rows)("%s", async ([, mustGather, query, answer]) => {
    const reading = describeReading(await (await mustGather()).reader.read(query));
    if (typeof answer === "string") expect(reading).toBe(answer);
    else expect(reading).toMatch(answer);
  });

  test("a list of all namespaces is in the end one of each that was collected", async () => {
    const mustGather = await open(
      inspectLayout(
        [collectedOf(pods, object(pods, "a", "x"), object(pods, "b", "y"), object(pods, "c", "z"))],
        ["x", "y"],
      ),
    );
    const reading = await mustGather.reader.read(list(pods));
    expect(describeReading(reading)).toBe("found a, b");
    const source = { kind: "must-gather", name: "" } as const;
    const { readings } = mustGather.whole({ source, takenAt: "", readings: [reading], damage: [] });
    expect(readings.map((each) => `${each.query.namespace ?? "all"} ${describeReading(each)}`)).toEqual([
      "all unread: only those of x, y were collected",
      "x found a",
      "y found b",
    ]);
  });
});

describe("queries are answered as the API server does", () => {
  const events: Kind = { ...pods, kind: "Event", plural: "events" };
  const mustGather = (): Promise<OpenedMustGather> =>
    open(
      inspectLayout(
        [
          collectedOf(
            pods,
            { ...object(pods, "a", "x"), metadata: { ...object(pods, "a", "x").metadata, labels: { app: "one" } } },
            object(pods, "b", "x", { spec: { nodeName: "n" } }),
          ),
          collectedOf(
            events,
            object(events, "good", "x", { type: "Normal" }),
            object(events, "bad", "x", { type: "Warning", involvedObject: { name: "a" } }),
          ),
          collectedOf(kubeVirts, object(kubeVirts, "kv", "x")),
          definitions(kubeVirts),
        ],
        ["x"],
      ),
    );
  const rows: [query: Query, said: string][] = [
    [list(events, { fieldSelector: "type=Warning", namespace: "x" }), "found bad"],
    [list(events, { fieldSelector: "involvedObject.name=a,type!=Normal", namespace: "x" }), "found bad"],
    [list(pods, { fieldSelector: "metadata.name=b" }), "found b"],
    [list(pods, { fieldSelector: "spec.nodeName=n" }), "found b"],
    [list(pods, { labelSelector: "app in (one,two)" }), "found a"],
    [list({ ...pods, plural: "", versions: [] }, { namespace: "x" }), "found a, b"],
    [list({ ...kubeVirts, plural: "", versions: [], namespaced: false }, { namespace: "x" }), "found kv"],
    [get({ ...kubeVirts, plural: "", versions: [] }, "kv", "x"), "found kv"],
    [list({ ...kubeVirts, kind: "Nothing", plural: "" }), "unread: not collected"],
  ];
  test.for(rows)("%o", async ([query, answer]) =>
    expect(describeReading(await (await mustGather()).reader.read(query))).toBe(answer),
  );

  test("metadata alone is metadata alone", async () => {
    const reading = await (await mustGather()).reader.read(
      list(pods, { metadataOnly: true, fieldSelector: "metadata.name=b" }),
    );
    expect(reading.outcome === "found" && Object.keys(reading.objects[0]?.raw ?? {}).sort()).toEqual([
      "apiVersion",
      "kind",
      "metadata",
    ]);
  });

  test("of one object in two places the newest counts", async () => {
    const manifestAtVersion = (version: string): string =>
      yamlOf({
        ...object(kubeVirts, "kv", "x"),
        metadata: { ...object(kubeVirts, "kv", "x").metadata, resourceVersion: version },
      });
    const { reader } = await open(
      new Map([
        ["namespaces/x/crs/kubevirts.kubevirt.io/kv.yaml", manifestAtVersion("10")],
        ["namespaces/x/kubevirt.io/kubevirts/kv.yaml", manifestAtVersion("9")],
      ]),
    );
    const reading = await reader.read(list(kubeVirts, { namespace: "x" }));
    expect(reading.outcome === "found" && reading.objects.map((each) => each.resourceVersion)).toEqual(["10"]);
  });

  test("its kinds can be named", async () => {
    const resources = await (await mustGather()).resources();
    expect(resources.map(({ plural }) => plural)).toEqual(expect.arrayContaining(["kubevirts", "pods", "events"]));
    expect(resources.find(({ kind }) => kind === "KubeVirt")).toEqual({
      ...kubeVirts,
      singular: "kubevirt",
      shortNames: ["short"],
    });
  });
});

describe("the timestamp of a must-gather is read in every form", () => {
  const rows: [text: string, takenAt: string | undefined][] = [
    [
      "2026-11-21 12:00:00.123456789 +0000 UTC m=+0.05\n2026-11-21 12:04:07.1 +0000 UTC m=+247.1\n",
      "2026-11-21T12:04:07Z",
    ],
    ["2026-11-21 14:04:07.1 +0200 CEST m=+247.1\n", "2026-11-21T12:04:07Z"],
    ["2026-11-21T12:04:07Z\n", "2026-11-21T12:04:07Z"],
    ["2026-11-21 07:34:07 -04:30", "2026-11-21T12:04:07Z"],
    ["yesterday\n", undefined],
    ["", undefined],
  ];
  test.for(rows)("%j", async ([text, takenAt]) => {
    const mustGather = await open(
      new Map([
        ["mg/timestamp", text],
        ["mg/image/namespaces/x/x.yaml", ""],
      ]),
    );
    expect(mustGather.takenAt).toBe(takenAt);
  });
});
