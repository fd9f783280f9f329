import { conditionOf } from "../../model/condition.ts";
import type { Contribution, Expected, Gate, Gates, Node } from "../../model/report.ts";
import type { HyperConvergedState } from "./state.ts";

type ByType = Readonly<Record<string, readonly Contribution[]>>;

/**
 * Is it ready (seeds/hco-status.md: nobody reports anything negative), may it be upgraded (the CR and what OLM is told),
 * is an upgrade running; `because` and `waitingFor` name components in the operator's order.
 */
export function gatesOf(
  state: HyperConvergedState,
  parts: readonly Node[],
  offenders: ByType,
  operator: Expected,
): Gates {
  const order = parts.map((part) => part.label);
  const named = (types: readonly string[]): readonly string[] => {
    const names = new Set(types.flatMap((type) => (offenders[type] ?? []).map((row) => row.component)));
    return [...order.filter((name) => names.has(name)), ...[...names].filter((name) => !order.includes(name))];
  };
  const missing = parts.filter((part) => part.required && part.outcome !== "found");
  const unclear = parts.filter((part) => part.required && part.verdict === "unknown");
  const gone = missing.filter((part) => part.outcome === "absent" || part.outcome === "noSuchKind");
  const isRunning = state.upgradeMode;
  return {
    ready: ready(
      state,
      named(["Available", "Progressing", "Degraded"]),
      unclear.map((part) => part.label),
      gone,
    ),
    upgradeable: upgradeable(state, named(["Upgradeable", "Degraded"]), missing, operator),
    upgrade: {
      running: isRunning,
      ...(isRunning === true && state.version !== undefined ? { from: state.version } : {}),
      ...(isRunning === true && state.ownVersion !== "" ? { to: state.ownVersion } : {}),
      waitingFor:
        isRunning === true ? waitingFor(parts, named(["UpgradeStall", "Available", "Progressing", "Degraded"])) : [],
    },
  };
}

/** The text only says when the probe succeeds and that progressing makes it fail; anything else negative is not ready either. */
function ready(
  state: HyperConvergedState,
  negative: readonly string[],
  unclear: readonly string[],
  gone: readonly Node[],
): Gate {
  // An operator that does not run answers no probe.
  const own = [...ownObstacles(state), ...(state.operator.running === false ? ["OperatorDown"] : [])];
  const because = [...new Set([...own, ...negative, ...gone.map((part) => part.label)])];
  if (because.length > 0) return { answer: "no", because };
  if (unclear.length > 0) return { answer: "unknown", because: unclear };
  return state.conditions.length === 0 ? { answer: "unknown", because: [] } : { answer: "yes", because: [] };
}

/** What stands against being ready or upgraded in the CR itself, as the operator's own words for it. */
function ownObstacles(state: HyperConvergedState): readonly string[] {
  const reconcile = conditionOf(state.conditions, "ReconcileComplete");
  return [
    ...(state.isDeleting ? ["Deleting"] : []),
    ...(reconcile !== undefined && reconcile.status !== "True" ? [reconcile.reason] : []),
  ];
}

function upgradeable(
  state: HyperConvergedState,
  negative: readonly string[],
  missing: readonly Node[],
  operator: Expected,
): Gate {
  const isRefused = conditionOf(operator.conditions, "Upgradeable")?.status === "False";
  const isRunning = operator.operatorConditionUpgradeable?.reason === "AlreadyPerformingUpgrade";
  const because = [...ownObstacles(state), ...(isRunning ? ["AlreadyPerformingUpgrade"] : []), ...negative];
  if (because.length > 0 || isRefused) return { answer: "no", because };
  if (state.operator.running === false) return { answer: "unknown", because: ["OperatorDown"] };
  if (missing.length > 0) return { answer: "unknown", because: missing.map((part) => part.label) };
  return state.conditions.length === 0 ? { answer: "unknown", because: [] } : { answer: "yes", because: [] };
}

function waitingFor(parts: readonly Node[], named: readonly string[]): readonly string[] {
  const unread = parts.filter((part) => part.required && part.outcome !== "found").map((part) => part.label);
  const names = new Set([...named, ...unread]);
  return parts.map((part) => part.label).filter((label) => names.has(label));
}
