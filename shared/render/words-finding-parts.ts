import type { Finding, FindingCode } from "../model/finding.ts";
import { type Clock, lastingSeconds } from "./words-age.ts";
import { evidenceText } from "./words-cause.ts";
import { count, listOf, nameOf, resourceOf } from "./words-names.ts";

// The sentences that depend on more than one part of their finding; words-finding.ts has the rest.

type Of<C extends FindingCode> = Extract<Finding, { readonly code: C }>;

/** What the CR says is only as good as its operator is alive. */
export function operatorDown(finding: Of<"operator-down">): string {
  const state = finding.found
    ? `Deployment ${finding.deployment} ${finding.ready}/${finding.wanted} ready`
    : `no Deployment ${finding.deployment}`;
  return `the operator is down (${state}): what the CR says is history`;
}

/** A refusal or another failure to read, and what to ask for. */
export function notRead(finding: Of<"not-read"> | Of<"reading-refused">): string {
  const verb = finding.code === "not-read" ? "get" : finding.verb;
  const resource = resourceOf(finding.about);
  const place = finding.about.namespace === undefined ? "" : ` in namespace ${finding.about.namespace}`;
  const subject =
    finding.code === "not-read" && finding.component !== undefined ? finding.component : `${resource}${place}`;
  if (finding.outcome === "forbidden")
    return `cannot read ${subject}: forbidden; ask for "${verb}" on ${resource}${place}`;
  if (finding.outcome === "noSuchKind") return `cannot read ${subject}: the cluster does not know ${resource}`;
  return `cannot read ${subject}: ${finding.cause === "" ? "no answer" : finding.cause}`;
}

/** What the CR says against what the rule set makes of the components. */
export function drifted(finding: Of<"drift">): string {
  const words = (status: string | undefined, reason: string | undefined): string =>
    [status, reason].filter((word) => word !== undefined && word !== "").join(" ");
  const reported = words(finding.reportedStatus, finding.reportedReason);
  const expected = words(finding.expectedStatus, finding.expectedReason);
  if (finding.what === "missing") return `${finding.type} is missing from the CR, the components make it ${expected}`;
  if (finding.what === "extra") return `the CR says ${finding.type} ${reported}, the components give no cause for it`;
  if (finding.what === "message") return `the CR's message for ${finding.type} is not the one its components give now`;
  return `the CR says ${finding.type} ${reported}, the components make it ${expected}`;
}

/** A round of the operator that did not end; a young or transient one mends itself more often than not. */
export function notComplete(
  what: string,
  finding: { readonly seconds?: number; readonly transient: boolean },
  message: string,
  clock?: Clock,
): string {
  const since = finding.seconds === undefined ? "" : ` ${lastingSeconds(finding.seconds, clock)}`;
  const hope = finding.transient ? ", which often mends itself within a minute" : "";
  return `${what}${since}${hope}${message.trim() === "" ? "" : `: ${evidenceText({ reason: "", message })}`}`;
}

/** Who still holds the object. */
export function deletion(finding: Of<"deleting">, about: string): string {
  const parts = [
    ...(finding.remaining.length === 0
      ? []
      : [`${listOf(finding.remaining)} still ${finding.remaining.length === 1 ? "exists" : "exist"}`]),
    ...(finding.finalizers.length === 0
      ? []
      : [`held by ${count(finding.finalizers.length, "finalizer")} ${listOf(finding.finalizers)}`]),
  ];
  return `${about} is being deleted since ${finding.since}${parts.length === 0 ? "" : `: ${parts.join(", ")}`}`;
}

/** What an upgrade waits for, of one component. */
export function stalled(finding: Of<"upgrade-stall">): string {
  return `the upgrade waits for ${finding.component}: ${stallWords(finding, "it ", "runs ")}`;
}

/** `v1.63.0, wants v1.64.0`; `does not report Degraded`; in a sentence behind a subject and its verb. */
export function stallWords(
  stall: Omit<Of<"upgrade-stall">, "code" | "severity" | "about" | "component">,
  subject = "",
  verb = "",
): string {
  const missing = stall.missing ?? [];
  const isBehind = stall.expectedVersion !== undefined && stall.expectedVersion !== stall.observedVersion;
  const all = [
    ...(isBehind ? [`${subject}${verb}${stall.observedVersion ?? "no version"}, wants ${stall.expectedVersion}`] : []),
    ...(missing.length === 0 ? [] : [`${subject}does not report ${listOf(missing)}`]),
  ];
  return all.length === 0 ? "not finished" : all.join("; ");
}

/** Entries of status.relatedObjects that are no longer what was recorded. */
export function related(
  { state, others = [], count: all = others.length + 1 }: Of<"related-object">,
  about: string,
): string {
  const left = all - 1 - others.length;
  const names = [about, ...others.map(nameOf), ...(left > 0 ? [`${left} more`] : [])];
  if (names.length === 1) {
    return state === "gone"
      ? `${about} stands in relatedObjects but does not exist`
      : `${about} stands in relatedObjects but was deleted and made anew since`;
  }
  return state === "gone"
    ? `${all} objects stand in relatedObjects but do not exist: ${listOf(names)}`
    : `${all} objects stand in relatedObjects but were deleted and made anew since: ${listOf(names)}`;
}
