import { describe, expect, test } from "vitest";
import { describeFinding as sentenceOf } from "../../../shared/outline/findings/describe.ts";
import {
  buildApplication,
  condition,
  configMap,
  evaluate,
  type Json,
  partObject,
  readyStatus,
  reportOf,
  statusWithReady,
  widget,
} from "./objects.ts";

// What the controller of kubernetes-sigs/application does not report.

const kinds: [string, string][] = [
  ["apps", "Deployment"],
  ["batch", "Job"],
  ["", "Service"],
  ["", "ConfigMap"],
  ["example.com", "Widget"],
  ["greenhouse.sap", "Plugin"],
  ["hco.kubevirt.io", "HyperConverged"],
  ["app.k8s.io", "Application"],
];
const labelled = { labels: { "app.kubernetes.io/name": "shop" } };
const down = [condition("Available", "False", "X", "it is down")];

const deployment = partObject("apps/v1", "Deployment", "web", {
  metadata: { generation: 1 },
  spec: { replicas: 1 },
  status: {
    observedGeneration: 1,
    replicas: 1,
    conditions: [condition("Progressing", "False", "ProgressDeadlineExceeded", "timed out")],
  },
});
const job = partObject("batch/v1", "Job", "migrate", {
  status: {
    startTime: "2026-11-21T10:00:00Z",
    failed: 6,
    conditions: [condition("Failed", "True", "BackoffLimitExceeded", "too often")],
  },
});
const balancer = partObject("v1", "Service", "lb", {
  spec: { type: "LoadBalancer", clusterIP: "10.0.0.1" },
  status: { loadBalancer: { ingress: [{ hostname: "lb.example.com" }] } },
});
const nested = buildApplication([["", "ConfigMap"]], {
  name: "inner",
  metadata: labelled,
  status: {
    observedGeneration: 1,
    conditions: [condition("Ready", "True"), condition("Error", "True", "ErrorSeen", "forbidden")],
  },
});
const plugin = partObject("greenhouse.sap/v1alpha1", "Plugin", "p", {
  status: { statusConditions: { conditions: [condition("Ready", "False", "Failed", "no")] } },
});

describe("about a part", () => {
  const rows: [rule: string, object: Json, code: string, sentence: string][] = [
    [
      "a failed Job counts as ready",
      job,
      "failed-job-ready",
      "Job shop/migrate failed (BackoffLimitExceeded), but the controller counts it as ready because it was started",
    ],
    [
      "a host name is no address",
      balancer,
      "hostname-only",
      "Service shop/lb has a host name but no IP (lb.example.com): the controller never counts it as ready",
    ],
    [
      "a Deployment that gave up is in progress for ever",
      deployment,
      "deadline-exceeded",
      "Deployment shop/web exceeded its progress deadline; the controller keeps reporting InProgress",
    ],
    [
      "Unknown counts as ready",
      widget("w", [condition("Ready", "Unknown", "Hm")]),
      "unknown-counted-ready",
      "Widget shop/w reports Ready=Unknown (Hm), but the controller counts it as ready",
    ],
    [
      "a nested error counts as ready",
      nested,
      "error-counted-ready",
      "Application shop/inner reports an error (ErrorSeen: forbidden), but the controller counts it as ready",
    ],
    [
      "Available False counts as ready",
      partObject("hco.kubevirt.io/v1", "HyperConverged", "hc", { status: { conditions: down } }),
      "unhealthy-counted-ready",
      "HyperConverged shop/hc is unavailable, but the controller counts it as ready: it reads only Ready and InProgress",
    ],
    [
      "conditions in another place count as ready",
      plugin,
      "unhealthy-counted-ready",
      "Plugin shop/p is unavailable, but the controller counts it as ready: it reads conditions from another field",
    ],
    [
      "conditions that are no list cannot be read",
      widget("w", "x"),
      "component-unreadable",
      "the controller cannot read Widget shop/w: .status.conditions accessor error: x is of the type string, expected []interface{}",
    ],
  ];
  test.for(rows)("%s", ([, object, code, sentence]) => {
    const { findings } = reportOf([buildApplication(kinds, { status: readyStatus }), object]);
    const said = findings.filter(
      (finding) => finding.code === code && finding.about.name === (object["metadata"] as Json)["name"],
    );
    expect(said.map((finding) => [finding.severity, sentenceOf(finding)])).toEqual([["warning", sentence]]);
  });

  test("that is healthy has no finding", () => {
    const objects = [
      buildApplication(kinds, { status: readyStatus }),
      configMap("a"),
      widget("w", [condition("Ready", "True")]),
    ];
    expect(reportOf(objects).findings).toEqual([]);
  });
});

describe("about the Application", () => {
  const a = configMap("a");
  const rows: [rule: string, application: Json, code: string, sentence: string][] = [
    [
      "no selector",
      { spec: { selector: null } },
      "nothing-selected",
      "Application shop/shop has no components (no selector): the controller reports that as ready (0/0)",
    ],
    [
      "no kinds",
      { spec: { componentKinds: [] } },
      "nothing-selected",
      "Application shop/shop has no components (no component kinds): the controller reports that as ready (0/0)",
    ],
    [
      "no match",
      { spec: { selector: { matchLabels: { no: "body" } } } },
      "nothing-selected",
      "Application shop/shop has no components (nothing matches): the controller reports that as ready (0/0)",
    ],
    [
      "the empty selector",
      { spec: { selector: {} } },
      "selects-everything",
      "the selector of Application shop/shop is empty: every object of its kinds in the namespace is a component",
    ],
    [
      "expressions alone",
      { spec: { selector: { matchExpressions: [{}] } } },
      "selects-everything",
      "the selector of Application shop/shop has matchExpressions only, which the controller ignores: every object of its kinds in the namespace is a component",
    ],
    [
      "expressions",
      { spec: { selector: { matchLabels: labelled.labels, matchExpressions: [{}] } } },
      "expressions-ignored",
      "the controller ignores the matchExpressions of Application shop/shop and uses only matchLabels",
    ],
    [
      "group core",
      {
        spec: {
          componentKinds: [
            { group: "core", kind: "ConfigMap" },
            { group: "", kind: "ConfigMap" },
          ],
        },
      },
      "component-kind-missing",
      'component kind ConfigMap.core of Application shop/shop is not installed and is ignored; write the core group as "", not "core"',
    ],
    [
      "a group like a version",
      { spec: { componentKinds: [{ group: "v2x.example.com", kind: "ConfigMap" }] } },
      "group-taken-for-version",
      "component kind ConfigMap cannot be selected: the controller takes its group v2x.example.com for a version and looks in the core group; remove it from spec.componentKinds",
    ],
    [
      "a kind listed twice",
      {
        spec: {
          componentKinds: [
            { group: "", kind: "ConfigMap" },
            { group: "v1", kind: "ConfigMap" },
          ],
        },
      },
      "component-kind-twice",
      "component kind ConfigMap is listed 2 times: each of its objects counts 2 times",
    ],
    [
      "assembly that is pending",
      { spec: { assemblyPhase: "Pending" } },
      "assembly-phase",
      "Application shop/shop is being assembled (assemblyPhase Pending): components may be missing",
    ],
    [
      "assembly that failed",
      { spec: { assemblyPhase: "Failed" } },
      "assembly-phase",
      "assembly of Application shop/shop failed (assemblyPhase Failed)",
    ],
    [
      "itself among its components",
      { metadata: labelled },
      "selects-itself",
      "Application shop/shop is one of its own components: once it is not ready, it stays not ready",
    ],
    [
      "components that are not its own",
      { spec: { addOwnerRef: true } },
      "owner-reference-missing",
      "ConfigMap a has no ownerReference to Application shop/shop, although addOwnerRef is set",
    ],
    [
      "a status that is older than the spec",
      { metadata: { generation: 2 } },
      "stale",
      "the status of Application shop/shop is stale (generation 2, observed 1)",
    ],
  ];
  test.for(rows)("%s", ([, application, code, sentence]) => {
    const { findings } = reportOf([buildApplication(kinds, { status: readyStatus, ...application }), a]);
    const said = findings.filter((finding) => finding.code === code);
    expect(said.map((finding) => [finding.severity, sentenceOf(finding)])).toEqual([["warning", sentence]]);
  });

  test("assembly that succeeded has no finding", () => {
    for (const assemblyPhase of ["Succeeded", ""]) {
      expect(reportOf([buildApplication(kinds, { spec: { assemblyPhase }, status: readyStatus }), a]).findings).toEqual(
        [],
      );
    }
  });

  test("components that are its own, Secrets skipped", () => {
    const ownerReferences = [{ apiVersion: "app.k8s.io/v1beta1", kind: "Application", name: "shop", uid: "uid-shop" }];
    const objects = [
      buildApplication([...kinds, ["", "Secret"]], { spec: { addOwnerRef: true }, status: readyStatus }),
      configMap("a", { ownerReferences }),
      partObject("v1", "Secret", "s"),
    ];
    expect(reportOf(objects).findings).toEqual([]);
  });

  test("an owner of another uid is another Application", () => {
    const ownerReferences = [{ apiVersion: "app.k8s.io/v1beta1", kind: "Application", name: "shop", uid: "old" }];
    const objects = [
      buildApplication(kinds, { spec: { addOwnerRef: true }, status: readyStatus }),
      configMap("a", { ownerReferences }),
    ];
    expect(reportOf(objects).findings).toMatchObject([{ code: "owner-reference-missing", names: ["ConfigMap a"] }]);
  });
});

describe("nested Applications", () => {
  const inner = buildApplication(
    [
      ["", "ConfigMap"],
      ["example.com", "Widget"],
    ],
    {
      name: "inner",
      metadata: labelled,
      spec: { selector: { matchLabels: { of: "inner" } } },
      status: statusWithReady(condition("Ready", "False", "ComponentsNotReady", "1 components not ready")),
    },
  );
  const ofInner = { metadata: { labels: { of: "inner" } } };

  test("are sub-trees, each evaluated as an Application", () => {
    const unhealthyWidget = { ...widget("sick", [condition("Ready", "False", "Broken", "no")], ofInner) };
    const root = evaluate([
      buildApplication(kinds, { status: readyStatus }),
      inner,
      unhealthyWidget,
      configMap("c", ofInner.metadata),
    ]);
    expect(root.children.map(({ label, verdict, ownVerdict }) => [label, verdict, ownVerdict])).toEqual([
      ["inner", "unavailable", "healthy"],
    ]);
    expect(root.children[0]?.children.map(({ label, judged }) => [label, judged?.code])).toEqual([
      ["c", "Ready"],
      ["sick", "InProgress"],
    ]);
    expect(root.children[0]?.facts["componentsReady"]).toBe("1/2");
    expect(root.rootCause?.path).toEqual(["shop", "inner", "sick"]);
  });

  test("in a circle end where it closes, and that is reported", () => {
    const circle: [string, string][] = [["app.k8s.io", "Application"]];
    const report = reportOf([
      buildApplication(circle, { status: readyStatus, metadata: labelled }),
      buildApplication(circle, { name: "inner", status: readyStatus, metadata: labelled }),
    ]);
    const shop = report.roots.find(({ label }) => label === "shop");
    expect(shop?.children.map(({ label, children }) => [label, children])).toEqual([["inner", []]]);
    expect(report.findings.filter(({ code }) => code === "selects-in-a-circle").map(({ about }) => about.name)).toEqual(
      ["inner", "shop"],
    );
  });
});
