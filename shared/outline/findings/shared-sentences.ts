import type { FindingOf } from "../../model/finding/finding.ts";
import { resourceName } from "../../model/resource-name.ts";
import { type AgeClock, lastingSeconds } from "../ages.ts";
import { errorText, evidenceText } from "../cause.ts";
import { countText, joinNames, qualifiedName } from "../words/names.ts";

// The longer sentences and their common parts; the tables of words/finding and beside it have the rest.

/** The operator is down, so the CR's status may be out of date. */
export function operatorDown(finding: FindingOf<"operator-down">): string {
  if (finding.byPods)
    return `the operator is down (${finding.ready} of ${finding.wanted} pods ready): the CR's status is out of date`;
  const state = finding.found
    ? `Deployment ${finding.deployment} ${finding.ready}/${finding.wanted} ready`
    : `no Deployment ${finding.deployment}`;
  if (finding.restarting) return `the operator is restarting (${state}): the CR's status is out of date until it runs`;
  return `the operator is down (${state}): the CR's status is out of date`;
}

/** The cluster's own message, shortened for use in a sentence. */
export function quoteMessage(message: string): string {
  return evidenceText({ reason: "", message });
}

/** ` (Reason)`, behind its subject; empty where there is none. */
export function inBrackets(reason: string): string {
  return reason === "" ? "" : ` (${reason})`;
}

/** `; its pods could not be read`, or nothing. */
export function podsWords(areUnread: true | undefined): string {
  return areUnread ? "; its pods could not be read" : "";
}

/** The operator could not be read, so it is unknown whether the CR is current. */
export function operatorUnknownSentence({ about, outcome, cause, isGiven }: FindingOf<"operator-unknown">): string {
  if (isGiven) return "the operator is not in the input: only the status of the custom resources was evaluated";
  const unknown = "cannot determine whether the operator is running";
  if (outcome === "found") return `${unknown}: ${qualifiedName(about)} has no status`;
  const resource = resourceName(deployments);
  const place = about.namespace === undefined ? "" : ` in namespace ${about.namespace}`;
  if (outcome === "forbidden") return `${unknown}: no permission to list ${resource}${place}`;
  if (outcome === "noSuchKind") return `${unknown}: ${resource} is not installed`;
  return `${unknown}: ${resource}${place} could not be read${cause === "" ? "" : ` (${cause})`}`;
}

const deployments = { group: "apps", kind: "Deployment" } as const;

/** A refusal or another failure to read, and the permission to request. */
export function notRead(finding: FindingOf<"not-read">): string {
  const isList = finding.about.name === "";
  const verb = isList ? "list" : "get";
  const resource = resourceName(finding.about);
  const place = finding.about.namespace === undefined ? "" : ` in namespace ${finding.about.namespace}`;
  const subject = finding.component !== undefined && !isList ? finding.component : `${resource}${place}`;
  if (finding.outcome === "forbidden")
    return `cannot read ${subject}: forbidden; request "${verb}" permission on ${resource}${place}`;
  if (finding.outcome === "noSuchKind") return `cannot read ${subject}: ${resource} is not installed`;
  return `cannot read ${subject}: ${finding.cause === "" ? "no response" : finding.cause}`;
}

/** What the CR reports against what the rule set computes from the components. */
export function driftSentence(finding: FindingOf<"drift">): string {
  const words = (status: string = "", reason: string = ""): string => `${status}${reason === "" ? "" : ` (${reason})`}`;
  const reported = words(finding.reportedStatus, finding.reportedReason);
  const expected = words(finding.expectedStatus, finding.expectedReason);
  if (finding.what === "missing")
    return `the CR does not report ${finding.type}, expected ${expected} from its components`;
  if (finding.what === "extra")
    return `the CR reports ${finding.type}=${reported}, which its components do not explain`;
  if (finding.what === "message") return `the CR's message for ${finding.type} is out of date`;
  return `the CR reports ${finding.type}=${reported}, expected ${expected} from its components`;
}

/** A reconcile that did not complete; a recent or transient failure usually resolves itself. */
export function notComplete(
  what: string,
  finding: { readonly seconds?: number; readonly transient: boolean },
  message: string,
  clock?: AgeClock,
): string {
  const since = finding.seconds === undefined ? "" : ` ${lastingSeconds(finding.seconds, clock)}`;
  const hope = finding.transient ? ", which is often resolved within a minute" : "";
  return `${what}${since}${hope}${message.trim() === "" ? "" : `: ${errorText(message)}`}`;
}

/**
 * The sentence for an object that is being deleted: the components that still exist and the finalizers that hold it.
 */
export function deletionSentence(finding: FindingOf<"deleting">, about: string): string {
  const parts = [
    ...(finding.remaining.length === 0
      ? []
      : [`${joinNames(finding.remaining)} still ${finding.remaining.length === 1 ? "exists" : "exist"}`]),
    ...(finding.finalizers.length === 0
      ? []
      : [`held by ${countText(finding.finalizers.length, "finalizer")} ${joinNames(finding.finalizers)}`]),
  ];
  return `${about} is being deleted (requested ${finding.since})${parts.length === 0 ? "" : `: ${parts.join(", ")}`}`;
}

/** `v1.63.0, wants v1.64.0`; `does not report Degraded`: in a sentence behind a subject and its verb. */
export function stallWords(
  stall: Omit<FindingOf<"upgrade-stall">, "code" | "severity" | "about" | "component">,
  subject = "",
  verb = "",
): string {
  const missing = stall.missing ?? [];
  const isBehind = stall.expectedVersion !== undefined && stall.expectedVersion !== stall.observedVersion;
  const all = [
    ...(isBehind
      ? [`${subject}${verb}${stall.observedVersion ?? "no version"}, expected ${stall.expectedVersion}`]
      : []),
    ...(missing.length === 0 ? [] : [`${subject}does not report ${joinNames(missing)}`]),
  ];
  return all.length === 0 ? "not finished" : all.join("; ");
}

/** The sentence on entries of status.relatedObjects that are no longer as recorded. */
export function relatedSentence(
  { state, others = [], count: all = others.length + 1 }: FindingOf<"related-object">,
  about: string,
): string {
  const left = all - 1 - others.length;
  const names = [about, ...others.map(qualifiedName), ...(left > 0 ? [`${left} more`] : [])];
  if (names.length === 1) {
    return state === "gone"
      ? `${about} is listed in relatedObjects but does not exist`
      : `${about} is listed in relatedObjects but was recreated since`;
  }
  return state === "gone"
    ? `${all} objects listed in relatedObjects do not exist: ${joinNames(names)}`
    : `${all} objects listed in relatedObjects were recreated since: ${joinNames(names)}`;
}
