import type { Gate, RootNode } from "../model/report.ts";
import { shortenNames } from "./words/names.ts";

/** The gate's names for obstacles that are no components. */
const obstacles: Readonly<Record<string, string>> = {
  AlreadyPerformingUpgrade: "an upgrade is in progress",
  Deleting: "being deleted",
  ConversionWebhook: "the conversion webhook does not respond",
  Init: "installing",
  OperatorCondition: "OLM's OperatorCondition",
  Stale: "the status is out of date",
  OperatorDown: "the operator is down",
  OperatorRollout: "the operator's rollout is not complete",
  OperatorUnknown: "the operator could not be checked",
  UpgradeRunning: "whether an upgrade is in progress",
  OperatorDeployments: "the Deployments of the operators are not in the file",
  UncollectedDeployments: "the Deployments of the operators were not collected",
  InvalidRequest: "CR rejected",
  ReconcileFailed: "the last reconcile failed",
  StatusUnknown: "components not evaluated yet",
  Suspended: "suspended",
};

/** How the rollout of the operator is, where that blocks a gate. */
const rollouts: Readonly<Record<RolloutState, string>> = {
  complete: "",
  underway: "the operator is rolling out",
  paused: "the operator's rollout is paused",
  stuck: "the operator's rollout is stuck",
  unknown: "the operator's rollout is unknown",
};

export type RolloutState = NonNullable<NonNullable<RootNode["operator"]>["rollout"]>["state"];

/** The result of the readiness gate: `yes`, `no: CDI`, `unknown: KubeVirt`. */
export function readyGateWords(gate: Gate, rollout: RolloutState = "complete"): string {
  return `${gate.answer}${after(": ", gate.because, rollout)}`;
}

/**
 * The result of the upgrade gate: `allowed`, `blocked by KubeVirt, CDI`, `blocked: CR rejected`, `unknown: AAQ`. `rollout`: that of the operator, if known.
 */
export function upgradeGateWords(gate: Gate, rollout: RolloutState = "complete"): string {
  const { answer, because, blockedBy = because } = gate;
  if (answer === "yes") return "allowed";
  if (answer === "unknown") return `unknown${after(": ", because, rollout)}`;
  return `blocked${blockedWords(blockedBy, rollout)}`;
}

/** `: being deleted` for states, ` by CDI` for names, `: being deleted, and by CDI` for both. */
function blockedWords(because: readonly string[], rollout: RolloutState): string {
  const states = because.filter(isObstacleState);
  const names = because.filter((name) => !isObstacleState(name));
  if (states.length === 0) return after(" by ", names, rollout);
  return `${after(": ", states, rollout)}${after(", and by ", names, rollout)}`;
}

/** The obstacles that have a name as components have. */
const namedObstacles: ReadonlySet<string> = new Set(["OperatorCondition"]);

function after(separator: string, because: readonly string[], rollout: RolloutState): string {
  const words = because.map((one) => obstacleWords(one, rollout));
  return words.length === 0 ? "" : `${separator}${shortenNames(words).join(", ")}`;
}

/** Whether an obstacle of a gate is a state and no component or object. */
export function isObstacleState(obstacle: string): boolean {
  return Object.hasOwn(obstacles, obstacle) && !namedObstacles.has(obstacle);
}

/** An obstacle of a gate in words; a component or an object has its name. */
export function obstacleWords(obstacle: string, rollout: RolloutState = "complete"): string {
  if (obstacle === "OperatorRollout" && rollouts[rollout] !== "") return rollouts[rollout];
  return Object.hasOwn(obstacles, obstacle) ? (obstacles[obstacle] ?? obstacle) : obstacle;
}
