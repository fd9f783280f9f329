import { lastConditionOfType } from "../../../model/condition.ts";
import { nodeSince } from "../../../model/condition-age.ts";
import { definedFields } from "../../../model/defined-fields.ts";
import type { DriftHeld } from "../../../model/drift.ts";
import type { Finding, FindingOf } from "../../../model/finding/finding.ts";
import { makeFinding, makeGradedFinding } from "../../../model/finding/make-finding.ts";
import type { ContributionsByType, Expected, ReportNode } from "../../../model/report.ts";
import { allVerdicts, type Verdict } from "../../../model/verdict.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import { findComponentInReason } from "../blame-from-reasons.ts";
import type { HcoComponent } from "../components.ts";
import { type Difference, listWritesBehind } from "../drift/operator-turn.ts";
import type { HyperConvergedState } from "../hyperconverged-state.ts";
import { readOperatorCondition } from "../operator-condition.ts";
import { isRolloutFault } from "../own-verdict.ts";

/** The possible findings where the CR and its parts disagree, and what that means for users of the CR. */
export function listDisagreements(
  state: HyperConvergedState,
  components: readonly HcoComponent[],
  parts: readonly ReportNode[],
  verdict: Verdict,
  operator: Expected,
  { isNew, failing }: { readonly isNew: boolean; readonly failing: FindingOf<"upgrade-stuck"> | undefined },
): readonly Difference[] {
  // The first conditions of an installation are as the operator means them.
  const healthier = isNew ? [] : reportHealthierComponents(state, parts, verdict);
  const written = [...listWritesBehind(components), ...parts.map(nodeSince)];
  const healths =
    failing === undefined
      ? reportHealthDisagreement(state, parts, verdict, operator)
      : reportHealthDespiteFailure(state, failing);
  return [...healths, ...healthier].map((finding) => ({
    finding,
    written,
  }));
}

/**
 * The finding that systemHealthStatus contradicts the verdict. It is healthy while a part is down (an upgrade since
 * 1.16), or bad while every part is healthy.
 */
function reportHealthDisagreement(
  state: HyperConvergedState,
  parts: readonly ReportNode[],
  verdict: Verdict,
  operator: Expected,
): readonly Finding[] {
  const reported = state.systemHealthStatus;
  // An operator that is not running has not updated its status: the value is out of date, not wrong.
  if (reported === undefined || state.operator.running === false) return [];
  // No component is worse for an operator that cannot be replaced.
  if (verdict === "degraded" && isRolloutFault(state)) return [];
  if (verdict === "unknown") return reportHealthDespiteUnknown(state, parts);
  const isWell = verdict === "healthy" || verdict === "progressing";
  const disagrees = reported === "healthy" ? !isWell : isWell && reported === "error";
  if (!disagrees) return [];
  const expected = operator.systemHealthStatus === reported ? undefined : operator.systemHealthStatus;
  // During a roll-out the operator's own rule makes an error of its conditions, in every ordinary upgrade.
  const isOrdinary = verdict === "progressing" && expected === undefined;
  const [since] = parts.flatMap((part) => (part.verdict === verdict ? (nodeSince(part) ?? []) : [])).toSorted();
  const isGone = parts.some(({ required, outcome }) => required && outcome === "absent");
  const isNotUpdated = expected !== undefined || isGone;
  // In an upgrade only Degraded=True is an error for it (hyperconverged_controller.go, isSystemHealthStatusError).
  const isByRule = isWell || (state.upgradeMode === true && verdict === "unavailable");
  const whyCurrent = isByRule ? "by-rule" : "not-reported";
  return [
    makeGradedFinding(isOrdinary ? "info" : "warning", state.object.ref, {
      code: "health-disagrees",
      reported,
      evaluated: verdict,
      ...definedFields({ expected: expected ?? undefined }),
      why: isNotUpdated ? "not-updated" : whyCurrent,
      ...(reported === "healthy" && areConditionsHealthy(state) && { areConditionsHealthy: true as const }),
      ...definedFields({ since }),
    }),
  ];
}

/**
 * The finding that the CR is healthy although components report conditions as Unknown: the operator only looks for
 * False and True (https://github.com/kubevirt/hyperconverged-cluster-operator, controllers/operands/generic_operand.go,
 * handleComponentConditions).
 */
function reportHealthDespiteUnknown(state: HyperConvergedState, parts: readonly ReportNode[]): readonly Finding[] {
  const unknown = parts.filter(({ required, outcome, ownVerdict, conditions }) => {
    return (
      required &&
      outcome === "found" &&
      ownVerdict === "unknown" &&
      conditions.some(({ status }) => status === "Unknown")
    );
  });
  const reported = state.systemHealthStatus;
  if (reported !== "healthy" || unknown.length === 0 || !areConditionsHealthy(state)) return [];
  const [since] = unknown.flatMap((part) => nodeSince(part) ?? []).toSorted();
  return [
    makeGradedFinding("warning", state.object.ref, {
      code: "health-disagrees",
      reported,
      evaluated: "unknown",
      why: "unknown-ignored",
      areConditionsHealthy: true,
      components: unknown.map(({ label }) => label),
      ...definedFields({ since }),
    }),
  ];
}

/**
 * The finding that the CR is healthy although every reconcile of an upgrade fails: the operator writes the status at
 * the end of a reconcile (https://github.com/kubevirt/hyperconverged-cluster-operator,
 * controllers/hyperconverged/hyperconverged_controller.go, Reconcile).
 */
function reportHealthDespiteFailure(
  state: HyperConvergedState,
  { since }: FindingOf<"upgrade-stuck">,
): readonly Finding[] {
  if ((state.systemHealthStatus ?? "healthy") !== "healthy" || !areConditionsHealthy(state)) return [];
  return [
    makeGradedFinding("warning", state.object.ref, {
      code: "health-disagrees",
      reported: "healthy",
      evaluated: "degraded",
      why: "not-updated",
      areConditionsHealthy: true,
      ...definedFields({ since }),
    }),
  ];
}

/** Whether the conditions of the CR say what its systemHealthStatus says. */
function areConditionsHealthy({ conditions }: HyperConvergedState): boolean {
  const statusOf = (type: string): string | undefined => lastConditionOfType(conditions, type)?.status;
  return statusOf("Available") === "True" && statusOf("Progressing") === "False" && statusOf("Degraded") === "False";
}

/**
 * The finding that conditions look worse than the verdict. During a roll-out the CR reports Available=False /
 * HCODegraded, although no part is known to be down (kubevirt/hyperconverged-cluster-operator
 * controllers/hyperconverged/hyperconverged_controller.go, aggregateComponentConditions).
 */
function reportHealthierComponents(
  state: HyperConvergedState,
  parts: readonly ReportNode[],
  verdict: Verdict,
): readonly Finding[] {
  if (allVerdicts.indexOf(verdict) < allVerdicts.indexOf("progressing")) return [];
  const [condition] = [
    lastConditionOfType(state.conditions, "Available"),
    lastConditionOfType(state.conditions, "Degraded"),
  ].filter((each) => each?.status === (each?.type === "Available" ? "False" : "True"));
  if (condition === undefined) return [];
  const { type, reason, message, status, since } = condition;
  const isDegraded = ({ conditions }: ReportNode): boolean =>
    lastConditionOfType(conditions, "Degraded")?.status === "True";
  const rollingOut = parts.filter((part) => part.verdict === "progressing" && isDegraded(part));
  const components = rollingOut.map(({ label }) => label);
  const unread = rollingOut
    .filter(({ children }) => children.every(({ outcome }) => outcome !== "found"))
    .map(({ label }) => label);
  const component = findComponentInReason(reason);
  const named = parts.find(({ label }) => label === component);
  const own = named && lastConditionOfType(named.conditions, type)?.status;
  return [
    makeFinding(state.object.ref, {
      code: "conditions-disagree",
      type,
      reason,
      evaluated: verdict,
      ...(components.length > 0 && { components }),
      ...(unread.length > 0 && { unread }),
      ...(component !== undefined &&
        own !== undefined &&
        own !== status && { named: { component, status: own, message } }),
      ...definedFields({ since }),
    }),
  ];
}

/** The finding that names components blamed only by the CR's reasons: nothing below them was read as unhealthy. */
export function listBlameFindings(
  state: HyperConvergedState,
  blamed: ContributionsByType,
  parts: readonly ReportNode[],
): readonly Finding[] {
  const isEvidence = ({ verdict }: ReportNode): boolean => verdict !== "healthy" && verdict !== "unknown";
  const isShown = (name: string): boolean =>
    parts.some(({ label, children }) => label === name && children.some(isEvidence));
  const named = new Set(Object.values(blamed).flatMap((rows) => rows.map((row) => row.component)));
  const components = [...named].filter((name) => !isShown(name));
  return components.length === 0 ? [] : [makeFinding(state.object.ref, { code: "blame-from-reasons", components })];
}

/**
 * The possible finding that OLM's OperatorCondition is not what the operator should have reported to OLM
 * (kubevirt/hyperconverged-cluster-operator controllers/hyperconverged/hyperconverged_controller.go,
 * setOperatorUpgradeableStatus).
 */
export function compareOperatorCondition(
  state: HyperConvergedState,
  components: readonly HcoComponent[],
  index: ObjectIndex,
  operator: Expected,
  driftHeld: DriftHeld | null,
): readonly Difference[] {
  const expected = operator.operatorConditionUpgradeable;
  const reported = readOperatorCondition(state, index);
  const isHeld = driftHeld !== null && driftHeld !== "upgrading" && driftHeld !== "settling";
  if (reported === undefined || expected === undefined || reported.status === expected.status || isHeld) return [];
  const { about, ...words } = reported;
  const finding = makeFinding(about, { code: "operator-condition", ...words, expected: expected.status });
  return [{ finding, written: listWritesBehind(components) }];
}
