import type { ConditionWords } from "../../model/condition.ts";
import type { Ref } from "../../model/object.ts";
import type { Gate, Gates } from "../../model/report.ts";
import type { Transition } from "../../model/report-change.ts";
import { guessPlural } from "../../model/resource-name.ts";
import type { Outcome } from "../../model/snapshot.ts";
import { readyGateWords, upgradeGateWords } from "../gate-words.ts";
import { changeText, countText, qualifiedName, shortenNames, withOthers } from "./names.ts";
import { gapOutcomeWords, outcomeWords } from "./read-outcomes.ts";
import { relatedStateWords } from "./related.ts";

/** What the sentence of a transition needs from the Reports before and after it. */
export interface TransitionContext {
  /** What null means: the object is known to be gone only where the Report read its place. */
  readonly absence: "gone" | "refused" | "unseen" | "elsewhere";
  /** RFC 3339 UTC: since when the new state holds. */
  readonly since?: string;
  /** The finding's sentence. */
  readonly sentence?: string;
}

/** The subject of a transition: `CDI`, `CDI, Pod cdi-deployment-7d9c`, `HyperConverged kubevirt-hyperconverged`. */
export function subjectWords({ about, label, path, what }: Transition): string {
  if (what === "completeness") return "Reading";
  const name = label !== about.name && about.kind === "Pod" ? `container ${label} of ${about.name}` : own();
  const [, part] = path;
  return path.length > 2 && part !== undefined ? `${part}, ${name}` : name;

  // A component has the name that its operator writes, a container the name in its Pod.
  function own(): string {
    if (path.length <= 2 && label !== about.name && label !== "") return label;
    return path.length === 0 && about.name === "" ? about.kind : `${about.kind} ${label}`;
  }
}

/** The old and the new state in one line; texts of the cluster are not yet escaped. */
export function changeWords(transition: Transition, beside: TransitionContext): string {
  const text = transitionText(transition, beside);
  return beside.since === undefined || transition.to === null ? text : `${text} (since ${beside.since})`;
}

function transitionText(transition: Transition, beside: TransitionContext): string {
  switch (transition.what) {
    case "presence":
      return presenceWords(transition, beside);
    case "verdict":
      return changeText(transition.from, transition.to);
    case "outcome":
      return outcomeChange(transition.from, transition.to);
    case "identity":
      return identityWords(transition);
    case "state":
      return states[transition.type][transition.to === true ? "begun" : "over"];
    case "condition":
      return conditionWords(transition.type, transition.from, transition.to, beside);
    case "version":
      return versionWords(transition);
    case "fact":
      return factWords(transition);
    case "gate":
      return gateWords(transition.type, transition.from, transition.to);
    case "upgrade":
      return upgradeWords(transition.from, transition.to);
    case "root-cause":
      return causeWords(transition.from?.text, transition.to?.text, beside);
    case "finding":
      return findingWords(transition, beside);
    case "related":
      return relatedWords(transition);
    case "completeness":
      return gapWords(transition);
  }
}

type TransitionOf<What extends Transition["what"]> = Extract<Transition, { readonly what: What }>;

/** A Report that could not read a thing must not claim that it is gone. */
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

function presenceWords({ from, to }: TransitionOf<"presence">, { absence }: TransitionContext): string {
  return to === null ? `${goneTexts[absence]} (was ${from ?? "unknown"})` : `${newTexts[absence]}, ${to}`;
}

function outcomeChange(from: Outcome | null, to: Outcome | null): string {
  if (from === "absent" && to === "found") return "created";
  if (from === "found" && to === "absent") return "deleted";
  return `${outcomeNow(to)} (was ${outcomeBefore(from)})`;
}

function outcomeNow(outcome: Outcome | null): string {
  if (outcome === null) return "no longer requested";
  return outcome === "found" ? "found" : outcomeWords[outcome];
}

function outcomeBefore(outcome: Outcome | null): string {
  if (outcome === null) return "not requested";
  return outcome === "noSuchKind" ? "not installed" : outcome;
}

const states = {
  stale: { begun: "status is out of date", over: "status is up to date again" },
  deleting: { begun: "is being deleted", over: "is no longer being deleted" },
  frozen: { begun: "is suspended", over: "is no longer suspended" },
} as const;

function conditionWords(
  type: string,
  from: ConditionWords | null,
  to: ConditionWords | null,
  { absence }: TransitionContext,
): string {
  if (to === null) {
    const end = absence === "refused" ? "no longer readable" : "no longer reported";
    return `${type} ${end} (was ${from === null ? "unknown" : from.status}${because(from)})`;
  }
  if (from === null) return `${type} added, ${to.status}${because(to)}`;
  if (from.status !== to.status) return `${type} ${changeText(from.status, to.status)}${because(to)}`;
  if (from.reason !== to.reason)
    return `${type} still ${to.status}, reason ${changeText(from.reason || "none", to.reason || "none")}${message(to)}`;
  return `${type} still ${to.status}${because(to)}`;
}

function because(words: ConditionWords | null): string {
  return words === null || (words.reason === "" && words.message.trim() === "")
    ? ""
    : `, ${words.reason}${message(words)}`;
}

function message(condition: ConditionWords): string {
  // An operator writes nothing behind its colon where a component gave no message.
  const text = condition.message.trim().replace(/\s*:$/, "");
  return text === "" ? "" : `: ${text}`;
}

function versionWords({ type, from, to }: TransitionOf<"version">): string {
  const which = type === "observedVersion" ? "version" : "expected version";
  if (to === null) return `${which} no longer reported (was ${from ?? "unknown"})`;
  return from === null ? `${which} ${to}, not reported before` : `${which} ${changeText(from, to)}`;
}

function identityWords({ from, to, count: number, refs }: TransitionOf<"identity">): string {
  if (number !== undefined)
    return `${countText(number, "object")} recreated with the same names: ${listedNames(refs, number)}`;
  return `recreated with the same name (uid ${changeText(shortUid(from), shortUid(to))})`;
}

const factNames: Readonly<Record<TransitionOf<"fact">["type"], string>> = {
  waiting: "waiting",
  exitCode: "last exit code",
  restarts: "restarts",
  ready: "ready",
};

function factWords({ type, from, to }: TransitionOf<"fact">): string {
  if (type === "waiting")
    return to === null ? `no longer waiting (was ${from ?? "unknown"})` : `waiting: ${to}${wasText(from)}`;
  return to === null
    ? `${factNames[type]} no longer reported${wasText(from)}`
    : `${factNames[type]} ${to}${wasText(from)}`;
}

function wasText(from: string | null): string {
  return from === null ? "" : ` (was ${from})`;
}

function listedNames(refs: readonly Ref[] | undefined, number: number): string {
  const names = (refs ?? []).map(qualifiedName);
  return withOthers(names, number).join(", ");
}

function gateWords(type: "ready" | "upgradeable", from: Gate | null, to: Gate | null): string {
  const words = type === "ready" ? readyGateWords : upgradeGateWords;
  const current = to === null ? "no longer evaluated" : words(to);
  const before = from === null ? "" : ` (was ${words(from)})`;
  return `gate ${type === "ready" ? "ready" : "upgrade"} ${current}${before}`;
}

function upgradeWords(from: Gates["upgrade"] | null, to: Gates["upgrade"] | null): string {
  if (to === null) return `upgrade status unknown${from?.running === true ? " (an upgrade was in progress)" : ""}`;
  const way = upgradeWay(to);
  const waits = to.waitingFor.length === 0 ? "" : `, waiting for ${shortenNames(to.waitingFor).join(", ")}`;
  if (to.running === true) return `upgrade${way} ${from?.running === true ? "continues" : "started"}${waits}`;
  if (to.running === null) return "unknown whether an upgrade is in progress";
  if (from?.running !== true) return "no upgrade in progress";
  return from.to === undefined ? "upgrade finished" : `upgrade to ${from.to} finished`;
}

/** ` to 1.20.0`, ` 1.19.2 -> 1.20.0`, or empty. */
function upgradeWay({ from, to }: Gates["upgrade"]): string {
  if (to === undefined) return "";
  return from === undefined ? ` to ${to}` : ` ${changeText(from, to)}`;
}

function causeWords(from: string | undefined, to: string | undefined, { absence }: TransitionContext): string {
  if (to === undefined) return `cause ${absence === "refused" ? "unknown" : "resolved"} (was ${from ?? "unknown"})`;
  return `cause ${to}${from === undefined ? "" : ` (was ${from})`}`;
}

function findingWords({ type, from, to }: TransitionOf<"finding">, { sentence, absence }: TransitionContext): string {
  const text = sentence === undefined ? type : `${type}: ${sentence}`;
  if (to === null) return `${absence === "refused" ? "unknown" : "resolved"}: ${text}`;
  if (from === to) return `still ${to}, evidence changed: ${text}`;
  return from === null ? `${to} ${text}` : `${changeText(from, to)} ${text}`;
}

function recordChangeText(from: TransitionOf<"related">["from"], to: TransitionOf<"related">["to"]): string {
  if (to === null) return `no longer recorded (was ${from === null ? "unknown" : relatedStateWords[from]})`;
  if (from === null) return `recorded now, ${relatedStateWords[to]}`;
  return changeText(relatedStateWords[from], relatedStateWords[to]);
}

function relatedWords({ from, to, count: number, refs }: TransitionOf<"related">): string {
  const way = recordChangeText(from, to);
  if (number === undefined) return `related object ${way}`;
  return `${countText(number, "related object")} ${way}: ${listedNames(refs, number)}`;
}

function gapWords({ about, type, from, to }: TransitionOf<"completeness">): string {
  const place = about.namespace === undefined ? "" : ` in ${about.namespace}`;
  const object = about.name === "" ? guessPlural(about.kind) : `${about.kind} ${about.name}`;
  const what = about.kind === "" ? about.name : object;
  const request = `${type} ${what}${place}`;
  if (to === null) return `${request}: resolved (was ${gapOutcomeWords[from ?? "unread"]})`;
  return `${request}: ${gapOutcomeWords[to]}${from === null ? "" : ` (was ${gapOutcomeWords[from]})`}`;
}

/** The first part of a UUID, as people shorten commit hashes. */
function shortUid(uid: string | null): string | null {
  return uid === null ? null : uid.replace(/^([0-9a-f]{8})-[0-9a-f-]{27}$/, "$1");
}
