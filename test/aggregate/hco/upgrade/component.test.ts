import { describe, expect, test } from "vitest";
import { listComponentRows, makeVerdictRows } from "../../../../shared/aggregate/hco/upgrade/component.ts";
import { listStandaloneComponentRows } from "../../../../shared/aggregate/hco/upgrade/upgrade-findings.ts";
import type { Report, ReportNode } from "../../../../shared/model/report.ts";
import {
  component,
  condition,
  finding,
  minutesAgo,
  refOf,
  report,
  root,
  workloadBelow,
} from "../../../render/build.ts";

const cdiRef = refOf("CDI");
const shared = { about: cdiRef, component: "CDI" };

function cdi(part: Partial<ReportNode>): ReportNode {
  return component("CDI", "healthy", "v1", part);
}

function listRows(part: Partial<ReportNode>, findings: Report["findings"] = []): readonly object[] {
  return listComponentRows(cdi(part), report([], { findings }));
}

describe("the state of a component itself may block an upgrade", () => {
  const facts = { observedVersion: "v1", expectedVersion: "v1" };
  const notUpgradeable = { code: "Upgradeable", ...shared, reason: "R", message: "m" };
  const behind = { code: "ComponentBehind", effect: "blocks", ...shared };
  const rowOfPhase = (code: string, phase: string): object => ({
    code,
    effect: "blocks",
    ...shared,
    status: "True",
    reason: "",
    message: "",
    phase,
  });
  const stale = { code: "Stale", effect: "unknown", ...shared };
  const rows: readonly [sentence: string, part: Partial<ReportNode>, reasons: readonly object[]][] = [
    ["a healthy component has no row", {}, []],
    ["a component with Upgradeable=True has no row", { conditions: [condition("Upgradeable", "T")] }, []],
    [
      "a component with Upgradeable=False blocks the upgrade",
      { conditions: [condition("Upgradeable", "F", 5, "R", "m")] },
      [{ ...notUpgradeable, effect: "blocks", status: "False", since: minutesAgo(5) }],
    ],
    [
      "a component with Upgradeable=Unknown makes the answer unknown",
      { conditions: [condition("Upgradeable", "U", undefined, "R", "m")] },
      [{ ...notUpgradeable, effect: "unknown", status: "Unknown" }],
    ],
    [
      "False counts before True where Upgradeable is listed twice",
      { conditions: [condition("Upgradeable", "T"), condition("Upgradeable", "F", 5, "R", "m")] },
      [{ ...notUpgradeable, effect: "blocks", status: "False", since: minutesAgo(5) }],
    ],
    [
      "False counts before Unknown where Upgradeable is listed twice",
      { conditions: [condition("Upgradeable", "U"), condition("Upgradeable", "F", 5, "R", "m")] },
      [{ ...notUpgradeable, effect: "blocks", status: "False", since: minutesAgo(5) }],
    ],
    [
      "Unknown counts before True where Upgradeable is listed twice",
      { conditions: [condition("Upgradeable", "T"), condition("Upgradeable", "U", undefined, "R", "m")] },
      [{ ...notUpgradeable, effect: "unknown", status: "Unknown" }],
    ],
    [
      "a component of another version than expected blocks the upgrade",
      { facts: { observedVersion: "v0", expectedVersion: "v1" } },
      [{ ...behind, observedVersion: "v0", expectedVersion: "v1" }],
    ],
    [
      "a component that does not report its version blocks the upgrade",
      { facts: { expectedVersion: "v1" } },
      [{ ...behind, expectedVersion: "v1" }],
    ],
    [
      "a component whose versions are empty blocks the upgrade",
      { facts: { observedVersion: "", expectedVersion: "" } },
      [{ ...behind, observedVersion: "", expectedVersion: "" }],
    ],
    ["a component without an expected version has no row", { facts: { observedVersion: "v0" } }, []],
    [
      "a component that moves to another version blocks the upgrade",
      { facts: { observedVersion: "v0", targetVersion: "v1" } },
      [{ ...behind, observedVersion: "v0", expectedVersion: "v1" }],
    ],
    [
      "a component that leaves the expected version blocks the upgrade",
      { facts: { ...facts, targetVersion: "v2" } },
      [{ ...behind, observedVersion: "v1", expectedVersion: "v2" }],
    ],
    [
      "a component that still targets the version that it runs blocks the upgrade",
      { facts: { observedVersion: "v1", targetVersion: "v1" } },
      [{ ...behind, observedVersion: "v1", expectedVersion: "v1" }],
    ],
    [
      "the expected version counts before the target version",
      { facts: { observedVersion: "v0", expectedVersion: "v1", targetVersion: "v2" } },
      [{ ...behind, observedVersion: "v0", expectedVersion: "v1" }],
    ],
    [
      "a component that is being deleted blocks the upgrade",
      { deleting: true },
      [{ code: "Deleting", effect: "blocks", ...shared }],
    ],
    [
      "the row of a deletion has the time of the deletion",
      { deleting: true, facts: { ...facts, deletedAt: minutesAgo(3) } },
      [{ code: "Deleting", effect: "blocks", ...shared, since: minutesAgo(3) }],
    ],
    ["a paused component blocks the upgrade", { frozen: true }, [{ code: "Paused", effect: "blocks", ...shared }]],
    ["a stale status makes the answer unknown", { stale: true }, [stale]],
    [
      "a stale condition makes the answer unknown",
      { conditions: [condition("A", "T"), { ...condition("B", "T"), outdated: true }] },
      [stale],
    ],
    [
      "the phase Upgrading blocks the upgrade",
      { facts: { ...facts, phase: "Upgrading" } },
      [rowOfPhase("Progressing", "Upgrading")],
    ],
    [
      "the phase Deleting blocks the upgrade",
      { facts: { ...facts, phase: "Deleting" } },
      [rowOfPhase("Progressing", "Deleting")],
    ],
    ["the phase Error blocks the upgrade", { facts: { ...facts, phase: "Error" } }, [rowOfPhase("Degraded", "Error")]],
    ["the phase Deployed has no row", { facts: { ...facts, phase: "Deployed" } }, []],
    [
      "two virtual machines in outdated pods block the upgrade",
      { facts: { ...facts, outdatedWorkloads: "2" } },
      [{ code: "OutdatedVMIWorkloads", effect: "blocks", ...shared, count: 2 }],
    ],
    [
      "one virtual machine in an outdated pod blocks the upgrade",
      { facts: { ...facts, outdatedWorkloads: "1" } },
      [{ code: "OutdatedVMIWorkloads", effect: "blocks", ...shared, count: 1 }],
    ],
    ["no virtual machine in an outdated pod has no row", { facts: { ...facts, outdatedWorkloads: "0" } }, []],
  ];
  test.for(rows)("%s", ([sentence, part, reasons]) => {
    expect([sentence, listRows(part)]).toStrictEqual([sentence, reasons]);
  });

  function recreatedFinding(name: string, ref = cdiRef): Report["findings"] {
    return [finding("warning", { code: "component-new", component: name }, ref)];
  }
  const findingRows: readonly [sentence: string, findings: Report["findings"], reasons: readonly object[]][] = [
    ["a recreated component makes the answer unknown", recreatedFinding("CDI"), [stale]],
    ["the recreation of another component has no row", recreatedFinding("AAQ"), []],
    [
      "the recreation of another object of the component has no row",
      recreatedFinding("CDI", { ...cdiRef, name: "other" }),
      [],
    ],
    [
      "another finding about the component has no row",
      [finding("warning", { code: "no-conditions", component: "CDI" }, cdiRef)],
      [],
    ],
  ];
  test.for(findingRows)("%s", ([, findings, reasons]) => {
    expect(listRows({}, findings)).toStrictEqual(reasons);
  });
});

describe("a component that was not found", () => {
  const incomplete = { code: "IncompleteReading", effect: "unknown", ...shared, verb: "get" };
  const notReadFinding = (name: string): Report["findings"] => [
    finding("info", { code: "installing" }),
    finding("warning", { code: "not-read", component: name, outcome: "forbidden", cause: "no" }, cdiRef),
  ];
  const rows: readonly [outcome: ReportNode["outcome"], findings: Report["findings"], reason: object][] = [
    ["forbidden", notReadFinding("CDI"), { ...incomplete, outcome: "forbidden", cause: "no" }],
    ["unread", notReadFinding("AAQ"), { ...incomplete, outcome: "unread", cause: "" }],
    [
      "absent",
      notReadFinding("CDI"),
      { code: "Available", effect: "blocks", ...shared, status: "False", reason: "", message: "", absent: true },
    ],
    [
      "noSuchKind",
      [],
      { code: "Available", effect: "blocks", ...shared, status: "False", reason: "", message: "", absent: true },
    ],
  ];
  test.for(rows)("has one row where its outcome is %s", ([outcome, findings, reason]) => {
    expect(listRows({ outcome, deleting: true }, findings)).toStrictEqual([reason]);
  });
});

describe("makeVerdictRows makes the row of a verdict", () => {
  const words = { reason: "", message: "", judged: true };
  const rows = [
    ["unavailable", [{ code: "Available", effect: "blocks", status: "False", ...shared, ...words }]],
    ["degraded", [{ code: "Degraded", effect: "blocks", status: "True", ...shared, ...words }]],
    ["progressing", [{ code: "Progressing", effect: "blocks", status: "True", ...shared, ...words }]],
    ["unknown", [{ code: "Available", effect: "unknown", status: "Unknown", ...shared, ...words }]],
    ["healthy", []],
  ] as const;
  test.for(rows)("that is %s", ([verdict, reasons]) => {
    expect(makeVerdictRows(verdict, cdiRef, "CDI")).toStrictEqual(reasons);
    for (const reason of makeVerdictRows(verdict, cdiRef, undefined)) expect(reason).not.toHaveProperty("component");
  });
});

describe("a component that was requested alone", () => {
  const noHyperConverged = { code: "NoHyperConverged", effect: "unknown", about: refOf("KubeVirt") };
  const kubeVirt = (part: Parameters<typeof root>[0]) =>
    root({ profile: "generic", ref: refOf("KubeVirt"), label: "kubevirt", facts: {}, ...part });
  const operator = workloadBelow("workload", "virt-operator", "healthy");

  test("has the rows of its conditions, its workloads and its verdict, under the operator's name for it", () => {
    const one = kubeVirt({
      verdict: "degraded",
      ownVerdict: "degraded",
      frozen: true,
      children: [workloadBelow("workload", "virt-api", "unavailable")],
    });
    expect(
      listStandaloneComponentRows(one, report([one])).map(({ code, effect, component: of }) => [code, effect, of]),
    ).toStrictEqual([
      ["Paused", "blocks", "KubeVirt"],
      ["WorkloadDown", "blocks", "KubeVirt"],
      ["WorkloadDown", "unknown", "KubeVirt"],
      ["Degraded", "blocks", "KubeVirt"],
      ["NoHyperConverged", "unknown", undefined],
    ]);
  });
  test("is never allowed to be upgraded, also where it is healthy", () => {
    const one = kubeVirt({ children: [operator] });
    expect(listStandaloneComponentRows(one, report([one]))).toStrictEqual([noHyperConverged]);
  });
  test("has the name of its kind where the kind is unknown", () => {
    const one = root({
      profile: "generic",
      ref: { group: "kubevirt.io", kind: "Odd", name: "x" },
      frozen: true,
      facts: {},
    });
    expect(listStandaloneComponentRows(one, report([one]))[0]).toMatchObject({ code: "Paused", component: "Odd" });
  });
  test("has its workloads in its own namespace", () => {
    const one = kubeVirt({});
    const [reason] = listStandaloneComponentRows(one, report([one]));
    expect(reason).toMatchObject({ code: "WorkloadDown", about: { namespace: "kubevirt-hyperconverged" } });
    const wide = root({ profile: "generic", ref: cdiRef, facts: {} });
    expect(listStandaloneComponentRows(wide, report([wide]))[0]).toMatchObject({ about: { namespace: "" } });
  });
});
