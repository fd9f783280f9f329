import { kindKey } from "../../model/kind.ts";
import type { Text } from "../../model/outline.ts";
import type { Completeness, ReadGap } from "../../model/report.ts";
import { guessPlural } from "../../model/resource-name.ts";
import { isUnread, type Source } from "../../model/snapshot.ts";
import type { Verdict } from "../../model/verdict.ts";
import { word } from "../text.ts";
import { countText, joinNames } from "./names.ts";
import { gapOutcomeText } from "./read-outcomes.ts";

/** API groups of the cluster itself, which many users may not read and few must-gathers hold. */
const groupsOfCluster: ReadonlySet<string> = new Set([
  "apiregistration.k8s.io",
  "admissionregistration.k8s.io",
  "discovery.k8s.io",
]);

/** What stands before the name of a source. */
const sourcePrefixes: Readonly<Record<Source["kind"], string>> = {
  cluster: "context ",
  "must-gather": "must-gather ",
  files: "",
  buffer: "",
};

/**
 * One request without a result: `list pods in openshift-cnv`, and its cause where the text of the outcome, which stands
 * beside it, does not say the cause: `list pods in openshift-cnv: timed out`.
 */
export function formatReadGap(gap: ReadGap, outcomeText: string): string {
  const request = formatRequest(gap.verb, gap);
  const { cause = "" } = gap;
  const addsCause = gap.outcome === "unread" && cause !== "" && cause !== outcomeText;
  return addsCause ? `${request}: ${cause}` : request;
}

/** A request in words: `list pods in openshift-cnv`, `get Pod x in openshift-cnv`. */
export function formatRequest(
  verb: string,
  { kind, name = "", namespace }: Pick<ReadGap, "kind" | "name" | "namespace">,
): string {
  const scope = namespace === undefined ? "" : ` in ${namespace}`;
  // An unusable piece of a file has no kind.
  if (kind === "") return `${verb} ${name}${scope}`;
  return `${verb} ${name === "" ? guessPlural(kind) : `${kind} ${name}`}${scope}`;
}

/** The lead where the verdict is worse than what was read, because objects of other kinds could not be read. */
export function unreadKindsText(kinds: readonly string[], verdict: Verdict): string {
  return `Incomplete (${verdict}): ${joinNames(kinds)} could not be read`;
}

/** The lead where an input ends too early: `Incomplete: logs/x.yaml: ends too early (and 2 more)`. */
export function truncatedInputText(damage: readonly { readonly where: string; readonly cause: string }[]): string {
  const [first, ...others] = damage.map(({ where, cause }) => `${where}: ${cause}`);
  const count = others.length === 0 ? "" : ` (and ${others.length} more)`;
  return `Incomplete: ${first}${count}`;
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
  const clauses = [`Read ${found} of ${countText(requested, "object")}`];
  for (const outcome of ["forbidden", "unread", "absent"] as const) {
    const gapsOfOutcome = gaps.filter((gap) => gap.outcome === outcome);
    clauses.push(...gapTexts(gapsOfOutcome, source, max));
  }
  const notInstalled = gaps.filter((gap) => gap.outcome === "noSuchKind");
  const kinds = [...new Set(notInstalled.map((gap) => gap.kind))];
  if (notInstalled.length > 0) clauses.push(`${notInstalled.length} not installed (${kinds.join(", ")})`);
  return clauses.join("; ");
}

/**
 * The numbers of what was requested, which add up, and what was not read: `Read 84 of 86 objects, 2 forbidden: pods`,
 * `Read 2 of 7 objects, 5 not in the file: kubevirts, cdis and 3 more`. Empty where all was read that could change the
 * verdict. `foundKinds`: those of which an object was read, so that a refused list is about others of the kind.
 */
export function notReadText(
  completeness: Completeness,
  source: Source["kind"],
  foundKinds: ReadonlySet<string> = new Set(),
): Text {
  const { requested, found, gaps } = countRead(completeness);
  const unread = gaps.filter(isUnread);
  if (unread.length === 0) return [];
  const withoutResult = unread.filter(({ outcome }) => outcome === "unread");
  const forbidden = gapsWithOutcome(gaps, "forbidden");
  const missing = gapsWithOutcome(gaps, "noSuchKind");
  const absent = gapsWithOutcome(gaps, "absent");
  const counts: string[] = [];
  if (missing > 0) counts.push(`${missing} not installed`);
  if (absent > 0) counts.push(`${absent} not found`);
  // The names behind the colon are those of all that follow.
  if (forbidden > 0) counts.push(`${forbidden} forbidden`);
  for (const [outcomeText, group] of Map.groupBy(withoutResult, (gap) => gapOutcomeText(gap, source))) {
    counts.push(`${group.length} ${outcomeText}`);
  }
  const kindNames = new Set(unread.map(gapName));
  // Several requests may be for one kind.
  const kinds = kindNames.size === unread.length ? "" : ` (${countText(kindNames.size, "kind")})`;
  const names = unreadNames(unread, foundKinds);
  return [
    word(`Read ${found} of ${countText(requested, "object")}`),
    word(`, ${counts.join(", ")}${kinds}: `),
    { is: "list", names },
  ];
}

/** What counts against the verdict first, and last the other namespaces of kinds of which an object was read. */
function unreadNames(gaps: readonly ReadGap[], foundKinds: ReadonlySet<string>): readonly string[] {
  const isElsewhere = (gap: ReadGap): boolean => gap.name === undefined && foundKinds.has(kindKey(gap));
  const others = gaps.filter((gap) => !isElsewhere(gap)).toSorted((a, b) => Number(b.required) - Number(a.required));
  const elsewhere = gaps.filter(isElsewhere).map((gap) => `${gapName(gap)} in other namespaces`);
  return [...new Set([...others.map(gapName), ...elsewhere])];
}

function gapsWithOutcome(gaps: readonly ReadGap[], outcome: ReadGap["outcome"]): number {
  return gaps.filter((gap) => gap.outcome === outcome).length;
}

/** The resource, or the piece of a file that has no kind. */
function gapName({ kind, name = "" }: ReadGap): string {
  return kind === "" ? name : guessPlural(kind);
}

/** How many objects were requested that may change the verdict, how many were found, and the requests without a result. */
export interface ReadCount {
  readonly requested: number;
  readonly found: number;
  readonly gaps: readonly ReadGap[];
}

/** Counts what was requested, without gaps that say nothing about the verdict, so that all numbers add up. */
export function countRead({ asked, found, gaps: allGaps }: Completeness): ReadCount {
  const gaps = allGaps.filter((gap) => gap.required || !groupsOfCluster.has(gap.group));
  const ignoredCount = allGaps.length - gaps.length;
  return { requested: asked - ignoredCount, found, gaps };
}

/** The gaps of one outcome, a clause for each text of it: `2 forbidden (list pods in openshift-cnv, list events)`. */
function gapTexts(gaps: readonly ReadGap[], source: Source["kind"], max: number): readonly string[] {
  const groups = Map.groupBy(gaps, (gap) => gapOutcomeText(gap, source));
  return [...groups].map(([outcomeText, group]) => {
    const requests = group.slice(0, max).map((gap) => formatReadGap(gap, outcomeText));
    if (group.length > max) requests.push(`and ${group.length - max} more`);
    const list = requests.join(", ");
    return `${group.length} ${outcomeText}${list === "" ? "" : ` (${list})`}`;
  });
}

/**
 * The source, and the impersonated user where a flag names one: `context admin@prod · read just now`,
 * `server https://… · as bob · read just now`.
 */
export function justReadText(source: Source, flags: { readonly server?: string; readonly as?: string }): string {
  return `${connectionText(source, flags)} · read just now`;
}

/** `context admin@prod`, `server https://… · as bob`: a cluster that was named by its server alone has no context. */
export function connectionText(
  { name, server = "" }: Source,
  flags: { readonly server?: string; readonly as?: string },
): string {
  const hasContext = server.replace(/^https?:\/\//, "") !== name;
  const parts: string[] = [];
  if (hasContext) parts.push(`context ${name}`);
  if (!hasContext || flags.server) parts.push(`server ${server}`);
  if (flags.as) parts.push(`as ${flags.as}`);
  return parts.join(" · ");
}

/** Where and when a Report was read: `context admin@prod, as of …`, `must-gather …, as of …`. */
export function sourceAndTime(source: Source, takenAt: string): string {
  return `${sourceName(source)}, ${formatAsOf(source, takenAt)}`;
}

/** When a Report was read, and what that time is where the source does not state it. */
export function formatAsOf({ takenFrom }: Source, takenAt: string): string {
  if (takenFrom === undefined) return `as of ${takenAt}`;
  const meanings = { "must-gather": "time of the must-gather", newest: "newest time inside", file: "time of the file" };
  return `as of ${takenAt} (${meanings[takenFrom]})`;
}

/** `context admin@prod`, `must-gather …`, the name of a file. */
export function sourceName(source: Source): string {
  return `${sourcePrefixes[source.kind]}${sourceNameAlone(source)}`;
}

/**
 * The source with the last part of its path, `/home/bob/must-gather/` -> `must-gather`: a path on the disk of one user says
 * nothing to another user who gets the report.
 */
export function withoutFolders(source: Source): Source {
  const path = source.name.replace(/[/\\]+$/, "");
  const lastSeparator = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"));
  return { ...source, name: path.slice(lastSeparator + 1) };
}

/** The name without the kind of source, for where a label beside it says that. */
export function sourceNameAlone({ name, snapshot }: Source): string {
  return snapshot === undefined ? name : `${name}, snapshot ${snapshot}`;
}
