import { families } from "../model/families.ts";
import type { Mark, Text } from "../model/outline.ts";
import type { Gate, RootNode } from "../model/report.ts";
import { plainText, word } from "./text.ts";

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
  OperatorDeployments: "the Deployments of the components' operators are not in the file",
  UncollectedDeployments: "the Deployments of the components' operators were not collected",
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
export function readyGateWords({ answer, because }: Gate, rollout?: RolloutState): string {
  return plainText([word(answer), ...obstacleText(because, ": ", rollout)]);
}

/** The result of the upgrade gate on one line. */
export function upgradeGateWords(gate: Gate, rollout?: RolloutState): string {
  return plainText(upgradeGateText(gate, rollout));
}

/**
 * The result of the upgrade gate: `allowed`, `blocked by KubeVirt, CDI`, `blocked: CR rejected, and by CDI`,
 * `unknown: AAQ`. `rollout`: that of the operator, if known.
 */
function upgradeGateText({ answer, because, blockedBy = because }: Gate, rollout: RolloutState | undefined): Text {
  if (answer === "yes") return [word("allowed")];
  if (answer === "unknown") return [word("unknown"), ...obstacleText(because, ": ", rollout)];
  return [word("blocked"), ...obstacleText(blockedBy, " by ", rollout)];
}

/** Behind a result what leads to it: states in words, then components and objects by name. `link`: before names alone. */
function obstacleText(because: readonly string[], link: string, rollout: RolloutState | undefined): Text {
  const states = because.filter(isObstacleState).map((one) => obstacleWords(one, rollout));
  const names = because.filter((one) => !isObstacleState(one)).map((one) => obstacleWords(one, rollout));
  const list = { is: "list" as const, names };
  const sentence = states.join(", ");
  if (names.length === 0) return states.length === 0 ? [] : [word(`: ${sentence}`)];
  if (states.length === 0) return [word(link), list];
  // A state that blocks is worse than a component that does; of what is unknown, the names are read first.
  return link === " by " ? [word(`: ${sentence}, and by `), list] : [word(link), list, word(`; ${sentence}`)];
}

/** The obstacles that have a name as components have. */
const namedObstacles: ReadonlySet<string> = new Set(["OperatorCondition"]);

/** Whether an obstacle of a gate is a state and no component or object. */
function isObstacleState(obstacle: string): boolean {
  return Object.hasOwn(obstacles, obstacle) && !namedObstacles.has(obstacle);
}

/** An obstacle of a gate in words; a component or an object has its name. */
function obstacleWords(obstacle: string, rollout: RolloutState = "complete"): string {
  if (obstacle === "OperatorRollout" && rollouts[rollout] !== "") return rollouts[rollout];
  return Object.hasOwn(obstacles, obstacle) ? (obstacles[obstacle] ?? obstacle) : obstacle;
}

const gateMarks: Readonly<Record<Gate["answer"], Mark>> = { yes: "good", no: "remark", unknown: "unknown" };

/** One gate as it is shown to a person. */
interface GateLine {
  readonly mark: Mark;
  readonly subject: Text;
  readonly text: Text;
}

/**
 * `Upgrade blocked by KubeVirt, CDI`, `Upgrade allowed`; undefined where no upgrade applies. While an upgrade runs it is
 * about the next one, and undefined where only the running one blocks that.
 */
export function upgradeGate({ gates, profile, operator }: RootNode): GateLine | undefined {
  if (!families[profile].hasUpgradeGate) return undefined;
  const { answer, because, blockedBy: all = because } = gates.upgradeable;
  // A running upgrade has a line of its own.
  const isRunning = gates.upgrade.running === true;
  const isAwaited = (one: string): boolean =>
    one === "AlreadyPerformingUpgrade" || (gates.upgrade.waitingFor.includes(one) && !because.includes(one));
  const names = all.filter((one) => !(isRunning && isAwaited(one)));
  if (names.length === 0 && all.length > 0) return undefined;
  return {
    mark: gateMarks[answer],
    subject: [word(isRunning ? "Next upgrade" : "Upgrade")],
    text: upgradeGateText({ answer, because: names }, operator?.rollout?.state),
  };
}
