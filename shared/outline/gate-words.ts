import type { RolloutProgress } from "../model/cause/cause-evidence.ts";
import { lastConditionOfType } from "../model/condition.ts";
import { definedFields } from "../model/defined-fields.ts";
import { families, hyperConvergedPods } from "../model/families.ts";
import type { Finding } from "../model/finding/finding.ts";
import type { GateCode } from "../model/finding/row.ts";
import { blockingNames, findingsOf } from "../model/finding/upgrade-answer.ts";
import {
  describeObject,
  listKinds,
  listOutdatedInstances,
  listPods,
  type NextStep,
  printKinds,
  printPermissions,
  showStored,
} from "../model/next-step.ts";
import { isSameObject, type Ref } from "../model/object.ts";
import type { Mark, Text } from "../model/outline.ts";
import type { Gate, RootNode } from "../model/report.ts";
import type { GateFact, ReportedUpgradeable } from "../model/upgrade-gate.ts";
import { nodeKind } from "../profiles/core-kinds.ts";
import { operatorLease } from "../profiles/hco/profile.ts";
import { componentOf, isUpgradeable } from "../profiles/hco/upgradeable.ts";
import { type AgeClock, durationPhrase, withDuration } from "./ages.ts";
import { taintText } from "./findings/shared-sentences.ts";
import { aside, joined, list, name, phrase, plainText, quote, word, words } from "./text.ts";
import {
  allWorkloads,
  operatorConditionTitle,
  outdatedText,
  type UnknownUpgrade,
  unknownUpgrade,
} from "./unknown-upgrade.ts";
import { countText, joinNames, nameWithoutNamespace } from "./words/names.ts";

/** The texts of the names in a gate that are states, and neither components nor objects. */
const stateTexts: ReadonlyMap<string, string> = new Map([
  ["AlreadyPerformingUpgrade", "an upgrade is in progress"],
  ["Deleting", "being deleted"],
  ["ConversionWebhook", "the conversion webhook does not respond"],
  ["ConversionFailed", "the conversion webhook returns an error"],
  ["Init", "the installation is not complete"],
  ["NoHyperConverged", "no HyperConverged was found"],
  ["Stale", "the status is out of date"],
  ["OperatorDown", "the operator is down"],
  ["OperatorRollout", "the operator's rollout is not complete"],
  ["OperatorUnknown", "the operator could not be checked"],
  ["UpgradeRunning", "whether an upgrade is in progress is not known"],
  ["OperatorDeployments", `${allWorkloads} are not in the file`],
  ["UncollectedDeployments", `${allWorkloads} were not collected`],
  ["InvalidRequest", "CR rejected"],
  ["ReconcileFailed", "the last reconcile failed"],
  ["StatusUnknown", "components not evaluated yet"],
  ["Suspended", "suspended"],
  ["TaintedConfiguration", "an unsupported annotation is in effect"],
]);

/** How the rollout of the operator is, where that blocks a gate. */
const rolloutTexts: Readonly<Record<RolloutProgress["state"], string>> = {
  complete: "the operator's rollout is complete",
  underway: "the operator is rolling out",
  paused: "the operator's rollout is paused",
  stuck: "the operator's rollout is stuck",
  unknown: "the operator's rollout is unknown",
};

/** The result of the readiness gate: `yes`, `no: CDI`, `unknown: KubeVirt`. */
export function formatReadyGate({ answer, because }: Gate): string {
  const names = because.filter((blockingName) => !stateTexts.has(blockingName)).join(", ");
  const states = because.flatMap((blockingName) => stateTexts.get(blockingName) ?? []).join(", ");
  const clauses = [names, states].filter((clause) => clause !== "");
  return clauses.length === 0 ? answer : `${answer}: ${clauses.join("; ")}`;
}

/** What the line about the upgrade of one object is made of. */
export interface UpgradeSubject {
  /** The object; absent where only the names of what blocks it are known. */
  readonly root?: Pick<RootNode, "ref" | "verdict">;
  readonly gate: Gate;
  readonly facts: readonly GateFact[];
  readonly reported?: ReportedUpgradeable;
  /** The moment from which ages count. Without it the line has no age. */
  readonly clock?: AgeClock;
  /** The objects that commands beside the line print already. */
  readonly printed?: readonly Ref[];
}

/** One gate as it is shown to a person. */
export interface GateLine {
  readonly mark: Mark;
  readonly subject: Text;
  readonly text: Text;
  /** The text beside the findings, which have the names of annotations: `should wait: unsupported changes to KubeVirt`. */
  readonly brief: Text;
  /** The text directly below the finding that is all that blocks: `should wait for this`. */
  readonly briefBelow: Text;
  /** The commands that show what blocks, or print what is not known. */
  readonly steps: readonly NextStep[];
}

const gateMarks: Readonly<Record<Gate["answer"], Mark>> = { yes: "good", no: "remark", unknown: "unknown" };

/**
 * `Upgrade blocked by KubeVirt, CDI`, `Upgrade allowed`, `Next upgrade blocked: an upgrade is in progress`; undefined for
 * an object that no gate is about. `findings`: all of the Report. `printed`: see {@link UpgradeSubject}.
 */
export function upgradeGate(
  root: RootNode,
  findings: readonly Finding[],
  clock: AgeClock,
  printed: readonly Ref[] = [],
): GateLine | undefined {
  if (!isUpgradeable(root)) return undefined;
  return upgradeLine({
    root,
    gate: root.gates.upgradeable,
    facts: findingsOf(root, findings).flatMap(factsIn),
    reported: reportedUpgradeable(root),
    clock,
    printed,
  });
}

function factsIn({ about, component, rows }: Finding): readonly GateFact[] {
  const shared = { about, ...definedFields({ component }) };
  return rows.map((row): GateFact => ({ ...shared, ...row }));
}

/** The two Upgradeables of a root: the condition of the HyperConverged, and what OLM reads. */
export function reportedUpgradeable({ conditions, olm, profile }: RootNode): ReportedUpgradeable {
  const own = families[profile].hasUpgradeGate ? lastConditionOfType(conditions, "Upgradeable")?.status : undefined;
  const operatorCondition = olm?.operatorCondition;
  return definedFields({ own, operatorCondition });
}

/** The line with the answer. While an upgrade runs, or the operator is replaced, it is about the next one. */
export function upgradeLine(subject: UpgradeSubject): GateLine {
  const isNext = blockingNames(subject.gate).some((blockingName) => isUpgradeUnderway(blockingName));
  return {
    mark: gateMarks[subject.gate.answer],
    subject: [word(isNext ? "Next upgrade" : "Upgrade")],
    text: upgradeText(subject),
    brief: briefText(subject),
    briefBelow: [...refusalText([named(words("this"))], subject), ...olmText(subject)],
    steps: stepsOf(subject),
  };
}

function isUpgradeUnderway(blockingName: string): boolean {
  return blockingName === runningUpgrade || blockingName === "OperatorRollout";
}

/** The result of the upgrade gate on one line, as far as the names of what blocks it say it. */
export function formatUpgradeGate(gate: Gate): string {
  return plainText(upgradeText({ gate, facts: [] }));
}

/**
 * `allowed`, `blocked by KubeVirt, CDI`, `should wait for CDI`, `blocked: CR rejected; also by CDI`, `unknown: CDI is not in
 * the file`. Blocked is what OLM or the operator refuses; it should wait where only the gate says so. Behind an answer
 * stands what OLM does where that is not the same.
 */
function upgradeText(subject: UpgradeSubject): Text {
  const { answer } = subject.gate;
  if (answer === "yes") return [word("allowed")];
  if (answer === "no") return [...refusalText(blockingTexts(subject), subject), ...olmText(subject)];
  return [word("unknown: "), ...unknownOf(subject).text];
}

function briefText(subject: UpgradeSubject): Text {
  const { answer } = subject.gate;
  if (answer === "yes") return [word("allowed")];
  if (answer === "unknown") return briefUnknown(subject);
  const brief = blockingTexts(subject).map((blockingName) => ({ ...blockingName, text: blockingName.brief }));
  // `unsupported changes to KubeVirt` names the component: its name alone would repeat it.
  const changed = subject.facts.flatMap((fact) => (fact.code === "TaintedConfiguration" ? [fact.component] : []));
  const blocking = brief.filter(({ isState, text }) => isState || !changed.includes(plainText(text)));
  return [...refusalText(blocking, subject), ...olmText(subject)];
}

/** `unknown: MigController`: the components of which it is not known, where the upgrade is that of another object. */
function briefUnknown(subject: UpgradeSubject): Text {
  const components = subject.gate.because.filter(
    (blockingName) => !stateTexts.has(blockingName) && !isItself(blockingName, subject),
  );
  return components.length === 0 ? words("unknown") : [word("unknown: "), list(components)];
}

const runningUpgrade = "AlreadyPerformingUpgrade";

/** States first: one that blocks is worse than a component that does. */
function refusalText(blocking: readonly BlockingText[], { gate: { refused } }: UpgradeSubject): Text {
  const verb = refused === true ? "blocked" : "should wait";
  const link = refused === true ? "by" : "for";
  const states = blocking.filter(({ isState }) => isState).map(({ text }) => text);
  const others = listed(blocking.filter(({ isState }) => !isState).map(({ text }) => text));
  if (states.length === 0 && others.length === 0) return words(verb);
  if (states.length === 0) return [word(`${verb} ${link} `), ...others];
  const refusal = [word(`${verb}: `), ...joined(", ", states)];
  return others.length === 0 ? refusal : [...refusal, word(`; also ${link} `), ...others];
}

/** What blocks, as a name or as a state in words. */
interface BlockingText {
  readonly isState: boolean;
  readonly text: Text;
  /** The text without what a finding says in full. */
  readonly brief: Text;
}

function state(text: Text): BlockingText {
  return { isState: true, text, brief: text };
}

function named(label: Text, why: Text = []): BlockingText {
  const text = [...label, ...why];
  return { isState: false, text, brief: text };
}

function blockingTexts(subject: UpgradeSubject): readonly BlockingText[] {
  const running = subject.facts.find((fact) => fact.code === "UpgradeRunning");
  const shown = blockingNames(subject.gate).filter(
    (blockingName) => !isRepeatedToOlm(blockingName, subject) && !isPartOfState(blockingName, subject, running),
  );
  const nodes = new Set(subject.facts.flatMap(({ about }) => (about.kind === nodeKind.kind ? [about.name] : [])));
  const count = shown.filter((blockingName) => nodes.has(blockingName)).length;
  const isMany = count > maxNodeNames;
  const entries = shown
    .filter((blockingName) => !isMany || !nodes.has(blockingName))
    .map((blockingName) =>
      blockingName === runningUpgrade
        ? state(words(runningText(subject, running)))
        : blockingTextOf(blockingName, subject),
    );
  return isMany ? [...entries, named([name(countText(count, "node"))])] : entries;
}

/** The most nodes that the line names. Of more it has the number. */
const maxNodeNames = 3;

/** Whether a component blocks only as what the installation or the upgrade that runs waits for, which says so. */
function isPartOfState(blockingName: string, subject: UpgradeSubject, running: RunningUpgrade | undefined): boolean {
  const isBlocking = subject.facts.some(({ component, effect }) => component === blockingName && effect === "blocks");
  if (!isBlocking || componentText(blockingName, subject).length > 0) return false;
  const isAwaited = running?.failing !== true && running?.waitingFor.includes(blockingName) === true;
  return isAwaited || blockingNames(subject.gate).includes("Init");
}

type RunningUpgrade = Extract<GateFact, { readonly code: "UpgradeRunning" }>;

/** Whether OLM's OperatorCondition only passes on what HyperConverged reports about the others. */
function isRepeatedToOlm(blockingName: string, { gate, reported }: UpgradeSubject): boolean {
  const isPassedOn = reported?.own === "False" && reported.operatorCondition?.override === undefined;
  return blockingName === "OperatorCondition" && blockingNames(gate).length > 1 && isPassedOn;
}

function workloadAside({ about, ready }: Extract<GateFact, { readonly code: "WorkloadDown" }>): Text {
  if (about.kind === "Service") return [aside(" (no ready endpoints)")];
  return ready === "" ? [] : [aside(` (${ready} ready)`)];
}

function blockingTextOf(blockingName: string, subject: UpgradeSubject): BlockingText {
  const { root, facts } = subject;
  if (isItself(blockingName, subject) && root !== undefined && root.verdict !== "healthy")
    return state([name(blockingName), word(` is ${root.verdict}`)]);
  if (blockingName === "OperatorCondition")
    return named([name(operatorConditionTitle)], operatorConditionText(subject));
  for (const fact of facts) {
    if (fact.code === "TaintedConfiguration" && fact.annotation === blockingName)
      return { ...state(taintText(fact)), brief: phrase`unsupported changes to ${fact.component ?? ""}` };
    if (fact.code === "ClusterServiceVersion" && fact.about.name === blockingName)
      return state(serviceVersionText(fact));
    if (fact.code === "OperatorRollout" && blockingName === "OperatorRollout")
      return rolloutBlocking(fact, subject.clock);
    if (platformCodes.has(fact.code) && fact.about.name === blockingName)
      return named([name(nameWithoutNamespace(fact.about))]);
    if (fact.code === "WorkloadDown" && fact.component === undefined && fact.about.name === blockingName)
      return named([name(nameWithoutNamespace(fact.about))], workloadAside(fact));
  }
  const stateText = stateTexts.get(blockingName);
  if (stateText !== undefined) return state(words(stateText));
  return named([name(blockingName)], componentText(blockingName, subject));
}

/** Codes about objects beside HyperConverged, which are named with their kinds. */
const platformCodes: ReadonlySet<GateCode> = new Set<GateCode>([
  "MaxOpenShiftVersion",
  "OtherServiceVersion",
  "MachineConfigPoolDegraded",
  "MachineConfigPoolUpdating",
  "MachineConfigPoolPaused",
  "NodeNotReady",
  "NodeCordoned",
  "DrainHeld",
]);

/** How the rollout is; of one that is under way also what it waits for, since no other line says that. */
function rolloutBlocking(
  { rollout }: Extract<GateFact, { readonly code: "OperatorRollout" }>,
  clock: AgeClock | undefined,
): BlockingText {
  const progress = words(rolloutTexts[rollout.state]);
  const { waitingPod, leadingPod } = rollout;
  if (rollout.state !== "underway" || waitingPod === undefined || leadingPod === undefined) return state(progress);
  const holder = phrase`Pod ${leadingPod}${leadingPodAside(rollout, clock)}`;
  return state([...progress, ...phrase`, its new Pod waits for the Lease that ${holder} holds`]);
}

/**
 * ` (1.19.0, Terminating for 16m)`: what is known of the Pod that holds the Lease, which shows whether the wait is a fault;
 * else empty.
 */
function leadingPodAside({ from, leadingPodDeletedAt }: RolloutProgress, clock: AgeClock | undefined): Text {
  const age = durationPhrase(leadingPodDeletedAt, clock);
  const ending = leadingPodDeletedAt === undefined ? "" : `Terminating ${age}`.trimEnd();
  const known = [from, ending].filter((each) => each !== "");
  return known.length === 0 ? [] : words(` (${known.join(", ")})`);
}

/** Whether a blocker is the name of the component whose upgrade it is. */
function isItself(blockingName: string, { root }: UpgradeSubject): boolean {
  return root !== undefined && componentOf(root.ref) === blockingName;
}

/**
 * `an upgrade is stuck, every reconcile fails`, `an upgrade is in progress and waits for CDI`. Whether it waits for a
 * component that was not read is not known.
 */
function runningText(subject: UpgradeSubject, running: RunningUpgrade | undefined): string {
  const state = running?.stalled === true ? "stalled" : "in progress";
  if (running === undefined) return `an upgrade is ${state}`;
  if (running.failing === true) return "an upgrade is stuck, every reconcile fails";
  const isUnread = (component: string): boolean =>
    subject.facts.some((fact) => fact.code === "IncompleteReading" && fact.component === component);
  const names = blockingNames(subject.gate);
  const others = running.waitingFor.filter(
    (component) => !names.includes(component) || isPartOfState(component, subject, running),
  );
  const awaited = others.filter((component) => !isUnread(component));
  const unread = others.filter(isUnread);
  const waits = awaited.length === 0 ? "" : ` and waits for ${joinNames(awaited)}`;
  const whether = unread.length === 0 ? "" : `, whether it waits for ${joinNames(unread)} is not known`;
  return `an upgrade is ${state}${waits}${whether}`;
}

/** `ClusterServiceVersion x lacks CustomResourceDefinition y`, `ClusterServiceVersion x is Failed`. */
function serviceVersionText(fact: Extract<GateFact, { readonly code: "ClusterServiceVersion" }>): Text {
  const version = name(`ClusterServiceVersion ${fact.about.name}`);
  if (fact.unmet.length > 0) return [version, word(" lacks "), { is: "list", names: fact.unmet }];
  return [version, word(fact.phase === "" ? " has no phase" : ` is ${fact.phase}`)];
}

/** What OLM's OperatorCondition reports, behind its name. */
function operatorConditionText({ facts, clock }: UpgradeSubject): Text {
  const fact = facts.find((one) => one.code === "OperatorCondition");
  if (fact === undefined) return [];
  if (fact.override !== undefined && fact.override !== "True")
    return [word(": spec.overrides sets "), ...statusText(fact.override, fact, clock)];
  return [word(": "), ...statusText(fact.status, fact, clock)];
}

/** Why a component blocks, behind its name, where no other line says it: a fault of a healthy component, its Upgradeable. */
function componentText(component: string, { facts, clock }: UpgradeSubject): Text {
  const [only, ...others] = facts.filter(
    (fact) => fact.component === component && fact.effect === "blocks" && fact.code !== "TaintedConfiguration",
  );
  // The HyperConverged has words about a component that could not be read.
  const isUnread = facts.some((fact) => fact.component === component && fact.code === "IncompleteReading");
  if (only === undefined || isUnread || others.length > 0) return [];
  if (only.code === "Upgradeable" && only.status === "False" && only.rule === undefined) {
    const unread = only.notReadBy === undefined ? "" : `, which operator ${only.notReadBy} does not read`;
    return [word(": "), ...statusText(only.status, only, clock), ...words(unread)];
  }
  if (only.code === "OutdatedVMIWorkloads")
    return [aside(` (${countText(only.count, "virtual machine")} in pods of its previous version)`)];
  if (only.code === "ApiNotAvailable") return [aside(` (${nameWithoutNamespace(only.about)} is not available)`)];
  if (only.code === "WorkloadNotReady") return [aside(` (${nameWithoutNamespace(only.about)} ${only.ready} ready)`)];
  return [];
}

/** `Upgradeable=False for 14m (NMState is not supported)`; the reason where there is no message. */
function statusText(
  status: string,
  { reason, message, since }: { readonly reason: string; readonly message: string; readonly since?: string },
  clock: AgeClock | undefined,
): Text {
  const evidence = message.trim() === "" ? reason.trim() : message.trim();
  return [
    ...withDuration(words(`Upgradeable=${status}`), since, clock),
    ...(evidence === "" ? [] : [word(" ("), quote(evidence), word(")")]),
  ];
}

/**
 * What OLM does, where the answer does not say it: OLM reads neither the components nor the HyperConverged, but
 * spec.overrides and then the status of the OperatorCondition, and takes an outdated one for a refusal
 * (https://github.com/operator-framework/operator-lifecycle-manager, pkg/controller/operators/olm/operatorconditions.go,
 * isOperatorUpgradeable).
 */
function olmText({ reported = {}, gate }: UpgradeSubject): Text {
  const { own, operatorCondition } = reported;
  const names = blockingNames(gate);
  if (operatorCondition === undefined) {
    // The operator gives its OperatorCondition the status that it gives HyperConverged's Upgradeable. Neither is current
    // while the operator does not run or is replaced.
    const isCurrent = !names.some((blockingName) => statesWithOutdatedStatus.has(blockingName));
    return own === "True" && isCurrent ? words("; HyperConverged reports Upgradeable=True, so OLM would not wait") : [];
  }
  const { override, outdated } = operatorCondition;
  const { status } = override ?? operatorCondition;
  const which = override === undefined ? "its OperatorCondition" : "spec.overrides of its OperatorCondition";
  const ownText = own === undefined || own === status ? "" : `HyperConverged reports Upgradeable=${own}, but `;
  const isShown = names.includes("OperatorCondition");
  if (gate.refused !== true) return words(`; ${ownText}OLM would begin it, because ${which} has Upgradeable=${status}`);
  if (override === undefined && outdated === true && status !== "False")
    return words(`; ${ownText}OLM begins none, because its OperatorCondition ${outdatedText(operatorCondition)}`);
  if (isShown && own === "False")
    return names.length === 1 ? [] : words(`; ${operatorConditionTitle} reports the same`);
  if (own !== "True" || status === "True") return [];
  return words(`; ${ownText}OLM follows ${which}${isShown ? "" : `: Upgradeable=${status}`}`);
}

/** The states in which what HyperConverged reports is not what the operator would report now. */
const statesWithOutdatedStatus: ReadonlySet<string> = new Set([
  runningUpgrade,
  "OperatorRollout",
  "OperatorDown",
  "Deleting",
]);

/** The commands that show what blocks first, or print what is not known. */
function stepsOf(subject: UpgradeSubject): readonly NextStep[] {
  const { gate, facts, root, printed = [] } = subject;
  if (gate.answer === "yes") return [];
  if (gate.answer === "no") return stepsOfBlocking(subject);
  const { objects, lacking } = unknownOf(subject);
  const reasonsNotRead = facts.map(reasonNotRead);
  if (reasonsNotRead.includes("files") || reasonsNotRead.includes("buffer")) {
    const isPrinted = (object: Ref): boolean => printed.some((ref) => isSameObject(ref, object));
    return printKinds(lacking.filter((object) => !isPrinted(object)));
  }
  if (root !== undefined && reasonsNotRead.includes("forbidden")) return printPermissions(root.ref, root.ref);
  const [only, ...others] = objects;
  const described = only !== undefined && others.length === 0 && only.name !== "" ? describeObject(only) : [];
  return described.length > 0 ? described : listKinds(objects);
}

/** The input that lacks an object, or the outcome of reading it: `files`, `forbidden`. */
function reasonNotRead(fact: GateFact): string | undefined {
  if ("notIn" in fact && fact.notIn !== undefined) return fact.notIn;
  return "outcome" in fact ? fact.outcome : undefined;
}

/** The command that shows the object of the first blocker. */
function stepsOfBlocking({ gate, facts, root }: UpgradeSubject): readonly NextStep[] {
  const blocking = facts.filter(({ effect }) => effect === "blocks");
  const [first = ""] = blockingNames(gate);
  const fact = blocking.find((one) => isNamed(one, first)) ?? blocking[0];
  if (fact === undefined || root === undefined) return [];
  if (fact.code === "OperatorRollout") return stepsOfRollout(fact.rollout, root.ref);
  // A workload without counts may not exist; a description of it would fail.
  if (fact.code === "WorkloadDown" && fact.ready === "" && fact.about.group === "apps") return listKinds([fact.about]);
  if (fact.code === "OutdatedVMIWorkloads") return listOutdatedInstances();
  // Another version than the stored one cannot be described.
  if (fact.code === "ConversionFailed") return showStored(fact.about, fact.readable);
  return fact.about.kind === "Webhook" ? describeObject(root.ref) : describeObject(fact.about);
}

function isNamed(fact: GateFact, blockingName: string): boolean {
  return [fact.component, fact.about.name, fact.code, fact.about.kind].includes(blockingName);
}

/** The Pods that a rollout waits for: the one that holds the Lease, else all of the operator. */
function stepsOfRollout({ leadingPod, waitingPod }: RolloutProgress, { namespace }: Ref): readonly NextStep[] {
  const place = definedFields({ namespace });
  if (leadingPod !== undefined) return describeObject({ group: "", kind: "Pod", ...place, name: leadingPod });
  return waitingPod === undefined
    ? listPods(place, `name=${hyperConvergedPods}`)
    : describeObject({ ...operatorLease, ...place });
}

/** What is not known, of each thing with what is not known of it. */
function unknownOf({ gate: { because }, facts, reported }: UpgradeSubject): UnknownUpgrade {
  const unknown = unknownUpgrade(facts, because, reported);
  if (unknown.text.length > 0) return unknown;
  const names = because.filter((blockingName) => !stateTexts.has(blockingName));
  const states = because.flatMap((blockingName) => stateTexts.get(blockingName) ?? []);
  const clauses = states.map((text) => words(text));
  if (names.length > 0) clauses.unshift(phrase`the state of ${list(names)} is not known`);
  return { text: joined("; ", clauses), objects: [], lacking: [] };
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
  return group !== undefined && group.length > 0 && group.every((item) => typeof item === "string");
}
