import { describe, expect, test } from "vitest";
import { snapshotOf } from "../../../shared/aggregate/snapshot-of-objects.ts";
import { readObjects } from "../../../shared/parse/kube-objects.ts";
import { readPasted } from "../../../shared/parse/pasted/read-pasted.ts";
import { aggregateAndPrint, type PrintedCause, type PrintedReport } from "../../printed.ts";
import {
  component,
  condition as conditionSince,
  goodConditions,
  type Manifest,
  namespace,
  takenAt,
  hyperConverged as withStatus,
} from "../installation.ts";

function evaluateObjects(...objects: readonly Manifest[]): PrintedReport {
  const read = readObjects({ apiVersion: "v1", kind: "List", items: objects }, "input.yaml");
  return aggregateAndPrint(snapshotOf(read.objects, { takenAt, source: "input.yaml" }));
}

const condition = (type: string, status: string, reason = "", message = "", since = "2026-11-21T11:50:00Z"): Manifest =>
  conditionSince(type, status, reason, message, since);
const good = goodConditions("2026-11-21T11:50:00Z");
const down = [condition("Available", "False", "Boom", "virt-api is down"), ...good.slice(1)];
const degraded = [good[0], good[1], condition("Degraded", "True", "ConfigError", "no StorageProfile")] as Manifest[];

const kubeVirt = (conditions: readonly Manifest[]): Manifest => component("KubeVirt", conditions);
const cdi = (conditions: readonly Manifest[]): Manifest => component("CDI", conditions);
const hyperConverged = (...conditions: readonly Manifest[]): Manifest => withStatus({ conditions });

function causesIn({ roots }: PrintedReport): readonly (readonly [component: string, verdict: string, text: string])[] {
  return (roots[0]?.causes ?? [])
    .filter(({ verdict }) => verdict !== "unknown")
    .map(({ component, verdict, text }) => [component, verdict, text]);
}

const reconciled = condition("ReconcileComplete", "True");

describe("every unhealthy part is a cause", () => {
  test("of two, one hides the other in the CR", () => {
    const shown = [
      condition("Available", "False", "KubeVirtNotAvailable"),
      condition("Degraded", "True", "CDIDegraded"),
    ];
    const report = evaluateObjects(hyperConverged(reconciled, ...shown), kubeVirt(down), cdi(degraded));
    expect(causesIn(report)).toEqual([
      ["KubeVirt", "unavailable", "Unavailable because KubeVirt: Boom: virt-api is down, for 10m"],
      ["CDI", "degraded", "Degraded because CDI: ConfigError: no StorageProfile, for 10m"],
    ]);
  });

  test("a hidden component that could not be read is a cause in the CR's own words", () => {
    const shown = [
      condition("Available", "False", "KubeVirtNotAvailable"),
      condition("Degraded", "True", "CDIDegraded", "CDI is degraded: no StorageProfile"),
    ];
    expect(causesIn(evaluateObjects(hyperConverged(reconciled, ...shown), kubeVirt(down)))).toEqual([
      ["KubeVirt", "unavailable", "Unavailable because KubeVirt: Boom: virt-api is down, for 10m"],
      ["CDI", "degraded", "Degraded because CDI: CDI is degraded: no StorageProfile, for 10m"],
    ]);
  });

  test("of equals the older is first, whatever the order of the components", () => {
    const late = down.map((each) => ({ ...each, lastTransitionTime: "2026-11-21T11:55:00Z" }));
    expect(
      causesIn(evaluateObjects(hyperConverged(reconciled), kubeVirt(late), cdi(down))).map(([name]) => name),
    ).toEqual(["CDI", "KubeVirt"]);
    expect(
      causesIn(evaluateObjects(hyperConverged(reconciled), kubeVirt(down), cdi(down))).map(([name]) => name),
    ).toEqual(["KubeVirt", "CDI"]);
  });
});

describe("a refused write", () => {
  const denied = `Error while reconciling: admission webhook "kubevirt-update-validator.kubevirt.io" denied the request: ${"long ".repeat(200)}the reason`;
  const report = evaluateObjects(
    hyperConverged(condition("ReconcileComplete", "False", "ReconcileFailed", denied)),
    kubeVirt(good),
    cdi(good),
  );
  const [cause] = report.roots[0]?.causes ?? [];

  test("names the component at which the operator is stuck, with the webhook's reason in full", () => {
    expect(cause).toMatchObject({
      component: "KubeVirt",
      verdict: "degraded",
      path: ["kubevirt-hyperconverged", "KubeVirt"],
      about: { kind: "KubeVirt" },
      since: "2026-11-21T11:50:00Z",
    });
    expect(cause?.text).toContain(denied);
    expect(report.roots[0]?.since).toBe("2026-11-21T11:50:00Z");
  });

  test("shows in the log of the operator that answers for the webhook, then in that of the one that writes", () => {
    expect(cause?.next.map(({ command }) => command)).toEqual([
      "kubectl logs -n kubevirt-hyperconverged deployment/virt-operator --tail=100",
      "kubectl logs -n kubevirt-hyperconverged -l name=hyperconverged-cluster-operator --tail=100",
    ]);
  });
});

describe("a root that no part explains is explained by its own condition", () => {
  const causeOfSingle = (apiVersion: string, kind: string, conditions: readonly Manifest[]): PrintedCause | undefined =>
    evaluateObjects({ apiVersion, kind, metadata: { name: "it", namespace: "n" }, status: { conditions } }).roots[0]
      ?.causes[0];

  test("a Plugin of Greenhouse, by the one that says why", () => {
    const summary = condition("Ready", "False", "", "not ready");
    const why = condition("HelmReconcileFailed", "True", "HelmUninstallFailed", "timed out");
    const cause = causeOfSingle("greenhouse.sap/v1alpha1", "Plugin", [summary, why]);
    expect(cause).toMatchObject({ component: "it", path: ["it"], about: { kind: "Plugin", name: "it" } });
    expect(cause?.text).toContain("HelmUninstallFailed: timed out");
  });

  test("a Cluster of Greenhouse", () => {
    const cause = causeOfSingle("greenhouse.sap/v1alpha1", "Cluster", [
      condition("Ready", "False"),
      condition("KubeConfigValid", "False", "Expired", "the token has expired"),
    ]);
    expect(cause?.text).toContain("Expired: the token has expired");
  });

  test("any custom resource, and without words by its status", () => {
    expect(causeOfSingle("a.io/v1", "Thing", [condition("Ready", "False", "NoDisk", "disk is gone")])?.text).toContain(
      "NoDisk: disk is gone",
    );
    expect(causeOfSingle("a.io/v1", "Thing", [condition("Ready", "False")])?.text).toContain("Ready=False");
  });

  test("the summary, where a message beside it only repeats its reason", () => {
    const ready = condition("Ready", "False", "CheckFailed", "Deployment web is late");
    const cause = causeOfSingle("a.io/v1", "Thing", [
      ready,
      condition("Healthy", "False", "CheckFailed", "CheckFailed"),
    ]);
    expect(cause?.text).toContain("Deployment web is late");
  });

  test("a status without an object has no command, and an object without a name one for all of its kind", () => {
    const commandsFor = (text: string) =>
      readPasted(text, "x").objects.flatMap(({ raw }) => evaluateObjects(raw).roots[0]?.causes[0]?.next ?? []);
    const status = 'status:\n  conditions:\n  - {type: Ready, status: "False", reason: Boom, message: no disk}\n';
    expect(commandsFor(status)).toEqual([]);
    expect(commandsFor(`apiVersion: a.io/v1\nkind: Thing\n${status}`)).toMatchObject([
      { command: "kubectl describe thing.a.io -A" },
    ]);
  });

  test("a cause has lists of events and commands, also where they are empty", () => {
    const cause = causeOfSingle("a.io/v1", "Thing", [condition("Ready", "False")]);
    expect(cause?.events).toEqual([]);
    expect(cause?.next).toMatchObject([
      { command: "kubectl describe thing.a.io it -n n", shows: "description", why: "its conditions and events" },
    ]);
  });
});

describe("a condition that says only that a roll-out has begun explains nothing", () => {
  const deploying = condition("Progressing", "True", "DeployStarted", "Started Deployment");
  const starting = condition("Available", "False", "Startup", "Configuration is in process");
  const unavailable = (reason: string, message: string): Manifest => condition("Available", "False", reason, message);
  const transition = "Transitioning from previous version v1.8.2 with registry q.io/k to target version";

  test.for<readonly [text: string, ...conditions: readonly Manifest[]]>([
    ["rolling out", condition("Available", "False"), deploying],
    ["rolling out", starting],
    ["rolling out v1.9.0", unavailable("DeploymentInProgress", "Deploying version v1.9.0 with registry q.io/k")],
    ["upgrading v1.8.2 -> v1.9.0", unavailable("UpdateInProgress", `${transition} v1.9.0 using registry q.io/k`)],
    [
      "rolling out v1.8.2 again (same version)",
      unavailable("UpdateInProgress", `${transition} v1.8.2 using registry q.io/k`),
    ],
    ["DeployStarted: quota exceeded", unavailable("DeployStarted", "quota exceeded")],
    [
      "Deploying: 2 objects are not ready",
      starting,
      condition("Progressing", "True", "Deploying", "2 objects are not ready"),
    ],
  ])("the cause reads: %s", ([text, ...conditions]) => {
    const [root] = evaluateObjects(hyperConverged(reconciled), cdi(conditions)).roots;
    expect(root?.causes[0]?.text).toBe(`Unavailable because CDI: ${text}, for 10m`);
  });
});

describe("a root has why its operator does nothing", () => {
  const firstCauseOf = (root: Manifest, ...parts: readonly Manifest[]) =>
    evaluateObjects(root, ...parts).roots[0]?.causes[0];
  const refusal =
    "Request does not match expected name (kubevirt-hyperconverged) and namespace (kubevirt-hyperconverged)";
  const causeOfRefusal = (metadata: Manifest): string | undefined =>
    firstCauseOf({
      ...hyperConverged(condition("ReconcileComplete", "False", "InvalidRequest", refusal)),
      metadata,
    })?.text;

  test("by the part of its place that is wrong", () => {
    expect(causeOfRefusal({ name: "my-hco", namespace })).toContain("must be named kubevirt-hyperconverged;");
    expect(causeOfRefusal({ name: "kubevirt-hyperconverged", namespace: "x" })).toContain(
      `must be in namespace ${namespace};`,
    );
    expect(causeOfRefusal({ name: "my-hco", namespace: "x" })).toContain(
      `must be named kubevirt-hyperconverged and be in namespace ${namespace};`,
    );
  });

  test.for([
    ["2026-11-21T11:59:50Z", "write conflict; the operator retries by itself"],
    ["2026-11-21T11:00:00Z", "write conflict, which the operator's retries have not resolved"],
  ] as const)("by a write conflict since %s", ([since, text]) => {
    const message =
      'Operation cannot be fulfilled on cdis.cdi.kubevirt.io "cdi-kubevirt-hyperconverged": the object has been modified';
    const root = hyperConverged(condition("ReconcileComplete", "False", "ReconcileFailed", message, since));
    const cause = evaluateObjects(root, cdi(good)).roots[0]?.causes.find(({ component }) => component === "CDI");
    expect(cause?.text).toContain(text);
    expect(cause?.evidence).toMatchObject([{ is: "conflict", message }]);
  });
});

describe("a message about workloads, beside one of them that explains it", () => {
  const line = (name: string, count: number): string =>
    `Deployment "${namespace}/${name}" is not available (awaiting ${count} nodes)`;
  const shortDeployment = (name: string): Manifest => ({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: {
      name,
      namespace,
      generation: 1,
      labels: { "app.kubernetes.io/managed-by": "cdi-operator", "cdi.kubevirt.io": name },
    },
    spec: { replicas: 3, selector: { matchLabels: { app: name } }, template: { spec: { containers: [] } } },
    status: { observedGeneration: 1, replicas: 3, updatedReplicas: 3, readyReplicas: 1, unavailableReplicas: 2 },
  });
  const causesOf = (message: string, ...others: readonly Manifest[]): PrintedReport["roots"][number]["causes"] =>
    evaluateObjects(
      hyperConverged(reconciled),
      cdi([condition("Available", "False"), condition("Progressing", "True", "Deploying", message)]),
      ...others,
    ).roots[0]?.causes.filter(({ component }) => component === "CDI") ?? [];
  const text = (message: string): string | undefined => causesOf(message, shortDeployment("cdi-deployment"))[0]?.text;
  const other = { group: "apps", kind: "Deployment", namespace, name: "other" };

  test("has a cause for each of the others", () => {
    const causes = causesOf(`${line("cdi-deployment", 2)}\n${line("other", 1)}`, shortDeployment("cdi-deployment"));
    expect(causes.map(({ about }) => about.name)).toEqual(["cdi-deployment", "other"]);
    expect(causes[0]?.text).not.toContain("other");
    expect(causes[1]).toMatchObject({ component: "CDI", about: other });
    expect(causes[1]?.text).toContain("Deployment other is not available (awaiting 1 nodes)");
  });

  test("has a cause for each but the first where none was read", () => {
    const causes = causesOf(`${line("cdi-deployment", 2)}\n${line("other", 1)}`);
    expect(causes.map(({ about }) => about.name)).toEqual(["cdi-kubevirt-hyperconverged", "other"]);
    expect(causes[0]?.text).toContain(line("cdi-deployment", 2));
  });

  test("is omitted where it has only the numbers of that one", () => {
    expect(text("Deployment cdi-deployment: expected: 3, running: 1")).not.toContain("expected");
    expect(text("Deployment cdi-deployment: quota allows 5, used 4")).toContain("quota allows 5");
  });
});

describe("since is never in the future", () => {
  const pod = (metadata: Manifest): PrintedReport =>
    evaluateObjects({
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "p", namespace: "n", ...metadata },
      spec: { nodeName: "x" },
      status: { phase: "Running", conditions: [condition("Ready", "True")] },
    });

  test("of a Pod that is being deleted it is the request, not the end of its grace period", () => {
    const [root] = pod({ deletionTimestamp: "2026-11-21T12:00:20Z", deletionGracePeriodSeconds: 30 }).roots;
    expect([root?.since, root?.causes[0]?.since]).toEqual(["2026-11-21T11:59:50Z", "2026-11-21T11:59:50Z"]);
  });

  test("of a clock that is ahead it is the time of the snapshot", () => {
    const ahead = [condition("Available", "False", "Boom", "down", "2026-11-21T12:30:00Z"), ...good.slice(1)];
    const [root] = evaluateObjects(hyperConverged(reconciled), kubeVirt(ahead)).roots;
    expect([root?.since, root?.causes[0]?.since, root?.rootCause?.since]).toEqual([takenAt, takenAt, takenAt]);
  });
});
