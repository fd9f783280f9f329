import { conditionOf } from "../../model/condition.ts";
import type { Contribution, Expected, Gate, Gates, Node } from "../../model/report.ts";
import type { Verdict } from "../../model/verdict.ts";
import type { HyperConvergedState } from "./state.ts";

/** What the gates are answered from. */
export interface GateInput {
  readonly state: HyperConvergedState;
  readonly parts: readonly Node[];
  readonly offenders: Readonly<Record<string, readonly Contribution[]>>;
  /** What the operator makes of the components now. */
  readonly operator: Expected;
  /** The root's own: a gate is never open while it is down or not known. */
  readonly verdict: Verdict;
  /** Components of which something is down that their conditions do not count. */
  readonly silent: ReadonlySet<string>;
  /** OLM's OperatorCondition refuses. */
  readonly isRefusedByOlm: boolean;
}

/**
 * Is it ready (seeds/hco-status.md: nobody reports anything negative), may it be upgraded (the CR and what OLM is told),
 * is an upgrade running; `because` and `waitingFor` name components in the operator's order, then what is no component.
 */
export function gatesOf(input: GateInput): Gates {
  const { state, parts } = input;
  const isRunning = state.upgradeMode;
  const unfinished = parts.filter((part) => part.required && part.outcome !== "found").map((part) => part.label);
  const awaited = new Set([...named(input, ["UpgradeStall", "Available", "Progressing", "Degraded"]), ...unfinished]);
  return {
    ready: ready(input),
    upgradeable: upgradeable(input),
    upgrade: {
      running: isRunning,
      ...(isRunning === true && state.version !== undefined ? { from: state.version } : {}),
      ...(isRunning === true && state.ownVersion !== "" ? { to: state.ownVersion } : {}),
      waitingFor: isRunning === true ? parts.map((part) => part.label).filter((label) => awaited.has(label)) : [],
    },
  };
}

/** The text says when the probe succeeds and that progressing makes it fail; anything else negative is not ready either. */
function ready(input: GateInput): Gate {
  const { state, parts, verdict } = input;
  const sick = parts.filter(({ required, verdict: how }) => required && (how === "unavailable" || how === "degraded"));
  const because = new Set([
    ...ownObstacles(state),
    // An operator that does not run answers no probe.
    ...(state.operator.running === false ? ["OperatorDown"] : []),
    ...named(input, ["Available", "Progressing", "Degraded"]),
    ...sick.map((part) => part.label),
  ]);
  if (because.size === 0 && (verdict === "unavailable" || verdict === "degraded")) {
    return { answer: "no", because: reportedReasons(state, ["Available", "Degraded"]) };
  }
  if (because.size > 0) return { answer: "no", because: [...because] };
  const isUnclear = (part: Node): boolean => part.required && (part.verdict === "unknown" || part.deleting);
  const unclear = parts.filter(isUnclear).map((part) => part.label);
  if (unclear.length > 0 || verdict === "unknown") return { answer: "unknown", because: unclear };
  return { answer: "yes", because: [] };
}

/** The CR's own Upgradeable counts too: whoever wrote it last, OLM and people go by it. */
function upgradeable(input: GateInput): Gate {
  const { state, operator, parts, silent } = input;
  const isRunning = operator.operatorConditionUpgradeable?.reason === "AlreadyPerformingUpgrade";
  const said = conditionOf(state.conditions, "Upgradeable");
  const because = new Set([
    ...ownObstacles(state),
    ...(isRunning ? ["AlreadyPerformingUpgrade"] : []),
    ...named(input, ["Upgradeable", "Degraded"]),
  ]);
  if (because.size === 0 && said?.status === "False") because.add(said.reason);
  if (input.isRefusedByOlm && !isRunning) because.add("OperatorCondition");
  if (because.size > 0) return { answer: "no", because: [...because] };
  if (state.operator.running === false) return { answer: "unknown", because: ["OperatorDown"] };
  if (state.isStale) return { answer: "unknown", because: ["Stale"] };
  if (said?.status === "Unknown") return { answer: "unknown", because: [said.reason] };
  // A component that says Unknown of itself is no refusal; one that nobody read, or whose word is old, might be one.
  const isOpen = (part: Node): boolean => part.outcome !== "found" || part.deleting || silent.has(part.label);
  const open = parts.filter((part) => part.required && isOpen(part)).map((part) => part.label);
  if (open.length > 0 || state.isUnseen) return { answer: "unknown", because: open };
  return { answer: "yes", because: [] };
}

/** Components with a row under one of the types, in the operator's order. */
function named({ parts, offenders }: GateInput, types: readonly string[]): readonly string[] {
  const names = new Set(types.flatMap((type) => (offenders[type] ?? []).map((row) => row.component)));
  const order = parts.map((part) => part.label);
  return [...order.filter((name) => names.has(name)), ...[...names].filter((name) => !order.includes(name))];
}

/** What stands against being ready or upgraded in the CR itself, as the operator's own words for it. */
function ownObstacles(state: HyperConvergedState): readonly string[] {
  const reconcile = conditionOf(state.conditions, "ReconcileComplete");
  return [
    ...(state.isDeleting ? ["Deleting"] : []),
    ...(reconcile !== undefined && reconcile.status !== "True" ? [reconcile.reason] : []),
  ];
}

function reportedReasons(state: HyperConvergedState, types: readonly string[]): readonly string[] {
  const reasons = types.map((type) => conditionOf(state.conditions, type)).filter((each) => each !== undefined);
  return reasons
    .filter(({ type, status }) => status === (type === "Available" ? "False" : "True"))
    .map((each) => each.reason);
}
