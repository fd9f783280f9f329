import { lastConditionOfType } from "../../model/condition.ts";
import { definedFields } from "../../model/defined-fields.ts";
import type { ContributionsByType, Gate, Gates, ReportNode } from "../../model/report.ts";
import { isSerious, type Verdict } from "../../model/verdict.ts";
import { summaryTypes } from "../../profiles/hco/profile.ts";
import { listUncreatedComponents } from "./components.ts";
import type { HyperConvergedState } from "./hyperconverged-state.ts";
import { isRolloutFault } from "./own-verdict.ts";

/** What {@link evaluateGates} computes the gates from. */
export interface GateInput {
  readonly state: HyperConvergedState;
  readonly parts: readonly ReportNode[];
  readonly offenders: ContributionsByType;
  /** The root's verdict: a gate is never open while the root is down or unknown. */
  readonly verdict: Verdict;
  /** It is unknown whether the operator runs. */
  readonly isOperatorUnknown: boolean;
  /** Components that block an upgrade without progress. */
  readonly stalled: readonly ReportNode[];
}

/** The reason that stands for an operator of which it is unknown whether it runs. */
const operatorUnknownReason = "OperatorUnknown";

/**
 * The gate ready, and whether an upgrade runs. Ready means that no component reports anything negative
 * (kubevirt/hyperconverged-cluster-operator docs/status.md). `because` and `waitingFor` name components in the
 * operator's order, then states.
 */
export function evaluateGates(input: GateInput): Omit<Gates, "upgradeable"> {
  return { ready: evaluateReadyGate(input), upgrade: describeUpgrade(input) };
}

function describeUpgrade(input: GateInput): Gates["upgrade"] {
  const { state, parts } = input;
  const running = state.upgradeMode;
  if (running !== true) return { running, waitingFor: [] };
  const unfound = parts.filter((part) => part.required && part.outcome !== "found").map((part) => part.label);
  const awaited = new Set([...listContributors(input, ["UpgradeStall", ...summaryTypes]), ...unfound]);
  const labels = parts.map(({ label }) => label);
  const uncreated = listUncreatedComponents(state, labels);
  return {
    running,
    ...definedFields({ from: state.version, to: state.ownVersion === "" ? undefined : state.ownVersion }),
    waitingFor: labels.filter((label) => awaited.has(label)),
    ...definedFields({ notCreated: uncreated.length > 0 ? uncreated : undefined }),
  };
}

/**
 * The gate ready. docs/status.md says when the probe succeeds, and that a progressing component makes it fail. Every other
 * negative state is not ready either.
 */
function evaluateReadyGate(input: GateInput): Gate {
  const { state, parts, verdict, isOperatorUnknown } = input;
  const because = listReasonsAgainstReady(input);
  if (because.length > 0) return { answer: "no", because };
  if (isSerious(verdict)) return { answer: "no", because: listReportedReasons(state, ["Available", "Degraded"]) };
  const isUnclear = (part: ReportNode): boolean => part.required && (part.verdict === "unknown" || part.deleting);
  const unclear = parts.filter(isUnclear).map((part) => part.label);
  if (isOperatorUnknown) unclear.push(operatorUnknownReason);
  if (unclear.length > 0 || verdict === "unknown") return { answer: "unknown", because: unclear };
  return { answer: "yes", because: [] };
}

/** The root's own reasons, the state of its operator, then the components that are negative, down or stall. */
function listReasonsAgainstReady(input: GateInput): readonly string[] {
  const { state, parts, stalled } = input;
  const reasons = [...listRootReasons(state)];
  // An operator that does not run does not respond to a probe.
  if (state.operator.running === false) reasons.push("OperatorDown");
  if (isRolloutFault(state)) reasons.push("OperatorRollout");
  const failing = parts.filter((part) => part.required && isSerious(part.verdict));
  const labels = [...failing, ...stalled].map((part) => part.label);
  return [...new Set([...reasons, ...listContributors(input, summaryTypes), ...labels])];
}

/** The components that contribute to one of the types, in the operator's order, then those that are no part. */
function listContributors({ parts, offenders }: GateInput, types: readonly string[]): readonly string[] {
  const names = new Set(types.flatMap((type) => (offenders[type] ?? []).map((row) => row.component)));
  const labels = parts.map((part) => part.label);
  const others = [...names].filter((name) => !labels.includes(name));
  return [...labels.filter((label) => names.has(label)), ...others];
}

/** The reasons in the CR itself that block ready: its deletion, and a reconcile that fails, as the operator names it. */
function listRootReasons(state: HyperConvergedState): readonly string[] {
  const reconcile = lastConditionOfType(state.conditions, "ReconcileComplete");
  const reasons: string[] = [];
  if (state.isDeleting) reasons.push("Deleting");
  if (reconcile !== undefined && reconcile.status !== "True") reasons.push(reconcile.reason);
  return reasons;
}

/** The reasons of the CR's own conditions of these types that are negative. */
function listReportedReasons(state: HyperConvergedState, types: readonly string[]): readonly string[] {
  return types
    .map((type) => lastConditionOfType(state.conditions, type))
    .filter((condition) => condition !== undefined)
    .filter(({ type, status }) => status === (type === "Available" ? "False" : "True"))
    .map(({ reason }) => reason);
}
