import { hasMessage, type ReportedWords } from "../../model/cause/trouble.ts";
import type { ShortWorkload } from "../../model/finding/evidence-parts.ts";
import type { FindingOf } from "../../model/finding/finding.ts";
import type { Span, Text } from "../../model/outline.ts";
import { resourceName } from "../../model/resource-name.ts";
import { type AgeClock, lastingSeconds, withDuration } from "../ages.ts";
import { evidenceInFull } from "../cause.ts";
import { joined, list, phrase, quote, words } from "../text.ts";
import { countText, formFor, withOthers } from "../words/names.ts";
import type { SentenceSetting } from "./sentences.ts";

// The longer sentences and their common parts; the tables beside it have the rest.

/** The operator is down, so the CR's status is out of date, or there is none yet. */
export function operatorDown(finding: FindingOf<"operator-down">): Text {
  const effect = words(finding.hasNoStatus ? "nothing has evaluated the CR yet" : "the CR's status is out of date");
  if (finding.byPods) return phrase`the operator is down (${finding.ready} of ${finding.wanted} pods ready): ${effect}`;
  const state = finding.found
    ? phrase`Deployment ${finding.deployment} ${finding.ready}/${finding.wanted} ready`
    : phrase`no Deployment ${finding.deployment}`;
  if (finding.restarting && finding.hasNoStatus) return phrase`the operator is restarting (${state}): ${effect}`;
  if (finding.restarting) return phrase`the operator is restarting (${state}): ${effect} until it runs`;
  return phrase`the operator is down (${state}): ${effect}`;
}

/** The reason and the message of the cluster. */
export function quoteEvidence(evidence: ReportedWords): Span {
  return quote(evidenceInFull(evidence));
}

/** The cluster's own message. */
export function quoteMessage(message: string): Span {
  return quoteEvidence({ reason: "", message });
}

/** `: Reason: the cluster's message`, behind a sentence; nothing where the cluster gave neither. */
export function evidenceBehind(evidence: ReportedWords): Text {
  return evidence.reason === "" && !hasMessage(evidence) ? [] : phrase`: ${quoteEvidence(evidence)}`;
}

/** `Deployment x 0/1 ready for 14m: `, in front of what that does; empty where no workload is known. */
export function shortWorkloadText(workload: ShortWorkload | undefined, clock: AgeClock | undefined): Text {
  if (workload === undefined) return [];
  const { kind, name, ready, since } = workload;
  return phrase`${withDuration(phrase`${kind} ${name} ${ready} ready`, since, clock)}: `;
}

/** ` (Reason)`, behind its subject; empty where there is none. */
export function inBrackets(reason: string): Text {
  return reason === "" ? [] : phrase` (${reason})`;
}

/** `; its pods could not be read`, or nothing. */
export function podsUnread(areUnread: true | undefined): Text {
  return areUnread ? phrase`; its pods could not be read` : [];
}

/** The operator could not be read, so it is unknown whether the CR is current. */
export function operatorUnknown(
  { about: ref, outcome, cause, isGiven, isLacking }: FindingOf<"operator-unknown">,
  { about }: SentenceSetting,
): Text {
  if (isGiven) return phrase`the operator is not in the input: only the status of the custom resources was evaluated`;
  const resource = resourceName(deployments);
  const place = placeText(ref);
  const why = ((): Text => {
    if (isLacking) return phrase`its Deployment is not in the file`;
    if (outcome === "found") return phrase`${about} has no status`;
    if (outcome === "forbidden") return phrase`no permission to list ${resource}${place}`;
    if (outcome === "noSuchKind") return phrase`${resource} is not installed`;
    return phrase`${resource}${place} could not be read${cause === "" ? [] : phrase` (${quote(cause)})`}`;
  })();
  return phrase`cannot determine whether the operator is running: ${why}`;
}

const deployments = { group: "apps", kind: "Deployment" } as const;

function placeText({ namespace }: { readonly namespace?: string }): Text {
  return namespace === undefined ? [] : phrase` in namespace ${namespace}`;
}

/** A refusal or another failure to read, and the permission to request. */
export function notRead(finding: FindingOf<"not-read">): Text {
  const isList = finding.about.name === "";
  const verb = isList ? "list" : "get";
  const resource = resourceName(finding.about);
  const place = placeText(finding.about);
  const subject = finding.component !== undefined && !isList ? finding.component : phrase`${resource}${place}`;
  if (finding.outcome === "forbidden")
    return phrase`cannot read ${subject}: forbidden; request "${verb}" permission on ${resource}${place}`;
  if (finding.outcome === "noSuchKind") return phrase`cannot read ${subject}: ${resource} is not installed`;
  return phrase`cannot read ${subject}: ${finding.cause === "" ? phrase`no response` : quote(finding.cause)}`;
}

/** What the CR reports against what the rule set computes from the components. */
export function driftSentence(finding: FindingOf<"drift">): Text {
  const { type } = finding;
  const state = (status: string = "", reason: string = ""): Text => phrase`${status}${inBrackets(reason)}`;
  const reported = state(finding.reportedStatus, finding.reportedReason);
  const expected = state(finding.expectedStatus, finding.expectedReason);
  switch (finding.what) {
    case "missing":
      return phrase`the CR does not report ${type}, expected ${expected} from its components`;
    case "extra":
      return phrase`the CR reports ${type}=${reported}, which its components do not explain`;
    case "message":
      return phrase`the CR's message for ${type} is out of date`;
    default:
      return phrase`the CR reports ${type}=${reported}, expected ${expected} from its components`;
  }
}

/** A reconcile that did not complete; a recent or transient failure usually resolves itself. */
export function notComplete(
  what: Text,
  finding: { readonly seconds?: number; readonly transient: boolean },
  message: string,
  clock?: AgeClock,
): Text {
  const since = finding.seconds === undefined ? [] : phrase` ${lastingSeconds(finding.seconds, clock)}`;
  const hope = finding.transient ? phrase`, which is often resolved within a minute` : [];
  return [...what, ...since, ...hope, ...evidenceBehind({ reason: "", message })];
}

/**
 * The sentence for an object that is being deleted: the components that still exist and the finalizers that hold it.
 */
export function deletionSentence(finding: FindingOf<"deleting">, { about }: SentenceSetting): Text {
  const { remaining, finalizers, since } = finding;
  const parts = joined(", ", [
    remaining.length === 0 ? [] : phrase`${list(remaining)} still ${formFor(remaining.length, "exists", "exist")}`,
    finalizers.length === 0 ? [] : phrase`held by ${countText(finalizers.length, "finalizer")} ${list(finalizers)}`,
  ]);
  return phrase`${about} is being deleted (requested ${since})${parts.length === 0 ? [] : phrase`: ${parts}`}`;
}

/** `v1.63.0, expected v1.64.0; does not report Degraded`: in a sentence behind a subject and its verb. */
export function stallText(
  stall: Omit<FindingOf<"upgrade-stall">, "code" | "severity" | "about" | "component">,
  subject = "",
  verb = "",
): Text {
  const { missing = [], expectedVersion, observedVersion } = stall;
  const isBehind = expectedVersion !== undefined && expectedVersion !== observedVersion;
  const text = joined("; ", [
    isBehind ? phrase`${subject}${verb}${observedVersion ?? "no version"}, expected ${expectedVersion}` : [],
    missing.length === 0 ? [] : phrase`${subject}does not report ${list(missing)}`,
  ]);
  return text.length === 0 ? phrase`not finished` : text;
}

/** The sentence on entries of status.relatedObjects that are no longer as recorded. */
export function relatedSentence(
  { state, others = [], count: all = others.length + 1 }: FindingOf<"related-object">,
  { about, nameOf }: SentenceSetting,
): Text {
  if (all === 1) {
    return state === "gone"
      ? phrase`${about} is listed in relatedObjects but does not exist`
      : phrase`${about} is listed in relatedObjects but was recreated since`;
  }
  const names = list(withOthers([about, ...others.map(nameOf)], all));
  return state === "gone"
    ? phrase`${all} objects listed in relatedObjects do not exist: ${names}`
    : phrase`${all} objects listed in relatedObjects were recreated since: ${names}`;
}

/** `annotation x makes 2 unsupported changes to CDI`. */
export function taintText(tainted: {
  readonly annotation?: string;
  readonly operations?: number;
  readonly component?: string;
}): Text {
  const { annotation = "", operations = 0, component = "" } = tainted;
  return phrase`annotation ${annotation} makes ${countText(operations, "unsupported change")} to ${component}`;
}
