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
import { aboutHyperConverged, cdi, evaluateRoots, healthyRoot, shortFinding, unhealthyRoot } from "./waited-root.ts";

describe("what blocks the goal upgraded", () => {
  const versionFacts = (version?: string, wanted?: string): RootNode["facts"] =>
    definedFields({ observedVersion: version, expectedVersion: wanted });
  const facts = versionFacts("1.20.0", "1.20.0");
  const upgradeGates = (is: boolean | null, waitingFor: readonly string[] = []): RootNode["gates"] => ({
    ...openGates,
    upgrade: { running: is, waitingFor },
  });
  const upgrade = (more: object = {}): object => ({
    code: "not-upgraded",
    ...aboutHyperConverged,
    running: false,
    observedVersion: "1.20.0",
    expectedVersion: "1.20.0",
    waitingFor: [],
    lags: [],
    ...more,
  });
  const behind = cdi({ facts: versionFacts("v0", "v1"), conditions: [condition("Progressing", "F", 9)] });
  const lag = { label: "CDI", observedVersion: "v0", expectedVersion: "v1", stalled: false };
  const rows: readonly [sentence: string, words: string, part: Partial<RootNode>, blocking: readonly object[]][] = [
    ["a root of the expected version blocks nothing", "upgraded", { facts }, []],
    ["a root of the requested version blocks nothing", "upgraded=1.20.0", { facts }, []],
    ["a version that was requested with a v matches", "upgraded=v1.20.0", { facts }, []],
    [
      "a version that is reported with a v matches",
      "upgraded=1.20.0",
      { facts: versionFacts("v1.20.0", "v1.20.0") },
      [],
    ],
    [
      "a v that is part of the version is kept",
      "upgraded=vanilla",
      { facts: versionFacts("anilla", "anilla") },
      [upgrade({ observedVersion: "anilla", expectedVersion: "anilla", requestedVersion: "vanilla" })],
    ],
    [
      "a root of another version than requested blocks",
      "upgraded=1.21.0",
      { facts },
      [upgrade({ requestedVersion: "1.21.0" })],
    ],
    [
      "a root that is upgraded to the requested version blocks",
      "upgraded=1.20.0",
      { facts: versionFacts("1.19.0", "1.20.0") },
      [upgrade({ observedVersion: "1.19.0" })],
    ],
    [
      "a root of another version than its operator blocks",
      "upgraded",
      { facts: versionFacts("1.19.0", "1.20.0") },
      [upgrade({ observedVersion: "1.19.0" })],
    ],
    [
      "a running upgrade blocks",
      "upgraded",
      { facts, gates: upgradeGates(true, ["CDI"]), children: [cdi({ facts: {}, conditions: [] })] },
      [upgrade({ running: true, waitingFor: ["CDI"], lags: [{ label: "CDI", stalled: false }] })],
    ],
    [
      "an upgrade of unknown state blocks",
      "upgraded",
      { facts, gates: upgradeGates(null) },
      [upgrade({ running: null })],
    ],
    [
      "a component of an older version blocks",
      "upgraded",
      { facts, children: [behind] },
      [upgrade({ waitingFor: ["CDI"], lags: [lag] })],
    ],
    [
      "a component of an older version is named once in a running upgrade",
      "upgraded",
      { facts, gates: upgradeGates(true, ["CDI"]), children: [behind] },
      [upgrade({ running: true, waitingFor: ["CDI"], lags: [lag] })],
    ],
    [
      "an optional component of an older version does not block",
      "upgraded",
      { facts, children: [{ ...behind, required: false }] },
      [],
    ],
    [
      "a component without an expected version does not block",
      "upgraded",
      { facts, children: [cdi({ facts: { observedVersion: "v0" } })] },
      [],
    ],
    [
      "a component whose expected version is empty does not block",
      "upgraded",
      { facts, children: [cdi({ facts: versionFacts("v0", "") })] },
      [],
    ],
    [
      "a root whose status is stale blocks",
      "upgraded",
      { facts, stale: true },
      [{ code: "outdated-status", because: "stale", ...aboutHyperConverged }],
    ],
    [
      "a root without any condition of the operator blocks",
      "upgraded",
      { facts, conditions: [condition("Other", "T")] },
      [unhealthyRoot({ verdict: "unknown" })],
    ],
    [
      "a root of another version without any condition of the operator blocks once",
      "upgraded",
      { facts: versionFacts("1.19.0", "1.20.0"), conditions: [] },
      [upgrade({ observedVersion: "1.19.0" })],
    ],
    [
      "a root with a condition of the operator and another one blocks nothing",
      "upgraded",
      { facts, conditions: [condition("Other", "T"), condition("Degraded", "F")] },
      [],
    ],
    [
      "a root of another version whose operator is down blocks",
      "upgraded",
      {
        facts: versionFacts("1.19.0", "1.20.0"),
        gates: { ...openGates, ready: { answer: "no", because: ["OperatorDown"] } },
      },
      [
        upgrade({ observedVersion: "1.19.0" }),
        { code: "outdated-status", because: "operator-down", ...aboutHyperConverged },
      ],
    ],
    [
      "a root with one condition of the operator blocks nothing",
      "upgraded",
      { facts, conditions: [condition("Degraded", "F")] },
      [],
    ],
    [
      "an operator that is down blocks",
      "upgraded",
      { facts, gates: { ...openGates, ready: { answer: "no", because: ["OperatorDown"] } } },
      [{ code: "outdated-status", because: "operator-down", ...aboutHyperConverged }],
    ],
  ];
  test.for(rows)("%s", ([sentence, words, more, blocking]) => {
    expect([sentence, evaluateRoots(words, [healthyRoot(more)]).blocking.map(shortFinding)]).toEqual([
      sentence,
      blocking,
    ]);
  });

  test("an unknown version blocks", () => {
    const { expectedVersion: _, ...without } = upgrade() as { expectedVersion?: string };
    expect(
      evaluateRoots("upgraded", [healthyRoot({ facts: versionFacts("1.20.0") })]).blocking.map(shortFinding),
    ).toStrictEqual([without]);
    const { observedVersion: __, ...neither } = without as { observedVersion?: string };
    expect(evaluateRoots("upgraded", [healthyRoot({ facts: {} })]).blocking.map(shortFinding)).toStrictEqual([neither]);
  });

  test("a progressing component has the time of its own condition, a healthy one that of the root", () => {
    const busy = { ...behind, verdict: "progressing", conditions: [condition("Progressing", "T", 3)] } as const;
    const rolled = evaluateRoots("upgraded", [
      healthyRoot({ facts, children: [busy], conditions: [...goodConditions, condition("Progressing", "T", 7)] }),
    ]);
    expect(rolled.blocking.map(shortFinding)).toEqual([
      upgrade({ waitingFor: ["CDI"], lags: [{ ...lag, since: minutesAgo(3) }] }),
    ]);
    const silent = {
      facts,
      children: [behind],
      conditions: [...goodConditions, condition("Degraded", "T", 1), condition("Progressing", "T", 7)],
    };
    const waiting = evaluateRoots("upgraded", [healthyRoot(silent)]);
    expect(waiting.blocking.map(shortFinding)).toEqual([
      upgrade({ waitingFor: ["CDI"], lags: [{ ...lag, since: minutesAgo(7) }] }),
    ]);
    const stalledRoot = healthyRoot({ ...silent, facts: { ...facts, stalledSince: minutesAgo(5) } });
    expect(evaluateRoots("upgraded", [stalledRoot]).blocking.map(shortFinding)).toEqual([
      upgrade({ waitingFor: ["CDI"], lags: [{ ...lag, stalled: true, since: minutesAgo(5) }] }),
    ]);
    const done = { ...behind, facts: versionFacts("v1", "v1") };
    const after = evaluateRoots("upgraded", [
      healthyRoot({ facts, gates: upgradeGates(true, ["CDI"]), children: [done] }),
    ]);
    expect(after.blocking.map(shortFinding)).toEqual([
      upgrade({ running: true, waitingFor: ["CDI"], lags: [{ ...lag, observedVersion: "v1" }] }),
    ]);
  });

  test("a component that is requested alone blocks, and beside a HyperConverged it does not", () => {
    const other = root({ profile: "generic", ref: refOf("CDI"), label: "cdi" });
    expect(evaluateRoots("upgraded", [other], { wanted: [] }).blocking.map(shortFinding)).toEqual([
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
