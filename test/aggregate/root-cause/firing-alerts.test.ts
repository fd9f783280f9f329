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
  const rows: readonly { readonly rule: string; readonly shown: ReportNode; readonly alerts: readonly AlertName[] }[] =
    [
      {
        rule: "no pod of virt-operator is ready",
        shown: workload("virt-operator", "0/2", "unavailable"),
        alerts: ["VirtOperatorDown", "NoReadyVirtOperator"],
      },
      {
        rule: "its pods crash",
        shown: workload("virt-operator", "0/2", "unavailable", [crashes, crashes]),
        alerts: ["VirtOperatorDown", "NoReadyVirtOperator"],
      },
      {
        rule: "its pods run and are not ready",
        shown: workload("virt-operator", "0/2", "unavailable", [unready, unready]),
        alerts: ["NoReadyVirtOperator"],
      },
      {
        rule: "the Deployment is scaled to zero",
        shown: workload("virt-operator", "0/0", "unavailable"),
        alerts: ["VirtOperatorDown", "NoReadyVirtOperator"],
      },
      {
        rule: "the Deployment does not exist",
        shown: { ...workloadBelow("workload", "virt-operator", "unavailable"), ...gone },
        alerts: ["VirtOperatorDown", "NoReadyVirtOperator"],
      },
      {
        rule: "it may not be read",
        shown: { ...workloadBelow("workload", "virt-operator", "unavailable"), outcome: "forbidden" as const },
        alerts: [],
      },
      {
        rule: "its counts are not known",
        shown: workloadBelow("workload", "virt-operator", "unavailable"),
        alerts: [],
      },
      {
        rule: "the Deployment is being rolled out",
        shown: workload("virt-operator", "1/2", "progressing"),
        alerts: [],
      },
      { rule: "the Deployment is healthy", shown: workload("virt-operator", "2/2", "healthy"), alerts: [] },
      {
        rule: "one of two is not ready, no pod was read",
        shown: workload("virt-operator", "1/2", "degraded"),
        alerts: ["LowReadyVirtOperatorsCount"],
      },
      {
        rule: "one of two crashes",
        shown: workload("virt-operator", "1/2", "degraded", [runs, crashes]),
        alerts: ["LowReadyVirtOperatorsCount"],
      },
      {
        rule: "one of two is pending",
        shown: workload("virt-operator", "1/2", "degraded", [runs, pending]),
        alerts: [],
      },
      { rule: "virt-api has no pod", shown: workload("virt-api", "0/2", "unavailable"), alerts: ["VirtAPIDown"] },
      {
        rule: "virt-api runs unready",
        shown: workload("virt-api", "0/2", "unavailable", [unready]),
        alerts: ["NoReadyVirtAPI"],
      },
      {
        rule: "virt-handler is missing on one node",
        shown: workload("virt-handler", "2/3", "degraded", [runs, runs, pending]),
        alerts: ["VirtHandlerDaemonSetRolloutFailing"],
      },
      {
        rule: "virt-handler crashes everywhere",
        shown: workload("virt-handler", "0/3", "unavailable", [crashes]),
        alerts: ["VirtHandlerDown", "NoReadyVirtHandler", "VirtHandlerDaemonSetRolloutFailing"],
      },
      {
        rule: "a Deployment of another name",
        shown: workload("virt-operators", "0/2", "unavailable"),
        alerts: [],
      },
      {
        rule: "CDI is down",
        shown: component("CDI", "unavailable", "1.0.0", {
          conditions: [condition("Available", "F"), condition("Progressing", "F")],
        }),
        alerts: ["CDINotReady"],
      },
      {
        rule: "CDI is down and progresses",
        shown: component("CDI", "unavailable", "1.0.0", {
          conditions: [condition("Available", "F"), condition("Progressing", "T")],
        }),
        alerts: [],
      },
      {
        rule: "CDI is degraded and available",
        shown: component("CDI", "degraded", "1.0.0", {
          conditions: [condition("Available", "T"), condition("Degraded", "T")],
        }),
        alerts: [],
      },
      { rule: "CDI has no conditions", shown: component("CDI", "unavailable", "1.0.0"), alerts: ["CDINotReady"] },
      { rule: "CDI is absent", shown: { ...component("CDI", "unavailable", "1.0.0"), ...gone }, alerts: [] },
      {
        rule: "the network addons are down and progress",
        shown: component("NetworkAddonsConfig", "unavailable", "1.0.0", {
          conditions: [condition("Available", "F"), condition("Progressing", "T")],
        }),
        alerts: ["NetworkAddonsConfigNotReady"],
      },
      {
        rule: "the network addons are absent",
        shown: { ...component("NetworkAddonsConfig", "unavailable", "1.0.0"), ...gone },
        alerts: ["NetworkAddonsConfigNotReady"],
      },
      {
        rule: "a workload below its component",
        shown: component("SSP", "degraded", "1.0.0", { children: [workload("ssp-operator", "0/1", "unavailable")] }),
        alerts: ["SSPDown"],
      },
      {
        rule: "the CR reports a warning",
        shown: root({ facts: { systemHealthStatus: "warning" } }),
        alerts: ["HCOOperatorConditionsUnhealthy"],
      },
      { rule: "the CR reports health", shown: root({ facts: { systemHealthStatus: "healthy" } }), alerts: [] },
    ];
  test.for(rows)("$rule", ({ shown, alerts }) => {
    expect(listFiringAlerts([shown])).toEqual(alerts);
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
  test.for(rows)("%#", ({ finding, alerts }) => {
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
  const rows: readonly { readonly name: string; readonly alerts: readonly AlertName[] }[] = [
    { name: "CDI", alerts: ["CDINotReady"] },
    { name: "SSP", alerts: ["SSPDown", "UnsupportedHCOModification"] },
    { name: hyperconverged.name, alerts: ["HCOOperatorConditionsUnhealthy"] },
  ];
  test.for(rows)("$name", ({ name, alerts }) => {
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
