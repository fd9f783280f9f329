import { joinLines } from "../characters/join-lines.ts";
import type { ContributionRule } from "../model/finding/evidence-parts.ts";
import type { GateCode } from "../model/finding/row.ts";
import { kubectlCommand } from "../model/kubectl-command.ts";
import { printKinds } from "../model/next-step.ts";
import { resourceName } from "../model/resource-name.ts";
import type { GateFact, GateReason, GateReasonOf } from "../model/upgrade-gate.ts";
import { asAbove } from "./labels.ts";
import { rolloutText } from "./operator-rollout.ts";
import {
  heldDrainText,
  maximumText,
  pausedPoolText,
  platformConditionText,
  reportedWords,
  statusWithWords,
} from "./platform-reasons.ts";
import { plainText } from "./text.ts";
import { checkedAlone, unknownUpgrade } from "./unknown-upgrade.ts";
import { changeText, countText, formFor, joinFilled, joinNames, qualifiedName, shortenNames } from "./words/names.ts";
import { generationsText, outcomeTexts } from "./words/read-outcomes.ts";

/**
 * The sentence about a reason for or against an upgrade: `CDI: Available=False (no disk); Pod cdi-api-1 is Pending`. The
 * component stands first if the reason comes from one, the root cause last.
 * @param previous the reason in the row above
 */
export function gateReasonText(reason: GateReason, previous?: GateReason): string {
  // Each entry takes the reason of its own code, by which the table is indexed.
  const toText = reasonTexts[reason.code] as (reason: GateReason, setting: ReasonSetting) => string;
  const { component, about, state, was = state, rootCause = "" } = reason;
  const owner = component === undefined ? "" : `${component}: `;
  const text = toText(reason, { owner, name: qualifiedName(about), isUnknown: was === "unknown", previous });
  return joinFilled("; ", [text, joinLines(rootCause)]);
}

/** What the text of a reason depends on beside its evidence. */
interface ReasonSetting {
  /** `CDI: ` of a reason that comes from a component; else empty. */
  readonly owner: string;
  /** `Deployment kubevirt/virt-api`: the object that the reason is about. */
  readonly name: string;
  /** Whether the reason leaves the upgrade unknown, or would, had the user not accepted it. */
  readonly isUnknown: boolean;
  /** The reason in the row above. */
  readonly previous: GateReason | undefined;
}

/** The texts by code: a new code does not compile until it has one. */
const reasonTexts: {
  readonly [Code in GateCode]: (reason: GateReasonOf<Code>, setting: ReasonSetting) => string;
} = {
  Upgradeable: conditionText,
  OperatorCondition: operatorConditionText,
  ClusterServiceVersion: serviceVersionText,
  UpgradeRunning: upgradeText,
  ComponentBehind: behindText,
  Available: conditionText,
  Degraded: conditionText,
  Progressing: conditionText,
  ReconcileComplete: conditionText,
  OperatorDown: operatorDownText,
  OperatorRollout: ({ rollout }) => `the operator's ${plainText(rolloutText(rollout))}`,
  WorkloadDown: workloadDownText,
  WorkloadNotReady: ({ ready, component = "its component" }, { owner, name }) =>
    `${owner}${name} is ${ready} ready, but ${component} reports healthy`,
  ApiNotAvailable: (reason, { owner, name }) =>
    joinFilled(": ", [`${owner}${name} is not available`, reportedWords(reason)]),
  ConversionFailed: ({ about, message }) =>
    joinFilled(": ", [`${about.kind} cannot be converted between its versions`, joinLines(message)]),
  InvalidCertificate: (_, { name }) => `the API server accepts no certificate by the caBundle of ${name}`,
  Deleting: (_, { owner, name }) => `${owner === "" ? `${name} ` : owner}is being deleted`,
  Paused: ({ component }, { owner, name }) =>
    component === undefined ? `${name} is paused` : `${owner}its operator is paused`,
  Stale: (reason, { owner, name }) => {
    const subject = reason.root === undefined ? `the status of ${name}` : `${owner}the status`;
    return `${subject} is out of date${generationsText(reason)}`;
  },
  TaintedConfiguration: ({ annotation, operations = 0 }, { owner }) =>
    annotation === undefined
      ? "an unsupported annotation is in effect"
      : `${owner}annotation ${annotation} patches it (${countText(operations, "operation")})`,
  OutdatedVMIWorkloads: ({ count }, { owner }) =>
    `${owner}${countText(count, "virtual machine")} still ${formFor(count, "runs", "run")} in pods of the previous version`,
  ClusterVersionFailing: platformConditionText,
  ClusterVersionProgressing: platformConditionText,
  ClusterVersionUpgradeable: platformConditionText,
  MaxOpenShiftVersion: (reason, { name }) => `${name} ${maximumText(reason)}`,
  OtherServiceVersion: serviceVersionText,
  MachineConfigPoolDegraded: platformConditionText,
  MachineConfigPoolUpdating: platformConditionText,
  MachineConfigPoolPaused: (reason, { name }) => `${name} ${pausedPoolText(reason)}`,
  NodeNotReady: platformConditionText,
  NodeCordoned: (_, { name }) => `${name} is cordoned`,
  DrainHeld: heldDrainText,
  WorkloadUpdateMethods: ({ count }, { owner }) =>
    `${owner}workloadUpdateMethods names no method, so ${countText(count, "virtual machine")} in older pods ${formFor(count, "waits", "wait")} for a person`,
  IncompleteReading: unreadText,
  NoHyperConverged: ({ about }, { name }) =>
    about.name === ""
      ? "no HyperConverged could be checked"
      : `${name} was ${checkedAlone}, and what an upgrade without one needs is not known`,
};

/** `spec.overrides sets Upgradeable=False (…)`; what OLM reads of the operator, and whether that is up to date. */
function operatorConditionText(reason: GateReasonOf<"OperatorCondition">, { name }: ReasonSetting): string {
  const { override, status, outdated } = reason;
  const generations = generationsText(reason);
  const outdatedNote =
    outdated === undefined ? "" : `OLM's copy is out of date${generations} and blocks upgrades until it is updated: `;
  if (status === "Unknown" && reportedWords(reason) === "") return `${outdatedNote}${name} does not report Upgradeable`;
  const reported = statusWithWords("Upgradeable", status, reason);
  if (override === undefined || (override === "True" && status === "True")) return `${outdatedNote}${reported}`;
  if (override !== "True") return `spec.overrides sets ${statusWithWords("Upgradeable", override, reason)}`;
  return `spec.overrides allows the upgrade, but the operator reports ${reported}`;
}

function serviceVersionText(reason: GateReasonOf<"ClusterServiceVersion" | "OtherServiceVersion">): string {
  const { about, phase, unmet } = reason;
  const state = phase === "" ? "has no phase: not processed by OLM" : `is ${phase}`;
  const sentence = `${about.name} ${state}`;
  if (unmet.length === 0) return joinFilled(": ", [sentence, reportedWords(reason)]);
  // The names say all that OLM's message says, and must not be cut for it.
  const missing = joinNames(shortenNames(unmet, 3));
  return `${joinFilled(": ", [sentence, reason.reason])}; missing ${missing}`;
}

function operatorDownText(
  { ready, hasNoStatus }: GateReasonOf<"OperatorDown">,
  { name, isUnknown }: ReasonSetting,
): string {
  if (isUnknown && ready === "") return `unknown whether ${name} is running`;
  if (isUnknown) return `${name} is ${ready} ready, but unhealthy`;
  const effect = hasNoStatus ? "nothing has evaluated the CR yet" : "the CR's status is out of date";
  return `${name} is ${ready} ready, so ${effect}`;
}

function workloadDownText(reason: GateReasonOf<"WorkloadDown">, { owner, name, isUnknown }: ReasonSetting): string {
  const { about, ready, notIn } = reason;
  if (about.kind === "Service") {
    const effect = isUnknown ? "may refuse" : "refuse";
    return `${name} has no ready endpoints: its webhooks ${effect} writes that an upgrade needs`;
  }
  if (about.kind === "Webhook") return `the conversion webhook ${about.name} does not respond`;
  if (notIn !== undefined) return lackingText([reason]);
  if (ready === "") return isUnknown ? `${owner}unknown whether ${name} is running` : `${owner}${name} does not exist`;
  return `${owner}${name} is ${ready} ready${isUnknown ? ", but unhealthy" : ""}`;
}

type ConditionReason = Extract<GateReason, { readonly judged?: true }>;

/**
 * What a condition says against an upgrade, by the first of these that the reason has: a phase or a health in place of the
 * condition, no object, no condition, a rule of HyperConverged that derives the condition, a status that this program derives,
 * the words of the row above, a reader that ignores it. Else the condition itself: `CDI: Available=False (no disk)`.
 */
function conditionText(reason: ConditionReason, { previous }: ReasonSetting): string {
  const { code, component, status, about } = reason;
  const isHidden = reason.hidden === true && reason.notReadBy === undefined;
  const hiddenNote = isHidden ? " (not reported by HyperConverged)" : "";
  const owner = component === undefined ? "" : `${component}${hiddenNote}: `;
  if (reason.phase !== undefined) return `${owner}status.phase is ${reason.phase}`;
  if (reason.health !== undefined)
    return `status.systemHealthStatus is ${reason.health}, without a condition that explains it`;
  if (reason.absent) return `${owner}does not exist`;
  if (reason.missing && component === undefined) {
    const isAlone = about.kind !== "HyperConverged";
    return `${about.kind} has no condition ${code}${isAlone ? ", and no HyperConverged reports it" : ""}`;
  }
  if (reason.missing) return `${owner}no condition ${code}`;
  if (reason.rule !== undefined) return `${owner}${derivedConditionText(reason, ruleTexts[reason.rule])}`;
  if (reason.judged) return `${owner}${status === "Unknown" ? "status unknown" : evaluatedAs[code]}`;
  // A component often reports the same in three conditions.
  if (hasSameWords(reason, previous)) return `${owner}${code}=${status}, ${asAbove}`;
  if (reason.notReadBy !== undefined)
    return `${owner}${code}=${status} (${reportedWords(reason)}), which operator ${reason.notReadBy} does not read`;
  return `${owner}${statusWithWords(code, status, reason)}`;
}

/**
 * The condition that HyperConverged derives from what a component reports, and its words:
 * `no conditions makes HyperConverged report Available=False`.
 * @param reportedText what the component reports; empty where its own reason and message say it
 */
function derivedConditionText(reason: ConditionReason, reportedText: string): string {
  const result = `${reason.code}=${reason.status}`;
  const details = reason.rule === "no-conditions" ? "" : reportedWords(reason);
  if (reportedText === "") return joinFilled(": ", [`HyperConverged reports ${result}`, details]);
  return joinFilled(": ", [`${reportedText} makes HyperConverged report ${result}`, details]);
}

/** What a component reports, by the rule that reads it; empty where its own reason and message say it. */
const ruleTexts: Readonly<Record<ContributionRule, string>> = {
  "no-conditions": "no conditions",
  "not-available": "Available=False",
  "missing-available": "no condition Available",
  progressing: "Progressing=True",
  degraded: "Degraded=True",
  "not-upgradeable": "Upgradeable=False",
  version: "",
  "missing-condition": "",
  unknown: "",
  "not-ready": "",
  "reported-reason": "",
  part: "",
};

/** Whether the row above has the same component, reason and message. */
function hasSameWords(reason: ConditionReason, previous: GateReason | undefined): boolean {
  if (previous === undefined || !("message" in previous) || reportedWords(reason) === "") return false;
  return (
    previous.component === reason.component && previous.reason === reason.reason && previous.message === reason.message
  );
}

const evaluatedAs: Readonly<Record<ConditionReason["code"], string>> = {
  Available: "unavailable",
  Degraded: "degraded",
  Progressing: "progressing",
  Upgradeable: "not upgradeable",
  ReconcileComplete: "not reconciled",
};

/** `an upgrade is in progress, stalled: 1.19.0 -> 1.20.0, waiting for CDI`. */
function upgradeText(reason: GateReasonOf<"UpgradeRunning">): string {
  const { running, from, to, waitingFor, stalled, failing, other } = reason;
  if (running !== true && other !== undefined)
    return `${qualifiedName(other)} is running too, ${versionText(from)} and ${versionText(to)}`;
  if (running !== true) return `unknown whether an upgrade is in progress: ${unknownVersionText(from, to)}`;
  const versions = from === undefined || to === undefined ? (from ?? to ?? "") : changeText(from, to);
  const stalledNote = stalled === true ? ", stalled" : "";
  const state = failing === true ? ", every reconcile fails" : stalledNote;
  const waits = waitingFor.length === 0 ? "" : `waiting for ${joinNames(waitingFor)}`;
  const progress = joinFilled(": ", [`an upgrade is in progress${state}`, versions]);
  return joinFilled(", ", [progress, waits]);
}

function versionText(version = ""): string {
  return version === "" ? "an unknown version" : version;
}

/** Which of the two versions is not known, so that they cannot be compared. */
function unknownVersionText(crVersion: string | undefined, operatorVersion: string | undefined): string {
  if (crVersion !== undefined) return `HyperConverged is ${crVersion}, and the operator's version is unknown`;
  if (operatorVersion === undefined) return "neither version is known";
  return `HyperConverged does not report its version, and the operator is ${operatorVersion}`;
}

function behindText(reason: GateReasonOf<"ComponentBehind">, { owner, isUnknown }: ReasonSetting): string {
  const { observedVersion = "an unknown version", expectedVersion } = reason;
  if (isUnknown) return `${owner}runs ${observedVersion}, and the expected version is unknown`;
  return `${owner}runs ${observedVersion}, expected ${expectedVersion === "" ? "an empty version" : expectedVersion}`;
}

/** `CDI cannot be read (forbidden)`, `pods in x was not read: timeout`. */
function unreadText(reason: GateReasonOf<"IncompleteReading">): string {
  const { about, outcome, verb, cause, component, notIn } = reason;
  if (notIn !== undefined) return lackingText([reason]);
  const namespace = about.namespace === undefined ? "" : ` in ${about.namespace}`;
  const isList = verb === "list" || about.name === "";
  const objects = isList ? `${resourceName(about)}${namespace}` : qualifiedName(about);
  const isPieceOfFile = about.kind === "";
  const subject = component ?? (isPieceOfFile ? about.name : objects);
  return joinFilled(": ", [`${subject} ${outcomeTexts[outcome]}`, outcome === "unread" ? cause : ""]);
}

/** `CDI is not in the file: add the output of kubectl get cdis -o yaml`. */
export function lackingText(reasons: readonly GateReason[]): string {
  const facts = reasons.map(({ state: _, ...reason }): GateFact => ({ ...reason, effect: "unknown" }));
  const { text, lacking } = unknownUpgrade(facts, []);
  const isOfFile = reasons.every((reason) => "notIn" in reason && reason.notIn !== "must-gather");
  const [printStep] = isOfFile ? printKinds(lacking) : [];
  if (printStep === undefined) return plainText(text);
  return `${plainText(text)}: add the output of ${kubectlCommand(printStep.words)}`;
}
