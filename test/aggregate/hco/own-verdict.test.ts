import { describe, expect, test } from "vitest";
import type { HyperConvergedState } from "../../../shared/aggregate/hco/hyperconverged-state.ts";
import { evaluateOwnVerdict } from "../../../shared/aggregate/hco/own-verdict.ts";
import type { Condition } from "../../../shared/model/condition.ts";
import { definedFields } from "../../../shared/model/defined-fields.ts";
import type { DriftHeld } from "../../../shared/model/drift.ts";
import type { Expected, ReportNode } from "../../../shared/model/report.ts";
import type { Verdict } from "../../../shared/model/verdict.ts";
import { component } from "../../render/build.ts";
import { condition, type Short } from "../component.ts";
import { healthyStateWith, withOperator } from "./well.ts";

const takenAt = "2026-11-21T12:00:00Z";

/** The conditions that the rule set computes from the components. */
function buildExpected(statuses: Readonly<Record<string, Short>>): Expected {
  return { conditions: Object.entries(statuses).map(([type, short]) => condition(type, short)) };
}

const healthyStatuses = { Available: "T", Progressing: "F", Degraded: "F" } as const;

interface EvaluationInput {
  readonly parts?: readonly ReportNode[];
  readonly expected?: Readonly<Record<string, Short>>;
  readonly held?: DriftHeld;
  readonly blamed?: readonly string[];
  readonly isOperatorUnknown?: boolean;
}

function evaluateVerdict(state: HyperConvergedState, input: EvaluationInput = {}): string {
  const { parts = [], expected = healthyStatuses, held = null, blamed = [], isOperatorUnknown = false } = input;
  return evaluateOwnVerdict(state, {
    parts,
    expected: buildExpected(expected),
    driftHeld: held,
    blamedTypes: new Set(blamed),
    isOperatorUnknown,
    takenAt,
  });
}

type StateRow = readonly [rule: string, state: HyperConvergedState, verdict: Verdict];

describe("the state of a HyperConverged decides its own verdict, whatever its components report", () => {
  const reconcile = (...short: Exclude<Short, string>) => healthyStateWith({}, { ReconcileComplete: short });
  const conflict = "Operation cannot be fulfilled: the object has been modified; please apply your changes";
  const failedReconcile = (message: string, since?: string): HyperConvergedState => {
    const failed = condition("ReconcileComplete", ["F", "ReconcileFailed", message]);
    return healthyStateWith({}, { ReconcileComplete: { ...failed, ...definedFields({ since }) } });
  };
  const withFirst = (first: Condition): HyperConvergedState =>
    healthyStateWith({ conditions: [first, ...healthyStateWith().conditions] });
  test.for<StateRow>([
    ["a HyperConverged with good conditions is healthy", healthyStateWith(), "healthy"],
    [
      "a HyperConverged that its operator refuses is degraded",
      healthyStateWith({ isRefused: true }, { ReconcileComplete: ["U", "InvalidRequest", ""] }),
      "degraded",
    ],
    ["a HyperConverged without conditions is unknown", healthyStateWith({ isUnobserved: true }), "unknown"],
    [
      "a HyperConverged without ReconcileComplete is healthy",
      healthyStateWith({}, { ReconcileComplete: undefined }),
      "healthy",
    ],
    [
      "the worse of two ReconcileComplete conditions makes a HyperConverged degraded",
      withFirst(condition("ReconcileComplete", "F")),
      "degraded",
    ],
    [
      "the worse of two Available conditions makes a HyperConverged unavailable",
      withFirst(condition("Available", "F")),
      "unavailable",
    ],
    ["a HyperConverged that is being installed is progressing", reconcile("U", "Init", ""), "progressing"],
    [
      "a HyperConverged whose reconcile has an unknown status is unknown",
      reconcile("U", "StatusUnknown", ""),
      "unknown",
    ],
    [
      "an update conflict of 59 seconds is progressing, since the next reconcile resolves it",
      failedReconcile(conflict, "2026-11-21T11:59:01Z"),
      "progressing",
    ],
    ["an update conflict of a minute is degraded", failedReconcile(conflict, "2026-11-21T11:59:00Z"), "degraded"],
    ["an update conflict of unknown age is degraded", failedReconcile(conflict), "degraded"],
    [
      "a reconcile that failed for another reason is degraded at once",
      failedReconcile("boom", "2026-11-21T11:59:59Z"),
      "degraded",
    ],
    ["a HyperConverged that is being deleted is progressing", healthyStateWith({ isDeleting: true }), "progressing"],
    ["a HyperConverged with a stale status is progressing", healthyStateWith({ isStale: true }), "progressing"],
    [
      "a HyperConverged whose upgrade shows in no component is progressing",
      healthyStateWith({ upgradeMode: true }),
      "progressing",
    ],
    [
      "a HyperConverged whose upgrade has an unknown state is healthy",
      healthyStateWith({ upgradeMode: null }),
      "healthy",
    ],
    ["a HyperConverged whose operator is down is degraded", healthyStateWith(withOperator(false)), "degraded"],
    ["a HyperConverged whose operator was not read is healthy", healthyStateWith(withOperator(null)), "healthy"],
  ])("%s", ([, state, verdict]) => {
    expect(evaluateVerdict(state)).toBe(verdict);
  });

  test("a HyperConverged whose operator has an unknown status is unknown", () => {
    expect(evaluateVerdict(healthyStateWith(), { isOperatorUnknown: true })).toBe("unknown");
  });
});

describe("a HyperConverged without a status is progressing only while its operator runs and all its components progress", () => {
  const withoutStatus = (running: boolean | null): HyperConvergedState =>
    healthyStateWith({ isUnobserved: true, ...withOperator(running) });
  const malformed = [{ path: "status.conditions", is: "not-a-list" }] as never;
  const part = (verdict: Verdict, required = true): ReportNode =>
    component("CDI", verdict, "", { outcome: "found", required });
  const progressing = part("progressing");
  test.for<readonly [rule: string, state: HyperConvergedState, parts: readonly ReportNode[], verdict: Verdict]>([
    [
      "it is progressing while its operator runs and every component progresses",
      withoutStatus(true),
      [progressing, progressing],
      "progressing",
    ],
    [
      "it is unknown where one of two components is healthy",
      withoutStatus(true),
      [progressing, part("healthy")],
      "unknown",
    ],
    [
      "it is unknown where one of two components is degraded",
      withoutStatus(true),
      [part("degraded"), progressing],
      "unknown",
    ],
    [
      "it is progressing where only an optional component is degraded",
      withoutStatus(true),
      [progressing, part("degraded", false)],
      "progressing",
    ],
    [
      "it is unknown where only an optional component progresses",
      withoutStatus(true),
      [part("progressing", false)],
      "unknown",
    ],
    ["it is unknown where there are no components", withoutStatus(true), [], "unknown"],
    ["it is unknown where the operator has an unknown status", withoutStatus(null), [progressing], "unknown"],
    ["it is degraded where the operator is down", withoutStatus(false), [progressing], "degraded"],
    [
      "it is unknown where its conditions cannot be read",
      { ...withoutStatus(true), malformed },
      [progressing],
      "unknown",
    ],
    [
      "a HyperConverged with a status is healthy although its component progresses",
      healthyStateWith(withOperator(true)),
      [progressing],
      "healthy",
    ],
  ])("%s", ([, state, parts, verdict]) => {
    expect(evaluateVerdict(state, { parts })).toBe(verdict);
  });
});

describe("a roll-out of the operator counts where no running operator keeps the status current", () => {
  const withRollout = (
    rollout: "stuck" | "underway",
    operator: { readonly running: boolean | null; readonly isRestarting?: true },
    isStale = false,
  ): HyperConvergedState =>
    healthyStateWith({
      isStale,
      operator: { ...healthyStateWith().operator, ...operator, rollout: { state: rollout } as never },
    });
  test.for<StateRow>([
    ["a stuck roll-out is healthy where the former operator runs", withRollout("stuck", { running: true }), "healthy"],
    [
      "a stuck roll-out is degraded where the status is stale",
      withRollout("stuck", { running: true }, true),
      "degraded",
    ],
    ["a stuck roll-out is degraded where an operator may not run", withRollout("stuck", { running: null }), "degraded"],
    [
      "a stuck roll-out is degraded where no operator runs",
      withRollout("stuck", { running: false, isRestarting: true }),
      "degraded",
    ],
    [
      "a roll-out under way is progressing where the operator restarts",
      withRollout("underway", { running: false, isRestarting: true }),
      "progressing",
    ],
    [
      "a roll-out under way is degraded where no operator runs",
      withRollout("underway", { running: false }),
      "degraded",
    ],
    [
      "a roll-out under way is progressing where the status is stale",
      withRollout("underway", { running: true }, true),
      "progressing",
    ],
  ])("%s", ([, state, verdict]) => {
    expect(evaluateVerdict(state)).toBe(verdict);
  });
});

describe("a condition that is worse than the components explain counts, unless an upgrade holds it", () => {
  const types: readonly {
    readonly type: string;
    readonly worst: Short;
    readonly best: Short;
    readonly verdict: Verdict;
  }[] = [
    { type: "Available", worst: "F", best: "T", verdict: "unavailable" },
    { type: "Degraded", worst: "T", best: "F", verdict: "degraded" },
    { type: "Progressing", worst: "T", best: "F", verdict: "progressing" },
  ];
  const unknownStatus: Short = "U";
  const combinations = types.flatMap(({ type, worst, best, verdict }) => [
    { type, reported: worst, explained: worst, verdict: "healthy" },
    { type, reported: worst, explained: unknownStatus, verdict },
    { type, reported: worst, explained: best, verdict },
    { type, reported: unknownStatus, explained: worst, verdict: "healthy" },
    { type, reported: unknownStatus, explained: unknownStatus, verdict: "healthy" },
    { type, reported: unknownStatus, explained: best, verdict: "unknown" },
    { type, reported: best, explained: worst, verdict: "healthy" },
    { type, reported: best, explained: unknownStatus, verdict: "healthy" },
    { type, reported: best, explained: best, verdict: "healthy" },
  ]);
  test.for(combinations)(
    "the root is $verdict where it reports $type=$reported and the components explain $explained",
    ({ type, reported, explained, verdict }) => {
      const state = healthyStateWith({}, { [type]: reported });
      expect(evaluateVerdict(state, { expected: { ...healthyStatuses, [type]: explained } })).toBe(verdict);
    },
  );

  const blamingUnread = types.flatMap(({ type, worst, best, verdict }) => [
    { type, reported: worst, verdict },
    { type, reported: unknownStatus, verdict: "unknown" },
    { type, reported: best, verdict: "healthy" },
  ]);
  test.for(blamingUnread)(
    "the root is $verdict where it reports $type=$reported with the name of a component that was not read",
    ({ type, reported, verdict }) => {
      const state = healthyStateWith({}, { [type]: reported });
      const input = { expected: { ...healthyStatuses, [type]: reported }, blamed: [type] };
      expect(evaluateVerdict(state, input)).toBe(verdict);
    },
  );

  test.for(types)("$type=$worst does not count where the components explain no status of it", ({ type, worst }) => {
    const { [type as "Available"]: _, ...expected } = healthyStatuses;
    expect(evaluateVerdict(healthyStateWith({}, { [type]: worst }), { expected, blamed: [type] })).toBe("healthy");
  });

  test.for(types)("a root that does not report $type is healthy", ({ type, best }) => {
    const input = { expected: { ...healthyStatuses, [type]: best }, blamed: [type] };
    expect(evaluateVerdict(healthyStateWith({}, { [type]: undefined }), input)).toBe("healthy");
  });

  const unavailableState = healthyStateWith({}, { Available: "F" });
  const part = (outcome: ReportNode["outcome"], required = true): ReportNode =>
    component("CDI", "unknown", "", { outcome, required });
  test("Available=False makes the root unavailable where no upgrade runs", () => {
    expect(evaluateVerdict(unavailableState)).toBe("unavailable");
  });
  test.for<readonly [rule: string, parts: readonly ReportNode[], verdict: Verdict]>([
    ["does not count", [], "healthy"],
    ["does not count where every component was found", [part("found")], "healthy"],
    ["makes the root unavailable where a component was not read", [part("unread")], "unavailable"],
    ["makes the root unavailable where a component is forbidden", [part("found"), part("forbidden")], "unavailable"],
    ["does not count where a component is absent", [part("absent")], "healthy"],
    [
      "does not count where an optional component was not read",
      [part("unread", false), part("forbidden", false)],
      "healthy",
    ],
  ])("Available=False %s during an upgrade", ([, parts, verdict]) => {
    expect(evaluateVerdict(unavailableState, { held: "upgrading", parts })).toBe(verdict);
  });
});
