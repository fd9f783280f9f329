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
import { aboutHyperConverged, cdi, evaluateRoots, healthyRoot, shortFinding, verdict } from "./waited-root.ts";

describe("upgraded", () => {
  const at = (version?: string, wanted?: string): RootNode["facts"] =>
    definedFields({ observedVersion: version, expectedVersion: wanted });
  const facts = at("1.20.0", "1.20.0");
  const running = (is: boolean | null, waitingFor: readonly string[] = []): RootNode["gates"] => ({
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
  const behind = cdi({ facts: at("v0", "v1"), conditions: [condition("Progressing", "F", 9)] });
  const lag = { label: "CDI", observedVersion: "v0", expectedVersion: "v1", stalled: false };
  const rows: readonly [sentence: string, words: string, part: Partial<RootNode>, blocking: readonly object[]][] = [
    ["it is", "upgraded", { facts }, []],
    ["it is at what is asked for", "upgraded=1.20.0", { facts }, []],
    ["it is at what is asked for, in other letters", "upgraded=v1.20.0", { facts }, []],
    [
      "it is at what is asked for, in other letters than it says",
      "upgraded=1.20.0",
      { facts: at("v1.20.0", "v1.20.0") },
      [],
    ],
    [
      "another version begins with the letter",
      "upgraded=vanilla",
      { facts: at("anilla", "anilla") },
      [upgrade({ observedVersion: "anilla", expectedVersion: "anilla", requestedVersion: "vanilla" })],
    ],
    ["it is at another version", "upgraded=1.21.0", { facts }, [upgrade({ requestedVersion: "1.21.0" })]],
    [
      "it is on its way to what is asked for",
      "upgraded=1.20.0",
      { facts: at("1.19.0", "1.20.0") },
      [upgrade({ observedVersion: "1.19.0" })],
    ],
    [
      "it is not at what its operator is",
      "upgraded",
      { facts: at("1.19.0", "1.20.0") },
      [upgrade({ observedVersion: "1.19.0" })],
    ],
    [
      "an upgrade runs",
      "upgraded",
      { facts, gates: running(true, ["CDI"]), children: [cdi({ facts: {}, conditions: [] })] },
      [upgrade({ running: true, waitingFor: ["CDI"], lags: [{ label: "CDI", stalled: false }] })],
    ],
    ["it is not known whether one runs", "upgraded", { facts, gates: running(null) }, [upgrade({ running: null })]],
    ["a part is behind", "upgraded", { facts, children: [behind] }, [upgrade({ waitingFor: ["CDI"], lags: [lag] })]],
    [
      "a part is behind, which is told once",
      "upgraded",
      { facts, gates: running(true, ["CDI"]), children: [behind] },
      [upgrade({ running: true, waitingFor: ["CDI"], lags: [lag] })],
    ],
    ["a part that is not required is behind", "upgraded", { facts, children: [{ ...behind, required: false }] }, []],
    [
      "no version of a part is wanted",
      "upgraded",
      { facts, children: [cdi({ facts: { observedVersion: "v0" } })] },
      [],
    ],
    ["a part is wanted at no version", "upgraded", { facts, children: [cdi({ facts: at("v0", "") })] }, []],
    [
      "its status is old",
      "upgraded",
      { facts, stale: true },
      [{ code: "outdated-status", because: "stale", ...aboutHyperConverged }],
    ],
    [
      "no operator has looked",
      "upgraded",
      { facts, conditions: [condition("Other", "T")] },
      [verdict({ verdict: "unknown" })],
    ],
    [
      "no operator has looked, and it is at another version",
      "upgraded",
      { facts: at("1.19.0", "1.20.0"), conditions: [] },
      [upgrade({ observedVersion: "1.19.0" })],
    ],
    [
      "one of the operator's conditions is there, and another",
      "upgraded",
      { facts, conditions: [condition("Other", "T"), condition("Degraded", "F")] },
      [],
    ],
    [
      "its operator does not run, and it is at another version",
      "upgraded",
      { facts: at("1.19.0", "1.20.0"), gates: { ...openGates, ready: { answer: "no", because: ["OperatorDown"] } } },
      [
        upgrade({ observedVersion: "1.19.0" }),
        { code: "outdated-status", because: "operator-down", ...aboutHyperConverged },
      ],
    ],
    ["one of the operator's conditions is there", "upgraded", { facts, conditions: [condition("Degraded", "F")] }, []],
    [
      "its operator does not run",
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

  test("versions that are not known are none that was reached", () => {
    const { expectedVersion: _, ...without } = upgrade() as { expectedVersion?: string };
    expect(evaluateRoots("upgraded", [healthyRoot({ facts: at("1.20.0") })]).blocking.map(shortFinding)).toStrictEqual([
      without,
    ]);
    const { observedVersion: __, ...neither } = without as { observedVersion?: string };
    expect(evaluateRoots("upgraded", [healthyRoot({ facts: {} })]).blocking.map(shortFinding)).toStrictEqual([neither]);
  });

  test("a part has been on its way since its own condition, a healthy one since the root's", () => {
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
    const done = { ...behind, facts: at("v1", "v1") };
    const after = evaluateRoots("upgraded", [healthyRoot({ facts, gates: running(true, ["CDI"]), children: [done] })]);
    expect(after.blocking.map(shortFinding)).toEqual([
      upgrade({ running: true, waitingFor: ["CDI"], lags: [{ ...lag, observedVersion: "v1" }] }),
    ]);
  });

  test("nothing that is there has such versions, or only some of it", () => {
    const other = root({ profile: "generic", ref: refOf("CDI"), label: "cdi" });
    expect(evaluateRoots("upgraded", [other], { wanted: [] }).blocking.map(shortFinding)).toEqual([
      { code: "no-versions", about: refOf("CDI"), root: refOf("CDI") },
    ]);
    expect(evaluateRoots("upgraded", [other, healthyRoot()]).blocking).toEqual([]);
  });
});

describe("upgradeable", () => {
  const runs = (name: string): ReportNode => workloadBelow("workload", name, "healthy");
  const open = healthyRoot({
    children: [cdi({ children: [runs("cdi-operator")] }), runs("hco-operator"), runs("hco-webhook")],
  });
  test("it is, and what else was not read does not matter", () => {
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
  test("as the gate answers it", () => {
    const { blocking, isKnown } = evaluateRoots("upgradeable", [{ ...open, deleting: true }]);
    expect(blocking).toMatchObject([
      { effects: { upgrade: "blocks" }, rows: [{ code: "Deleting" }], root: hyperconverged },
    ]);
    expect(isKnown).toBe(true);
    expect(evaluateRoots("upgradeable", [{ ...open, stale: true }]).isKnown).toBe(false);
  });
  test("no object that exists can be read", () => {
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
