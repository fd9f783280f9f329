import { joinLines } from "../characters/join-lines.ts";
import type { ContributionRule } from "../model/finding/evidence-parts.ts";
import type { GateCode } from "../model/finding/row.ts";
import { kubectlCommand } from "../model/kubectl-command.ts";
import { printKinds } from "../model/next-step.ts";
import { keyOf } from "../model/object.ts";
import { resourceName } from "../model/resource-name.ts";
import { isLive } from "../model/snapshot.ts";
import type { GateFact, GateReason, GateReasonOf, GateReport, GateRoot } from "../model/upgrade-gate.ts";
import type { AgeClock } from "./ages.ts";
import { type GateLine, upgradeLine } from "./gate-words.ts";
import { asAbove } from "./labels.ts";
import { rolloutText } from "./operator-rollout.ts";
import {
  foldedNodesText,
  heldDrainText,
  isOfNode,
  maximumText,
  pausedPoolText,
  platformConditionText,
  reportedWords,
  statusWithWords,
} from "./platform-reasons.ts";
import { entryLine, plainText } from "./text.ts";
import { checkedAlone, unknownUpgrade } from "./unknown-upgrade.ts";
import { changeText, countText, formFor, joinNames, qualifiedName, shortenNames } from "./words/names.ts";
import { generationsText, outcomeTexts } from "./words/read-outcomes.ts";

/**
 * The text of each reason, after its code; the component first where the reason comes from one, the cause last.
 * `before` is the row above it.
 */
export function gateReasonText(reason: GateReason, before?: GateReason): string {
  // Each entry takes the reason of its own code, by which the table is indexed.
  const toText = reasonTexts[reason.code] as (reason: GateReason, setting: ReasonSetting) => string;
  const { component, state, was = state } = reason;
  const who = component === undefined ? "" : `${component}: `;
  const text = toText(reason, { who, name: qualifiedName(reason.about), isUnknown: was === "unknown", before });
  return `${text}${after("; ", joinLines(reason.rootCause ?? ""))}`;
}

/** What the text of a reason depends on beside its evidence. */
interface ReasonSetting {
  /** `CDI: ` of a reason that comes from a component. */
  readonly who: string;
  /** `Deployment kubevirt/virt-api`: the object that the reason is about. */
  readonly name: string;
  /** It leaves the upgrade unknown, or would, had the user not accepted it. */
  readonly isUnknown: boolean;
  /** The reason of the row above. */
  readonly before: GateReason | undefined;
}

/** The texts by code: a new code does not compile until it has one. */
const reasonTexts: {
  readonly [Code in GateCode]: (reason: GateReasonOf<Code>, setting: ReasonSetting) => string;
} = {
  Upgradeable: conditionWords,
  OperatorCondition: operatorConditionWords,
  ClusterServiceVersion: serviceVersionWords,
  UpgradeRunning: upgradeWords,
  ComponentBehind: behindWords,
  Available: conditionWords,
  Degraded: conditionWords,
  Progressing: conditionWords,
  ReconcileComplete: conditionWords,
  OperatorDown: operatorDownWords,
  OperatorRollout: ({ rollout }) => `the operator's ${plainText(rolloutText(rollout))}`,
  WorkloadDown: workloadDownWords,
  WorkloadNotReady: ({ ready, component = "its component" }, { who, name }) =>
    `${who}${name} is ${ready} ready, but ${component} reports healthy`,
  ApiNotAvailable: (reason, { who, name }) => `${who}${name} is not available${after(": ", reportedWords(reason))}`,
  ConversionFailed: ({ about, message }) =>
    `${about.kind} cannot be converted between its versions${after(": ", joinLines(message))}`,
  InvalidCertificate: (_, { name }) => `the API server accepts no certificate by the caBundle of ${name}`,
  Deleting: (_, { who, name }) => `${who === "" ? `${name} ` : who}is being deleted`,
  Paused: ({ component }, { who, name }) =>
    component === undefined ? `${name} is paused` : `${who}its operator is paused`,
  Stale: (reason, { who, name }) =>
    reason.root === undefined
      ? `the status of ${name} is out of date${generationsText(reason)}`
      : `${who}the status is out of date${generationsText(reason)}`,
  TaintedConfiguration: ({ annotation, operations = 0 }, { who }) =>
    annotation === undefined
      ? "an unsupported annotation is in effect"
      : `${who}annotation ${annotation} patches it (${countText(operations, "operation")})`,
  OutdatedVMIWorkloads: ({ count }, { who }) =>
    `${who}${countText(count, "virtual machine")} still ${formFor(count, "runs", "run")} in pods of the previous version`,
  ClusterVersionFailing: platformConditionText,
  ClusterVersionProgressing: platformConditionText,
  ClusterVersionUpgradeable: platformConditionText,
  MaxOpenShiftVersion: (reason, { name }) => `${name} ${maximumText(reason)}`,
  OtherServiceVersion: serviceVersionWords,
  MachineConfigPoolDegraded: platformConditionText,
  MachineConfigPoolUpdating: platformConditionText,
  MachineConfigPoolPaused: (reason, { name }) => `${name} ${pausedPoolText(reason)}`,
  NodeNotReady: platformConditionText,
  NodeCordoned: (_, { name }) => `${name} is cordoned`,
  DrainHeld: heldDrainText,
  WorkloadUpdateMethods: ({ count }, { who }) =>
    `${who}workloadUpdateMethods names no method, so ${countText(count, "virtual machine")} in older pods ${formFor(count, "waits", "wait")} for a person`,
  IncompleteReading: unreadWords,
  NoHyperConverged: ({ about }, { name }) =>
    about.name === ""
      ? "no HyperConverged could be checked"
      : `${name} was ${checkedAlone}, and what an upgrade without one needs is not known`,
};

function operatorConditionWords(reason: GateReasonOf<"OperatorCondition">, { name }: ReasonSetting): string {
  const { override, status, outdated } = reason;
  const copyAge =
    outdated === undefined
      ? ""
      : `OLM's copy is out of date${generationsText(reason)} and blocks upgrades until it is updated: `;
  if (status === "Unknown" && reportedWords(reason) === "") return `${copyAge}${name} does not report Upgradeable`;
  if (override === undefined || (override === "True" && status === "True"))
    return `${copyAge}${statusWithWords("Upgradeable", status, reason)}`;
  if (override !== "True") return `spec.overrides sets ${statusWithWords("Upgradeable", override, reason)}`;
  return `spec.overrides allows the upgrade, but the operator reports ${statusWithWords("Upgradeable", status, reason)}`;
}

function serviceVersionWords(reason: GateReasonOf<"ClusterServiceVersion" | "OtherServiceVersion">): string {
  const { about, phase, unmet } = reason;
  const state = phase === "" ? "has no phase: not processed by OLM" : `is ${phase}`;
  if (unmet.length === 0) return `${about.name} ${state}${after(": ", reportedWords(reason))}`;
  // The names say all that OLM's message says, and must not be cut for it.
  return `${about.name} ${state}${after(": ", reason.reason)}; missing ${joinNames(shortenNames(unmet, 3))}`;
}

function operatorDownWords(
  { ready, hasNoStatus }: GateReasonOf<"OperatorDown">,
  { name, isUnknown }: ReasonSetting,
): string {
  if (isUnknown && ready === "") return `unknown whether ${name} is running`;
  if (isUnknown) return `${name} is ${ready} ready, but unhealthy`;
  const effect = hasNoStatus ? "nothing has evaluated the CR yet" : "the CR's status is out of date";
  return `${name} is ${ready} ready, so ${effect}`;
}

function workloadDownWords(reason: GateReasonOf<"WorkloadDown">, { who, name, isUnknown }: ReasonSetting): string {
  const { about, ready, notIn } = reason;
  if (about.kind === "Service")
    return `${name} has no ready endpoints: its webhooks ${isUnknown ? "may refuse" : "refuse"} writes that an upgrade needs`;
  if (about.kind === "Webhook") return `the conversion webhook ${about.name} does not respond`;
  if (notIn !== undefined) return lackingText([reason]);
  if (ready === "") return isUnknown ? `${who}unknown whether ${name} is running` : `${who}${name} does not exist`;
  return `${who}${name} is ${ready} ready${isUnknown ? ", but unhealthy" : ""}`;
}

type ConditionReason = Extract<GateReason, { readonly judged?: true }>;

function conditionWords(reason: ConditionReason, { before }: ReasonSetting): string {
  const { code, component, status, about } = reason;
  const isHidden = reason.hidden === true && reason.notReadBy === undefined;
  const hidden = isHidden ? " (not reported by HyperConverged)" : "";
  const who = component === undefined ? "" : `${component}${hidden}: `;
  if (reason.phase !== undefined) return `${who}status.phase is ${reason.phase}`;
  if (reason.health !== undefined)
    return `status.systemHealthStatus is ${reason.health}, without a condition that explains it`;
  if (reason.absent) return `${who}does not exist`;
  if (reason.missing && component === undefined) {
    const isAlone = about.kind !== hyperConverged;
    return `${about.kind} has no condition ${code}${isAlone ? `, and no ${hyperConverged} reports it` : ""}`;
  }
  if (reason.missing) return `${who}no condition ${code}`;
  if (reason.rule !== undefined) return `${who}${ruledWords(reason)}`;
  if (reason.judged) return `${who}${status === "Unknown" ? "status unknown" : evaluatedAs[code]}`;
  // A component often reports the same in three conditions.
  if (repeats(reason, before)) return `${who}${code}=${status}, ${asAbove}`;
  if (reason.notReadBy !== undefined)
    return `${who}${code}=${status} (${reportedWords(reason)}), which operator ${reason.notReadBy} does not read`;
  return `${who}${statusWithWords(code, status, reason)}`;
}

const hyperConverged = "HyperConverged";

/** The condition value that HyperConverged derives for a component that does not report it, and the cause. */
function ruledWords(reason: ConditionReason): string {
  const own = reason.rule === undefined ? "" : ruleWords[reason.rule];
  const result = `${reason.code}=${reason.status}`;
  if (own === "") return `${hyperConverged} reports ${result}${after(": ", reportedWords(reason))}`;
  const detail = reason.rule === "no-conditions" ? "" : after(": ", reportedWords(reason));
  return `${own} makes ${hyperConverged} report ${result}${detail}`;
}

/** What a component reports, by the rule that reads it; empty where its own reason and message say it. */
const ruleWords: Readonly<Record<ContributionRule, string>> = {
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

function repeats(reason: ConditionReason, before: GateReason | undefined): boolean {
  return (
    before !== undefined &&
    "message" in before &&
    before.component === reason.component &&
    reportedWords(reason) !== "" &&
    before.reason === reason.reason &&
    before.message === reason.message
  );
}

const evaluatedAs: Readonly<Record<ConditionReason["code"], string>> = {
  Available: "unavailable",
  Degraded: "degraded",
  Progressing: "progressing",
  Upgradeable: "not upgradeable",
  ReconcileComplete: "not reconciled",
};

function upgradeWords(reason: GateReasonOf<"UpgradeRunning">): string {
  const { running, from, to, waitingFor } = reason;
  if (running !== true && reason.other !== undefined)
    return `${qualifiedName(reason.other)} is running too, ${versionOrUnknown(from)} and ${versionOrUnknown(to)}`;
  if (running !== true) return `unknown whether an upgrade is in progress: ${unversionedWords(from, to)}`;
  const way = from === undefined || to === undefined ? (from ?? to ?? "") : changeText(from, to);
  const stalled = reason.stalled === true ? ", stalled" : "";
  const state = reason.failing === true ? ", every reconcile fails" : stalled;
  const waits = waitingFor.length === 0 ? "" : `, waiting for ${joinNames(waitingFor)}`;
  return `an upgrade is in progress${state}${after(": ", way)}${waits}`;
}

function versionOrUnknown(known = ""): string {
  return known === "" ? "an unknown version" : known;
}

function unversionedWords(own: string | undefined, operator: string | undefined): string {
  if (own === undefined && operator === undefined) return "neither version is known";
  return own === undefined
    ? `${hyperConverged} does not report its version, and the operator is ${operator}`
    : `${hyperConverged} is ${own}, and the operator's version is unknown`;
}

function behindWords(reason: GateReasonOf<"ComponentBehind">, { who, isUnknown }: ReasonSetting): string {
  const { observedVersion = "an unknown version", expectedVersion } = reason;
  if (isUnknown) return `${who}runs ${observedVersion}, and the expected version is unknown`;
  return `${who}runs ${observedVersion}, expected ${expectedVersion === "" ? "an empty version" : expectedVersion}`;
}

function unreadWords(reason: GateReasonOf<"IncompleteReading">): string {
  const { about, outcome, verb, cause, component, notIn } = reason;
  if (notIn !== undefined) return lackingText([reason]);
  const place = about.namespace === undefined ? "" : ` in ${about.namespace}`;
  const isList = verb === "list" || about.name === "";
  const named = isList ? `${resourceName(about)}${place}` : qualifiedName(about);
  const what = component ?? (about.kind === "" ? about.name : named);
  return `${what} ${outcomeTexts[outcome]}${after(": ", outcome === "unread" ? cause : "")}`;
}

/** `CDI is not in the file: add the output of kubectl get cdis -o yaml`. */
function lackingText(reasons: readonly GateReason[]): string {
  const facts = reasons.map(({ state: _, ...reason }): GateFact => ({ ...reason, effect: "unknown" }));
  const { text, lacking } = unknownUpgrade(facts, []);
  const isOfFile = reasons.every((reason) => "notIn" in reason && reason.notIn !== "must-gather");
  const [add] = isOfFile ? printKinds(lacking) : [];
  return `${plainText(text)}${after(": add the output of ", add === undefined ? "" : kubectlCommand(add.words))}`;
}

/** Several reasons that share a row: kinds that could not be read, or nodes in the same state. */
export function foldedText(reasons: readonly GateReason[]): string {
  return reasons.some(isOfNode) ? foldedNodesText(reasons) : foldedReadsText(reasons);
}

/** Several kinds that could not be read for one cause: `5 kinds forbidden: KubeVirt, CDI, …`. */
function foldedReadsText(reasons: readonly GateReason[]): string {
  const kinds = [...new Set(reasons.map(({ about }) => about.kind))];
  const [first] = reasons;
  if (first?.code !== "IncompleteReading") return "";
  if (first.notIn !== undefined) return lackingText(reasons);
  const outcome = first.outcome === "forbidden" ? "forbidden" : "not read";
  const cause = first.outcome === "unread" ? after(": ", first.cause) : "";
  return `${countText(kinds.length, "kind")} ${outcome}${cause}: ${shortenNames(kinds).join(", ")}`;
}

function after(separator: string, text: string): string {
  return text === "" ? "" : `${separator}${text}`;
}

/** The object that a reason is about, where there are several. */
export function rootPrefix({ root }: GateReason): string {
  if (root === undefined || root.kind !== hyperConverged) return "";
  return `${root.namespace === undefined ? "" : `${root.namespace}/`}${root.name}: `;
}

/**
 * `Upgrade blocked by KubeVirt, CDI`, in the words of a report; `Upgrade of 2 objects: 1 blocked, 1 unknown`. `shown`: one
 * reason for each row of the table, so that the number of those that the user accepts is that of the rows.
 */
export function gateHeadline(
  gate: GateReport,
  shown: readonly GateReason[],
  format: AgeClock["format"] = "age",
): string {
  const { roots, reasons, answer } = gate;
  const [root, ...more] = roots;
  if (root === undefined) {
    const isUnread = reasons.some(({ code, about }) => code === "IncompleteReading" && about.kind === "HyperConverged");
    return isUnread ? "HyperConverged could not be read" : "no HyperConverged to upgrade";
  }
  const count = answer === "ALLOW" && shown.length > 0 ? ` (${countText(shown.length, "reason")} accepted)` : "";
  const text = more.length === 0 ? plainText(entryLine(gateLine(gate, root, format))) : upgradeCountText(roots);
  return `${text}${count}`;
}

/** The line about the upgrade of one object, as a report has it; accepted reasons do not count. */
export function gateLine(
  { reasons, takenAt, source }: Pick<GateReport, "reasons" | "takenAt" | "source">,
  root: GateRoot,
  format: AgeClock["format"] = "age",
): GateLine {
  const key = keyOf(root.ref);
  const own = reasons.filter((reason) => reason.root === undefined || keyOf(reason.root) === key);
  const facts = own.flatMap(({ state, ...reason }) => (state === "accepted" ? [] : [{ ...reason, effect: state }]));
  const { answer, because, refused } = root;
  return upgradeLine({
    root,
    gate: { answer: gateAnswers[answer], because, ...(refused === true && { refused }) },
    facts,
    reported: root.upgradeable,
    clock: { now: takenAt, format, isNewest: source.takenFrom === "newest" },
  });
}

/** `Upgrade of 2 objects: 1 blocked, 1 unknown`, `Upgrade of 3 objects unknown`. */
function upgradeCountText(roots: readonly GateRoot[]): string {
  const title = `Upgrade of ${countText(roots.length, "object")}`;
  const parts = gateResults
    .map((result) => ({ count: roots.filter((root) => resultText(root) === result).length, result }))
    .filter(({ count }) => count > 0);
  const [only, ...others] = parts;
  if (only !== undefined && others.length === 0) return `${title} ${only.result}`;
  return `${title}: ${parts.map(({ count, result }) => `${count} ${result}`).join(", ")}`;
}

/** The results, worst first. */
const gateResults = ["blocked", "should wait", "unknown", "allowed"] as const;

function resultText({ answer, refused }: GateRoot): (typeof gateResults)[number] {
  if (answer === "BLOCK") return refused === true ? "blocked" : "should wait";
  return answer === "UNKNOWN" ? "unknown" : "allowed";
}

const gateAnswers = { BLOCK: "no", UNKNOWN: "unknown", ALLOW: "yes" } as const;

/** `HyperConverged kubevirt-hyperconverged (1.19.2, operator 1.20.0)`. */
export function rootWords({ ref, version, operatorVersion }: GateRoot): string {
  const versions = [
    ...(version === undefined ? [] : [version]),
    ...(operatorVersion === undefined || operatorVersion === version ? [] : [`operator ${operatorVersion}`]),
  ];
  return `${ref.kind} ${ref.name}${versions.length === 0 ? "" : ` (${versions.join(", ")})`}`;
}

/** One row of the table: a reason, and those that are folded into it. */
export interface GateRow {
  readonly reason: GateReason;
  /** All reasons of the row, where there are several. */
  readonly folded?: readonly GateReason[];
}

/**
 * The rows of the table. Kinds that could not be read for one cause are one row, where the first of them stands, and so
 * are more than a few nodes in one state.
 */
export function gateRows(reasons: readonly GateReason[]): readonly GateRow[] {
  const groups = Map.groupBy(reasons, foldKey);
  return [...groups.values()].flatMap((group): readonly GateRow[] => {
    const isFew = group.length <= maxNodeRows && group.every(isOfNode);
    if (group.length === 1 || isFew) return group.map((reason) => ({ reason }));
    return group.slice(0, 1).map((reason) => ({ reason: withSharedAge(reason, group), folded: group }));
  });
}

/** The reason with its age only where all that share its row have the same. */
function withSharedAge(reason: GateReason, all: readonly GateReason[]): GateReason {
  if (all.every(({ since }) => since === reason.since)) return reason;
  const { since: _, ...others } = reason;
  return others as GateReason;
}

/** The most nodes in one state that have a row each. */
const maxNodeRows = 3;

/** Equal for reasons that share a row. */
function foldKey(reason: GateReason): unknown {
  const { code, state, root } = reason;
  if (isOfNode(reason)) return `${code} ${state}`;
  // A piece of a file has no kind.
  if (code !== "IncompleteReading" || reason.about.kind === "") return reason;
  const cause = reason.outcome === "unread" ? reason.cause : "";
  return [code, state, reason.outcome, cause, root === undefined ? "" : keyOf(root)].join("\n");
}

/** Whether a role on the cluster would answer what the gate could not find out. */
export function lacksPermissions({ source, reasons }: GateReport): boolean {
  return (
    isLive(source) &&
    reasons.some(
      (reason) => reason.code === "IncompleteReading" && reason.state !== "accepted" && reason.outcome === "forbidden",
    )
  );
}

/** How many unread objects are accepted, which may hold reasons of their own. */
export function countAcceptedGaps({ reasons }: GateReport): number {
  return reasons.filter(({ code, state }) => code === "IncompleteReading" && state === "accepted").length;
}

/** Whether users live with a reason: it does not stop an upgrade, and may be intended. */
export function isAcceptable({ code }: GateReason): boolean {
  return code === "TaintedConfiguration" || code === "OutdatedVMIWorkloads";
}
