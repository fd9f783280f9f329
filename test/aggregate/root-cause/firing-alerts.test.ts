import { describe, expect, test } from "vitest";
import { addAlerts } from "../../../shared/aggregate/root-cause/firing-alerts.ts";
import type { AlertName } from "../../../shared/model/alert-name.ts";
import { definedFields } from "../../../shared/model/defined-fields.ts";
import type { Finding } from "../../../shared/model/finding/finding.ts";
import { makeFinding, makeGradedFinding } from "../../../shared/model/finding/make-finding.ts";
import type { EvaluatedCondition, ReportNode } from "../../../shared/model/report.ts";
import type { Verdict } from "../../../shared/model/verdict.ts";
import { alertRows } from "../../../shared/tables/alerts.ts";
import { workloadRows } from "../../../shared/tables/workloads.ts";
import { component, condition, hyperconverged, node, root, workloadBelow } from "../../render/build.ts";

function buildWorkload(name: string, ready: string, verdict: Verdict, pods: readonly ReportNode[] = []): ReportNode {
  const made = workloadBelow("workload", name, verdict, { facts: { ready }, children: pods });
  return name === "virt-handler" ? { ...made, ref: { ...made.ref, kind: "DaemonSet" } } : made;
}

const virtOperator = (ready: string, verdict: Verdict, pods: readonly ReportNode[] = []): ReportNode =>
  buildWorkload("virt-operator", ready, verdict, pods);

/** A pod of which one container runs, or is in a waiting state. */
function buildPod(phase: string, verdict: Verdict, waiting?: string): ReportNode {
  const facts: Record<string, string> = definedFields({ waiting });
  return workloadBelow("pod", "one", verdict, {
    facts: { phase },
    children: [workloadBelow("container", "main", verdict, { facts })],
  });
}

const runningPod = buildPod("Running", "healthy");
const unreadyPod = buildPod("Running", "degraded");
const crashingPod = buildPod("Running", "degraded", "CrashLoopBackOff");
const pendingPod = buildPod("Pending", "degraded", "ImagePullBackOff");
const uncountedOperator = workloadBelow("workload", "virt-operator", "unavailable");

const buildComponent = (
  name: string,
  verdict: Verdict,
  conditions: readonly EvaluatedCondition[] = [],
  part: Partial<ReportNode> = {},
): ReportNode => component(name, verdict, "1.0.0", { conditions, ...part });
const unavailable = condition("Available", "F");
const progressing = condition("Progressing", "T");

/** The alerts of a HyperConverged with these objects and findings. */
const listAlerts = (objects: readonly ReportNode[], findings: readonly Finding[] = []): readonly AlertName[] =>
  addAlerts(root({ children: objects }), findings).alerts;

describe("an unavailable or degraded object makes the alerts of its rule fire", () => {
  const operatorAlerts = ["VirtOperatorDown", "NoReadyVirtOperator"];
  test.for<readonly [rule: string, object: ReportNode, alerts: readonly string[]]>([
    ["virt-operator without a ready pod fires its two alerts", virtOperator("0/2", "unavailable"), operatorAlerts],
    [
      "virt-operator whose pods crash fires its two alerts",
      virtOperator("0/2", "unavailable", [crashingPod, crashingPod]),
      operatorAlerts,
    ],
    [
      "virt-operator whose pods run and are not ready fires only the alert about readiness",
      virtOperator("0/2", "unavailable", [unreadyPod, unreadyPod]),
      ["NoReadyVirtOperator"],
    ],
    ["virt-operator that is scaled to zero fires its two alerts", virtOperator("0/0", "unavailable"), operatorAlerts],
    [
      "virt-operator that does not exist fires its two alerts",
      { ...uncountedOperator, outcome: "absent" },
      operatorAlerts,
    ],
    ["virt-operator that is forbidden fires no alert", { ...uncountedOperator, outcome: "forbidden" }, []],
    ["virt-operator whose pods are not counted fires no alert", uncountedOperator, []],
    ["virt-operator that is being rolled out fires no alert", virtOperator("1/2", "progressing"), []],
    ["virt-operator that is healthy fires no alert", virtOperator("2/2", "healthy"), []],
    [
      "virt-operator with one of two pods ready fires the alert about few ready pods",
      virtOperator("1/2", "degraded"),
      ["LowReadyVirtOperatorsCount"],
    ],
    [
      "virt-operator with one of two pods crashing fires the alert about few ready pods",
      virtOperator("1/2", "degraded", [runningPod, crashingPod]),
      ["LowReadyVirtOperatorsCount"],
    ],
    [
      "virt-operator with one of two pods pending fires no alert",
      virtOperator("1/2", "degraded", [runningPod, pendingPod]),
      [],
    ],
    ["virt-api without a pod fires VirtAPIDown", buildWorkload("virt-api", "0/2", "unavailable"), ["VirtAPIDown"]],
    [
      "virt-api whose pod runs and is not ready fires NoReadyVirtAPI",
      buildWorkload("virt-api", "0/2", "unavailable", [unreadyPod]),
      ["NoReadyVirtAPI"],
    ],
    [
      "virt-handler that is missing on one node fires the alert about its roll-out",
      buildWorkload("virt-handler", "2/3", "degraded", [runningPod, runningPod, pendingPod]),
      ["VirtHandlerDaemonSetRolloutFailing"],
    ],
    [
      "virt-handler that crashes on all nodes fires its three alerts",
      buildWorkload("virt-handler", "0/3", "unavailable", [crashingPod]),
      ["VirtHandlerDown", "NoReadyVirtHandler", "VirtHandlerDaemonSetRolloutFailing"],
    ],
    ["a Deployment of another name fires no alert", buildWorkload("virt-operators", "0/2", "unavailable"), []],
    ["an unavailable CDI fires CDINotReady", buildComponent("CDI", "unavailable", [unavailable]), ["CDINotReady"]],
    [
      "an unavailable CDI that progresses fires no alert",
      buildComponent("CDI", "unavailable", [unavailable, progressing]),
      [],
    ],
    [
      "an available CDI that is degraded fires no alert",
      buildComponent("CDI", "degraded", [condition("Available", "T"), condition("Degraded", "T")]),
      [],
    ],
    ["an unavailable CDI without conditions fires CDINotReady", buildComponent("CDI", "unavailable"), ["CDINotReady"]],
    ["a CDI that does not exist fires no alert", buildComponent("CDI", "unavailable", [], { outcome: "absent" }), []],
    [
      "an unavailable NetworkAddonsConfig fires its alert although it progresses",
      buildComponent("NetworkAddonsConfig", "unavailable", [unavailable, progressing]),
      ["NetworkAddonsConfigNotReady"],
    ],
    [
      "a NetworkAddonsConfig that does not exist fires its alert",
      buildComponent("NetworkAddonsConfig", "unavailable", [], { outcome: "absent" }),
      ["NetworkAddonsConfigNotReady"],
    ],
    [
      "a workload below its component fires its alert",
      buildComponent("SSP", "degraded", [], { children: [buildWorkload("ssp-operator", "0/1", "unavailable")] }),
      ["SSPDown"],
    ],
    [
      "an object of another API group fires no alert",
      node({ role: "part", label: "CDI", ref: { group: "", kind: "CDI", name: "cdi" }, verdict: "unavailable" }),
      [],
    ],
  ])("%s", ([, object, alerts]) => {
    expect(listAlerts([object])).toEqual(alerts);
  });

  test.for([
    ["warning", ["HCOOperatorConditionsUnhealthy"]],
    ["healthy", []],
  ] as const)("a HyperConverged with systemHealthStatus %s fires %j", ([systemHealthStatus, alerts]) => {
    expect(addAlerts(root({ facts: { systemHealthStatus } }), []).alerts).toEqual(alerts);
  });
});

describe("a finding makes the alert of its rule fire", () => {
  const about = hyperconverged;
  const image = { code: "boot-image", name: "fedora", message: "" } as const;
  test.for<readonly [finding: Finding, alerts: readonly string[]]>([
    [
      makeFinding(about, { code: "tainted", annotation: "a", component: "CDI", operations: 1 }),
      ["UnsupportedHCOModification"],
    ],
    [makeFinding(about, { code: "overwritten", object: "CDI cdi", count: 1 }), ["KubeVirtCRModified"]],
    [
      makeGradedFinding("warning", about, { code: "outdated-workloads", count: 2, movedBy: "person" }),
      ["OutdatedVirtualMachineInstanceWorkloads"],
    ],
    [
      makeFinding(about, { ...image, reason: "UnsupportedArchitectures" }),
      ["HCOGoldenImageWithNoSupportedArchitecture"],
    ],
    [makeFinding(about, { ...image, reason: "Else" }), []],
    [makeFinding(about, { code: "installing" }), []],
  ])("the finding $0.code fires $1", ([finding, alerts]) => {
    expect(listAlerts([], [finding])).toEqual(alerts);
  });
});

test("the alerts of several objects are in the order of the table, each once", () => {
  const twice = [buildWorkload("cdi-operator", "0/1", "unavailable"), buildComponent("CDI", "unavailable")];
  expect(listAlerts([...twice, ...twice.toReversed()])).toEqual(["CDIOperatorDown", "CDINotReady"]);
});

test("a cause has the alerts of its own component, and none in a deletion", () => {
  const cdi = buildComponent("CDI", "unavailable");
  const ssp = buildComponent("SSP", "degraded", [], {
    children: [buildWorkload("ssp-operator", "0/1", "unavailable")],
  });
  const unhealthy = root({
    ownVerdict: "unavailable",
    children: [cdi, ssp],
    facts: { systemHealthStatus: "error" },
  });
  const [cause] = unhealthy.causes;
  if (cause === undefined) throw new Error("no cause");
  const causes = [cause, { ...cause, component: "SSP", about: ssp.ref }, { ...cause, component: unhealthy.label }];
  const tainted = makeFinding(hyperconverged, { code: "tainted", annotation: "a", component: "SSP", operations: 1 });
  const evaluated = addAlerts({ ...unhealthy, causes }, [tainted]);
  expect(evaluated.causes.map(({ component: name, alerts }) => [name, alerts])).toEqual([
    ["CDI", ["CDINotReady"]],
    ["SSP", ["SSPDown", "UnsupportedHCOModification"]],
    ["kubevirt-hyperconverged", ["HCOOperatorConditionsUnhealthy"]],
  ]);
  expect(evaluated.alerts).toEqual([
    "CDINotReady",
    "SSPDown",
    "HCOOperatorConditionsUnhealthy",
    "UnsupportedHCOModification",
  ]);
  const deleted = addAlerts({ ...unhealthy, causes, deleting: true }, [tainted]);
  expect([deleted.alerts, ...deleted.causes.map(({ alerts }) => alerts)].flat()).toEqual([]);
});

test("each workload in the table of alerts is a workload of a component", () => {
  const known = new Set(workloadRows.flatMap(({ operator, names }) => [operator, ...names]));
  const named = alertRows.flatMap(({ sign }) => ("workload" in sign ? [sign.workload] : []));
  expect(named.filter((name) => !known.has(name))).toEqual(["hostpath-provisioner-operator"]);
});
