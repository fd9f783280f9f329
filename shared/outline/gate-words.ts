import { lastConditionOfType } from "../model/condition.ts";
import { families } from "../model/families.ts";
import type { Finding } from "../model/finding/finding.ts";
import { findingsOf } from "../model/finding/upgrade-answer.ts";
import type { Mark, Text } from "../model/outline.ts";
import type { Gate, RootNode } from "../model/report.ts";
import type { GateAnswer, GateFact, ReportedUpgradeable } from "../model/upgrade-gate.ts";
import { componentOf, isUpgradeable } from "../profiles/hco/upgradeable.ts";
import { workloadKinds } from "../profiles/hco/workloads.ts";
import { joined, list, name, phrase, plainText, quote, word, words } from "./text.ts";
import { joinNames } from "./words/names.ts";

const operatorConditionName = "OLM's OperatorCondition";

/** The gate's names for obstacles that are no components. */
const obstacles: Readonly<Record<string, string>> = {
  AlreadyPerformingUpgrade: "an upgrade is in progress",
  Deleting: "being deleted",
  ConversionWebhook: "the conversion webhook does not respond",
  Init: "installing",
  NoHyperConverged: "no HyperConverged was read",
  OperatorCondition: operatorConditionName,
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
  TaintedConfiguration: "an unsupported annotation is in effect",
};

/** How the rollout of the operator is, where that blocks a gate. */
const rollouts: Readonly<Record<RolloutState, string>> = {
  complete: "",
  underway: "the operator is rolling out",
  paused: "the operator's rollout is paused",
  stuck: "the operator's rollout is stuck",
  unknown: "the operator's rollout is unknown",
};

type RolloutState = NonNullable<NonNullable<RootNode["operator"]>["rollout"]>["state"];

/** The result of the readiness gate: `yes`, `no: CDI`, `unknown: KubeVirt`. */
export function readyGateWords({ answer, because }: Gate): string {
  const states = because.filter(isObstacleState).map((one) => obstacleWords(one));
  const names = because.filter((one) => !isObstacleState(one)).map((one) => obstacleWords(one));
  const clauses = [names, states].map((some) => some.join(", ")).filter((clause) => clause !== "");
  return clauses.length === 0 ? answer : `${answer}: ${clauses.join("; ")}`;
}

/** What the line about the upgrade of one object is made of. */
export interface UpgradeSubject {
  /** The object; absent where only the names of its obstacles are known. */
  readonly root?: Pick<RootNode, "ref" | "verdict">;
  readonly gate: Gate;
  readonly facts: readonly GateFact[];
  readonly reported?: ReportedUpgradeable;
  readonly rollout?: RolloutState;
}

/** One gate as it is shown to a person. */
export interface GateLine {
  readonly mark: Mark;
  readonly subject: Text;
  readonly text: Text;
  /** Workloads are missing in a file, to which the user can add them. */
  readonly lacksWorkloads: boolean;
}

const gateMarks: Readonly<Record<Gate["answer"], Mark>> = { yes: "good", no: "remark", unknown: "unknown" };

/**
 * `Upgrade blocked by KubeVirt, CDI`, `Upgrade allowed`, `Next upgrade blocked: an upgrade is in progress`; undefined for
 * an object that no gate is about. `findings`: all of the Report.
 */
export function upgradeGate(root: RootNode, findings: readonly Finding[]): GateLine | undefined {
  if (!isUpgradeable(root)) return undefined;
  const rollout = root.operator?.rollout?.state;
  return upgradeLine({
    root,
    gate: root.gates.upgradeable,
    facts: findingsOf(root, findings).flatMap(factsIn),
    reported: reportedUpgradeable(root),
    ...(rollout !== undefined && { rollout }),
  });
}

function factsIn({ about, component, rows }: Finding): readonly GateFact[] {
  const shared = { about, ...(component !== undefined && { component }) };
  return rows.map((row): GateFact => ({ ...shared, ...row }));
}

/** The two Upgradeables of a root: the condition of the HyperConverged, and what OLM reads. */
export function reportedUpgradeable({ conditions, olm, profile }: RootNode): ReportedUpgradeable {
  const own = families[profile].hasUpgradeGate ? lastConditionOfType(conditions, "Upgradeable")?.status : undefined;
  const operatorCondition = olm?.operatorCondition;
  return {
    ...(own !== undefined && { own }),
    ...(operatorCondition !== undefined && { operatorCondition }),
  };
}

/** The line with the answer. While an upgrade runs it is about the next one. */
export function upgradeLine(subject: UpgradeSubject): GateLine {
  const { answer, because, blockedBy = because } = subject.gate;
  return {
    mark: gateMarks[answer],
    subject: [word(blockedBy.includes(runningUpgrade) ? "Next upgrade" : "Upgrade")],
    text: upgradeText(subject),
    lacksWorkloads: answer === "unknown" && subject.facts.some(isWorkloadNotInFile),
  };
}

/** The result of the upgrade gate on one line, as far as the names of its obstacles say it. */
export function upgradeGateWords(gate: Gate): string {
  return plainText(upgradeText({ gate, facts: [] }));
}

/**
 * `allowed`, `blocked by KubeVirt, CDI`, `blocked: CR rejected, and by CDI`, `unknown: AAQ; CDI is not in the file`. Behind
 * an answer stands what OLM would do where that is not the same.
 */
function upgradeText(subject: UpgradeSubject): Text {
  const { answer, because, blockedBy = because } = subject.gate;
  if (answer === "yes") return [word("allowed")];
  if (answer === "no") return [word("blocked"), ...blockedText(blockedBy, subject), ...olmText(subject)];
  return [word("unknown"), ...unknownText(because, subject)];
}

const runningUpgrade = "AlreadyPerformingUpgrade";

/** States first: one that blocks is worse than a component that does. */
function blockedText(names: readonly string[], subject: UpgradeSubject): Text {
  const obstacles = names.map((one) => blockingObstacle(one, subject));
  const states = obstacles.filter(({ isState }) => isState).map(({ text }) => text);
  const others = listed(obstacles.filter(({ isState }) => !isState).map(({ text }) => text));
  if (states.length === 0) return others.length === 0 ? [] : [word(" by "), ...others];
  return [word(": "), ...joined(", ", states), ...(others.length === 0 ? [] : [word(", and by "), ...others])];
}

/** What blocks, as a name or as a state in words. */
interface Obstacle {
  readonly isState: boolean;
  readonly text: Text;
}

function blockingObstacle(obstacle: string, subject: UpgradeSubject): Obstacle {
  const { root, facts, rollout, reported } = subject;
  const state = (text: Text): Obstacle => ({ isState: true, text });
  const named = (text: Text): Obstacle => ({ isState: false, text });
  if (obstacle === runningUpgrade) return state(words(runningText(subject)));
  if (isItself(obstacle, subject) && root !== undefined && root.verdict !== "healthy")
    return state([name(obstacle), word(` is ${root.verdict}`)]);
  if (obstacle === "OperatorCondition") return named(operatorConditionText(facts, reported));
  for (const fact of facts) {
    if (fact.code === "TaintedConfiguration" && fact.annotation === obstacle)
      return named(phrase`annotation ${obstacle}`);
    if (fact.code === "ClusterServiceVersion" && fact.about.name === obstacle) return state(serviceVersionText(fact));
    if (fact.code === "WorkloadDown" && fact.component === undefined && fact.about.name === obstacle)
      return named([name(`${fact.about.kind} ${obstacle}`)]);
  }
  if (isObstacleState(obstacle)) return state(words(obstacleWords(obstacle, rollout)));
  return named(componentText(obstacle, facts));
}

/** Whether an obstacle is the name of the component whose upgrade it is. */
function isItself(obstacle: string, { root }: UpgradeSubject): boolean {
  return root !== undefined && componentOf(root.ref) === obstacle;
}

/** `an upgrade is stuck, every reconcile fails`, `an upgrade is in progress and waits for CDI`. */
function runningText({ gate: { because, blockedBy = because }, facts }: UpgradeSubject): string {
  const running = facts.find((fact) => fact.code === "UpgradeRunning");
  if (running?.code !== "UpgradeRunning") return obstacleWords(runningUpgrade);
  if (running.failing === true) return "an upgrade is stuck, every reconcile fails";
  const awaited = running.waitingFor.filter((one) => !blockedBy.includes(one));
  const waits = awaited.length === 0 ? "" : ` and waits for ${joinNames(awaited)}`;
  return `an upgrade is ${running.stalled === true ? "stalled" : "in progress"}${waits}`;
}

/** `ClusterServiceVersion x lacks CustomResourceDefinition y`, `ClusterServiceVersion x is Failed`. */
function serviceVersionText(fact: Extract<GateFact, { readonly code: "ClusterServiceVersion" }>): Text {
  const version = name(`ClusterServiceVersion ${fact.about.name}`);
  if (fact.unmet.length > 0) return [version, word(" lacks "), { is: "list", names: fact.unmet }];
  return [version, word(fact.phase === "" ? " has no phase" : ` is ${fact.phase}`)];
}

/** OLM's OperatorCondition, with its words where no component has them. */
function operatorConditionText(facts: readonly GateFact[], reported: ReportedUpgradeable | undefined): Text {
  const fact = facts.find((one) => one.code === "OperatorCondition");
  const title = [name(operatorConditionName)];
  if (fact?.code !== "OperatorCondition") return title;
  if (fact.override !== undefined && fact.override !== "True")
    return [...title, word(": spec.overrides sets "), ...statusText(fact.override, fact)];
  if (fact.override === "True") return [...title, word(", although spec.overrides sets Upgradeable=True")];
  if (reported?.own === "False") return title;
  return [...title, word(": "), ...statusText(fact.status, fact)];
}

/** A component. Where only its own Upgradeable blocks, no other line has the words of that condition. */
function componentText(component: string, facts: readonly GateFact[]): Text {
  const own = facts.filter((fact) => fact.component === component && fact.effect === "blocks");
  const [only, ...others] = own;
  const isItsOwn = only?.code === "Upgradeable" && only.status === "False" && only.rule === undefined;
  // The HyperConverged has words about a component that could not be read.
  const isUnread = facts.some((fact) => fact.component === component && fact.code === "IncompleteReading");
  if (!isItsOwn || isUnread || others.length > 0) return [name(component)];
  const unread = only.notReadBy === undefined ? "" : `, which operator ${only.notReadBy} does not read`;
  return [name(component), word(": "), ...statusText(only.status, only), ...words(unread)];
}

/** `Upgradeable=False (NMState is not supported)`; the reason where there is no message. */
function statusText(status: string, { reason, message }: { readonly reason: string; readonly message: string }): Text {
  const evidence = message.trim() === "" ? reason.trim() : message.trim();
  return [word(`Upgradeable=${status}`), ...(evidence === "" ? [] : [word(" ("), quote(evidence), word(")")])];
}

/**
 * What OLM would do where the gate blocks: OLM reads neither the components nor the HyperConverged, but spec.overrides and
 * then the status of the OperatorCondition, and takes an outdated one for a refusal
 * (https://github.com/operator-framework/operator-lifecycle-manager, pkg/controller/operators/olm/operatorconditions.go,
 * isOperatorUpgradeable).
 */
function olmText({ reported = {}, gate: { because, blockedBy = because } }: UpgradeSubject): Text {
  const { own, operatorCondition } = reported;
  if (operatorCondition === undefined) return own === "True" ? words("; HyperConverged reports Upgradeable=True") : [];
  const { override, outdated } = operatorCondition;
  const { status } = override ?? operatorCondition;
  const isOutdated = override === undefined && outdated === true;
  const isRefused = status === "False" || isOutdated;
  if (isRefused && own !== "True") return [];
  const ownText = own === undefined || own === status ? "" : `HyperConverged reports Upgradeable=${own}, `;
  if (isOutdated && status !== "False") {
    const but = ownText === "" ? "" : `${ownText}but `;
    return words(`; ${but}OLM begins none while its OperatorCondition is outdated (Upgradeable=${status})`);
  }
  const which = override === undefined ? "its OperatorCondition" : "spec.overrides of its OperatorCondition";
  // The obstacle before it has its status.
  if (blockedBy.includes("OperatorCondition") && isRefused && ownText !== "") {
    return words(`; HyperConverged reports Upgradeable=${own}, but OLM follows ${which}`);
  }
  return words(`; ${ownText}OLM follows ${which}: Upgradeable=${status}${isOutdated ? " (outdated)" : ""}`);
}

/** Names that are not known to be well, what was not read, then what else is not known. */
function unknownText(all: readonly string[], subject: UpgradeSubject): Text {
  const { facts, rollout, reported } = subject;
  const others = all.filter((one) => !isItself(one, subject));
  const obstacles = others.length === 0 ? all : others;
  const unread = facts.filter(isUnreadFact);
  const isUnread = (one: string): boolean =>
    unread.some((fact) => isAbout(fact, one)) &&
    !facts.some((fact) => !isUnreadFact(fact) && isAbout(fact, one) && fact.effect === "unknown");
  const read = obstacles.filter((one) => !isUnread(one));
  const states = read.filter((one) => isObstacleState(one));
  const outdated = read.filter((one) => one === "OperatorCondition");
  const names = read.filter((one) => !states.includes(one) && one !== "OperatorCondition");
  const clauses = [
    listed(names.map((one) => [name(one)])),
    ...outdated.map(() => unknownConditionText(reported)),
    ...unreadTexts(obstacles.filter(isUnread).flatMap((one) => unread.filter((fact) => isAbout(fact, one)))),
    words(states.map((one) => obstacleWords(one, rollout)).join(", ")),
  ].filter((clause) => clause.length > 0);
  return clauses.length === 0 ? [] : [word(": "), ...joined("; ", clauses)];
}

function unknownConditionText(reported: ReportedUpgradeable | undefined): Text {
  const condition = reported?.operatorCondition;
  if (condition?.outdated === true)
    return words(`OLM allows none while its OperatorCondition is outdated (Upgradeable=${condition.status})`);
  return words(`${operatorConditionName} does not report Upgradeable`);
}

type UnreadFact = Extract<GateFact, { readonly code: "IncompleteReading" | "WorkloadDown" }>;

/** Whether the object of the fact was not read: a file or a must-gather lacks it, or the server did not show it. */
function isUnreadFact(fact: GateFact): fact is UnreadFact {
  return fact.code === "IncompleteReading" || (fact.code === "WorkloadDown" && fact.notIn !== undefined);
}

function isWorkloadNotInFile(fact: GateFact): boolean {
  if (!isUnreadFact(fact) || (fact.notIn !== "files" && fact.notIn !== "buffer")) return false;
  return workloadKinds.some(({ kind }) => kind === fact.about.kind);
}

/** Whether an obstacle is the name of the fact. */
function isAbout(fact: GateFact, obstacle: string): boolean {
  const { component, about } = fact;
  if (component !== undefined) return component === obstacle;
  if (obstacle === "OperatorDeployments" || obstacle === "UncollectedDeployments")
    return fact.code === "IncompleteReading" && fact.notIn !== undefined && about.name === "";
  if (obstacle === "OperatorUnknown") return fact.code === "IncompleteReading" && about.kind === "Deployment";
  return obstacle === about.kind || obstacle === about.name;
}

/** One clause for each way in which objects were not read. */
function unreadTexts(facts: readonly UnreadFact[]): readonly Text[] {
  const groups = Map.groupBy(facts, (fact) => fact.notIn ?? ("outcome" in fact ? fact.outcome : "unread"));
  return [...groups].map(([way, some]) => {
    const names = [...new Set(some.map(unreadName))];
    const isOne = names.length === 1 && names[0] !== operatorDeployments;
    return [list(names), word(` ${unreadWays(way, isOne)}`)];
  });
}

const operatorDeployments = "the Deployments of the components' operators";

function unreadName({ about, component, code }: UnreadFact): string {
  if (about.kind === "OperatorCondition") return operatorConditionName;
  if (code === "WorkloadDown" || (component === undefined && about.name !== "" && about.kind !== ""))
    return `${about.kind} ${about.name}`;
  if (component !== undefined) return component;
  if (about.kind === "") return about.name;
  return about.kind === "Deployment" ? operatorDeployments : about.kind;
}

function unreadWays(way: string, isOne: boolean): string {
  switch (way) {
    case "must-gather":
      return `${isOne ? "was" : "were"} not collected`;
    case "files":
    case "buffer":
      return `${isOne ? "is" : "are"} not in the file`;
    case "forbidden":
      return "cannot be read (forbidden)";
    default:
      return `${isOne ? "was" : "were"} not read`;
  }
}

/** Texts as a list; those that follow one another and are only names can be cut as one. */
function listed(texts: readonly Text[]): Text {
  const groups: (string[] | Text)[] = [];
  for (const text of texts) {
    const [only, ...more] = text;
    const last = groups.at(-1);
    if (only === undefined || only.is !== "name" || more.length > 0) groups.push(text);
    else if (isNames(last)) last.push(only.text);
    else groups.push([only.text]);
  }
  return joined(
    ", ",
    groups.map((group) => (isNames(group) ? [{ is: "list" as const, names: group }] : group)),
  );
}

function isNames(group: readonly unknown[] | undefined): group is string[] {
  return group !== undefined && group.length > 0 && group.every((one) => typeof one === "string");
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

/** The labels of the commands below the table. */
export const gateLabels = { look: "Details", accept: "Accept", explain: "Explain" } as const;

/** The mark whose colour each result has. */
export const answerMarks: Readonly<Record<GateAnswer, "good" | "bad" | "unknown">> = {
  ALLOW: "good",
  BLOCK: "bad",
  UNKNOWN: "unknown",
};
