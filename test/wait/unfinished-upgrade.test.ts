import { describe, expect, test } from "vitest";
import { definedFields } from "../../shared/model/defined-fields.ts";
import type { ReadGap, ReportNode, RootNode } from "../../shared/model/report.ts";
import {
  condition,
  goodConditions,
  hyperconverged,
  minutesAgo,
  openGates,
  refOf,
  root,
  workloadBelow,
} from "../render/build.ts";
import {
  aboutHyperConverged,
  type BlockingRow,
  cdi,
  evaluateRoots,
  healthyRoot,
  listBlockingFindings,
  shortFinding,
  unhealthyRoot,
} from "./waited-root.ts";

describe("what blocks the goal upgraded", () => {
  const versionFacts = (version?: string, wanted?: string): RootNode["facts"] =>
    definedFields({ observedVersion: version, expectedVersion: wanted });
  const facts = versionFacts("1.20.0", "1.20.0");
  const upgradeGates = (is: boolean | null, waitingFor: readonly string[] = []): RootNode["gates"] => ({
    ...openGates,
    upgrade: { running: is, waitingFor },
  });
  const buildUpgradeFinding = (more: object = {}): object => ({
    code: "not-upgraded",
    ...aboutHyperConverged,
    running: false,
    observedVersion: "1.20.0",
    expectedVersion: "1.20.0",
    waitingFor: [],
    lags: [],
    ...more,
  });
  const outdatedCdi = cdi({ facts: versionFacts("v0", "v1"), conditions: [condition("Progressing", "F", 9)] });
  const lag = { label: "CDI", observedVersion: "v0", expectedVersion: "v1", stalled: false };
  const rows: readonly (BlockingRow & { readonly goal: string })[] = [
    { rule: "a root of the expected version blocks nothing", goal: "upgraded", root: { facts }, blocking: [] },
    {
      rule: "a root of the requested version blocks nothing",
      goal: "upgraded=1.20.0",
      root: { facts },
      blocking: [],
    },
    {
      rule: "a version that was requested with a v matches",
      goal: "upgraded=v1.20.0",
      root: { facts },
      blocking: [],
    },
    {
      rule: "a version that is reported with a v matches",
      goal: "upgraded=1.20.0",
      root: { facts: versionFacts("v1.20.0", "v1.20.0") },
      blocking: [],
    },
    {
      rule: "a v that is part of the version is kept",
      goal: "upgraded=vanilla",
      root: { facts: versionFacts("anilla", "anilla") },
      blocking: [
        buildUpgradeFinding({ observedVersion: "anilla", expectedVersion: "anilla", requestedVersion: "vanilla" }),
      ],
    },
    {
      rule: "a root of another version than requested blocks",
      goal: "upgraded=1.21.0",
      root: { facts },
      blocking: [buildUpgradeFinding({ requestedVersion: "1.21.0" })],
    },
    {
      rule: "a root that is upgraded to the requested version blocks",
      goal: "upgraded=1.20.0",
      root: { facts: versionFacts("1.19.0", "1.20.0") },
      blocking: [buildUpgradeFinding({ observedVersion: "1.19.0" })],
    },
    {
      rule: "a root of another version than its operator blocks",
      goal: "upgraded",
      root: { facts: versionFacts("1.19.0", "1.20.0") },
      blocking: [buildUpgradeFinding({ observedVersion: "1.19.0" })],
    },
    {
      rule: "a running upgrade blocks",
      goal: "upgraded",
      root: { facts, gates: upgradeGates(true, ["CDI"]), children: [cdi({ facts: {}, conditions: [] })] },
      blocking: [buildUpgradeFinding({ running: true, waitingFor: ["CDI"], lags: [{ label: "CDI", stalled: false }] })],
    },
    {
      rule: "an upgrade of unknown state blocks",
      goal: "upgraded",
      root: { facts, gates: upgradeGates(null) },
      blocking: [buildUpgradeFinding({ running: null })],
    },
    {
      rule: "a component of an older version blocks",
      goal: "upgraded",
      root: { facts, children: [outdatedCdi] },
      blocking: [buildUpgradeFinding({ waitingFor: ["CDI"], lags: [lag] })],
    },
    {
      rule: "a component of an older version is named once in a running upgrade",
      goal: "upgraded",
      root: { facts, gates: upgradeGates(true, ["CDI"]), children: [outdatedCdi] },
      blocking: [buildUpgradeFinding({ running: true, waitingFor: ["CDI"], lags: [lag] })],
    },
    {
      rule: "an optional component of an older version does not block",
      goal: "upgraded",
      root: { facts, children: [{ ...outdatedCdi, required: false }] },
      blocking: [],
    },
    {
      rule: "a component without an expected version does not block",
      goal: "upgraded",
      root: { facts, children: [cdi({ facts: { observedVersion: "v0" } })] },
      blocking: [],
    },
    {
      rule: "a component whose expected version is empty does not block",
      goal: "upgraded",
      root: { facts, children: [cdi({ facts: versionFacts("v0", "") })] },
      blocking: [],
    },
    {
      rule: "a root whose status is stale blocks",
      goal: "upgraded",
      root: { facts, stale: true },
      blocking: [{ code: "outdated-status", because: "stale", ...aboutHyperConverged }],
    },
    {
      rule: "a root without any condition of the operator blocks",
      goal: "upgraded",
      root: { facts, conditions: [condition("Other", "T")] },
      blocking: [unhealthyRoot({ verdict: "unknown" })],
    },
    {
      rule: "a root of another version without any condition of the operator blocks once",
      goal: "upgraded",
      root: { facts: versionFacts("1.19.0", "1.20.0"), conditions: [] },
      blocking: [buildUpgradeFinding({ observedVersion: "1.19.0" })],
    },
    {
      rule: "a root with a condition of the operator and another one blocks nothing",
      goal: "upgraded",
      root: { facts, conditions: [condition("Other", "T"), condition("Degraded", "F")] },
      blocking: [],
    },
    {
      rule: "a root of another version whose operator is down blocks",
      goal: "upgraded",
      root: {
        facts: versionFacts("1.19.0", "1.20.0"),
        gates: { ...openGates, ready: { answer: "no", because: ["OperatorDown"] } },
      },
      blocking: [
        buildUpgradeFinding({ observedVersion: "1.19.0" }),
        { code: "outdated-status", because: "operator-down", ...aboutHyperConverged },
      ],
    },
    {
      rule: "a root with one condition of the operator blocks nothing",
      goal: "upgraded",
      root: { facts, conditions: [condition("Degraded", "F")] },
      blocking: [],
    },
    {
      rule: "an operator that is down blocks",
      goal: "upgraded",
      root: { facts, gates: { ...openGates, ready: { answer: "no", because: ["OperatorDown"] } } },
      blocking: [{ code: "outdated-status", because: "operator-down", ...aboutHyperConverged }],
    },
  ];
  test.for(rows)("$rule", ({ goal, root: fields, blocking }) => {
    expect(listBlockingFindings(goal, fields)).toEqual(blocking);
  });

  test("an unknown version blocks", () => {
    const { expectedVersion: _, ...without } = buildUpgradeFinding() as { expectedVersion?: string };
    expect(
      evaluateRoots("upgraded", [healthyRoot({ facts: versionFacts("1.20.0") })]).blocking.map(shortFinding),
    ).toStrictEqual([without]);
    const { observedVersion: __, ...neither } = without as { observedVersion?: string };
    expect(evaluateRoots("upgraded", [healthyRoot({ facts: {} })]).blocking.map(shortFinding)).toStrictEqual([neither]);
  });

  test("a progressing component has the time of its own condition, a healthy one that of the root", () => {
    const busy = { ...outdatedCdi, verdict: "progressing", conditions: [condition("Progressing", "T", 3)] } as const;
    const rolled = evaluateRoots("upgraded", [
      healthyRoot({ facts, children: [busy], conditions: [...goodConditions, condition("Progressing", "T", 7)] }),
    ]);
    expect(rolled.blocking.map(shortFinding)).toEqual([
      buildUpgradeFinding({ waitingFor: ["CDI"], lags: [{ ...lag, since: minutesAgo(3) }] }),
    ]);
    const silent = {
      facts,
      children: [outdatedCdi],
      conditions: [...goodConditions, condition("Degraded", "T", 1), condition("Progressing", "T", 7)],
    };
    const waiting = evaluateRoots("upgraded", [healthyRoot(silent)]);
    expect(waiting.blocking.map(shortFinding)).toEqual([
      buildUpgradeFinding({ waitingFor: ["CDI"], lags: [{ ...lag, since: minutesAgo(7) }] }),
    ]);
    const stalledRoot = healthyRoot({ ...silent, facts: { ...facts, stalledSince: minutesAgo(5) } });
    expect(evaluateRoots("upgraded", [stalledRoot]).blocking.map(shortFinding)).toEqual([
      buildUpgradeFinding({ waitingFor: ["CDI"], lags: [{ ...lag, stalled: true, since: minutesAgo(5) }] }),
    ]);
    const done = { ...outdatedCdi, facts: versionFacts("v1", "v1") };
    const after = evaluateRoots("upgraded", [
      healthyRoot({ facts, gates: upgradeGates(true, ["CDI"]), children: [done] }),
    ]);
    expect(after.blocking.map(shortFinding)).toEqual([
      buildUpgradeFinding({ running: true, waitingFor: ["CDI"], lags: [{ ...lag, observedVersion: "v1" }] }),
    ]);
  });

  test("a component that is requested alone blocks, and beside a HyperConverged it does not", () => {
    const other = root({ profile: "generic", ref: refOf("CDI"), label: "cdi" });
    expect(evaluateRoots("upgraded", [other], { requested: [] }).blocking.map(shortFinding)).toEqual([
      { code: "no-versions", about: refOf("CDI"), root: refOf("CDI") },
    ]);
    expect(evaluateRoots("upgraded", [other, healthyRoot()]).blocking).toEqual([]);
  });
});

describe("what blocks the goal upgradeable", () => {
  const runningDeployment = (name: string): ReportNode => workloadBelow("workload", name, "healthy");
  const open = healthyRoot({
    children: [
      cdi({ children: [runningDeployment("cdi-operator")] }),
      runningDeployment("hco-operator"),
      runningDeployment("hco-webhook"),
    ],
  });
  test("an upgradeable root blocks nothing, whatever else could not be read", () => {
    const gap: ReadGap = { outcome: "forbidden", verb: "get", group: "", kind: "X", required: true };
    expect(evaluateRoots("upgradeable", [open])).toEqual({ blocking: [], isKnown: true });
    // The gate says itself what it misses, once.
    expect(
      evaluateRoots("upgradeable", [open], { gaps: [gap] }).blocking.map(({ code, rows }) => [
        code,
        rows.map((row) => row.code),
      ]),
    ).toEqual([["not-read", ["IncompleteReading"]]]);
  });
  test("the goal upgradeable is blocked by the reasons of the gate", () => {
    const { blocking, isKnown } = evaluateRoots("upgradeable", [{ ...open, deleting: true }]);
    expect(blocking).toMatchObject([
      { effects: { upgrade: "blocks" }, rows: [{ code: "Deleting" }], root: hyperconverged },
    ]);
    expect(isKnown).toBe(true);
    expect(evaluateRoots("upgradeable", [{ ...open, stale: true }]).isKnown).toBe(false);
  });
  test("a root that cannot be evaluated for an upgrade blocks", () => {
    const ref = { group: "apps", kind: "Deployment", name: "d" };
    const other = root({ profile: "generic", ref, label: "d" });
    const gap: ReadGap = { outcome: "forbidden", verb: "get", group: "", kind: "X", cause: "no", required: true };
    expect(evaluateRoots("upgradeable", [other], { gaps: [gap] }).blocking.map(shortFinding)).toEqual([
      { code: "no-versions", about: ref, root: ref },
      {
        code: "not-read",
        outcome: "forbidden",
        about: { group: "", kind: "X", name: "" },
        cause: "no",
        verdict: "healthy",
      },
    ]);
  });
});
