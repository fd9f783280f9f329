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

describe("the state of a HyperConverged decides its own verdict, whatever its components report", () => {
  const conflict = "Operation cannot be fulfilled: the object has been modified; please apply your changes";
  const failedReconcile = (message: string, since?: string): object => ({
    ...condition("ReconcileComplete", ["F", "ReconcileFailed", message]),
    ...definedFields({ since }),
  });
  const rows: readonly { readonly rule: string; readonly state: HyperConvergedState; readonly verdict: string }[] = [
    { rule: "a HyperConverged with good conditions is healthy", state: healthyStateWith(), verdict: "healthy" },
    {
      rule: "a HyperConverged that its operator refuses is degraded",
      state: healthyStateWith({ isRefused: true }, { ReconcileComplete: ["U", "InvalidRequest", ""] }),
      verdict: "degraded",
    },
    {
      rule: "a HyperConverged without conditions is unknown",
      state: healthyStateWith({ isUnobserved: true }),
      verdict: "unknown",
    },
    {
      rule: "a HyperConverged without ReconcileComplete is healthy",
      state: healthyStateWith({}, { ReconcileComplete: undefined }),
      verdict: "healthy",
    },
    {
      rule: "the worse of two ReconcileComplete conditions makes a HyperConverged degraded",
      state: healthyStateWith({ conditions: [condition("ReconcileComplete", "F"), ...healthyStateWith().conditions] }),
      verdict: "degraded",
    },
    {
      rule: "the worse of two Available conditions makes a HyperConverged unavailable",
      state: healthyStateWith({ conditions: [condition("Available", "F"), ...healthyStateWith().conditions] }),
      verdict: "unavailable",
    },
    {
      rule: "a HyperConverged that is being installed is progressing",
      state: healthyStateWith({}, { ReconcileComplete: ["U", "Init", ""] }),
      verdict: "progressing",
    },
    {
      rule: "a HyperConverged whose reconcile has an unknown status is unknown",
      state: healthyStateWith({}, { ReconcileComplete: ["U", "StatusUnknown", ""] }),
      verdict: "unknown",
    },
    {
      rule: "a HyperConverged whose reconcile failed is degraded",
      state: healthyStateWith({}, { ReconcileComplete: ["F", "ReconcileFailed", "boom"] }),
      verdict: "degraded",
    },
    {
      rule: "an update conflict of 59 seconds is progressing, since the next reconcile resolves it",
      state: healthyStateWith({}, { ReconcileComplete: failedReconcile(conflict, "2026-11-21T11:59:01Z") as never }),
      verdict: "progressing",
    },
    {
      rule: "an update conflict of a minute is degraded",
      state: healthyStateWith({}, { ReconcileComplete: failedReconcile(conflict, "2026-11-21T11:59:00Z") as never }),
      verdict: "degraded",
    },
    {
      rule: "an update conflict of unknown age is degraded",
      state: healthyStateWith({}, { ReconcileComplete: failedReconcile(conflict) as never }),
      verdict: "degraded",
    },
    {
      rule: "a reconcile that failed for another reason is degraded at once",
      state: healthyStateWith({}, { ReconcileComplete: failedReconcile("boom", "2026-11-21T11:59:59Z") as never }),
      verdict: "degraded",
    },
    {
      rule: "a HyperConverged that is being deleted is progressing",
      state: healthyStateWith({ isDeleting: true }),
      verdict: "progressing",
    },
    {
      rule: "a HyperConverged with a stale status is progressing",
      state: healthyStateWith({ isStale: true }),
      verdict: "progressing",
    },
    {
      rule: "a HyperConverged whose upgrade shows in no component is progressing",
      state: healthyStateWith({ upgradeMode: true }),
      verdict: "progressing",
    },
    {
      rule: "a HyperConverged whose upgrade has an unknown state is healthy",
      state: healthyStateWith({ upgradeMode: null }),
      verdict: "healthy",
    },
    {
      rule: "a HyperConverged whose operator is down is degraded",
      state: healthyStateWith(withOperator(false)),
      verdict: "degraded",
    },
    {
      rule: "a HyperConverged whose operator was not read is healthy",
      state: healthyStateWith(withOperator(null)),
      verdict: "healthy",
    },
  ];
  test.for(rows)("$rule", ({ state, verdict }) => {
    expect(evaluateVerdict(state)).toBe(verdict);
  });

  test("a HyperConverged whose operator has an unknown status is unknown", () => {
    expect(evaluateVerdict(healthyStateWith(), { isOperatorUnknown: true })).toBe("unknown");
  });
});

describe("a HyperConverged without a status is progressing only while its operator runs and all its components progress", () => {
  const buildStateWithoutStatus = (running: boolean | null): HyperConvergedState =>
    healthyStateWith({ isUnobserved: true, ...withOperator(running) });
  const malformedState = healthyStateWith({
    ...withOperator(true),
    isUnobserved: true,
    malformed: [{ path: "status.conditions", is: "not-a-list" }] as never,
  });
  const buildPart = (verdict: ReportNode["verdict"], options: { readonly required: boolean }): ReportNode =>
    component("CDI", verdict, "", { outcome: "found", ...options });
  const progressingPart = buildPart("progressing", { required: true });
  const healthyPart = buildPart("healthy", { required: true });
  const degradedPart = buildPart("degraded", { required: true });
  const rows: readonly {
    readonly rule: string;
    readonly state: HyperConvergedState;
    readonly parts: readonly ReportNode[];
    readonly verdict: string;
  }[] = [
    {
      rule: "a HyperConverged without a status is progressing while its operator runs and every component progresses",
      state: buildStateWithoutStatus(true),
      parts: [progressingPart, progressingPart],
      verdict: "progressing",
    },
    {
      rule: "a HyperConverged without a status is unknown where one of two components is healthy",
      state: buildStateWithoutStatus(true),
      parts: [progressingPart, healthyPart],
      verdict: "unknown",
    },
    {
      rule: "a HyperConverged without a status is unknown where one of two components is degraded",
      state: buildStateWithoutStatus(true),
      parts: [degradedPart, progressingPart],
      verdict: "unknown",
    },
    {
      rule: "a HyperConverged without a status is progressing where only an optional component is degraded",
      state: buildStateWithoutStatus(true),
      parts: [progressingPart, buildPart("degraded", { required: false })],
      verdict: "progressing",
    },
    {
      rule: "a HyperConverged without a status is unknown where only an optional component progresses",
      state: buildStateWithoutStatus(true),
      parts: [buildPart("progressing", { required: false })],
      verdict: "unknown",
    },
    {
      rule: "a HyperConverged without a status is unknown where there are no components",
      state: buildStateWithoutStatus(true),
      parts: [],
      verdict: "unknown",
    },
    {
      rule: "a HyperConverged without a status is unknown where the operator has an unknown status",
      state: buildStateWithoutStatus(null),
      parts: [progressingPart],
      verdict: "unknown",
    },
    {
      rule: "a HyperConverged without a status is degraded where the operator is down",
      state: buildStateWithoutStatus(false),
      parts: [progressingPart],
      verdict: "degraded",
    },
    {
      rule: "a HyperConverged whose conditions cannot be read is unknown",
      state: malformedState,
      parts: [progressingPart],
      verdict: "unknown",
    },
    {
      rule: "a HyperConverged with a status is healthy although its component progresses",
      state: healthyStateWith(withOperator(true)),
      parts: [progressingPart],
      verdict: "healthy",
    },
  ];
  test.for(rows)("$rule", ({ state, parts, verdict }) => {
    expect(evaluateVerdict(state, { parts })).toBe(verdict);
  });
});

describe("a roll-out of the operator counts where no running operator keeps the status current", () => {
  const buildStateWithRollout = (
    rollout: "stuck" | "under-way",
    { isStale = false, ...operator }: { running: boolean | null; isRestarting?: true; isStale?: boolean },
  ): HyperConvergedState =>
    healthyStateWith({
      isStale,
      operator: { ...healthyStateWith().operator, ...operator, rollout: { state: rollout } as never },
    });
  const rows: readonly { readonly rule: string; readonly state: HyperConvergedState; readonly verdict: string }[] = [
    {
      rule: "a stuck roll-out is healthy where the former operator runs",
      state: buildStateWithRollout("stuck", { running: true }),
      verdict: "healthy",
    },
    {
      rule: "a stuck roll-out is degraded where the status is stale",
      state: buildStateWithRollout("stuck", { running: true, isStale: true }),
      verdict: "degraded",
    },
    {
      rule: "a stuck roll-out is degraded where an operator may not run",
      state: buildStateWithRollout("stuck", { running: null }),
      verdict: "degraded",
    },
    {
      rule: "a stuck roll-out is degraded where no operator runs",
      state: buildStateWithRollout("stuck", { running: false, isRestarting: true }),
      verdict: "degraded",
    },
    {
      rule: "a roll-out under way is progressing where the operator restarts",
      state: buildStateWithRollout("under-way", { running: false, isRestarting: true }),
      verdict: "progressing",
    },
    {
      rule: "a roll-out under way is degraded where no operator runs",
      state: buildStateWithRollout("under-way", { running: false }),
      verdict: "degraded",
    },
    {
      rule: "a roll-out under way is progressing where the status is stale",
      state: buildStateWithRollout("under-way", { running: true, isStale: true }),
      verdict: "progressing",
    },
  ];
  test.for(rows)("$rule", ({ state, verdict }) => {
    expect(evaluateVerdict(state)).toBe(verdict);
  });
});

describe("a condition that is worse than the components explain counts, unless an upgrade holds it", () => {
  const types: readonly {
    readonly type: string;
    readonly worst: Short;
    readonly best: Short;
    readonly verdict: string;
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
  const requiredPart = (outcome: ReportNode["outcome"]): ReportNode =>
    component("CDI", "unknown", "", { outcome, required: true });
  const optionalPart = (outcome: ReportNode["outcome"]): ReportNode =>
    component("CDI", "unknown", "", { outcome, required: false });
  const upgradeRows: readonly { readonly rule: string; readonly input: EvaluationInput; readonly verdict: string }[] = [
    { rule: "Available=False makes the root unavailable where no upgrade runs", input: {}, verdict: "unavailable" },
    { rule: "Available=False does not count while an upgrade runs", input: { held: "upgrading" }, verdict: "healthy" },
    {
      rule: "Available=False does not count while an upgrade runs and every component was found",
      input: { held: "upgrading", parts: [requiredPart("found")] },
      verdict: "healthy",
    },
    {
      rule: "Available=False makes the root unavailable where a component was not read during an upgrade",
      input: { held: "upgrading", parts: [requiredPart("unread")] },
      verdict: "unavailable",
    },
    {
      rule: "Available=False makes the root unavailable where a component is forbidden during an upgrade",
      input: { held: "upgrading", parts: [requiredPart("forbidden")] },
      verdict: "unavailable",
    },
    {
      rule: "Available=False makes the root unavailable where one of two components is forbidden during an upgrade",
      input: { held: "upgrading", parts: [requiredPart("found"), requiredPart("forbidden")] },
      verdict: "unavailable",
    },
    {
      rule: "Available=False does not count while an upgrade runs and a component is absent",
      input: { held: "upgrading", parts: [requiredPart("absent")] },
      verdict: "healthy",
    },
    {
      rule: "Available=False does not count while an upgrade runs and an optional component was not read",
      input: { held: "upgrading", parts: [optionalPart("unread"), optionalPart("forbidden")] },
      verdict: "healthy",
    },
  ];
  test.for(upgradeRows)("$rule", ({ input, verdict }) => {
    expect(evaluateVerdict(unavailableState, input)).toBe(verdict);
  });
});
