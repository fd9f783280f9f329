import { describe, expect, test } from "vitest";
import { addAlerts, listAlertsOfCause, listFiringAlerts } from "../../../shared/aggregate/root-cause/firing-alerts.ts";
import type { AlertName } from "../../../shared/model/alert-name.ts";
import { definedFields } from "../../../shared/model/defined-fields.ts";
import type { Finding } from "../../../shared/model/finding/finding.ts";
import { makeFinding, makeGradedFinding } from "../../../shared/model/finding/make-finding.ts";
import type { ReportNode } from "../../../shared/model/report.ts";
import type { Verdict } from "../../../shared/model/verdict.ts";
import { alertRows } from "../../../shared/tables/alerts.ts";
import { workloadRows } from "../../../shared/tables/workloads.ts";
import { component, condition, hyperconverged, node, root, workloadBelow } from "../../render/build.ts";

function buildWorkload(name: string, ready: string, verdict: Verdict, pods: readonly ReportNode[] = []): ReportNode {
  const made = workloadBelow("workload", name, verdict, { facts: { ready }, children: pods });
  return name === "virt-handler" ? { ...made, ref: { ...made.ref, kind: "DaemonSet" } } : made;
}

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
const absent = { outcome: "absent" } as const;

describe("an unavailable or degraded object makes the alerts of its rule fire", () => {
  const rows: readonly { readonly rule: string; readonly object: ReportNode; readonly alerts: readonly AlertName[] }[] =
    [
      {
        rule: "virt-operator without a ready pod fires its two alerts",
        object: buildWorkload("virt-operator", "0/2", "unavailable"),
        alerts: ["VirtOperatorDown", "NoReadyVirtOperator"],
      },
      {
        rule: "virt-operator whose pods crash fires its two alerts",
        object: buildWorkload("virt-operator", "0/2", "unavailable", [crashingPod, crashingPod]),
        alerts: ["VirtOperatorDown", "NoReadyVirtOperator"],
      },
      {
        rule: "virt-operator whose pods run and are not ready fires only the alert about readiness",
        object: buildWorkload("virt-operator", "0/2", "unavailable", [unreadyPod, unreadyPod]),
        alerts: ["NoReadyVirtOperator"],
      },
      {
        rule: "virt-operator that is scaled to zero fires its two alerts",
        object: buildWorkload("virt-operator", "0/0", "unavailable"),
        alerts: ["VirtOperatorDown", "NoReadyVirtOperator"],
      },
      {
        rule: "virt-operator that does not exist fires its two alerts",
        object: { ...workloadBelow("workload", "virt-operator", "unavailable"), ...absent },
        alerts: ["VirtOperatorDown", "NoReadyVirtOperator"],
      },
      {
        rule: "virt-operator that is forbidden fires no alert",
        object: { ...workloadBelow("workload", "virt-operator", "unavailable"), outcome: "forbidden" as const },
        alerts: [],
      },
      {
        rule: "virt-operator whose pods are not counted fires no alert",
        object: workloadBelow("workload", "virt-operator", "unavailable"),
        alerts: [],
      },
      {
        rule: "virt-operator that is being rolled out fires no alert",
        object: buildWorkload("virt-operator", "1/2", "progressing"),
        alerts: [],
      },
      {
        rule: "virt-operator that is healthy fires no alert",
        object: buildWorkload("virt-operator", "2/2", "healthy"),
        alerts: [],
      },
      {
        rule: "virt-operator with one of two pods ready fires the alert about few ready pods",
        object: buildWorkload("virt-operator", "1/2", "degraded"),
        alerts: ["LowReadyVirtOperatorsCount"],
      },
      {
        rule: "virt-operator with one of two pods crashing fires the alert about few ready pods",
        object: buildWorkload("virt-operator", "1/2", "degraded", [runningPod, crashingPod]),
        alerts: ["LowReadyVirtOperatorsCount"],
      },
      {
        rule: "virt-operator with one of two pods pending fires no alert",
        object: buildWorkload("virt-operator", "1/2", "degraded", [runningPod, pendingPod]),
        alerts: [],
      },
      {
        rule: "virt-api without a pod fires VirtAPIDown",
        object: buildWorkload("virt-api", "0/2", "unavailable"),
        alerts: ["VirtAPIDown"],
      },
      {
        rule: "virt-api whose pod runs and is not ready fires NoReadyVirtAPI",
        object: buildWorkload("virt-api", "0/2", "unavailable", [unreadyPod]),
        alerts: ["NoReadyVirtAPI"],
      },
      {
        rule: "virt-handler that is missing on one node fires the alert about its roll-out",
        object: buildWorkload("virt-handler", "2/3", "degraded", [runningPod, runningPod, pendingPod]),
        alerts: ["VirtHandlerDaemonSetRolloutFailing"],
      },
      {
        rule: "virt-handler that crashes on all nodes fires its three alerts",
        object: buildWorkload("virt-handler", "0/3", "unavailable", [crashingPod]),
        alerts: ["VirtHandlerDown", "NoReadyVirtHandler", "VirtHandlerDaemonSetRolloutFailing"],
      },
      {
        rule: "a Deployment of another name fires no alert",
        object: buildWorkload("virt-operators", "0/2", "unavailable"),
        alerts: [],
      },
      {
        rule: "an unavailable CDI fires CDINotReady",
        object: component("CDI", "unavailable", "1.0.0", {
          conditions: [condition("Available", "F"), condition("Progressing", "F")],
        }),
        alerts: ["CDINotReady"],
      },
      {
        rule: "an unavailable CDI that progresses fires no alert",
        object: component("CDI", "unavailable", "1.0.0", {
          conditions: [condition("Available", "F"), condition("Progressing", "T")],
        }),
        alerts: [],
      },
      {
        rule: "an available CDI that is degraded fires no alert",
        object: component("CDI", "degraded", "1.0.0", {
          conditions: [condition("Available", "T"), condition("Degraded", "T")],
        }),
        alerts: [],
      },
      {
        rule: "an unavailable CDI without conditions fires CDINotReady",
        object: component("CDI", "unavailable", "1.0.0"),
        alerts: ["CDINotReady"],
      },
      {
        rule: "a CDI that does not exist fires no alert",
        object: { ...component("CDI", "unavailable", "1.0.0"), ...absent },
        alerts: [],
      },
      {
        rule: "an unavailable NetworkAddonsConfig fires its alert although it progresses",
        object: component("NetworkAddonsConfig", "unavailable", "1.0.0", {
          conditions: [condition("Available", "F"), condition("Progressing", "T")],
        }),
        alerts: ["NetworkAddonsConfigNotReady"],
      },
      {
        rule: "a NetworkAddonsConfig that does not exist fires its alert",
        object: { ...component("NetworkAddonsConfig", "unavailable", "1.0.0"), ...absent },
        alerts: ["NetworkAddonsConfigNotReady"],
      },
      {
        rule: "a workload below its component fires its alert",
        object: component("SSP", "degraded", "1.0.0", {
          children: [buildWorkload("ssp-operator", "0/1", "unavailable")],
        }),
        alerts: ["SSPDown"],
      },
      {
        rule: "a HyperConverged with systemHealthStatus warning fires its alert",
        object: root({ facts: { systemHealthStatus: "warning" } }),
        alerts: ["HCOOperatorConditionsUnhealthy"],
      },
      {
        rule: "a HyperConverged with systemHealthStatus healthy fires no alert",
        object: root({ facts: { systemHealthStatus: "healthy" } }),
        alerts: [],
      },
    ];
  test.for(rows)("$rule", ({ object, alerts }) => {
    expect(listFiringAlerts([object])).toEqual(alerts);
  });
});

describe("a finding makes the alert of its rule fire", () => {
  const about = hyperconverged;
  const rows: readonly { readonly finding: Finding; readonly alerts: readonly AlertName[] }[] = [
    {
      finding: makeFinding(about, { code: "tainted", annotation: "a", component: "CDI", operations: 1 }),
      alerts: ["UnsupportedHCOModification"],
    },
    {
      finding: makeFinding(about, { code: "overwritten", object: "CDI cdi", count: 1 }),
      alerts: ["KubeVirtCRModified"],
    },
    {
      finding: makeGradedFinding("warning", about, { code: "outdated-workloads", count: 2, movedBy: "person" }),
      alerts: ["OutdatedVirtualMachineInstanceWorkloads"],
    },
    {
      finding: makeFinding(about, {
        code: "boot-image",
        name: "fedora",
        reason: "UnsupportedArchitectures",
        message: "",
      }),
      alerts: ["HCOGoldenImageWithNoSupportedArchitecture"],
    },
    {
      finding: makeFinding(about, { code: "boot-image", name: "fedora", reason: "Else", message: "" }),
      alerts: [],
    },
    { finding: makeFinding(about, { code: "installing" }), alerts: [] },
  ];
  test.for(rows)("the finding $finding.code fires $alerts", ({ finding, alerts }) => {
    expect(listFiringAlerts([], [finding])).toEqual(alerts);
  });
});

test("the alerts of several objects are in the order of the table, each once", () => {
  const twice = [buildWorkload("cdi-operator", "0/1", "unavailable"), component("CDI", "unavailable", "1.0.0")];
  expect(listFiringAlerts([...twice, ...twice.toReversed()])).toEqual(["CDIOperatorDown", "CDINotReady"]);
});

describe("a cause has the alerts of its own component", () => {
  const cdi = component("CDI", "unavailable", "1.0.0");
  const ssp = component("SSP", "degraded", "1.0.0", {
    children: [buildWorkload("ssp-operator", "0/1", "unavailable")],
  });
  const all = root({ children: [cdi, ssp], facts: { systemHealthStatus: "error" } });
  const tainted = makeFinding(hyperconverged, { code: "tainted", annotation: "a", component: "SSP", operations: 1 });
  const rows: readonly { readonly name: string; readonly alerts: readonly AlertName[] }[] = [
    { name: "CDI", alerts: ["CDINotReady"] },
    { name: "SSP", alerts: ["SSPDown", "UnsupportedHCOModification"] },
    { name: hyperconverged.name, alerts: ["HCOOperatorConditionsUnhealthy"] },
  ];
  test.for(rows)("the cause $name has the alerts $alerts, and none in a deletion", ({ name, alerts }) => {
    const about = name === "CDI" ? cdi.ref : { group: "", kind: "Pod", name: "one" };
    expect(listAlertsOfCause(all, { component: name, about }, [tainted])).toEqual(alerts);
    expect(listAlertsOfCause({ ...all, deleting: true }, { component: name, about }, [tainted])).toEqual([]);
  });
});

test("a HyperConverged that is being deleted has no alerts", () => {
  const unhealthy = root({ children: [component("CDI", "unavailable", "1.0.0")] });
  expect(addAlerts(unhealthy, []).alerts).toEqual(["CDINotReady"]);
  expect(addAlerts({ ...unhealthy, deleting: true }, []).alerts).toEqual([]);
});

test("each workload in the table of alerts is a workload of a component", () => {
  const known = new Set(workloadRows.flatMap(({ operator, names }) => [operator, ...names]));
  const named = alertRows.flatMap(({ sign }) => ("workload" in sign ? [sign.workload] : []));
  expect(named.filter((name) => !known.has(name))).toEqual(["hostpath-provisioner-operator"]);
});

test("an object of another API group fires no alert", () => {
  const other = node({
    role: "part",
    label: "CDI",
    ref: { group: "", kind: "CDI", name: "cdi" },
    verdict: "unavailable",
  });
  expect(listFiringAlerts([other])).toEqual([]);
});
