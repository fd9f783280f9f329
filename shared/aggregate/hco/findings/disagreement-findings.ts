import { type Condition, lastConditionOfType } from "../../../model/condition.ts";
import { nodeSince } from "../../../model/condition-age.ts";
import { definedFields, trueFlags } from "../../../model/defined-fields.ts";
import type { DriftHeld } from "../../../model/drift.ts";
import type { Finding, FindingOf } from "../../../model/finding/finding.ts";
import { makeFinding, makeGradedFinding } from "../../../model/finding/make-finding.ts";
import type { ContributionsByType, Expected, ReportNode } from "../../../model/report.ts";
import type { Verdict } from "../../../model/verdict.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import { findComponentInReason } from "../blame-from-reasons.ts";
import type { HcoComponent } from "../components.ts";
import { type Difference, listComponentWriteTimes } from "../drift/operator-delay.ts";
import type { HyperConvergedState } from "../hyperconverged-state.ts";
import { readOperatorCondition } from "../operator-condition.ts";
import { isRolloutFault } from "../own-verdict.ts";

/** What the components, the rules and an upgrade say of the HyperConverged. */
interface ComparedHealth {
  /** The verdict of the components and the operator. */
  readonly verdict: Verdict;
  /** What the operator's rules expect. */
  readonly expected: Expected;
  /** The HyperConverged is being installed. */
  readonly isNew: boolean;
  /** The finding about an upgrade that always fails. */
  readonly failingUpgrade: FindingOf<"upgrade-stuck"> | undefined;
}

/** The differences between what the CR reports of its health and the verdict of its parts. */
export function listDisagreements(
  state: HyperConvergedState,
  components: readonly HcoComponent[],
  parts: readonly ReportNode[],
  { verdict, expected, isNew, failingUpgrade }: ComparedHealth,
): readonly Difference[] {
  const healthFindings =
    failingUpgrade === undefined
      ? reportHealthDisagreement(state, parts, verdict, expected)
      : reportHealthDespiteFailure(state, failingUpgrade);
  // During an installation the operator itself writes worse conditions than its components have.
  const conditionFindings = isNew ? [] : reportHealthierComponents(state, parts, verdict);
  const partTimes = parts.flatMap((part) => nodeSince(part) ?? []);
  const writeTimes = [...listComponentWriteTimes(components), ...partTimes];
  return [...healthFindings, ...conditionFindings].map((finding) => ({ finding, writeTimes }));
}

/**
 * The finding that systemHealthStatus contradicts the verdict. The first of these that applies decides:
 * 1. The operator does not write the value, or does not run, so that the value is out of date: none.
 * 2. The verdict only comes from an operator that cannot be replaced: none.
 * 3. The verdict is unknown: see {@link reportHealthDespiteUnknown}.
 * 4. The value is healthy while a part is down, as during an upgrade since 1.16, or error while every part is healthy.
 */
function reportHealthDisagreement(
  state: HyperConvergedState,
  parts: readonly ReportNode[],
  verdict: Verdict,
  { systemHealthStatus: expectedHealth }: Expected,
): readonly Finding[] {
  const reported = state.systemHealthStatus;
  if (reported === undefined || state.operator.running === false) return [];
  if (verdict === "degraded" && isRolloutFault(state)) return [];
  if (verdict === "unknown") return reportHealthDespiteUnknown(state, parts);
  const isHealthy = verdict === "healthy" || verdict === "progressing";
  const isContradicted = isHealthy ? reported === "error" : reported === "healthy";
  if (!isContradicted) return [];
  const isExpected = expectedHealth === reported;
  // In every ordinary upgrade the operator's own rule makes an error of its conditions during the roll-out.
  const severity = verdict === "progressing" && isExpected ? "info" : "warning";
  const [since] = listStartTimes(parts.filter((part) => part.verdict === verdict));
  return [
    makeGradedFinding(severity, state.object.ref, {
      code: "health-disagrees",
      reported,
      evaluated: verdict,
      ...definedFields({ expected: isExpected ? undefined : (expectedHealth ?? undefined) }),
      why: explainHealthDisagreement(state, parts, verdict, isExpected),
      ...trueFlags({ areConditionsHealthy: reported === "healthy" && areConditionsHealthy(state) }),
      ...definedFields({ since }),
    }),
  ];
}

/** Since when the parts are in their present states, the earliest time first. */
function listStartTimes(parts: readonly ReportNode[]): readonly string[] {
  return parts.flatMap((part) => nodeSince(part) ?? []).toSorted();
}

/**
 * Why systemHealthStatus disagrees with the verdict. `isExpected`: the operator's rule gives this value.
 * - `not-updated`: the operator would now write another value, or a required component does not exist.
 * - `by-rule`: the value follows from the operator's rule. In an upgrade only Degraded=True is an error for it
 *   (hyperconverged_controller.go, isSystemHealthStatusError).
 * - `not-reported`: the components do not report the fault.
 */
function explainHealthDisagreement(
  state: HyperConvergedState,
  parts: readonly ReportNode[],
  verdict: Verdict,
  isExpected: boolean,
): "not-updated" | "by-rule" | "not-reported" {
  const isComponentGone = parts.some(({ required, outcome }) => required && outcome === "absent");
  if (!isExpected || isComponentGone) return "not-updated";
  const isHealthy = verdict === "healthy" || verdict === "progressing";
  const isByRule = isHealthy || (state.upgradeMode === true && verdict === "unavailable");
  return isByRule ? "by-rule" : "not-reported";
}

/**
 * The finding that the CR is healthy although components report conditions as Unknown. The operator only looks for False
 * and True (https://github.com/kubevirt/hyperconverged-cluster-operator, controllers/operands/generic_operand.go,
 * handleComponentConditions).
 */
function reportHealthDespiteUnknown(state: HyperConvergedState, parts: readonly ReportNode[]): readonly Finding[] {
  const found = parts.filter(({ required, outcome }) => required && outcome === "found");
  const unknown = found.filter(
    ({ ownVerdict, conditions }) => ownVerdict === "unknown" && conditions.some(({ status }) => status === "Unknown"),
  );
  const reported = state.systemHealthStatus;
  if (reported !== "healthy" || unknown.length === 0 || !areConditionsHealthy(state)) return [];
  const [since] = listStartTimes(unknown);
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
 * The finding that the CR is healthy although every reconcile of an upgrade fails. The operator writes the status at
 * the end of a reconcile (https://github.com/kubevirt/hyperconverged-cluster-operator,
 * controllers/hyperconverged/hyperconverged_controller.go, Reconcile).
 */
function reportHealthDespiteFailure(
  state: HyperConvergedState,
  { since }: FindingOf<"upgrade-stuck">,
): readonly Finding[] {
  const { systemHealthStatus: reported = "healthy" } = state;
  if (reported !== "healthy" || !areConditionsHealthy(state)) return [];
  return [
    makeGradedFinding("warning", state.object.ref, {
      code: "health-disagrees",
      reported,
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
  const condition = findWorseCondition(state);
  if (verdict === "unavailable" || verdict === "degraded" || verdict === "unknown" || condition === undefined)
    return [];
  const { type, reason, since } = condition;
  const isDegraded = ({ conditions }: ReportNode): boolean =>
    lastConditionOfType(conditions, "Degraded")?.status === "True";
  const rollingOut = parts.filter((part) => part.verdict === "progressing" && isDegraded(part));
  const withoutWorkloads = rollingOut.filter(({ children }) => children.every(({ outcome }) => outcome !== "found"));
  return [
    makeFinding(state.object.ref, {
      code: "conditions-disagree",
      type,
      reason,
      evaluated: verdict,
      ...definedFields({
        components: listLabels(rollingOut),
        unread: listLabels(withoutWorkloads),
        named: findContradiction(condition, parts),
        since,
      }),
    }),
  ];
}

/** The labels of parts. Undefined where there is no part. */
function listLabels(parts: readonly ReportNode[]): readonly string[] | undefined {
  return parts.length === 0 ? undefined : parts.map(({ label }) => label);
}

/** The component that the reason of the CR's condition names, if it reports another status of that type itself. */
function findContradiction(
  { type, reason, status, message }: Condition,
  parts: readonly ReportNode[],
): FindingOf<"conditions-disagree">["named"] {
  const component = findComponentInReason(reason);
  const part = parts.find(({ label }) => label === component);
  const reported = part && lastConditionOfType(part.conditions, type);
  if (component === undefined || reported === undefined || reported.status === status) return undefined;
  return { component, status: reported.status, message };
}

/** The CR's Available if it is False, otherwise its Degraded if it is True. */
function findWorseCondition({ conditions }: HyperConvergedState): Condition | undefined {
  const available = lastConditionOfType(conditions, "Available");
  if (available?.status === "False") return available;
  const degraded = lastConditionOfType(conditions, "Degraded");
  return degraded?.status === "True" ? degraded : undefined;
}

/** The finding about components that a reason of the CR names, and below which nothing is known to be unhealthy. */
export function listBlameFindings(
  state: HyperConvergedState,
  blamed: ContributionsByType,
  parts: readonly ReportNode[],
): readonly Finding[] {
  const isKnownUnhealthy = ({ verdict }: ReportNode): boolean => verdict !== "healthy" && verdict !== "unknown";
  const confirmed = parts.filter(({ children }) => children.some(isKnownUnhealthy)).map(({ label }) => label);
  const named = Object.values(blamed).flatMap((rows) => rows.map(({ component }) => component));
  const components = [...new Set(named)].filter((component) => !confirmed.includes(component));
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
  { operatorConditionUpgradeable: expected }: Expected,
  driftHeld: DriftHeld | null,
): readonly Difference[] {
  const reported = readOperatorCondition(state, index);
  if (reported === undefined || expected === undefined || reported.status === expected.status) return [];
  const isExcused = driftHeld !== null && driftHeld !== "upgrading" && driftHeld !== "settling";
  if (isExcused) return [];
  const { about, ...words } = reported;
  const finding = makeFinding(about, { code: "operator-condition", ...words, expected: expected.status });
  return [{ finding, writeTimes: listComponentWriteTimes(components) }];
}
