import type { ConditionWords } from "../../model/condition.ts";
import type { Ref } from "../../model/object.ts";
import type { Gate, Gates } from "../../model/report.ts";
import type { Transition } from "../../model/report-change.ts";
import type { Outcome } from "../../model/snapshot.ts";
import { formatReadyGate, formatUpgradeGate } from "../gate-words.ts";
import { formatRequest } from "./completeness.ts";
import { changeText, countText, qualifiedName, shortenNames, withOthers } from "./names.ts";
import { gapOutcomeTexts, outcomeTexts } from "./read-outcomes.ts";
import { relatedStateTexts } from "./related.ts";

/** What the sentence of a transition needs from the Reports before and after it. */
export interface TransitionContext {
  /** What null means: the object is known to be gone only where the Report read its place. */
  readonly absence: "gone" | "refused" | "unseen" | "elsewhere";
  /** RFC 3339 UTC: since when the new state holds. */
  readonly since?: string;
  /** The finding's sentence. */
  readonly sentence?: string;
}

/** Returns the subject of a transition: `CDI`, `CDI, Pod cdi-deployment-7d9c`, `HyperConverged kubevirt-hyperconverged`. */
export function formatTransitionSubject(transition: Transition): string {
  if (transition.what === "completeness") return "Reading";
  const { path } = transition;
  const [, component] = path;
  const name = formatSubjectName(transition);
  return path.length > 2 && component !== undefined ? `${component}, ${name}` : name;
}

/** A component has the name that its operator writes, a container the name in its Pod. */
function formatSubjectName({ about, label, path }: Transition): string {
  const hasOwnLabel = label !== about.name;
  if (about.kind === "Pod" && hasOwnLabel) return `container ${label} of ${about.name}`;
  if (path.length <= 2 && hasOwnLabel && label !== "") return label;
  return path.length === 0 && about.name === "" ? about.kind : `${about.kind} ${label}`;
}

/** Returns the old and the new state in one line; texts of the cluster are not yet escaped. */
export function describeTransition(transition: Transition, context: TransitionContext): string {
  const text = formatTransition(transition, context);
  return context.since === undefined || transition.to === null ? text : `${text} (since ${context.since})`;
}

function formatTransition(transition: Transition, context: TransitionContext): string {
  switch (transition.what) {
    case "presence":
      return formatPresence(transition, context);
    case "verdict":
      return changeText(transition.from, transition.to);
    case "outcome":
      return formatOutcome(transition.from, transition.to);
    case "identity":
      return formatIdentity(transition);
    case "state":
      return stateTexts[transition.type][transition.to === true ? "begun" : "over"];
    case "condition":
      return formatCondition(transition.type, transition.from, transition.to, context);
    case "version":
      return formatVersion(transition);
    case "fact":
      return formatFact(transition);
    case "gate":
      return formatGate(transition.type, transition.from, transition.to);
    case "upgrade":
      return formatUpgrade(transition.from, transition.to);
    case "root-cause":
      return formatCause(transition.from?.text, transition.to?.text, context);
    case "finding":
      return formatFinding(transition, context);
    case "related":
      return formatRelated(transition);
    case "completeness":
      return formatGap(transition);
  }
}

type TransitionOf<What extends Transition["what"]> = Extract<Transition, { readonly what: What }>;

/** A Report that could not read an object must not claim that it was deleted. */
const goneTexts: Readonly<Record<TransitionContext["absence"], string>> = {
  gone: "deleted",
  refused: "no longer readable",
  unseen: "removed",
  elsewhere: "moved within the report",
};
const newTexts: Readonly<Record<TransitionContext["absence"], string>> = {
  gone: "added",
  refused: "now readable",
  unseen: "added to the report",
  elsewhere: "moved within the report",
};

function formatPresence({ from, to }: TransitionOf<"presence">, { absence }: TransitionContext): string {
  return to === null ? `${goneTexts[absence]} (was ${from ?? "unknown"})` : `${newTexts[absence]}, ${to}`;
}

function formatOutcome(from: Outcome | null, to: Outcome | null): string {
  if (from === "absent" && to === "found") return "created";
  if (from === "found" && to === "absent") return "deleted";
  return `${formatNewOutcome(to)} (was ${formatOldOutcome(from)})`;
}

function formatNewOutcome(outcome: Outcome | null): string {
  if (outcome === null) return "no longer requested";
  return outcome === "found" ? "found" : outcomeTexts[outcome];
}

function formatOldOutcome(outcome: Outcome | null): string {
  if (outcome === null) return "not requested";
  return outcome === "noSuchKind" ? "not installed" : outcome;
}

const stateTexts = {
  stale: { begun: "status is out of date", over: "status is up to date again" },
  deleting: { begun: "is being deleted", over: "is no longer being deleted" },
  frozen: { begun: "is suspended", over: "is no longer suspended" },
} as const;

function formatCondition(
  type: string,
  from: ConditionWords | null,
  to: ConditionWords | null,
  { absence }: TransitionContext,
): string {
  if (to === null) {
    const change = absence === "refused" ? "no longer readable" : "no longer reported";
    const statusBefore = from === null ? "unknown" : from.status;
    return `${type} ${change} (was ${statusBefore}${formatReason(from)})`;
  }
  if (from === null) return `${type} added, ${to.status}${formatReason(to)}`;
  if (from.status !== to.status) return `${type} ${changeText(from.status, to.status)}${formatReason(to)}`;
  if (from.reason !== to.reason) {
    const reasons = changeText(from.reason || "none", to.reason || "none");
    return `${type} still ${to.status}, reason ${reasons}${formatMessage(to)}`;
  }
  return `${type} still ${to.status}${formatReason(to)}`;
}

/** `, Crash: no disk`; empty where the condition has neither a reason nor a message. */
function formatReason(condition: ConditionWords | null): string {
  if (condition === null) return "";
  const hasText = condition.reason !== "" || condition.message.trim() !== "";
  return hasText ? `, ${condition.reason}${formatMessage(condition)}` : "";
}

function formatMessage(condition: ConditionWords): string {
  // An operator writes nothing behind its colon where a component gave no message.
  const text = condition.message.trim().replace(/\s*:$/, "");
  return text === "" ? "" : `: ${text}`;
}

function formatVersion({ type, from, to }: TransitionOf<"version">): string {
  const which = type === "observedVersion" ? "version" : "expected version";
  if (to === null) return `${which} no longer reported (was ${from ?? "unknown"})`;
  return from === null ? `${which} ${to}, not reported before` : `${which} ${changeText(from, to)}`;
}

function formatIdentity({ from, to, count: number, refs }: TransitionOf<"identity">): string {
  if (number !== undefined) {
    return `${countText(number, "object")} recreated with the same names: ${formatNames(refs, number)}`;
  }
  return `recreated with the same name (uid ${changeText(shortUid(from), shortUid(to))})`;
}

const factNames: Readonly<Record<TransitionOf<"fact">["type"], string>> = {
  waiting: "waiting",
  exitCode: "last exit code",
  restarts: "restarts",
  ready: "ready",
};

function formatFact({ type, from, to }: TransitionOf<"fact">): string {
  const before = formatBefore(from);
  if (type === "waiting") {
    return to === null ? `no longer waiting (was ${from ?? "unknown"})` : `waiting: ${to}${before}`;
  }
  const name = factNames[type];
  return to === null ? `${name} no longer reported${before}` : `${name} ${to}${before}`;
}

function formatBefore(from: string | null): string {
  return from === null ? "" : ` (was ${from})`;
}

function formatNames(refs: readonly Ref[] | undefined, number: number): string {
  const names = (refs ?? []).map(qualifiedName);
  return withOthers(names, number).join(", ");
}

function formatGate(type: "ready" | "upgradeable", from: Gate | null, to: Gate | null): string {
  const name = type === "ready" ? "ready" : "upgrade";
  const formatState = type === "ready" ? formatReadyGate : formatUpgradeGate;
  const current = to === null ? "no longer evaluated" : formatState(to);
  const before = from === null ? "" : ` (was ${formatState(from)})`;
  return `gate ${name} ${current}${before}`;
}

function formatUpgrade(from: Gates["upgrade"] | null, to: Gates["upgrade"] | null): string {
  if (to === null) return `upgrade status unknown${from?.running === true ? " (an upgrade was in progress)" : ""}`;
  const versions = formatUpgradeVersions(to);
  const waits = to.waitingFor.length === 0 ? "" : `, waiting for ${shortenNames(to.waitingFor).join(", ")}`;
  if (to.running === true) return `upgrade${versions} ${from?.running === true ? "continues" : "started"}${waits}`;
  if (to.running === null) return "unknown whether an upgrade is in progress";
  if (from?.running !== true) return "no upgrade in progress";
  return from.to === undefined ? "upgrade finished" : `upgrade to ${from.to} finished`;
}

/** ` to 1.20.0`, ` 1.19.2 -> 1.20.0`, or empty. */
function formatUpgradeVersions({ from, to }: Gates["upgrade"]): string {
  if (to === undefined) return "";
  return from === undefined ? ` to ${to}` : ` ${changeText(from, to)}`;
}

function formatCause(from: string | undefined, to: string | undefined, { absence }: TransitionContext): string {
  if (to === undefined) return `cause ${absence === "refused" ? "unknown" : "resolved"} (was ${from ?? "unknown"})`;
  return `cause ${to}${from === undefined ? "" : ` (was ${from})`}`;
}

function formatFinding({ type, from, to }: TransitionOf<"finding">, { sentence, absence }: TransitionContext): string {
  const text = sentence === undefined ? type : `${type}: ${sentence}`;
  if (to === null) return `${absence === "refused" ? "unknown" : "resolved"}: ${text}`;
  if (from === to) return `still ${to}, evidence changed: ${text}`;
  return from === null ? `${to} ${text}` : `${changeText(from, to)} ${text}`;
}

function formatRecordChange(from: TransitionOf<"related">["from"], to: TransitionOf<"related">["to"]): string {
  if (to === null) return `no longer recorded (was ${from === null ? "unknown" : relatedStateTexts[from]})`;
  if (from === null) return `recorded now, ${relatedStateTexts[to]}`;
  return changeText(relatedStateTexts[from], relatedStateTexts[to]);
}

function formatRelated({ from, to, count: number, refs }: TransitionOf<"related">): string {
  const change = formatRecordChange(from, to);
  if (number === undefined) return `related object ${change}`;
  return `${countText(number, "related object")} ${change}: ${formatNames(refs, number)}`;
}

function formatGap({ about, type, from, to }: TransitionOf<"completeness">): string {
  const request = formatRequest(type, about);
  if (to === null) return `${request}: resolved (was ${gapOutcomeTexts[from ?? "unread"]})`;
  const before = from === null ? "" : ` (was ${gapOutcomeTexts[from]})`;
  return `${request}: ${gapOutcomeTexts[to]}${before}`;
}

/** The first part of a UUID, as people shorten commit hashes. */
function shortUid(uid: string | null): string | null {
  return uid === null ? null : uid.replace(/^([0-9a-f]{8})-[0-9a-f-]{27}$/, "$1");
}
