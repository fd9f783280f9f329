import { describe, expect, test } from "vitest";
import type { Report } from "../../shared/model/report.ts";
import { describeFinding } from "../../shared/outline/findings/describe.ts";
import { listAt, recordAt } from "../../shared/parse/json-value.ts";
import { findObject, readCaseAsCluster } from "./gate-situation.ts";
import { condition, type Manifest, ownedBy, readManifests, widget } from "./generic/objects.ts";
import { object, ownedMetadata, reportOf, webhookConfiguration } from "./installation.ts";

const config: Manifest = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c", namespace: "n" } };
const event: Manifest = { apiVersion: "v1", kind: "Event", metadata: { name: "e", namespace: "n" } };
const known: Manifest = {
  apiVersion: "hco.kubevirt.io/v1",
  kind: "HyperConverged",
  metadata: { name: "kubevirt-hyperconverged", namespace: "n" },
};
const configInDeletion: Manifest = {
  ...config,
  metadata: {
    name: "c",
    namespace: "n",
    creationTimestamp: "2025-01-01T00:00:00Z",
    deletionTimestamp: "2025-01-02T00:00:00Z",
    finalizers: ["example.com/volumes"],
  },
};
const unhealthyWidget = widget("w", { conditions: [condition("Ready", "False", "Broken")] });
const healthyWidget = widget("v", { conditions: [condition("Ready", "True")] });
const plainWidget = widget("u", undefined);
const rulesOfWidgets: readonly Manifest[] = [
  { apiGroups: ["example.com"], apiVersions: ["v1"], operations: ["CREATE"], resources: ["widgets"] },
];
/** A webhook of another product, by a bundle whose certificates have expired. */
const webhookWithExpiredBundle = (failurePolicy?: string, rules = rulesOfWidgets): Manifest => {
  const configurations = readManifests("a-bundle-that-expired-explains-its-virtual-machine", "named-causes");
  const configuration = configurations.find(({ kind }) => kind === "MutatingWebhookConfiguration");
  const clientConfig = {
    ...recordAt(listAt(configuration, "webhooks")[0], "clientConfig"),
    service: { name: "webhook", namespace: "elsewhere" },
  };
  return webhookConfiguration("widgets", [{ name: "widgets.example.com", clientConfig, rules, failurePolicy }]);
};

function sentencesOf(report: Report): readonly string[] {
  const clock = { now: report.takenAt, format: "age" } as const;
  return report.findings.filter(({ code }) => code === "other-objects").map((one) => describeFinding(one, clock));
}

describe("every given object is a root, a part or counted in one line", () => {
  const rows: readonly (readonly [sentence: string, objects: readonly Manifest[], lines: readonly string[]])[] = [
    ["all are roots", [unhealthyWidget, healthyWidget], []],
    ["some have no status", [healthyWidget, config, plainWidget], ["not listed: 2 other objects without a status"]],
    ["events are evidence", [healthyWidget, event], []],
    ["what a known root does not show, healthy", [known, healthyWidget], ["not listed: 1 other object with a status"]],
    [
      "what a known root does not show, unhealthy",
      [known, healthyWidget, unhealthyWidget, config],
      [
        "1 other object is unhealthy: Widget w (name a TYPE to see more); not listed: 1 other object with a status and 1 other object without a status",
      ],
    ],
    [
      "a webhook that must respond, without a valid certificate",
      [known, webhookWithExpiredBundle()],
      ["1 other object is unhealthy: ValidatingWebhookConfiguration widgets (name a TYPE to see more)"],
    ],
    [
      "a webhook that need not respond, without a valid certificate",
      [known, webhookWithExpiredBundle("Ignore")],
      ["not listed: 1 other object without a status"],
    ],
    [
      "a webhook that is never called, without a valid certificate",
      [known, webhookWithExpiredBundle("Fail", [])],
      ["not listed: 1 other object without a status"],
    ],
    [
      "a migration that failed days ago, of a virtual machine that is not to move",
      [known, ...readManifests("an-instance-whose-migration-failed-days-ago-is-healthy", "named-causes")],
      ["not listed: 2 other objects with a status"],
    ],
    [
      "a migration that failed days ago beside its virtual machine alone",
      readManifests("an-instance-whose-migration-failed-days-ago-is-healthy", "named-causes"),
      ["not listed: 1 other object with a status"],
    ],
    [
      "a part below a root",
      [known, { ...config, metadata: { name: "d", ...ownedBy("w") } }],
      ["not listed: 1 other object without a status"],
    ],
  ];
  test.for(rows)("%s", ([, objects, lines]) => {
    expect(sentencesOf(reportOf(objects, { others: true }))).toEqual(lines);
  });
  const evictedRows = [
    ["a healthy root", "healthy", "all-six-components-are-healthy"],
    ["a root with another fault", "unavailable", "cdi-crashes-and-aaq-cannot-pull-its-image"],
  ] as const;
  test.for(evictedRows)("a node from which a pod of %s was evicted", ([, verdict, title]) => {
    const objects = readCaseAsCluster(title);
    const { spec, status } = findObject(objects, "Deployment", "virt-api");
    const replicaSet = object(
      "apps/v1",
      "ReplicaSet",
      "virt-api-1",
      { spec, status },
      ownedMetadata("Deployment", "virt-api"),
    );
    const evictedPod = object(
      "v1",
      "Pod",
      "virt-api-1-x",
      {
        spec: { nodeName: "worker-1", containers: [{ name: "virt-api" }] },
        status: { phase: "Failed", reason: "Evicted", message: "The node was low on resource: ephemeral-storage." },
      },
      ownedMetadata("ReplicaSet", "virt-api-1"),
    );
    const node: Manifest = {
      apiVersion: "v1",
      kind: "Node",
      metadata: { name: "worker-1" },
      status: { conditions: [condition("Ready", "True"), condition("DiskPressure", "True", "KubeletHasDiskPressure")] },
    };
    const report = reportOf([...objects, replicaSet, evictedPod, node], { others: true });
    expect([report.verdict, ...sentencesOf(report)]).toEqual([
      verdict,
      expect.stringContaining("1 other object is unhealthy: Node worker-1 (name a TYPE to see more)"),
    ]);
  });
  test("a node that a cause names", () => {
    const report = reportOf(readCaseAsCluster("a-node-is-lost-and-virt-api-is-down"), { others: true });
    const named = report.roots.flatMap(({ causes }) => causes).some(({ about }) => about.kind === "Node");
    expect([named, ...sentencesOf(report)]).toEqual([true, "not listed: 1 other object with a status"]);
  });
  test("the verdict of a known root stays", () => {
    const [alone, beside] = [[known], [known, unhealthyWidget]].map(
      (objects) => reportOf(objects, { others: true }).verdict,
    );
    expect(beside).toBe(alone);
  });
  test("a named object restricts the report to it", () => {
    expect(sentencesOf(reportOf([healthyWidget, unhealthyWidget], { others: true, name: "v" }))).toEqual([]);
  });
});

describe("objects that report nothing are reported on where they are all that was given and one is unhealthy", () => {
  const webhook = "ValidatingWebhookConfiguration widgets degraded";
  const rows: readonly {
    readonly title: string;
    readonly objects: readonly Manifest[];
    readonly namespace?: string;
    readonly reported: readonly string[];
  }[] = [
    {
      title: "no certificate of a webhook that must respond is valid",
      objects: [config, webhookWithExpiredBundle()],
      reported: [webhook],
    },
    {
      title: "no certificate of a webhook that need not respond is valid",
      objects: [config, webhookWithExpiredBundle("Ignore")],
      reported: [],
    },
    {
      title: "a deletion has waited for a finalizer for months",
      objects: [configInDeletion],
      reported: ["ConfigMap c degraded"],
    },
    {
      title: "a deletion waits in the requested namespace",
      objects: [configInDeletion, webhookWithExpiredBundle()],
      namespace: "n",
      reported: ["ConfigMap c degraded"],
    },
    { title: "a deletion waits in another namespace", objects: [configInDeletion], namespace: "other", reported: [] },
    {
      title: "an object with a status is beside the webhook",
      objects: [healthyWidget, webhookWithExpiredBundle()],
      reported: ["Widget v healthy"],
    },
  ];
  test.for(rows)("$title", ({ objects, namespace, reported }) => {
    const { roots } = reportOf(objects, { others: true, ...(namespace !== undefined && { namespace }) });
    expect(roots.map(({ ref, verdict }) => `${ref.kind} ${ref.name} ${verdict}`)).toEqual(reported);
  });
});
