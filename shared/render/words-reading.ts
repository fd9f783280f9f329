import type { Completeness, Gap } from "../model/report.ts";
import type { Source } from "../model/snapshot.ts";
import { count, listOf, pluralOf, resourceOf } from "./words-names.ts";

/** One question that brought nothing, as a person would ask it: `list pods in openshift-cnv`. */
function gapWords(gap: Gap): string {
  const place = gap.namespace === undefined ? "" : ` in ${gap.namespace}`;
  // A piece of a file that could not be used has no kind.
  const what =
    gap.kind === "" ? (gap.name ?? "") : gap.name === undefined ? pluralOf(gap.kind) : `${gap.kind} ${gap.name}`;
  const cause = gap.outcome !== "unread" || gap.cause === undefined || gap.cause === "" ? "" : `: ${gap.cause}`;
  return `${gap.verb} ${what}${place}${cause}`;
}

/** No object to report on: what was asked, what came back, what to try; `gaps` are the same question in several places. */
export function emptyWords(gaps: readonly [Gap, ...Gap[]]): string {
  const [gap, ...others] = gaps;
  const resource = resourceOf(gap);
  const isEverywhere = gap.namespace === undefined;
  const also = others.flatMap((other) => (other.namespace === undefined ? [] : [other.namespace]));
  const place = `${isEverywhere ? "in all namespaces" : `in namespace ${gap.namespace}`}${also.length === 0 ? "" : `, nor in ${also.join(", ")}`}`;
  const cause = gap.cause === undefined || gap.cause === "" ? "" : ` (${gap.cause})`;
  switch (gap.outcome) {
    case "absent":
      if (gap.name !== undefined)
        return `${gap.kind} ${gap.name} does not exist${isEverywhere ? "" : ` ${place}`}; try -A to see what does`;
      return `No ${gap.kind} found ${isEverywhere ? "in any namespace" : place}; ${isEverywhere ? "the kind is installed, but nobody has made one here" : "try -A for all namespaces"}`;
    case "noSuchKind":
      return `No ${gap.kind} here: the cluster does not know ${resource}; is its operator installed, and ${rightCluster}`;
    case "forbidden":
      return `Not allowed to ${gap.verb} ${resource} ${place}${cause}; ask for it, or name a namespace you may read with -n`;
    case "unread":
      return `Cannot ${gap.verb} ${resource} ${place}${cause}; see whether the server answers, or read from files with -f`;
  }
}

const rightCluster = "is this the right cluster?";

/** Other kinds of root: `Looked for too, and not here: Application of app.k8s.io; Team and Plugin of greenhouse.sap`. */
export function noneEitherWords(gaps: readonly Gap[], isForbidden: boolean): string {
  const groups = Map.groupBy(gaps, ({ group }) => group);
  const kinds = Array.from(groups, ([group, some]) => {
    const names = [...new Set(some.map(({ kind }) => kind))];
    return `${listOf(names)} of ${group}`;
  });
  return `Looked for too, and ${isForbidden ? "not allowed either" : "not here"}: ${kinds.join("; ")}`;
}

/** No question failed, and yet there is nothing. */
export function nothingFound({ kind, name }: Source): string {
  const advice: Readonly<Record<Source["kind"], string>> = {
    cluster: `${rightCluster} -A looks in all namespaces`,
    "must-gather": "is this a gather of OpenShift Virtualization?",
    files: "name the file or folder that has it with -f",
    buffer: "it has no object of a kind we know",
  };
  const place = kind === "cluster" ? `context ${name}` : name;
  return `No HyperConverged found in ${place}, nor anything else that can be judged; ${advice[kind]}`;
}

/** There may be some, but none that the selector means. */
export function noneSelected(
  selector: string,
  namespace: string | undefined,
  { kind, name }: Source,
  kinds: readonly string[] = ["HyperConverged"],
): string {
  const place = namespace === undefined ? "" : ` in namespace ${namespace}`;
  return `No ${kinds.join(" or ")} matches ${selector}${place} in ${kind === "cluster" ? `context ${name}` : name}`;
}

/** The CR is gone and its components are there: what follows is about them alone (seeds/hco-conditions.md). */
export const leftBehind = "No HyperConverged found in any namespace; these components are what one left behind";

/** What was read and what was not: `Read 41 of 44 objects; 2 forbidden (list pods in openshift-cnv); AAQ is not installed`. */
export function completenessWords(completeness: Completeness, most: number): string {
  const { asked, found, gaps } = completeness;
  const kinds = [
    ...new Set(gaps.filter((gap) => gap.outcome === "noSuchKind" && !isOptional(gap)).map((gap) => gap.kind)),
  ];
  return [
    `Read ${found} of ${count(asked, "object")}`,
    ...pieces("forbidden", completeness.forbidden, gaps, most),
    ...pieces("unread", completeness.unread, gaps, most),
    ...pieces("absent", completeness.absent, gaps, most),
    ...(kinds.length === 0 ? [] : [`${listOf(kinds)} ${kinds.length === 1 ? "is" : "are"} not installed`]),
  ].join("; ");
}

/** Most clusters but OpenShift do without the lifecycle manager. */
function isOptional(gap: Gap): boolean {
  return gap.group === "operators.coreos.com";
}

function pieces(outcome: Gap["outcome"], number: number, gaps: readonly Gap[], most: number): readonly string[] {
  if (number === 0) return [];
  const word = { forbidden: "forbidden", unread: "not read", absent: "not there", noSuchKind: "not installed" }[
    outcome
  ];
  const asked = gaps.filter((gap) => gap.outcome === outcome).map(gapWords);
  const left = asked.length - most;
  const list = [...asked.slice(0, most), ...(left > 0 ? [`and ${left} more`] : [])].join(", ");
  return [`${number} ${word}${list === "" ? "" : ` (${list})`}`];
}

/** From where, and as whom where a flag says so: `context admin@prod · read just now`, `server https://… · as bob · read just now`. */
export function liveWords(
  { name, server = "" }: Source,
  flags: { readonly server?: string; readonly as?: string },
): string {
  const isNameless = server.replace(/^https?:\/\//, "") === name;
  const parts = [
    ...(isNameless ? [] : [`context ${name}`]),
    ...(isNameless || flags.server ? [`server ${server}`] : []),
    ...(flags.as ? [`as ${flags.as}`] : []),
    "read just now",
  ];
  return parts.join(" · ");
}

/** Where and when a Report was read: `context admin@prod · read at …`, `must-gather …, taken at …`. */
export function sourceWords(source: Source, takenAt: string): string {
  return `${sourceName(source)}, as of ${takenAt}`;
}

/** `context admin@prod`, `must-gather …`, the name of a file. */
export function sourceName(source: Source): string {
  const names: Readonly<Record<Source["kind"], string>> = {
    cluster: `context ${source.name}`,
    "must-gather": `must-gather ${source.name}`,
    files: source.name,
    buffer: source.name,
  };
  return names[source.kind];
}
