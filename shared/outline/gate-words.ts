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
  if (states.length === 0) return names.length === 0 ? [] : [word(link), list];
  const head = word(`: ${states.join(", ")}`);
  return names.length === 0 ? [head] : [head, word(link === " by " ? ", and by " : ", "), list];
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

/** One gate as it is shown to a person. */
interface GateLine {
  readonly mark: Mark;
  readonly text: Text;
}

/**
 * `Upgrade blocked by KubeVirt, CDI`; undefined where it is allowed or no upgrade applies. While an upgrade runs it is
 * about the next one.
 */
export function upgradeGate({ gates, profile, operator }: RootNode): GateLine | undefined {
  if (!families[profile].hasUpgradeGate) return undefined;
  const { answer, because, blockedBy: all = because } = gates.upgradeable;
  // A running upgrade has a line of its own.
  const isRunning = gates.upgrade.running === true;
  const isAwaited = (one: string): boolean =>
    one === "AlreadyPerformingUpgrade" || (gates.upgrade.waitingFor.includes(one) && !because.includes(one));
  const names = all.filter((one) => !(isRunning && isAwaited(one)));
  if (names.length === 0 && (answer === "yes" || all.length > 0)) return undefined;
  return {
    mark: answer === "no" ? "remark" : "unknown",
    text: [
      word(isRunning ? "Next upgrade " : "Upgrade "),
      ...upgradeGateText({ answer, because: names }, operator?.rollout?.state),
    ],
  };
}

/** One gate of a root in its list of gates. */
export interface PageGateRow {
  readonly name: "upgrade" | "ready";
  readonly mark: Mark;
  readonly words: string;
}

/** The gates of a root: upgrade, where it applies, and ready. */
export function gateRows(root: RootNode): readonly PageGateRow[] {
  const { ready, upgradeable } = root.gates;
  const rollout = root.operator?.rollout?.state;
  // A user requested the deletion. Not being ready meanwhile is no fault.
  const closed = ready.because.every((each) => each === "Deleting") && root.deleting ? "remark" : "bad";
  const upgrade = { mark: markOfGate(upgradeable, "remark"), words: upgradeGateWords(upgradeable, rollout) };
  return [
    ...(families[root.profile].hasUpgradeGate ? [{ name: "upgrade" as const, ...upgrade }] : []),
    { name: "ready", mark: markOfGate(ready, closed), words: readyGateWords(ready, rollout) },
  ];
}

function markOfGate(gate: Gate, closed: Mark): Mark {
  if (gate.answer === "yes") return "good";
  return gate.answer === "no" ? closed : "unknown";
}
