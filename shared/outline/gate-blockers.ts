import type { RolloutProgress } from "../model/cause/cause-evidence.ts";
import type { GateCode } from "../model/finding/row.ts";
import { blockingNames } from "../model/finding/upgrade-answer.ts";
import type { Text } from "../model/outline.ts";
import type { GateFact } from "../model/upgrade-gate.ts";
import { nodeKind } from "../profiles/core-kinds.ts";
import { type AgeClock, durationPhrase, withDuration } from "./ages.ts";
import { taintText } from "./findings/shared-sentences.ts";
import { aside, name, phrase, quote, word, words } from "./text.ts";
import { operatorConditionTitle } from "./unknown-upgrade.ts";
import { gateStateTexts, isOwnComponent, runningUpgrade, type UpgradeSubject } from "./upgrade-subject.ts";
import { countText, joinFilled, joinNames, nameWithoutNamespace } from "./words/names.ts";

/** What blocks an upgrade: the name of a component or an object, `CDI (1 of 2 ready)`, or a state, `CR rejected`. */
export interface Blocker {
  readonly isState: boolean;
  readonly text: Text;
  /** The text without what a finding says in full. */
  readonly brief: Text;
}

/** A row of a gate with this code. */
type FactOf<Code extends GateCode> = Extract<GateFact, { readonly code: Code }>;

/** The most nodes that the line names. More are counted. */
const maxNodeNames = 3;

/** How the rollout of the operator is, where that blocks a gate. */
const rolloutTexts: Readonly<Record<RolloutProgress["state"], string>> = {
  complete: "the operator's rollout is complete",
  underway: "the operator is rolling out",
  paused: "the operator's rollout is paused",
  stuck: "the operator's rollout is stuck",
  unknown: "the operator's rollout is unknown",
};

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

/** A blocker that is a state. */
function stateBlocker(text: Text): Blocker {
  return { isState: true, text, brief: text };
}

/** A blocker that is a name, and why it blocks. */
export function namedBlocker(label: Text, explanation: Text = []): Blocker {
  const text = [...label, ...explanation];
  return { isState: false, text, brief: text };
}

/** What blocks an upgrade, in the order of the gate, without what another blocker says. */
export function listBlockers(subject: UpgradeSubject): readonly Blocker[] {
  const running = subject.facts.find((fact) => fact.code === "UpgradeRunning");
  const shownNames = blockingNames(subject.gate).filter(
    (blockingName) => !isRepeatedToOlm(blockingName, subject) && !isPartOfState(blockingName, subject, running),
  );
  const toBlocker = (blockingName: string): Blocker =>
    blockingName === runningUpgrade
      ? stateBlocker(words(runningUpgradeText(subject, running)))
      : blockerOf(blockingName, subject);
  const nodeNames = new Set(subject.facts.flatMap(({ about }) => (about.kind === nodeKind.kind ? [about.name] : [])));
  const nodeCount = shownNames.filter((blockingName) => nodeNames.has(blockingName)).length;
  if (nodeCount <= maxNodeNames) return shownNames.map(toBlocker);
  const others = shownNames.filter((blockingName) => !nodeNames.has(blockingName));
  return [...others.map(toBlocker), namedBlocker([name(countText(nodeCount, "node"))])];
}

/** Whether a component blocks only as what the installation or the upgrade that runs waits for, which says so. */
function isPartOfState(
  blockingName: string,
  subject: UpgradeSubject,
  running: FactOf<"UpgradeRunning"> | undefined,
): boolean {
  const isBlocking = subject.facts.some(({ component, effect }) => component === blockingName && effect === "blocks");
  if (!isBlocking || componentText(blockingName, subject).length > 0) return false;
  const isAwaited = running?.failing !== true && running?.waitingFor.includes(blockingName) === true;
  return isAwaited || blockingNames(subject.gate).includes("Init");
}

/** Whether OLM's OperatorCondition only repeats what HyperConverged reports about the other blockers. */
function isRepeatedToOlm(blockingName: string, { gate, reported }: UpgradeSubject): boolean {
  if (blockingName !== "OperatorCondition" || blockingNames(gate).length === 1) return false;
  return reported?.own === "False" && reported.operatorCondition?.override === undefined;
}

/**
 * The blocker with that name. The first that applies: the unhealthy component whose upgrade it is; OLM's OperatorCondition; a
 * fact that has the name; a state; a component.
 */
function blockerOf(blockingName: string, subject: UpgradeSubject): Blocker {
  const { root, facts } = subject;
  if (root !== undefined && root.verdict !== "healthy" && isOwnComponent(blockingName, subject))
    return stateBlocker([name(blockingName), word(` is ${root.verdict}`)]);
  if (blockingName === "OperatorCondition")
    return namedBlocker([name(operatorConditionTitle)], operatorConditionText(subject));
  for (const fact of facts) {
    const blocker = blockerByFact(fact, blockingName, subject.clock);
    if (blocker !== undefined) return blocker;
  }
  const stateText = gateStateTexts.get(blockingName);
  if (stateText !== undefined) return stateBlocker(words(stateText));
  return namedBlocker([name(blockingName)], componentText(blockingName, subject));
}

/** The blocker of a fact that has this name. Undefined for a fact with another name, or that is about a component. */
function blockerByFact(fact: GateFact, blockingName: string, clock: AgeClock | undefined): Blocker | undefined {
  if (fact.code === "TaintedConfiguration") {
    if (fact.annotation !== blockingName) return undefined;
    return { ...stateBlocker(taintText(fact)), brief: phrase`unsupported changes to ${fact.component ?? ""}` };
  }
  if (fact.code === "OperatorRollout")
    return blockingName === "OperatorRollout" ? rolloutBlocker(fact.rollout, clock) : undefined;
  if (fact.about.name !== blockingName) return undefined;
  if (fact.code === "ClusterServiceVersion") return stateBlocker(serviceVersionText(fact));
  if (platformCodes.has(fact.code)) return namedBlocker([name(nameWithoutNamespace(fact.about))]);
  if (fact.code === "WorkloadDown" && fact.component === undefined)
    return namedBlocker([name(nameWithoutNamespace(fact.about))], readyPodsAside(fact));
  return undefined;
}

/** ` (0/2 ready)`, ` (no ready endpoints)`. */
function readyPodsAside({ about, ready }: FactOf<"WorkloadDown">): Text {
  if (about.kind === "Service") return [aside(" (no ready endpoints)")];
  return ready === "" ? [] : [aside(` (${ready} ready)`)];
}

/** How the rollout is, and for one that is under way what it waits for, since no other line says that. */
function rolloutBlocker(rollout: RolloutProgress, clock: AgeClock | undefined): Blocker {
  const progress = words(rolloutTexts[rollout.state]);
  const { waitingPod, leadingPod } = rollout;
  if (rollout.state !== "underway" || waitingPod === undefined || leadingPod === undefined)
    return stateBlocker(progress);
  const holder = phrase`Pod ${leadingPod}${leadingPodAside(rollout, clock)}`;
  return stateBlocker([...progress, ...phrase`, its new Pod waits for the Lease that ${holder} holds`]);
}

/**
 * ` (1.19.0, Terminating for 16m)`: the version of the Pod that holds the Lease and since when it is being deleted, which show
 * whether the wait is a fault. Empty where neither is known.
 */
function leadingPodAside({ from, leadingPodDeletedAt }: RolloutProgress, clock: AgeClock | undefined): Text {
  const age = durationPhrase(leadingPodDeletedAt, clock);
  const deletion = leadingPodDeletedAt === undefined ? "" : `Terminating ${age}`.trimEnd();
  const facts = joinFilled(", ", [from, deletion]);
  return facts === "" ? [] : words(` (${facts})`);
}

/**
 * `an upgrade is stuck, every reconcile fails`, `an upgrade is in progress and waits for CDI`. Whether it waits for a
 * component that was not read is not known.
 */
function runningUpgradeText(subject: UpgradeSubject, running: FactOf<"UpgradeRunning"> | undefined): string {
  if (running === undefined) return "an upgrade is in progress";
  const state = running.stalled === true ? "stalled" : "in progress";
  if (running.failing === true) return "an upgrade is stuck, every reconcile fails";
  const isUnread = (component: string): boolean =>
    subject.facts.some((fact) => fact.code === "IncompleteReading" && fact.component === component);
  const namedElsewhere = blockingNames(subject.gate).filter((gateName) => !isPartOfState(gateName, subject, running));
  const awaited = running.waitingFor.filter((component) => !namedElsewhere.includes(component));
  const read = awaited.filter((component) => !isUnread(component));
  const unread = awaited.filter(isUnread);
  const waits = read.length === 0 ? "" : ` and waits for ${joinNames(read)}`;
  const doubt = unread.length === 0 ? "" : `, whether it waits for ${joinNames(unread)} is not known`;
  return `an upgrade is ${state}${waits}${doubt}`;
}

/** `ClusterServiceVersion x lacks CustomResourceDefinition y`, `ClusterServiceVersion x is Failed`. */
function serviceVersionText({ about, unmet, phase }: FactOf<"ClusterServiceVersion">): Text {
  const version = name(`ClusterServiceVersion ${about.name}`);
  if (unmet.length > 0) return [version, word(" lacks "), { is: "list", names: unmet }];
  return [version, word(phase === "" ? " has no phase" : ` is ${phase}`)];
}

/** What OLM's OperatorCondition reports, behind its name: `: Upgradeable=False for 14m (…)`. */
function operatorConditionText({ facts, clock }: UpgradeSubject): Text {
  const fact = facts.find(({ code }) => code === "OperatorCondition");
  if (fact?.code !== "OperatorCondition") return [];
  if (fact.override !== undefined && fact.override !== "True")
    return [word(": spec.overrides sets "), ...upgradeableText(fact.override, fact, clock)];
  return [word(": "), ...upgradeableText(fact.status, fact, clock)];
}

/**
 * Why a component blocks, behind its name, where its one fact says more than its state: ` (Deployment x 0/1 ready)`. Empty
 * for a component with several facts, or one that was not read: the HyperConverged has words about that.
 */
function componentText(component: string, { facts, clock }: UpgradeSubject): Text {
  const isUnread = facts.some((fact) => fact.component === component && fact.code === "IncompleteReading");
  const [fact, ...others] = facts.filter(
    ({ component: owner, effect, code }) =>
      owner === component && effect === "blocks" && code !== "TaintedConfiguration",
  );
  if (fact === undefined || isUnread || others.length > 0) return [];
  switch (fact.code) {
    case "Upgradeable": {
      if (fact.status !== "False" || fact.rule !== undefined) return [];
      const note = fact.notReadBy === undefined ? "" : `, which operator ${fact.notReadBy} does not read`;
      return [word(": "), ...upgradeableText(fact.status, fact, clock), ...words(note)];
    }
    case "OutdatedVMIWorkloads":
      return [aside(` (${countText(fact.count, "virtual machine")} in pods of its previous version)`)];
    case "ApiNotAvailable":
      return [aside(` (${nameWithoutNamespace(fact.about)} is not available)`)];
    case "WorkloadNotReady":
      return [aside(` (${nameWithoutNamespace(fact.about)} ${fact.ready} ready)`)];
    default:
      return [];
  }
}

/** `Upgradeable=False for 14m (NMState is not supported)`; the reason where there is no message. */
function upgradeableText(
  status: string,
  { reason, message, since }: { readonly reason: string; readonly message: string; readonly since?: string },
  clock: AgeClock | undefined,
): Text {
  const state = withDuration(words(`Upgradeable=${status}`), since, clock);
  const evidence = message.trim() === "" ? reason.trim() : message.trim();
  return evidence === "" ? state : [...state, word(" ("), quote(evidence), word(")")];
}
