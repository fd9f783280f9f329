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

function workload(name: string, ready: string, verdict: Verdict, pods: readonly ReportNode[] = []): ReportNode {
  const made = workloadBelow("workload", name, verdict, { facts: { ready }, children: pods });
  return name === "virt-handler" ? { ...made, ref: { ...made.ref, kind: "DaemonSet" } } : made;
}

/** A pod of which one container runs, or is in a waiting state. */
function pod(phase: string, verdict: Verdict, waiting?: string): ReportNode {
  const facts: Record<string, string> = definedFields({ waiting });
  return workloadBelow("pod", "one", verdict, {
    facts: { phase },
    children: [workloadBelow("container", "main", verdict, { facts })],
  });
}

const runs = pod("Running", "healthy");
const unready = pod("Running", "degraded");
const crashes = pod("Running", "degraded", "CrashLoopBackOff");
const pending = pod("Pending", "degraded", "ImagePullBackOff");
const gone = { outcome: "absent" } as const;

describe("an object that is unavailable or degraded makes the alerts of its rule fire", () => {
  const rows: readonly [sentence: string, node: ReportNode, alerts: readonly AlertName[]][] = [
    [
      "no pod of virt-operator is ready",
      workload("virt-operator", "0/2", "unavailable"),
      ["VirtOperatorDown", "NoReadyVirtOperator"],
    ],
    [
      "its pods crash",
      workload("virt-operator", "0/2", "unavailable", [crashes, crashes]),
      ["VirtOperatorDown", "NoReadyVirtOperator"],
    ],
    [
      "its pods run and are not ready",
      workload("virt-operator", "0/2", "unavailable", [unready, unready]),
      ["NoReadyVirtOperator"],
    ],
    [
      "the Deployment is scaled to zero",
      workload("virt-operator", "0/0", "unavailable"),
      ["VirtOperatorDown", "NoReadyVirtOperator"],
    ],
    [
      "the Deployment does not exist",
      { ...workloadBelow("workload", "virt-operator", "unavailable"), ...gone },
      ["VirtOperatorDown", "NoReadyVirtOperator"],
    ],
    [
      "it may not be read",
      { ...workloadBelow("workload", "virt-operator", "unavailable"), outcome: "forbidden" as const },
      [],
    ],
    ["its counts are not known", workloadBelow("workload", "virt-operator", "unavailable"), []],
    ["the Deployment is being rolled out", workload("virt-operator", "1/2", "progressing"), []],
    ["the Deployment is healthy", workload("virt-operator", "2/2", "healthy"), []],
    [
      "one of two is not ready, no pod was read",
      workload("virt-operator", "1/2", "degraded"),
      ["LowReadyVirtOperatorsCount"],
    ],
    [
      "one of two crashes",
      workload("virt-operator", "1/2", "degraded", [runs, crashes]),
      ["LowReadyVirtOperatorsCount"],
    ],
    ["one of two is pending", workload("virt-operator", "1/2", "degraded", [runs, pending]), []],
    ["virt-api has no pod", workload("virt-api", "0/2", "unavailable"), ["VirtAPIDown"]],
    ["virt-api runs unready", workload("virt-api", "0/2", "unavailable", [unready]), ["NoReadyVirtAPI"]],
    [
      "virt-handler is missing on one node",
      workload("virt-handler", "2/3", "degraded", [runs, runs, pending]),
      ["VirtHandlerDaemonSetRolloutFailing"],
    ],
    [
      "virt-handler crashes everywhere",
      workload("virt-handler", "0/3", "unavailable", [crashes]),
      ["VirtHandlerDown", "NoReadyVirtHandler", "VirtHandlerDaemonSetRolloutFailing"],
    ],
    ["a Deployment of another name", workload("virt-operators", "0/2", "unavailable"), []],
    [
      "CDI is down",
      component("CDI", "unavailable", "1.0.0", {
        conditions: [condition("Available", "F"), condition("Progressing", "F")],
      }),
      ["CDINotReady"],
    ],
    [
      "CDI is down and progresses",
      component("CDI", "unavailable", "1.0.0", {
        conditions: [condition("Available", "F"), condition("Progressing", "T")],
      }),
      [],
    ],
    [
      "CDI is degraded and available",
      component("CDI", "degraded", "1.0.0", { conditions: [condition("Available", "T"), condition("Degraded", "T")] }),
      [],
    ],
    ["CDI has no conditions", component("CDI", "unavailable", "1.0.0"), ["CDINotReady"]],
    ["CDI is absent", { ...component("CDI", "unavailable", "1.0.0"), ...gone }, []],
    [
      "the network addons are down and progress",
      component("NetworkAddonsConfig", "unavailable", "1.0.0", {
        conditions: [condition("Available", "F"), condition("Progressing", "T")],
      }),
      ["NetworkAddonsConfigNotReady"],
    ],
    [
      "the network addons are absent",
      { ...component("NetworkAddonsConfig", "unavailable", "1.0.0"), ...gone },
      ["NetworkAddonsConfigNotReady"],
    ],
    [
      "a workload below its component",
      component("SSP", "degraded", "1.0.0", { children: [workload("ssp-operator", "0/1", "unavailable")] }),
      ["SSPDown"],
    ],
    [
      "the CR reports a warning",
      root({ facts: { systemHealthStatus: "warning" } }),
      ["HCOOperatorConditionsUnhealthy"],
    ],
    ["the CR reports health", root({ facts: { systemHealthStatus: "healthy" } }), []],
  ];
  test.for(rows)("%s", ([, shown, alerts]) => {
    expect(listFiringAlerts([shown])).toEqual(alerts);
  });
});

describe("a finding makes the alert of its rule fire", () => {
  const about = hyperconverged;
  const rows: readonly [finding: Finding, alerts: readonly AlertName[]][] = [
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
      makeFinding(about, { code: "boot-image", name: "fedora", reason: "UnsupportedArchitectures", message: "" }),
      ["HCOGoldenImageWithNoSupportedArchitecture"],
    ],
    [makeFinding(about, { code: "boot-image", name: "fedora", reason: "Else", message: "" }), []],
    [makeFinding(about, { code: "installing" }), []],
  ];
  test.for(rows)("%#", ([finding, alerts]) => {
    expect(listFiringAlerts([], [finding])).toEqual(alerts);
  });
});

test("several are in the order of the table, each once", () => {
  const twice = [workload("cdi-operator", "0/1", "unavailable"), component("CDI", "unavailable", "1.0.0")];
  expect(listFiringAlerts([...twice, ...twice.toReversed()])).toEqual(["CDIOperatorDown", "CDINotReady"]);
});

describe("a cause has the alerts of its own part alone", () => {
  const cdi = component("CDI", "unavailable", "1.0.0");
  const ssp = component("SSP", "degraded", "1.0.0", { children: [workload("ssp-operator", "0/1", "unavailable")] });
  const all = root({ children: [cdi, ssp], facts: { systemHealthStatus: "error" } });
  const tainted = makeFinding(hyperconverged, { code: "tainted", annotation: "a", component: "SSP", operations: 1 });
  const rows: readonly [component: string, alerts: readonly AlertName[]][] = [
    ["CDI", ["CDINotReady"]],
    ["SSP", ["SSPDown", "UnsupportedHCOModification"]],
    [hyperconverged.name, ["HCOOperatorConditionsUnhealthy"]],
  ];
  test.for(rows)("%s", ([name, alerts]) => {
    const about = name === "CDI" ? cdi.ref : { group: "", kind: "Pod", name: "one" };
    expect(listAlertsOfCause(all, { component: name, about }, [tainted])).toEqual(alerts);
    expect(listAlertsOfCause({ ...all, deleting: true }, { component: name, about }, [tainted])).toEqual([]);
  });
});

test("nothing fires in a deletion", () => {
  const unhealthy = root({ children: [component("CDI", "unavailable", "1.0.0")] });
  expect(addAlerts(unhealthy, []).alerts).toEqual(["CDINotReady"]);
  expect(addAlerts({ ...unhealthy, deleting: true }, []).alerts).toEqual([]);
});

test("the workloads of the table are workloads of components", () => {
  const known = new Set(workloadRows.flatMap(({ operator, names }) => [operator, ...names]));
  const named = alertRows.flatMap(({ sign }) => ("workload" in sign ? [sign.workload] : []));
  expect(named.filter((name) => !known.has(name))).toEqual(["hostpath-provisioner-operator"]);
});

test("an object of another group bears no alert", () => {
  const other = node({
    role: "part",
    label: "CDI",
    ref: { group: "", kind: "CDI", name: "cdi" },
    verdict: "unavailable",
  });
  expect(listFiringAlerts([other])).toEqual([]);
});
