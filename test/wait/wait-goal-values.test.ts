import { describe, expect, test } from "vitest";
import type { Report, RootNode } from "../../shared/model/report.ts";
import type { WaitGoal } from "../../shared/model/wait.ts";
import { parseWaitGoal } from "../../shared/wait/wait-goal.ts";
import { component, finding, openGates } from "../render/build.ts";
import { cdi, evaluateRoots, healthyRoot } from "./waited-root.ts";

describe("what may be waited for", () => {
  const rows: readonly [goalText: string, goal: WaitGoal | undefined][] = [
    ["healthy", { is: "healthy" }],
    ["available", { is: "available" }],
    ["upgradeable", { is: "upgradeable" }],
    ["upgraded", { is: "upgraded" }],
    ["deleted", { is: "deleted" }],
    ["upgraded=1.20.0", { is: "upgraded", version: "1.20.0" }],
    ["condition=Ready", { is: "condition", type: "Ready", status: "True" }],
    ["condition=Ready=False", { is: "condition", type: "Ready", status: "False" }],
    ["condition=Ready=a=b\nc", { is: "condition", type: "Ready", status: "a=b\nc" }],
    ["condition=", undefined],
    ["upgraded=", undefined],
    ["xcondition=Ready", undefined],
    ["xupgraded=1", undefined],
    ["well", undefined],
  ];
  test.for(rows)("%o", ([goalText, expected]) => {
    expect(parseWaitGoal(goalText)).toStrictEqual(expected);
  });
});

describe("a goal is known to be blocked where one blocking finding is certain", () => {
  const facts = { observedVersion: "1.19.0", expectedVersion: "1.20.0" };
  const rows: readonly [sentence: string, goalText: string, part: Partial<RootNode>, isKnown: boolean][] = [
    ["the root is healthy", "healthy", {}, true],
    ["the root is unavailable", "healthy", { ownVerdict: "unavailable" }, true],
    ["the root is of unknown status", "healthy", { ownVerdict: "unknown" }, false],
    [
      "one part is not known and another is down",
      "healthy",
      { children: [cdi({ verdict: "unknown" }), component("AAQ", "unavailable", "")] },
      true,
    ],
    ["the root has another version", "upgraded", { facts }, true],
    ["its version is not known", "upgraded", { facts: { expectedVersion: "1.20.0" } }, false],
    ["its operator's version is not known", "upgraded", { facts: { observedVersion: "1.20.0" } }, false],
    [
      "an upgrade runs",
      "upgraded",
      { facts: {}, gates: { ...openGates, upgrade: { running: true, waitingFor: [] } } },
      true,
    ],
    [
      "whether an upgrade runs is unknown",
      "upgraded",
      { facts, gates: { ...openGates, upgrade: { running: null, waitingFor: [] } } },
      false,
    ],
    ["the root has no versions", "upgraded", { profile: "generic" }, false],
    ["its status is old", "available", { stale: true }, true],
    ["a condition does not hold", "condition=Available=False", {}, true],
  ];
  test.for(rows)("%s", ([sentence, goalText, more, isKnown]) => {
    expect([sentence, evaluateRoots(goalText, [healthyRoot(more)], { requested: [] }).isKnown]).toEqual([
      sentence,
      isKnown,
    ]);
  });
  test("whether its operator runs is not known", () => {
    const findings: Report["findings"] = [
      finding("warning", { code: "operator-unknown", outcome: "forbidden", cause: "" }),
    ];
    const { blocking, isKnown } = evaluateRoots("available", [healthyRoot()], { report: { findings } });
    expect([blocking.map(({ code }) => code), isKnown]).toEqual([["operator-unknown"], false]);
  });
});
