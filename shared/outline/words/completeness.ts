import type { Completeness, ReadGap } from "../../model/report.ts";
import { guessPlural } from "../../model/resource-name.ts";
import type { Source } from "../../model/snapshot.ts";
import type { Verdict } from "../../model/verdict.ts";
import { countText, joinNames } from "./names.ts";
import { gapOutcomeText } from "./read-outcomes.ts";

/** One request without a result, in words: `list pods in openshift-cnv`, and its cause if `outcome` does not say it. */
export function formatReadGap(gap: ReadGap, outcome: string): string {
  const { cause = "" } = gap;
  const isNews = gap.outcome === "unread" && cause !== "" && cause !== outcome;
  return `${formatRequest(gap.verb, gap)}${isNews ? `: ${cause}` : ""}`;
}

/** A request in words: `list pods in openshift-cnv`, `get Pod x in openshift-cnv`. */
export function formatRequest(
  verb: string,
  { kind, name = "", namespace }: Pick<ReadGap, "kind" | "name" | "namespace">,
): string {
  const place = namespace === undefined ? "" : ` in ${namespace}`;
  const object = name === "" ? guessPlural(kind) : `${kind} ${name}`;
  // An unusable piece of a file has no kind.
  return `${verb} ${kind === "" ? name : object}${place}`;
}

/** The sentence where the whole is worse than what was read, because objects of other kinds could not be read. */
export function unreadKindsText(kinds: readonly string[], verdict: Verdict): string {
  return `Incomplete (${verdict}): ${joinNames(kinds)} could not be read`;
}

/** The lead where the input ends too early. The report below it is about the part that was read. */
export function truncatedInputText(damage: readonly { readonly where: string; readonly cause: string }[]): string {
  const [first, ...others] = damage.map(({ where, cause }) => `${where}: ${cause}`);
  return `Incomplete: ${first}${others.length === 0 ? "" : ` (and ${others.length} more)`}`;
}

/** The lead where the CR is gone and its components exist: the text below is about them alone. */
export function leftBehindText(place: string): string {
  return `No HyperConverged found in any namespace of ${place}, but components of one exist, which the operator does not reconcile without it`;
}

/**
 * What was read and what was not, in numbers that add up: `Read 41 of 44 objects; 2 forbidden (list pods in
 * openshift-cnv); 1 not installed (AAQ)`.
 */
export function formatCompleteness(completeness: Completeness, source: Source["kind"], max: number): string {
  const { requested, found, gaps } = countRead(completeness);
  const missing = gaps.filter((gap) => gap.outcome === "noSuchKind");
  const kinds = [...new Set(missing.map((gap) => gap.kind))];
  return [
    `Read ${found} of ${countText(requested, "object")}`,
    ...(["forbidden", "unread", "absent"] as const).flatMap((outcome) => gapTexts(outcome, gaps, source, max)),
    ...(missing.length === 0
      ? []
      : [`${missing.length} not installed${kinds.length === 0 ? "" : ` (${kinds.join(", ")})`}`]),
  ].join("; ");
}

/** What was requested and may change the verdict. Every front counts these. */
export interface ReadCount {
  readonly requested: number;
  readonly found: number;
  readonly gaps: readonly ReadGap[];
}

/** Counts what was requested, without gaps that say nothing about the verdict, so that all numbers add up. */
export function countRead({ asked, found, gaps: all }: Completeness): ReadCount {
  const gaps = all.filter((gap) => !isIrrelevant(gap));
  return { requested: asked - (all.length - gaps.length), found, gaps };
}

/**
 * Whether a gap says nothing about the verdict: many users may not read the cluster's own kinds, and few must-gathers
 * hold them.
 */
function isIrrelevant({ required, group }: ReadGap): boolean {
  return !required && irrelevantGroups.has(group);
}

const irrelevantGroups: ReadonlySet<string> = new Set([
  "apiregistration.k8s.io",
  "admissionregistration.k8s.io",
  "discovery.k8s.io",
]);

/** The gaps of one outcome: `2 forbidden (list pods in openshift-cnv, list events)`. */
function gapTexts(
  outcome: ReadGap["outcome"],
  gaps: readonly ReadGap[],
  source: Source["kind"],
  max: number,
): readonly string[] {
  const own = gaps.filter((gap) => gap.outcome === outcome);
  return [...Map.groupBy(own, (gap) => gapOutcomeText(gap, source))].map(([way, ofOutcome]) => {
    const omitted = ofOutcome.length - max;
    const list = [
      ...ofOutcome.slice(0, max).map((gap) => formatReadGap(gap, way)),
      ...(omitted > 0 ? [`and ${omitted} more`] : []),
    ].join(", ");
    return `${ofOutcome.length} ${way}${list === "" ? "" : ` (${list})`}`;
  });
}

/**
 * The source, and the impersonated user where a flag names one: `context admin@prod · read just now`,
 * `server https://… · as bob · read just now`.
 */
export function justReadText(source: Source, flags: { readonly server?: string; readonly as?: string }): string {
  return `${connectionText(source, flags)} · read just now`;
}

/** The source alone. */
export function connectionText(
  { name, server = "" }: Source,
  flags: { readonly server?: string; readonly as?: string },
): string {
  const isNameless = server.replace(/^https?:\/\//, "") === name;
  const parts = [
    ...(isNameless ? [] : [`context ${name}`]),
    ...(isNameless || flags.server ? [`server ${server}`] : []),
    ...(flags.as ? [`as ${flags.as}`] : []),
  ];
  return parts.join(" · ");
}

/** Where and when a Report was read: `context admin@prod, as of …`, `must-gather …, as of …`. */
export function sourceAndTime(source: Source, takenAt: string): string {
  return `${sourceName(source)}, ${formatAsOf(source, takenAt)}`;
}

/** When a Report was read, and what that time is where the source does not state it. */
export function formatAsOf({ takenFrom }: Source, takenAt: string): string {
  if (takenFrom === undefined) return `as of ${takenAt}`;
  const whose = { "must-gather": "time of the must-gather", newest: "newest time inside", file: "time of the file" };
  return `as of ${takenAt} (${whose[takenFrom]})`;
}

/** `context admin@prod`, `must-gather …`, the name of a file. */
export function sourceName(source: Source): string {
  const kinds: Readonly<Record<Source["kind"], string>> = {
    cluster: "context ",
    "must-gather": "must-gather ",
    files: "",
    buffer: "",
  };
  return `${kinds[source.kind]}${sourceNameAlone(source)}`;
}

/**
 * The source with the last part of its path: a path of the reader's disk says nothing to the one who gets the report.
 */
export function withoutFolders(source: Source): Source {
  const name = source.name.replace(/[/\\]+$/, "");
  return { ...source, name: name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1) };
}

/** The name without the kind of source, for where a label beside it says that. */
export function sourceNameAlone({ name, snapshot }: Source): string {
  return snapshot === undefined ? name : `${name}, snapshot ${snapshot}`;
}
