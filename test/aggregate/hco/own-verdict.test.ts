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

const healthyStatuses = { Available: "T", Progressing: "F", Degraded: "F" } as const;

interface Beside {
  readonly parts?: readonly ReportNode[];
  readonly expected?: Readonly<Record<string, Short>>;
  readonly held?: DriftHeld;
  readonly blamed?: readonly string[];
  readonly isOperatorUnknown?: boolean;
}

function verdictOf(state: HyperConvergedState, beside: Beside = {}): string {
  const { parts = [], expected = healthyStatuses, held = null, blamed = [], isOperatorUnknown = false } = beside;
  return evaluateOwnVerdict(state, parts, expectedOf(expected), held, new Set(blamed), takenAt, isOperatorUnknown);
}

describe("the HyperConverged's own state decides, whatever its components are", () => {
  const conflict = "Operation cannot be fulfilled: the object has been modified; please apply your changes";
  const failedReconcile = (message: string, since?: string): object => ({
    ...condition("ReconcileComplete", ["F", "ReconcileFailed", message]),
    ...definedFields({ since }),
  });
  const rows: readonly [sentence: string, state: HyperConvergedState, verdict: string][] = [
    ["a HyperConverged with good conditions is healthy", healthyStateWith(), "healthy"],
    [
      "a HyperConverged that its operator refuses is unhealthy",
      healthyStateWith({ isRefused: true }, { ReconcileComplete: ["U", "InvalidRequest", ""] }),
      "degraded",
    ],
    ["a HyperConverged without conditions is unknown", healthyStateWith({ isUnseen: true }), "unknown"],
    ["a missing ReconcileComplete does not matter", healthyStateWith({}, { ReconcileComplete: undefined }), "healthy"],
    [
      "the worse of two ReconcileComplete counts",
      healthyStateWith({ conditions: [condition("ReconcileComplete", "F"), ...healthyStateWith().conditions] }),
      "degraded",
    ],
    [
      "the worse of two Available counts",
      healthyStateWith({ conditions: [condition("Available", "F"), ...healthyStateWith().conditions] }),
      "unavailable",
    ],
    ["an installation is progressing", healthyStateWith({}, { ReconcileComplete: ["U", "Init", ""] }), "progressing"],
    [
      "a reconciliation of unknown status is unknown",
      healthyStateWith({}, { ReconcileComplete: ["U", "StatusUnknown", ""] }),
      "unknown",
    ],
    [
      "a failed reconciliation is degraded",
      healthyStateWith({}, { ReconcileComplete: ["F", "ReconcileFailed", "boom"] }),
      "degraded",
    ],
    [
      "a conflict of 59 seconds is healthy, since the next reconciliation resolves it",
      healthyStateWith({}, { ReconcileComplete: failedReconcile(conflict, "2026-11-21T11:59:01Z") as never }),
      "progressing",
    ],
    [
      "a conflict of a minute is degraded",
      healthyStateWith({}, { ReconcileComplete: failedReconcile(conflict, "2026-11-21T11:59:00Z") as never }),
      "degraded",
    ],
    [
      "a conflict of unknown age is degraded",
      healthyStateWith({}, { ReconcileComplete: failedReconcile(conflict) as never }),
      "degraded",
    ],
    [
      "another failure is degraded at once",
      healthyStateWith({}, { ReconcileComplete: failedReconcile("boom", "2026-11-21T11:59:59Z") as never }),
      "degraded",
    ],
    ["a HyperConverged that is being deleted is progressing", healthyStateWith({ isDeleting: true }), "progressing"],
    ["a stale status is progressing", healthyStateWith({ isStale: true }), "progressing"],
    ["an upgrade that no component shows is progressing", healthyStateWith({ upgradeMode: true }), "progressing"],
    ["an upgrade of unknown state does not matter", healthyStateWith({ upgradeMode: null }), "healthy"],
    ["an operator that is down is degraded", healthyStateWith(withOperator(false)), "degraded"],
    ["an operator that was not read does not matter here", healthyStateWith(withOperator(null)), "healthy"],
  ];
  test.for(rows)("%s", ([, state, verdict]) => {
    expect(verdictOf(state)).toBe(verdict);
  });

  test("an operator of unknown status is unknown", () => {
    expect(verdictOf(healthyStateWith(), { isOperatorUnknown: true })).toBe("unknown");
  });
});

describe("a HyperConverged without a status is progressing only while its operator runs and all its components progress", () => {
  const stateBeforeStatus = (running: boolean | null): HyperConvergedState =>
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
      ["every component progresses", stateBeforeStatus(true), [moving, moving], "progressing"],
      ["one of two components is healthy", stateBeforeStatus(true), [moving, part("healthy")], "unknown"],
      ["one of two components is degraded", stateBeforeStatus(true), [part("degraded"), moving], "unknown"],
      ["an optional component is degraded", stateBeforeStatus(true), [moving, part("degraded", false)], "progressing"],
      ["only an optional component progresses", stateBeforeStatus(true), [part("progressing", false)], "unknown"],
      ["there are no components", stateBeforeStatus(true), [], "unknown"],
      ["the operator is of unknown status", stateBeforeStatus(null), [moving], "unknown"],
      ["the operator is down", stateBeforeStatus(false), [moving], "degraded"],
      ["the conditions cannot be read", odd, [moving], "unknown"],
      ["the operator has written a status", healthyStateWith(withOperator(true)), [moving], "healthy"],
    ];
  test.for(rows)("%s", ([, state, parts, verdict]) => {
    expect(verdictOf(state, { parts })).toBe(verdict);
  });
});

describe("a roll-out of the operator counts only where no running operator keeps the status current", () => {
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
    ["it is stuck and the former operator runs", withRollout("stuck", { running: true }), "healthy"],
    ["it is stuck and the status is stale", withRollout("stuck", { running: true }, true), "degraded"],
    ["it is stuck and an operator may not run", withRollout("stuck", { running: null }), "degraded"],
    ["it is stuck and no operator runs", withRollout("stuck", { running: false, isRestarting: true }), "degraded"],
    [
      "it is under way and the operator restarts",
      withRollout("under-way", { running: false, isRestarting: true }),
      "progressing",
    ],
    ["it is under way and no operator runs", withRollout("under-way", { running: false }), "degraded"],
    ["it is under way and the status is stale", withRollout("under-way", { running: true }, true), "progressing"],
  ];
  test.for(rows)("%s", ([, state, verdict]) => {
    expect(verdictOf(state)).toBe(verdict);
  });
});

describe("a condition that is worse than the components counts, unless an upgrade holds it", () => {
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
    expect(
      verdictOf(healthyStateWith({}, { [type]: says }), { expected: { ...healthyStatuses, [type]: explained } }),
    ).toBe(verdict);
  });

  // Words that name a part that could not be read: nothing that was read explains them.
  const blamed = rows.flatMap(([type, worst, best, verdict]): readonly [string, Short, string][] => [
    [type, worst, verdict],
    [type, "U", "unknown"],
    [type, best, "healthy"],
  ]);
  test.for(blamed)("%s says %s, as the parts do, and blames an unread one: %s", ([type, says, verdict]) => {
    const beside = { expected: { ...healthyStatuses, [type]: says }, blamed: [type] };
    expect(verdictOf(healthyStateWith({}, { [type]: says }), beside)).toBe(verdict);
  });

  test.for(rows)("%s is not there, or the parts make nothing of it: it says nothing", ([type, worst, best]) => {
    const { [type as "Available"]: _, ...others } = healthyStatuses;
    expect(verdictOf(healthyStateWith({}, { [type]: worst }), { expected: others, blamed: [type] })).toBe("healthy");
    expect(
      verdictOf(healthyStateWith({}, { [type]: undefined }), {
        expected: { ...healthyStatuses, [type]: best },
        blamed: [type],
      }),
    ).toBe("healthy");
  });

  const unavailableState = healthyStateWith({}, { Available: "F" });
  const part = (outcome: ReportNode["outcome"], required: boolean): ReportNode =>
    component("CDI", "unknown", "", { outcome, required });
  const held: readonly [sentence: string, beside: Beside, verdict: string][] = [
    ["no upgrade runs", {}, "unavailable"],
    ["an upgrade runs", { held: "upgrading" }, "healthy"],
    ["an upgrade runs and every component was found", { held: "upgrading", parts: [part("found", true)] }, "healthy"],
    [
      "an upgrade runs and a component was not read",
      { held: "upgrading", parts: [part("unread", true)] },
      "unavailable",
    ],
    [
      "an upgrade runs and a component is forbidden",
      { held: "upgrading", parts: [part("forbidden", true)] },
      "unavailable",
    ],
    [
      "an upgrade runs and one of two components is forbidden",
      { held: "upgrading", parts: [part("found", true), part("forbidden", true)] },
      "unavailable",
    ],
    ["an upgrade runs and a component is absent", { held: "upgrading", parts: [part("absent", true)] }, "healthy"],
    [
      "an upgrade runs and an optional component was not read",
      { held: "upgrading", parts: [part("unread", false), part("forbidden", false)] },
      "healthy",
    ],
  ];
  test.for(held)("%s", ([, beside, verdict]) => {
    expect(verdictOf(unavailableState, beside)).toBe(verdict);
  });
});
