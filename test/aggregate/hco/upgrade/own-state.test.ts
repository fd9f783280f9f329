import { describe, expect, test } from "vitest";
import { addUpgradeEffects } from "../../../../shared/aggregate/hco/upgrade/upgrade-findings.ts";
import type { EvaluatedCondition, ReadGap, Report, ReportNode, RootNode } from "../../../../shared/model/report.ts";
import type { Verdict } from "../../../../shared/model/verdict.ts";
import {
  component,
  condition,
  contribution,
  finding,
  goodConditions,
  hyperconverged,
  minutesAgo,
  openGates,
  report,
  root,
} from "../../../render/build.ts";
import { cdi, deployment, deploymentsGap, listRows, runningWorkloads, withGaps, withoutCause } from "./rows.ts";

/** The good conditions, with these instead of those of their types. */
function withConditions(...own: readonly EvaluatedCondition[]): Partial<RootNode> {
  const types = new Set(own.map(({ type }) => type));
  return { conditions: [...goodConditions.filter(({ type }) => !types.has(type)), ...own] };
}

function withoutCondition(type: string): Partial<RootNode> {
  return { conditions: goodConditions.filter((each) => each.type !== type) };
}

describe("a condition of the HyperConverged that is bad, unknown or missing", () => {
  test.for([
    { type: "Upgradeable", good: "T", bad: "F", status: "False" },
    { type: "Available", good: "T", bad: "F", status: "False" },
    { type: "Degraded", good: "F", bad: "T", status: "True" },
    { type: "Progressing", good: "F", bad: "T", status: "True" },
  ] as const)("$type has a row", ({ type, good, bad, status }) => {
    const reported = condition(type, bad, 5, "R", "m");
    const blocks = `blocks ${type}=${status} HyperConverged reason=R message=m since=5m`;
    expect(listRows([], withConditions(reported))).toEqual([blocks]);
    expect(listRows([], withConditions(condition(type, good), reported))).toEqual([blocks]);
    expect(listRows([], withConditions(condition(type, "U", 5, "R", "m")))).toEqual([
      `unknown ${type}=Unknown HyperConverged reason=R message=m since=5m`,
    ]);
    expect(listRows([], withoutCondition(type))).toEqual([`unknown ${type}=Unknown HyperConverged missing`]);
    expect(listRows([], withConditions(condition(type, good), condition(type, "U", 5, "R", "m")))).toEqual([
      `unknown ${type}=Unknown HyperConverged reason=R message=m since=5m`,
    ]);
    // A component that blocks with the same condition explains it, and one of which that is unknown does not.
    const contributed = { [type]: [contribution("Stranger", true, "version")] };
    expect(listRows([], { ...withConditions(reported), offenders: contributed })).toEqual([
      `blocks ${type}=True Stranger HyperConverged`,
    ]);
    expect(listRows([], { ...withConditions(reported), uncertain: contributed })).toContain(blocks);
  });

  test("the conditions have the order of the operator's rules", () => {
    const conditions = [
      condition("Progressing", "T"),
      condition("Degraded", "T"),
      condition("Available", "F"),
      condition("Upgradeable", "F"),
      condition("ReconcileComplete", "F"),
    ];
    expect(listRows([], { conditions })).toEqual([
      "blocks ReconcileComplete=False HyperConverged",
      "blocks Upgradeable=False HyperConverged",
      "blocks Available=False HyperConverged",
      "blocks Degraded=True HyperConverged",
      "blocks Progressing=True HyperConverged",
    ]);
  });
});

describe("the state of the HyperConverged beside its conditions", () => {
  const upgrade = { running: true, from: "1.19.0", to: "1.20.0", waitingFor: ["CDI"] } as const;
  const gates = { ...openGates, upgrade };
  const upgrading = condition("Progressing", "T", 7, "HCOUpgrading");
  const runs = "blocks UpgradeRunning HyperConverged running from=1.19.0 to=1.20.0 waitingFor=CDI";
  const known = { observedVersion: "1.20.0", expectedVersion: "1.20.0" };
  test.for<readonly [rule: string, part: Partial<RootNode>, rows: readonly string[]]>([
    [
      "a HyperConverged that is being deleted blocks the upgrade",
      { deleting: true },
      ["blocks Deleting HyperConverged"],
    ],
    [
      "a deletion has its time",
      { deleting: true, facts: { ...known, deletedAt: minutesAgo(4) } },
      ["blocks Deleting HyperConverged since=4m"],
    ],
    [
      "a HyperConverged that is being deleted has no row of its stale status",
      { deleting: true, stale: true },
      ["blocks Deleting HyperConverged"],
    ],
    ["a stale status makes the answer unknown", { stale: true }, ["unknown Stale HyperConverged"]],
    [
      "a stale condition makes the answer unknown",
      withConditions({ ...condition("Available", "T"), outdated: true }),
      ["unknown Stale HyperConverged"],
    ],
    [
      "a reconcile that failed blocks the upgrade",
      withConditions(condition("ReconcileComplete", "F", 3, "R", "m")),
      ["blocks ReconcileComplete=False HyperConverged reason=R message=m since=3m"],
    ],
    [
      "a reconcile of unknown status blocks the upgrade",
      withConditions(condition("ReconcileComplete", "U", 3, "R", "m")),
      ["blocks ReconcileComplete=Unknown HyperConverged reason=R message=m since=3m"],
    ],
    [
      "without ReconcileComplete the answer is unknown",
      withoutCondition("ReconcileComplete"),
      ["unknown ReconcileComplete=Unknown HyperConverged missing"],
    ],
    ["a running upgrade blocks the next one", { gates }, [runs]],
    [
      "a running upgrade that Progressing reports is one row with the time of the condition",
      { gates, ...withConditions(upgrading) },
      [`${runs} since=7m`],
    ],
    [
      "a running upgrade does not explain Progressing with another reason",
      { gates, ...withConditions(condition("Progressing", "T", 7, "Other")) },
      [runs, "blocks Progressing=True HyperConverged reason=Other since=7m"],
    ],
    [
      "a running upgrade does not explain another condition with its reason",
      { gates, ...withConditions(condition("Degraded", "T", 7, "HCOUpgrading")) },
      [runs, "blocks Degraded=True HyperConverged reason=HCOUpgrading since=7m"],
    ],
    [
      "Progressing that reports an upgrade blocks although no upgrade runs",
      withConditions(upgrading),
      ["blocks Progressing=True HyperConverged reason=HCOUpgrading since=7m"],
    ],
    [
      "a running upgrade without versions has those of the facts",
      {
        gates: { ...openGates, upgrade: { running: true, waitingFor: [] } },
        facts: { observedVersion: "a", expectedVersion: "b" },
      },
      ["blocks UpgradeRunning HyperConverged running from=a to=b"],
    ],
    [
      "a running upgrade of unknown versions has none",
      { gates: { ...openGates, upgrade: { running: true, waitingFor: [] } }, facts: {} },
      ["blocks UpgradeRunning HyperConverged running"],
    ],
    [
      "an unknown version of the HyperConverged makes the answer unknown",
      { facts: { expectedVersion: "b" } },
      ["unknown UpgradeRunning HyperConverged to=b"],
    ],
    [
      "an unknown version of the operator makes the answer unknown",
      { facts: { observedVersion: "a" } },
      ["unknown UpgradeRunning HyperConverged from=a"],
    ],
    [
      "a HyperConverged that its operator refuses is never upgraded, so its versions have no row",
      { facts: {}, ...withConditions(condition("ReconcileComplete", "F", 3, "InvalidRequest", "m")) },
      ["blocks ReconcileComplete=False HyperConverged reason=InvalidRequest message=m since=3m"],
    ],
    [
      "systemHealthStatus error that nothing explains makes the answer unknown",
      { facts: { ...known, systemHealthStatus: "error" } },
      ["unknown Degraded=Unknown HyperConverged health=error"],
    ],
    ["systemHealthStatus warning has no row", { facts: { ...known, systemHealthStatus: "warning" } }, []],
    [
      "systemHealthStatus error of a degraded HyperConverged has no row",
      { facts: { ...known, systemHealthStatus: "error" }, verdict: "degraded" },
      [],
    ],
  ])("%s", ([, part, rows]) => {
    expect(listRows([], part)).toEqual(rows);
  });

  test("systemHealthStatus error that a component explains has no row", () => {
    const facts = { ...known, systemHealthStatus: "error" };
    expect(listRows([cdi({ frozen: true })], { facts })).toEqual(["blocks Paused CDI"]);
  });
});

describe("patches of components that the operator does not check", () => {
  const patch = { code: "tainted", component: "CDI", annotation: "a/jsonpatch", operations: 2 } as const;
  const row = "blocks TaintedConfiguration CDI HyperConverged annotation=a/jsonpatch operations=2";
  const tainted = (letter: "T" | "F" | "U"): Partial<RootNode> =>
    withConditions(condition("TaintedConfiguration", letter, 9));
  test.for<readonly [rule: string, part: Partial<RootNode>, findings: Report["findings"], rows: readonly string[]]>([
    ["an annotation blocks the upgrade", {}, [finding("warning", patch)], [row]],
    ["an annotation has the time of the condition", tainted("T"), [finding("warning", patch)], [`${row} since=9m`]],
    [
      "an annotation does not have the time of a condition that is False",
      tainted("F"),
      [finding("warning", patch)],
      [row],
    ],
    [
      "an annotation of another object has no row",
      {},
      [finding("warning", patch, { ...hyperconverged, name: "other" })],
      [],
    ],
    ["another finding has no row", {}, [finding("info", { code: "installing" })], []],
    [
      "the condition alone blocks the upgrade",
      tainted("T"),
      [],
      ["blocks TaintedConfiguration HyperConverged since=9m"],
    ],
    [
      "the condition with an unknown status makes the answer unknown",
      tainted("U"),
      [],
      ["unknown TaintedConfiguration HyperConverged"],
    ],
    ["the condition that is False has no row", tainted("F"), [], []],
  ])("%s", ([, part, findings, rows]) => {
    expect(listRows([], part, { findings })).toEqual(rows);
  });
});

describe("the verdict of a HyperConverged has a row of its own where no other row covers it", () => {
  const rowsByVerdict = {
    unavailable: "blocks Available=False HyperConverged judged",
    degraded: "blocks Degraded=True HyperConverged judged",
    progressing: "blocks Progressing=True HyperConverged judged",
    unknown: "unknown Available=Unknown HyperConverged judged",
  } as const;
  const downOperator = deployment("hco-operator", { verdict: "unavailable" });
  const situations: Readonly<Record<string, Partial<RootNode>>> = {
    nothing: {},
    Available: withConditions(condition("Available", "F")),
    Degraded: withConditions(condition("Degraded", "T")),
    Progressing: withConditions(condition("Progressing", "T")),
    ReconcileComplete: withConditions(condition("ReconcileComplete", "F")),
    UpgradeRunning: { gates: { ...openGates, upgrade: { running: true, waitingFor: [] } } },
    Deleting: { deleting: true },
    Stale: { stale: true },
    OperatorDown: { children: [downOperator, deployment("hco-webhook")] },
    "Available of a component": { offenders: { Available: [contribution("CDI", true, "version")] } },
    "Degraded of a component": { offenders: { Degraded: [contribution("CDI", true, "version")] } },
    "Progressing of a component": { offenders: { Progressing: [contribution("CDI", true, "version")] } },
    "Deleting of a component": { children: [cdi({ deleting: true }), ...runningWorkloads] },
    "Stale of a component": { children: [cdi({ stale: true }), ...runningWorkloads] },
    "Upgradeable of a component": { uncertain: { Upgradeable: [contribution("CDI", false, "unknown")] } },
  };
  test.for<readonly [verdict: keyof typeof rowsByVerdict, coveredBy: readonly string[]]>([
    ["unavailable", ["Available", "Available of a component"]],
    [
      "degraded",
      [
        "Available",
        "Degraded",
        "ReconcileComplete",
        "OperatorDown",
        "Available of a component",
        "Degraded of a component",
      ],
    ],
    [
      "progressing",
      [
        "Progressing",
        "ReconcileComplete",
        "UpgradeRunning",
        "Deleting",
        "Stale",
        "OperatorDown",
        "Progressing of a component",
      ],
    ],
    ["unknown", ["Stale"]],
  ])("a HyperConverged that is %s needs no row beside these: %s", ([verdict, coveredBy]) => {
    const covering = Object.keys(situations).filter(
      (name) => !listRows([], { ownVerdict: verdict, ...situations[name] }).includes(rowsByVerdict[verdict]),
    );
    expect(covering).toEqual(coveredBy);
  });

  test("a healthy HyperConverged has no row of its verdict", () => {
    expect(listRows([], { ownVerdict: "healthy" satisfies Verdict })).toEqual([]);
  });
});

describe("an operator that does not run, or is unknown, has a row where no other row is about its Deployment", () => {
  const row = "unknown OperatorDown Deployment hyperconverged-cluster-operator";
  const operatorUnknown = (isGiven?: true): Partial<Report> => ({
    findings: [
      finding("warning", { code: "operator-unknown", outcome: "forbidden", cause: "", ...(isGiven && { isGiven }) }),
    ],
  });
  const downWebhook = deployment("hco-webhook", { verdict: "unavailable", facts: {} });
  test.for<readonly [rule: string, part: Partial<RootNode>, report: Partial<Report>, rows: readonly string[]]>([
    ["an operator that runs has no row", { operator: { running: "yes", from: "pod" } }, {}, []],
    ["an operator that does not run has a row", { operator: { running: "no", from: "pod" } }, {}, [row]],
    [
      "an operator that does not run has one row where its Deployment is down",
      {
        operator: { running: "no", from: "pod" },
        children: [deployment("hco-operator", { verdict: "unavailable", facts: {} }), deployment("hco-webhook")],
      },
      {},
      ["blocks OperatorDown Deployment hco-operator"],
    ],
    ["an operator of unknown state has a row", {}, operatorUnknown(), [row]],
    [
      "an operator of unknown state has the row of Deployments that are forbidden",
      { children: [] },
      { ...operatorUnknown(), ...withGaps(deploymentsGap()) },
      ["unknown IncompleteReading Deployment outcome=forbidden verb=list cause=no"],
    ],
    [
      "an operator of unknown state has a row beside another workload that is down",
      { children: [deployment("hco-operator"), downWebhook] },
      operatorUnknown(),
      ["blocks WorkloadDown Deployment hco-webhook", row],
    ],
    [
      "an operator of unknown state has a row beside a component that was not read",
      { children: [cdi({ outcome: "unread", verdict: "unknown" }), ...runningWorkloads] },
      operatorUnknown(),
      ["unknown IncompleteReading CDI outcome=unread verb=get", row],
    ],
    ["an operator in a file without workloads has no row", {}, operatorUnknown(true), []],
  ])("%s", ([, part, reportPart, rows]) => {
    expect(listRows([], part, reportPart)).toEqual(rows);
  });
});

describe("a required object that was not read makes the answer unknown", () => {
  const gap = (part: Partial<ReadGap> = {}): ReadGap => ({
    outcome: "forbidden",
    verb: "list",
    group: "cdi.kubevirt.io",
    kind: "CDI",
    required: true,
    cause: "no",
    ...part,
  });
  const forbiddenCdi = "CDI: list forbidden no";
  const unreadCdi = (outcome: "forbidden" | "unread" | "found", label = "CDI"): readonly ReportNode[] => [
    component(label, "unknown", "", { outcome, required: false }),
  ];
  test.for<readonly [rule: string, gaps: readonly ReadGap[], children: readonly ReportNode[], rows: readonly string[]]>(
    [
      ["a complete reading has no row", [], [], []],
      ["a list that is forbidden has a row", [gap()], [], [forbiddenCdi]],
      ["a list without a response has a row", [gap({ outcome: "unread" })], [], ["CDI: list unread no"]],
      [
        "objects and kinds that do not exist have no row",
        [gap({ outcome: "absent" }), gap({ outcome: "noSuchKind" })],
        [],
        [],
      ],
      ["an optional list has no row", [gap({ required: false })], [], []],
      [
        "a part of a file that cannot be used has a row",
        [gap({ outcome: "unread", verb: "read", group: "", kind: "", name: "x.yaml", required: false })],
        [],
        ["x.yaml: read unread no"],
      ],
      [
        "an object that is forbidden has its namespace and name",
        [gap({ namespace: "cnv", name: "a" })],
        [],
        ["CDI cnv a: list forbidden no"],
      ],
      [
        "a list that is forbidden without a cause has an empty cause",
        [withoutCause(gap())],
        [],
        ["CDI: list forbidden "],
      ],
      [
        "a list that was requested twice has one row with the last cause",
        [gap({ cause: "a" }), gap()],
        [],
        [forbiddenCdi],
      ],
      [
        "a list of all namespaces has the only row of its kind",
        [gap(), gap({ namespace: "a" }), gap({ name: "n" })],
        [],
        [forbiddenCdi],
      ],
      [
        "lists of different namespaces, groups and names have a row each",
        [gap({ namespace: "a" }), gap({ namespace: "b" }), gap({ group: "x" }), gap({ name: "n", kind: "AAQ" })],
        [],
        ["CDI a: list forbidden no", "CDI b: list forbidden no", "CDI: list forbidden no", "AAQ n: list forbidden no"],
      ],
      [
        "kinds of other products have no row",
        [gap({ group: "greenhouse.sap", kind: "Plugin" }), gap({ group: "app.k8s.io", kind: "Application" })],
        [],
        [],
      ],
      ["a component that is forbidden has a row of its own", [gap()], unreadCdi("forbidden"), []],
      ["a component without a response has a row of its own", [gap()], unreadCdi("unread"), []],
      ["a component that was found does not replace the row of its list", [gap()], unreadCdi("found"), [forbiddenCdi]],
      [
        "a component of another kind does not replace the row of a list",
        [gap()],
        unreadCdi("forbidden", "AAQ"),
        [forbiddenCdi],
      ],
    ],
  )("%s", ([, gaps, children, rows]) => {
    const evaluated = root({
      conditions: goodConditions,
      children: [...runningWorkloads, ...children],
      verdict: "healthy",
    });
    const { findings } = addUpgradeEffects(report([evaluated], withGaps(...gaps)));
    expect(
      findings.flatMap((each) =>
        each.rows.map((row) => {
          const { kind, namespace, name } = row.about ?? each.about;
          const words = row.code === "IncompleteReading" ? [row.verb, row.outcome, row.cause] : [row.code];
          return `${[kind, namespace, name].filter(Boolean).join(" ")}: ${words.join(" ")}`;
        }),
      ),
    ).toEqual(rows);
  });
});
