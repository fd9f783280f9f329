import type { ReadGap, Report } from "../../model/report.ts";
import { resourceName } from "../../model/resource-name.ts";
import { isLive, isUnread, type Source } from "../../model/snapshot.ts";
import { connectionText, sourceName, withoutFolders } from "./completeness.ts";
import { countText, joinNames } from "./names.ts";

/**
 * The text without an object to report on: the request, its result, and what to try at this source. `gaps` are the same
 * request in several namespaces, or several that failed for one reason.
 */
export function emptyWords(gaps: readonly [ReadGap, ...ReadGap[]], source: Source): string {
  const [gap] = gaps;
  const resource = resourcesText(gaps);
  const isLive = source.kind === "cluster";
  const isEverywhere = gap.namespace === undefined;
  const { first, also } = placesOf(gaps);
  const place = also === "" ? first : `${first}, nor in ${also}`;
  const cause = gap.cause === undefined || gap.cause === "" ? "" : ` (${gap.cause})`;
  switch (gap.outcome) {
    case "absent":
      if (gap.name !== undefined)
        return `${gap.kind} ${gap.name} does not exist${isEverywhere ? "" : ` ${place}`}; use -A to search all namespaces`;
      return isEverywhere
        ? `No ${gap.kind} found in any namespace of ${sourceInSentence(source)} (its CRD is installed)`
        : `No ${gap.kind} found ${place} of ${sourceInSentence(source)}; use -A to search all namespaces`;
    case "noSuchKind":
      return isLive
        ? `CRD ${resource} is not installed in ${sourceInSentence(source)}; is this the right cluster, and is the operator installed?`
        : `CRD ${resource} is not in this source${cause}; was it collected from the right cluster?`;
    case "forbidden":
      return [forbiddenSentence(gaps), ...refusalWords(gap)].join(": ");
    case "unread":
      return isLive
        ? `Cannot ${gap.verb} ${resource} ${place}${cause}; check the server, or read files with -f`
        : `Unknown: ${resource} ${place} not read${cause}; ${otherInputs[source.kind]}`;
  }
}

/** The cluster, the must-gather or the file in which objects were searched. */
export function sourceInSentence(source: Source): string {
  return source.kind === "cluster" ? connectionText(source, {}) : sourceName(withoutFolders(source));
}

/** What to do about a forbidden request. */
const accessAdvice =
  "Request the permissions that kubectl hco-status permissions prints, or use -n with a namespace that you may read";

/** A forbidden request in a sentence, and what the server reports in another. */
function forbiddenTexts(gaps: readonly [ReadGap, ...ReadGap[]]): readonly string[] {
  return [forbiddenSentence(gaps), ...refusalWords(gaps[0]).map((words) => `The server reports: ${words}`)];
}

/** `No permission to list hyperconvergeds.hco.kubevirt.io, neither in all namespaces nor in kubevirt, operators`. */
function forbiddenSentence(gaps: readonly [ReadGap, ...ReadGap[]]): string {
  const { first, also } = placesOf(gaps);
  const places = also === "" ? ` ${first}` : `, neither ${first} nor in ${also}`;
  return `No permission to ${gaps[0].verb} ${resourcesText(gaps)}${places}`;
}

/** The server's words, without the resource that the sentence before has; none where it gives none. */
function refusalWords({ cause = "" }: ReadGap): readonly string[] {
  const words = cause.replace(/^\S+ is forbidden: /, "");
  return words === "" ? [] : [words];
}

/** Where the first request was for, and the names of the other namespaces. */
function placesOf([gap, ...others]: readonly [ReadGap, ...ReadGap[]]): {
  readonly first: string;
  readonly also: string;
} {
  const namespaces = new Set(others.flatMap(({ namespace }) => namespace ?? []));
  return {
    first: gap.namespace === undefined ? "in all namespaces" : `in namespace ${gap.namespace}`,
    also: [...namespaces].filter((namespace) => namespace !== gap.namespace).join(", "),
  };
}

function resourcesText(gaps: readonly ReadGap[]): string {
  const names = [...new Set(gaps.map(resourceName))];
  if (names.length <= maxNames) return joinNames(names);
  return `${names.slice(0, 2).join(", ")} and ${names.length - 2} other types`;
}

/** What to try besides the given files. */
const otherInputs: Readonly<Record<Source["kind"], string>> = {
  cluster: "",
  "must-gather": "collect them in a new must-gather, or use a live cluster",
  files: "specify the file or folder that contains them with -f",
  buffer: "pass a document that contains them",
};

const rightCluster = "is this the right cluster?";

/** Other kinds of root: `Also checked, not found: Application, 11 kinds of greenhouse.sap`. */
function noneEitherWords(gaps: readonly ReadGap[], isForbidden: boolean): string {
  const groups = Map.groupBy(gaps, ({ group }) => group);
  const kinds = Array.from(groups, ([group, some]) => {
    const names = [...new Set(some.map(({ kind }) => kind))];
    return names.length > maxNames ? `${countText(names.length, "kind")} of ${group}` : names.join(", ");
  });
  return `${isForbidden ? "Also forbidden" : "Also checked, not found"}: ${kinds.join(", ")}`;
}

/** The most kinds that are named together. */
const maxNames = 4;

/** The text where no request failed, and yet there is no object. */
function nothingFound(source: Source): string {
  const advice: Readonly<Record<Source["kind"], string>> = {
    cluster: `${rightCluster} Use -A to search all namespaces`,
    "must-gather": "is this a must-gather of OpenShift Virtualization?",
    files: "specify the file or folder that contains it with -f",
    buffer: "it has no object of a supported kind",
  };
  const place = source.kind === "cluster" ? connectionText(source, {}) : source.name;
  return `No HyperConverged found in ${place}, and no other supported resources; ${advice[source.kind]}`;
}

/** The text where the selector matches no object, although there may be others. */
export function noneSelected(
  selector: string,
  namespace: string | undefined,
  { kind, name }: Source,
  kinds: readonly string[] = ["HyperConverged"],
): string {
  const place = namespace === undefined ? "" : ` in namespace ${namespace}`;
  return `No ${kinds.join(" or ")} matches ${selector}${place} in ${kind === "cluster" ? `context ${name}` : name}`;
}

/** The text for a cluster without objects to evaluate, or whose objects may not be read. */
export function nothingWords(gaps: readonly ReadGap[]): string {
  const [gap] = gaps.filter(({ required }) => required);
  if (gap === undefined) return "no matching resources";
  const place = gap.namespace === undefined ? "" : ` in namespace ${gap.namespace}`;
  const cause = gap.cause === undefined || gap.cause === "" ? "" : `: ${gap.cause}`;
  const request = `${gap.verb} ${gap.kind === "" ? (gap.name ?? "") : resourceName(gap)}${place}`;
  switch (gap.outcome) {
    case "forbidden":
      return `no permission to ${request}`;
    case "unread":
      return `cannot ${request}${cause}`;
    case "noSuchKind":
      return `${gap.kind} is not installed`;
    case "absent":
      return `no ${gap.kind}${gap.name === undefined ? "" : ` ${gap.name}`}${place}`;
  }
}

/** Why a cluster's verdict is worse than that of any of its objects. */
export function unreadGapsText(gaps: readonly ReadGap[]): string {
  const gap = gaps.find((each) => each.required && isUnread(each));
  return gap === undefined ? "" : nothingWords([gap]);
}

/** The most failed requests that are named one by one. */
const maxGaps = 3;

/**
 * For a Report without roots, the result of each request; equal results share a sentence. So do all lists that a server
 * failed to return for one reason.
 */
export function nothingTexts(report: Report): readonly string[] {
  const gaps = report.completeness.gaps.filter((gap) => gap.required);
  const [first] = gaps;
  if (first === undefined) return [nothingFound(report.source)];
  const isOther = (gap: ReadGap): boolean => gap.kind !== first.kind || gap.group !== first.group;
  const others = gaps.filter((gap) => isOther(gap) && gap.outcome !== "unread");
  const failed = Map.groupBy(
    gaps.filter((gap) => !others.includes(gap)),
    (gap) =>
      gap.outcome === "unread" && isLive(report.source)
        ? `unread ${gap.verb} ${gap.name ?? ""} ${gap.cause ?? ""}`
        : `${gap.outcome} ${gap.verb} ${gap.group}/${gap.kind} ${gap.name ?? ""}`,
  );
  const texts = Array.from(failed.values(), ([one = first, ...more]) =>
    one.outcome === "forbidden" ? forbiddenTexts([one, ...more]) : [emptyWords([one, ...more], report.source)],
  );
  const othersByRefusal = Map.groupBy(others, (gap) => gap.outcome === "forbidden");
  return [
    ...texts.slice(0, maxGaps).flat(),
    ...Array.from(othersByRefusal, ([isForbidden, some]) => noneEitherWords(some, isForbidden)),
    ...(first.outcome === "forbidden" ? [accessAdvice] : []),
  ];
}
