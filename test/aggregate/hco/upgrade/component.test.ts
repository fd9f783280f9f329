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

const about = refOf("CDI");
const shared = { about, component: "CDI" };

function cdi(part: Partial<ReportNode>): ReportNode {
  return component("CDI", "healthy", "v1", part);
}

function reasonsOf(part: Partial<ReportNode>, findings: Report["findings"] = []): readonly object[] {
  return listComponentRows(cdi(part), report([], { findings }));
}

describe("what stands against an upgrade in a component itself", () => {
  const facts = { observedVersion: "v1", expectedVersion: "v1" };
  const refuses = { code: "Upgradeable", ...shared, reason: "R", message: "m" };
  const behind = { code: "ComponentBehind", effect: "blocks", ...shared };
  const inPhase = (code: string, phase: string): object => ({
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
    ["everything is healthy", {}, []],
    ["it allows it", { conditions: [condition("Upgradeable", "T")] }, []],
    [
      "it refuses",
      { conditions: [condition("Upgradeable", "F", 5, "R", "m")] },
      [{ ...refuses, effect: "blocks", status: "False", since: minutesAgo(5) }],
    ],
    [
      "it does not know",
      { conditions: [condition("Upgradeable", "U", undefined, "R", "m")] },
      [{ ...refuses, effect: "unknown", status: "Unknown" }],
    ],
    [
      "it allows it and refuses it",
      { conditions: [condition("Upgradeable", "T"), condition("Upgradeable", "F", 5, "R", "m")] },
      [{ ...refuses, effect: "blocks", status: "False", since: minutesAgo(5) }],
    ],
    [
      "it does not know and refuses it",
      { conditions: [condition("Upgradeable", "U"), condition("Upgradeable", "F", 5, "R", "m")] },
      [{ ...refuses, effect: "blocks", status: "False", since: minutesAgo(5) }],
    ],
    [
      "it allows it and does not know",
      { conditions: [condition("Upgradeable", "T"), condition("Upgradeable", "U", undefined, "R", "m")] },
      [{ ...refuses, effect: "unknown", status: "Unknown" }],
    ],
    [
      "it has another version than its operator wants",
      { facts: { observedVersion: "v0", expectedVersion: "v1" } },
      [{ ...behind, observedVersion: "v0", expectedVersion: "v1" }],
    ],
    ["it does not say its version", { facts: { expectedVersion: "v1" } }, [{ ...behind, expectedVersion: "v1" }]],
    [
      "an empty version never matches",
      { facts: { observedVersion: "", expectedVersion: "" } },
      [{ ...behind, observedVersion: "", expectedVersion: "" }],
    ],
    ["no version of it is wanted", { facts: { observedVersion: "v0" } }, []],
    [
      "it is on its way to another version",
      { facts: { observedVersion: "v0", targetVersion: "v1" } },
      [{ ...behind, observedVersion: "v0", expectedVersion: "v1" }],
    ],
    [
      "it has what is wanted and is on its way to another version",
      { facts: { ...facts, targetVersion: "v2" } },
      [{ ...behind, observedVersion: "v1", expectedVersion: "v2" }],
    ],
    [
      "it has arrived and has not said so",
      { facts: { observedVersion: "v1", targetVersion: "v1" } },
      [{ ...behind, observedVersion: "v1", expectedVersion: "v1" }],
    ],
    [
      "what is wanted counts before what it is on its way to",
      { facts: { observedVersion: "v0", expectedVersion: "v1", targetVersion: "v2" } },
      [{ ...behind, observedVersion: "v0", expectedVersion: "v1" }],
    ],
    ["it is being deleted", { deleting: true }, [{ code: "Deleting", effect: "blocks", ...shared }]],
    [
      "it has been deleting since then",
      { deleting: true, facts: { ...facts, deletedAt: minutesAgo(3) } },
      [{ code: "Deleting", effect: "blocks", ...shared, since: minutesAgo(3) }],
    ],
    ["it is paused", { frozen: true }, [{ code: "Paused", effect: "blocks", ...shared }]],
    ["its status is old", { stale: true }, [stale]],
    [
      "one of its conditions is old",
      { conditions: [condition("A", "T"), { ...condition("B", "T"), outdated: true }] },
      [stale],
    ],
    ["its operator upgrades it", { facts: { ...facts, phase: "Upgrading" } }, [inPhase("Progressing", "Upgrading")]],
    ["its operator deletes it", { facts: { ...facts, phase: "Deleting" } }, [inPhase("Progressing", "Deleting")]],
    ["its operator has failed", { facts: { ...facts, phase: "Error" } }, [inPhase("Degraded", "Error")]],
    ["its operator has deployed it", { facts: { ...facts, phase: "Deployed" } }, []],
    [
      "machines run in old pods",
      { facts: { ...facts, outdatedWorkloads: "2" } },
      [{ code: "OutdatedVMIWorkloads", effect: "blocks", ...shared, count: 2 }],
    ],
    [
      "one machine does",
      { facts: { ...facts, outdatedWorkloads: "1" } },
      [{ code: "OutdatedVMIWorkloads", effect: "blocks", ...shared, count: 1 }],
    ],
    ["no machine does", { facts: { ...facts, outdatedWorkloads: "0" } }, []],
  ];
  test.for(rows)("%s", ([sentence, part, reasons]) => {
    expect([sentence, reasonsOf(part)]).toStrictEqual([sentence, reasons]);
  });

  const again = (name: string, of = about): Report["findings"] => [
    finding("warning", { code: "component-new", component: name }, of),
  ];
  const made: readonly [sentence: string, findings: Report["findings"], reasons: readonly object[]][] = [
    ["it was recreated", again("CDI"), [stale]],
    ["another component was recreated", again("AAQ"), []],
    ["another object of it was recreated", again("CDI", { ...about, name: "other" }), []],
    ["it has another finding", [finding("warning", { code: "no-conditions", component: "CDI" }, about)], []],
  ];
  test.for(made)("%s", ([, findings, reasons]) => {
    expect(reasonsOf({}, findings)).toStrictEqual(reasons);
  });
});

describe("a component that was not found", () => {
  const incomplete = { code: "IncompleteReading", effect: "unknown", ...shared, verb: "get" };
  const notRead = (name: string): Report["findings"] => [
    finding("info", { code: "installing" }),
    finding("warning", { code: "not-read", component: name, outcome: "forbidden", cause: "no" }, about),
  ];
  const rows: readonly [outcome: ReportNode["outcome"], findings: Report["findings"], reason: object][] = [
    ["forbidden", notRead("CDI"), { ...incomplete, outcome: "forbidden", cause: "no" }],
    ["unread", notRead("AAQ"), { ...incomplete, outcome: "unread", cause: "" }],
    [
      "absent",
      notRead("CDI"),
      { code: "Available", effect: "blocks", ...shared, status: "False", reason: "", message: "", absent: true },
    ],
    [
      "noSuchKind",
      [],
      { code: "Available", effect: "blocks", ...shared, status: "False", reason: "", message: "", absent: true },
    ],
  ];
  test.for(rows)("%s", ([outcome, findings, reason]) => {
    expect(reasonsOf({ outcome, deleting: true }, findings)).toStrictEqual([reason]);
  });
});

describe("a verdict is a reason where nothing else says it", () => {
  const words = { reason: "", message: "", judged: true };
  const rows = [
    ["unavailable", [{ code: "Available", effect: "blocks", status: "False", ...shared, ...words }]],
    ["degraded", [{ code: "Degraded", effect: "blocks", status: "True", ...shared, ...words }]],
    ["progressing", [{ code: "Progressing", effect: "blocks", status: "True", ...shared, ...words }]],
    ["unknown", [{ code: "Available", effect: "unknown", status: "Unknown", ...shared, ...words }]],
    ["healthy", []],
  ] as const;
  test.for(rows)("%s", ([verdict, reasons]) => {
    expect(makeVerdictRows(verdict, about, "CDI")).toStrictEqual(reasons);
    for (const reason of makeVerdictRows(verdict, about, undefined)) expect(reason).not.toHaveProperty("component");
  });
});

describe("a component that was requested alone", () => {
  const alone = { code: "NoHyperConverged", effect: "unknown", about: refOf("KubeVirt") };
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
  test("is never allowed, however well", () => {
    const one = kubeVirt({ children: [operator] });
    expect(listStandaloneComponentRows(one, report([one]))).toStrictEqual([alone]);
  });
  test("of no kind that is known has the name of its kind", () => {
    const one = root({
      profile: "generic",
      ref: { group: "kubevirt.io", kind: "Odd", name: "x" },
      frozen: true,
      facts: {},
    });
    expect(listStandaloneComponentRows(one, report([one]))[0]).toMatchObject({ code: "Paused", component: "Odd" });
  });
  test("its workloads lie in its own namespace", () => {
    const one = kubeVirt({});
    const [reason] = listStandaloneComponentRows(one, report([one]));
    expect(reason).toMatchObject({ code: "WorkloadDown", about: { namespace: "kubevirt-hyperconverged" } });
    const wide = root({ profile: "generic", ref: about, facts: {} });
    expect(listStandaloneComponentRows(wide, report([wide]))[0]).toMatchObject({ about: { namespace: "" } });
  });
});
