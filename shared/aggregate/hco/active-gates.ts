import { lastConditionOfType } from "../../model/condition.ts";
import { definedFields } from "../../model/defined-fields.ts";
import type { ContributionsByType, Gate, Gates, ReportNode } from "../../model/report.ts";
import { isSerious, type Verdict } from "../../model/verdict.ts";
import { summaryTypes } from "../../profiles/hco/profile.ts";
import { listUncreatedComponents } from "./components.ts";
import type { HyperConvergedState } from "./hyperconverged-state.ts";
import { isRolloutFault } from "./own-verdict.ts";

/** What the gates are computed from. */
export interface GateInput {
  readonly state: HyperConvergedState;
  readonly parts: readonly ReportNode[];
  readonly offenders: ContributionsByType;
  /** The root's verdict. */
  readonly verdict: Verdict;
  /** Whether it is unknown if the operator runs. */
  readonly isOperatorUnknown: boolean;
  /** The components that an upgrade waits for without progress. */
  readonly stalled: readonly ReportNode[];
}

/** The gate ready, and how far an upgrade is. */
export function evaluateGates(input: GateInput): Omit<Gates, "upgradeable"> {
  return { ready: evaluateReadyGate(input), upgrade: describeUpgrade(input) };
}

/** Whether an upgrade runs, between which versions, and the components that it waits for, in the operator's order. */
function describeUpgrade(input: GateInput): Gates["upgrade"] {
  const { state, parts } = input;
  const running = state.upgradeMode;
  if (running !== true) return { running, waitingFor: [] };
  const missing = parts.filter((part) => part.required && part.outcome !== "found").map((part) => part.label);
  const awaited = new Set([...listContributors(input, ["UpgradeStall", ...summaryTypes]), ...missing]);
  const labels = parts.map(({ label }) => label);
  const uncreated = listUncreatedComponents(state, labels);
  return {
    running,
    ...definedFields({ from: state.version, to: state.targetVersion === "" ? undefined : state.targetVersion }),
    waitingFor: labels.filter((label) => awaited.has(label)),
    ...definedFields({ notCreated: uncreated.length > 0 ? uncreated : undefined }),
  };
}

/**
 * The gate ready: whether the readiness probe of the operator succeeds (kubevirt/hyperconverged-cluster-operator
 * docs/status.md). The first of these that applies decides:
 * 1. no, where a reason against it exists: see {@link listReasonsAgainstReady},
 * 2. no, where the root is down although its parts are not, because of the CR's own conditions,
 * 3. unknown, where a required component, the operator or the root is unknown, or a required component is being deleted,
 * 4. yes.
 */
function evaluateReadyGate(input: GateInput): Gate {
  const { state, parts, verdict, isOperatorUnknown } = input;
  const reasons = listReasonsAgainstReady(input);
  if (reasons.length > 0) return { answer: "no", because: reasons };
  if (isSerious(verdict)) return { answer: "no", because: listNegativeReasons(state) };
  const isUnclear = (part: ReportNode): boolean => part.required && (part.verdict === "unknown" || part.deleting);
  const unclear = parts.filter(isUnclear).map((part) => part.label);
  if (isOperatorUnknown) unclear.push("OperatorUnknown");
  if (unclear.length > 0 || verdict === "unknown") return { answer: "unknown", because: unclear };
  return { answer: "yes", because: [] };
}

/**
 * The reasons against the gate ready, in this order:
 * - the deletion of the CR, and a reconcile that fails, by the operator's reason,
 * - an operator that does not run, or whose roll-out is a fault,
 * - the components that contribute something negative, that are down, or that stall an upgrade.
 */
function listReasonsAgainstReady(input: GateInput): readonly string[] {
  const { state, parts, stalled } = input;
  const reasons: string[] = [];
  if (state.isDeleting) reasons.push("Deleting");
  const reconcile = lastConditionOfType(state.conditions, "ReconcileComplete");
  if (reconcile !== undefined && reconcile.status !== "True") reasons.push(reconcile.reason);
  // An operator that does not run does not respond to a probe.
  if (state.operator.running === false) reasons.push("OperatorDown");
  if (isRolloutFault(state)) reasons.push("OperatorRollout");
  const failing = parts.filter((part) => part.required && isSerious(part.verdict));
  const labels = [...failing, ...stalled].map((part) => part.label);
  return [...new Set([...reasons, ...listContributors(input, summaryTypes), ...labels])];
}

/** The components that contribute to one of the types: the parts in the operator's order, then all others. */
function listContributors({ parts, offenders }: GateInput, types: readonly string[]): readonly string[] {
  const contributors = new Set(types.flatMap((type) => (offenders[type] ?? []).map(({ component }) => component)));
  const labels = parts.map((part) => part.label);
  const others = [...contributors].filter((component) => !labels.includes(component));
  return [...labels.filter((label) => contributors.has(label)), ...others];
}

/** The reasons of the CR's own Available if it is False, and of its Degraded if it is True. */
function listNegativeReasons({ conditions }: HyperConvergedState): readonly string[] {
  const available = lastConditionOfType(conditions, "Available");
  const degraded = lastConditionOfType(conditions, "Degraded");
  const reasons: string[] = [];
  if (available?.status === "False") reasons.push(available.reason);
  if (degraded?.status === "True") reasons.push(degraded.reason);
  return reasons;
}
