import { lastConditionOfType } from "../../model/condition.ts";
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

/**
 * The gate ready, and whether an upgrade runs. Ready means that no component reports anything negative
 * (kubevirt/hyperconverged-cluster-operator docs/status.md). `because` and `waitingFor` name components in the
 * operator's order, then states.
 */
export function evaluateGates(input: GateInput): Omit<Gates, "upgradeable"> {
  const { state, parts } = input;
  const isRunning = state.upgradeMode;
  const unfinished = parts.filter((part) => part.required && part.outcome !== "found").map((part) => part.label);
  const awaited = new Set([...listContributors(input, ["UpgradeStall", ...summaryTypes]), ...unfinished]);
  const created = parts.map(({ label }) => label);
  const uncreated = isRunning === true ? listUncreatedComponents(state, created) : [];
  return {
    ready: evaluateReadyGate(input),
    upgrade: {
      running: isRunning,
      ...(isRunning === true && state.version !== undefined && { from: state.version }),
      ...(isRunning === true && state.ownVersion !== "" && { to: state.ownVersion }),
      waitingFor: isRunning === true ? parts.map((part) => part.label).filter((label) => awaited.has(label)) : [],
      ...(uncreated.length > 0 && { notCreated: uncreated }),
    },
  };
}

const unseen = "OperatorUnknown";

/**
 * The gate ready. The text says when the probe succeeds and that progressing makes it fail. Every other negative state
 * is not ready either.
 */
function evaluateReadyGate(input: GateInput): Gate {
  const { state, parts, verdict, isOperatorUnknown } = input;
  const failing = parts.filter((part) => part.required && isSerious(part.verdict));
  const because = new Set([
    ...listRootReasons(state),
    // An operator that does not run does not respond to a probe.
    ...(state.operator.running === false ? ["OperatorDown"] : []),
    ...(isRolloutFault(state) ? ["OperatorRollout"] : []),
    ...listContributors(input, summaryTypes),
    ...[...failing, ...input.stalled].map((part) => part.label),
  ]);
  if (because.size === 0 && isSerious(verdict)) {
    return { answer: "no", because: listReportedReasons(state, ["Available", "Degraded"]) };
  }
  if (because.size > 0) return { answer: "no", because: [...because] };
  const isUnclear = (part: ReportNode): boolean => part.required && (part.verdict === "unknown" || part.deleting);
  const unclear = [...parts.filter(isUnclear).map((part) => part.label), ...(isOperatorUnknown ? [unseen] : [])];
  if (unclear.length > 0 || verdict === "unknown") return { answer: "unknown", because: unclear };
  return { answer: "yes", because: [] };
}

/** Components with a row under one of the types, in the operator's order. */
function listContributors({ parts, offenders }: GateInput, types: readonly string[]): readonly string[] {
  const names = new Set(types.flatMap((type) => (offenders[type] ?? []).map((row) => row.component)));
  const order = parts.map((part) => part.label);
  return [...order.filter((name) => names.has(name)), ...[...names].filter((name) => !order.includes(name))];
}

/** The reasons in the CR itself that block ready and upgradeable, as the operator writes them. */
function listRootReasons(state: HyperConvergedState): readonly string[] {
  const reconcile = lastConditionOfType(state.conditions, "ReconcileComplete");
  return [
    ...(state.isDeleting ? ["Deleting"] : []),
    ...(reconcile !== undefined && reconcile.status !== "True" ? [reconcile.reason] : []),
  ];
}

function listReportedReasons(state: HyperConvergedState, types: readonly string[]): readonly string[] {
  const reasons = types.map((type) => lastConditionOfType(state.conditions, type)).filter((each) => each !== undefined);
  return reasons
    .filter(({ type, status }) => status === (type === "Available" ? "False" : "True"))
    .map((each) => each.reason);
}
