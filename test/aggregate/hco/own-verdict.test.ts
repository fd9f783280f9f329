import { describe, expect, test } from "vitest";
import type { HyperConvergedState } from "../../../shared/aggregate/hco/hyperconverged-state.ts";
import { evaluateOwnVerdict } from "../../../shared/aggregate/hco/own-verdict.ts";
import { definedFields } from "../../../shared/model/defined-fields.ts";
import type { DriftHeld } from "../../../shared/model/drift.ts";
import type { Expected, ReportNode } from "../../../shared/model/report.ts";
import { component } from "../../render/build.ts";
import { condition, type Short } from "../component.ts";
import { healthyStateWith, withOperator } from "./well.ts";

const takenAt = "2026-11-21T12:00:00Z";

/** What the rule set makes of the components. */
function expectedOf(statuses: Readonly<Record<string, Short>>): Expected {
  return { conditions: Object.entries(statuses).map(([type, short]) => condition(type, short)) };
}

const well = { Available: "T", Progressing: "F", Degraded: "F" } as const;

interface Beside {
  readonly parts?: readonly ReportNode[];
  readonly expected?: Readonly<Record<string, Short>>;
  readonly held?: DriftHeld;
  readonly blamed?: readonly string[];
  readonly isOperatorUnknown?: boolean;
}

function verdictOf(state: HyperConvergedState, beside: Beside = {}): string {
  const { parts = [], expected = well, held = null, blamed = [], isOperatorUnknown = false } = beside;
  return evaluateOwnVerdict(state, parts, expectedOf(expected), held, new Set(blamed), takenAt, isOperatorUnknown);
}

describe("what is the root's own makes it so, whatever its parts are", () => {
  const conflict = "Operation cannot be fulfilled: the object has been modified; please apply your changes";
  const failed = (message: string, since?: string): object => ({
    ...condition("ReconcileComplete", ["F", "ReconcileFailed", message]),
    ...definedFields({ since }),
  });
  const rows: readonly [sentence: string, state: HyperConvergedState, verdict: string][] = [
    ["everything is healthy", healthyStateWith(), "healthy"],
    [
      "its operator refuses it",
      healthyStateWith({ isRefused: true }, { ReconcileComplete: ["U", "InvalidRequest", ""] }),
      "degraded",
    ],
    ["no operator has looked", healthyStateWith({ isUnseen: true }), "unknown"],
    ["ReconcileComplete is not there", healthyStateWith({}, { ReconcileComplete: undefined }), "healthy"],
    [
      "one of two ReconcileComplete failed",
      healthyStateWith({ conditions: [condition("ReconcileComplete", "F"), ...healthyStateWith().conditions] }),
      "degraded",
    ],
    [
      "one of two Available is False",
      healthyStateWith({ conditions: [condition("Available", "F"), ...healthyStateWith().conditions] }),
      "unavailable",
    ],
    ["the operator installs", healthyStateWith({}, { ReconcileComplete: ["U", "Init", ""] }), "progressing"],
    ["the operator does not know", healthyStateWith({}, { ReconcileComplete: ["U", "StatusUnknown", ""] }), "unknown"],
    ["a reconcile failed", healthyStateWith({}, { ReconcileComplete: ["F", "ReconcileFailed", "boom"] }), "degraded"],
    [
      "a conflict of 59 seconds, which the next reconcile mends",
      healthyStateWith({}, { ReconcileComplete: failed(conflict, "2026-11-21T11:59:01Z") as never }),
      "progressing",
    ],
    [
      "a conflict of a minute",
      healthyStateWith({}, { ReconcileComplete: failed(conflict, "2026-11-21T11:59:00Z") as never }),
      "degraded",
    ],
    ["a conflict of no known age", healthyStateWith({}, { ReconcileComplete: failed(conflict) as never }), "degraded"],
    [
      "another failure of a second",
      healthyStateWith({}, { ReconcileComplete: failed("boom", "2026-11-21T11:59:59Z") as never }),
      "degraded",
    ],
    ["it is being deleted", healthyStateWith({ isDeleting: true }), "progressing"],
    ["its status is out of date", healthyStateWith({ isStale: true }), "progressing"],
    ["an upgrade that shows in no component", healthyStateWith({ upgradeMode: true }), "progressing"],
    ["an upgrade of which nothing is known", healthyStateWith({ upgradeMode: null }), "healthy"],
    ["its operator does not run", healthyStateWith(withOperator(false)), "degraded"],
    ["whether its operator runs is another rule", healthyStateWith(withOperator(null)), "healthy"],
  ];
  test.for(rows)("%s", ([, state, verdict]) => {
    expect(verdictOf(state)).toBe(verdict);
  });

  test("whether its operator runs is not known", () => {
    expect(verdictOf(healthyStateWith(), { isOperatorUnknown: true })).toBe("unknown");
  });
});

describe("before its first status it progresses only while a running operator has all of its parts on their way", () => {
  const unseen = (running: boolean | null): HyperConvergedState =>
    healthyStateWith({ isUnseen: true, ...withOperator(running) });
  const odd = healthyStateWith({
    ...withOperator(true),
    isUnseen: true,
    malformed: [{ path: "status.conditions", is: "not-a-list" }] as never,
  });
  const part = (verdict: ReportNode["verdict"], required = true): ReportNode =>
    component("CDI", verdict, "", { outcome: "found", required });
  const moving = part("progressing");
  const rows: readonly [sentence: string, state: HyperConvergedState, parts: readonly ReportNode[], verdict: string][] =
    [
      ["each part is on its way", unseen(true), [moving, moving], "progressing"],
      ["one of two is healthy", unseen(true), [moving, part("healthy")], "unknown"],
      ["one of two is degraded", unseen(true), [part("degraded"), moving], "unknown"],
      ["a part that is not required is degraded", unseen(true), [moving, part("degraded", false)], "progressing"],
      ["only parts that are not required are on their way", unseen(true), [part("progressing", false)], "unknown"],
      ["it has no parts", unseen(true), [], "unknown"],
      ["it is not known whether the operator runs", unseen(null), [moving], "unknown"],
      ["the operator does not run", unseen(false), [moving], "degraded"],
      ["its conditions cannot be read", odd, [moving], "unknown"],
      ["the operator has written a status", healthyStateWith(withOperator(true)), [moving], "healthy"],
    ];
  test.for(rows)("%s", ([, state, parts, verdict]) => {
    expect(verdictOf(state, { parts })).toBe(verdict);
  });
});

describe("a roll-out of the operator makes it worse only where no release before keeps its status current", () => {
  const withRollout = (
    rollout: "stuck" | "under-way",
    operator: { readonly running: boolean | null; readonly isRestarting?: true },
    isStale = false,
  ): HyperConvergedState =>
    healthyStateWith({
      isStale,
      operator: { ...healthyStateWith().operator, ...operator, rollout: { state: rollout } as never },
    });
  const rows: readonly [sentence: string, state: HyperConvergedState, verdict: string][] = [
    ["it is stuck, and the release before runs", withRollout("stuck", { running: true }), "healthy"],
    ["it is stuck, and the status is out of date", withRollout("stuck", { running: true }, true), "degraded"],
    ["it is stuck, and nothing shows that an operator runs", withRollout("stuck", { running: null }), "degraded"],
    ["it is stuck, and no operator runs", withRollout("stuck", { running: false, isRestarting: true }), "degraded"],
    [
      "it is under way, and the operator restarts",
      withRollout("under-way", { running: false, isRestarting: true }),
      "progressing",
    ],
    ["it is under way, and no operator runs", withRollout("under-way", { running: false }), "degraded"],
    [
      "it is under way, and the status is out of date",
      withRollout("under-way", { running: true }, true),
      "progressing",
    ],
  ];
  test.for(rows)("%s", ([, state, verdict]) => {
    expect(verdictOf(state)).toBe(verdict);
  });
});

describe("a condition counts by itself where it is worse than the parts explain", () => {
  // Said and explained, worst first, and what the root is then.
  const rows: readonly [type: string, worst: "T" | "F", best: "T" | "F", worstVerdict: string][] = [
    ["Available", "F", "T", "unavailable"],
    ["Degraded", "T", "F", "degraded"],
    ["Progressing", "T", "F", "progressing"],
  ];
  const cases = rows.flatMap(([type, worst, best, verdict]): readonly [string, Short, Short, string][] => [
    [type, worst, worst, "healthy"],
    [type, worst, "U", verdict],
    [type, worst, best, verdict],
    [type, "U", worst, "healthy"],
    [type, "U", "U", "healthy"],
    [type, "U", best, "unknown"],
    [type, best, worst, "healthy"],
    [type, best, "U", "healthy"],
    [type, best, best, "healthy"],
  ]);
  test.for(cases)("%s says %s where the parts make it %s: %s", ([type, says, explained, verdict]) => {
    expect(verdictOf(healthyStateWith({}, { [type]: says }), { expected: { ...well, [type]: explained } })).toBe(
      verdict,
    );
  });

  // Words that name a part that could not be read: nothing that was read explains them.
  const blamed = rows.flatMap(([type, worst, best, verdict]): readonly [string, Short, string][] => [
    [type, worst, verdict],
    [type, "U", "unknown"],
    [type, best, "healthy"],
  ]);
  test.for(blamed)("%s says %s, as the parts do, and blames an unread one: %s", ([type, says, verdict]) => {
    const beside = { expected: { ...well, [type]: says }, blamed: [type] };
    expect(verdictOf(healthyStateWith({}, { [type]: says }), beside)).toBe(verdict);
  });

  test.for(rows)("%s is not there, or the parts make nothing of it: it says nothing", ([type, worst, best]) => {
    const { [type as "Available"]: _, ...others } = well;
    expect(verdictOf(healthyStateWith({}, { [type]: worst }), { expected: others, blamed: [type] })).toBe("healthy");
    expect(
      verdictOf(healthyStateWith({}, { [type]: undefined }), { expected: { ...well, [type]: best }, blamed: [type] }),
    ).toBe("healthy");
  });

  const sick = healthyStateWith({}, { Available: "F" });
  const part = (outcome: ReportNode["outcome"], required: boolean): ReportNode =>
    component("CDI", "unknown", "", { outcome, required });
  const held: readonly [sentence: string, beside: Beside, verdict: string][] = [
    ["nothing holds the difference back", {}, "unavailable"],
    ["an upgrade does", { held: "upgrading" }, "healthy"],
    ["an upgrade does, and every part was found", { held: "upgrading", parts: [part("found", true)] }, "healthy"],
    ["an upgrade does, and a part was not read", { held: "upgrading", parts: [part("unread", true)] }, "unavailable"],
    [
      "an upgrade does, and a part is forbidden",
      { held: "upgrading", parts: [part("forbidden", true)] },
      "unavailable",
    ],
    [
      "an upgrade does, and one of two parts is forbidden",
      { held: "upgrading", parts: [part("found", true), part("forbidden", true)] },
      "unavailable",
    ],
    ["an upgrade does, and a part is absent", { held: "upgrading", parts: [part("absent", true)] }, "healthy"],
    [
      "an upgrade does, and a part that is not required was not read",
      { held: "upgrading", parts: [part("unread", false), part("forbidden", false)] },
      "healthy",
    ],
  ];
  test.for(held)("%s", ([, beside, verdict]) => {
    expect(verdictOf(sick, beside)).toBe(verdict);
  });
});
