import { type Condition, lastConditionOfType } from "../../../model/condition.ts";
import { nodeSince } from "../../../model/condition-age.ts";
import { definedFields, trueFlags } from "../../../model/defined-fields.ts";
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

/**
 * The differences between what the CR reports of its health and the verdict of its parts. `isNew`: the HyperConverged is
 * being installed. `failing`: the finding about an upgrade that always fails.
 */
export function listDisagreements(
  state: HyperConvergedState,
  components: readonly HcoComponent[],
  parts: readonly ReportNode[],
  verdict: Verdict,
  operator: Expected,
  { isNew, failing }: { readonly isNew: boolean; readonly failing: FindingOf<"upgrade-stuck"> | undefined },
): readonly Difference[] {
  const healthFindings =
    failing === undefined
      ? reportHealthDisagreement(state, parts, verdict, operator)
      : reportHealthDespiteFailure(state, failing);
  // During an installation the operator itself writes worse conditions than its components have.
  const conditionFindings = isNew ? [] : reportHealthierComponents(state, parts, verdict);
  const written = [...listWritesBehind(components), ...parts.map(nodeSince)];
  return [...healthFindings, ...conditionFindings].map((finding) => ({ finding, written }));
}

/**
 * The finding that systemHealthStatus contradicts the verdict: it is healthy while a part is down (during an upgrade since
 * 1.16), or it is error while every part is healthy. There is none where the value is out of date because the operator
 * does not run, and where the verdict only comes from an operator that cannot be replaced.
 */
function reportHealthDisagreement(
  state: HyperConvergedState,
  parts: readonly ReportNode[],
  verdict: Verdict,
  operator: Expected,
): readonly Finding[] {
  const reported = state.systemHealthStatus;
  if (reported === undefined || state.operator.running === false) return [];
  if (verdict === "degraded" && isRolloutFault(state)) return [];
  if (verdict === "unknown") return reportHealthDespiteUnknown(state, parts);
  const isHealthy = verdict === "healthy" || verdict === "progressing";
  const disagrees = reported === "healthy" ? !isHealthy : isHealthy && reported === "error";
  if (!disagrees) return [];
  const expected = operator.systemHealthStatus === reported ? undefined : (operator.systemHealthStatus ?? undefined);
  // In every ordinary upgrade the operator's own rule makes an error of its conditions during the roll-out.
  const isOrdinary = verdict === "progressing" && operator.systemHealthStatus === reported;
  const [since] = parts.flatMap((part) => (part.verdict === verdict ? (nodeSince(part) ?? []) : [])).toSorted();
  const areConditionsGood = reported === "healthy" && areConditionsHealthy(state);
  return [
    makeGradedFinding(isOrdinary ? "info" : "warning", state.object.ref, {
      code: "health-disagrees",
      reported,
      evaluated: verdict,
      ...definedFields({ expected }),
      why: explainHealthDisagreement(state, parts, verdict, operator),
      ...trueFlags({ areConditionsHealthy: areConditionsGood }),
      ...definedFields({ since }),
    }),
  ];
}

/**
 * Why systemHealthStatus disagrees with the verdict:
 * - `not-updated`: the operator would now write another value, or a required component does not exist.
 * - `by-rule`: the operator's rule gives this value. In an upgrade only Degraded=True is an error for it
 *   (hyperconverged_controller.go, isSystemHealthStatusError).
 * - `not-reported`: the components do not report the fault.
 */
function explainHealthDisagreement(
  state: HyperConvergedState,
  parts: readonly ReportNode[],
  verdict: Verdict,
  operator: Expected,
): "not-updated" | "by-rule" | "not-reported" {
  const isOtherExpected = operator.systemHealthStatus !== state.systemHealthStatus;
  const isComponentGone = parts.some(({ required, outcome }) => required && outcome === "absent");
  if (isOtherExpected || isComponentGone) return "not-updated";
  const isHealthy = verdict === "healthy" || verdict === "progressing";
  const isByRule = isHealthy || (state.upgradeMode === true && verdict === "unavailable");
  return isByRule ? "by-rule" : "not-reported";
}

/**
 * The finding that the CR is healthy although components report conditions as Unknown: the operator only looks for
 * False and True (https://github.com/kubevirt/hyperconverged-cluster-operator, controllers/operands/generic_operand.go,
 * handleComponentConditions).
 */
function reportHealthDespiteUnknown(state: HyperConvergedState, parts: readonly ReportNode[]): readonly Finding[] {
  const unknown = parts.filter(
    ({ required, outcome, ownVerdict, conditions }) =>
      required &&
      outcome === "found" &&
      ownVerdict === "unknown" &&
      conditions.some(({ status }) => status === "Unknown"),
  );
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

/** Whether the conditions of the CR report that it is available, not progressing and not degraded. */
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
  const condition = findWorseCondition(state);
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
  const namedPart = parts.find(({ label }) => label === component);
  const partStatus = namedPart && lastConditionOfType(namedPart.conditions, type)?.status;
  const isContradicted = component !== undefined && partStatus !== undefined && partStatus !== status;
  return [
    makeFinding(state.object.ref, {
      code: "conditions-disagree",
      type,
      reason,
      evaluated: verdict,
      ...definedFields({
        components: components.length > 0 ? components : undefined,
        unread: unread.length > 0 ? unread : undefined,
        named: isContradicted ? { component, status: partStatus, message } : undefined,
        since,
      }),
    }),
  ];
}

/** The CR's Available if it is False, otherwise its Degraded if it is True. */
function findWorseCondition({ conditions }: HyperConvergedState): Condition | undefined {
  const available = lastConditionOfType(conditions, "Available");
  if (available?.status === "False") return available;
  const degraded = lastConditionOfType(conditions, "Degraded");
  return degraded?.status === "True" ? degraded : undefined;
}

/** The finding that names the components that only a reason of the CR blames: nothing below them is known to be unhealthy. */
export function listBlameFindings(
  state: HyperConvergedState,
  blamed: ContributionsByType,
  parts: readonly ReportNode[],
): readonly Finding[] {
  const isKnownUnhealthy = ({ verdict }: ReportNode): boolean => verdict !== "healthy" && verdict !== "unknown";
  const isConfirmedBelow = (name: string): boolean =>
    parts.some(({ label, children }) => label === name && children.some(isKnownUnhealthy));
  const named = new Set(Object.values(blamed).flatMap((rows) => rows.map((row) => row.component)));
  const components = [...named].filter((name) => !isConfirmedBelow(name));
  return components.length === 0 ? [] : [makeFinding(state.object.ref, { code: "blame-from-reasons", components })];
}

/**
 * The difference between OLM's OperatorCondition and what the operator should have reported to OLM
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
