import type { ReadGap, Report } from "../../model/report.ts";
import { resourceName } from "../../model/resource-name.ts";
import { isLive, isUnread, type Source } from "../../model/snapshot.ts";
import { connectionText, sourceName, withoutFolders } from "./completeness.ts";
import { countText, joinFilled, joinNames } from "./names.ts";

/** Failed requests of one kind in several namespaces, or several requests that failed for one reason. */
type Gaps = readonly [ReadGap, ...ReadGap[]];

/** The kinds that are named together. */
const maxNames = 4;

/** The failed requests that are named one by one. */
const maxGaps = 3;

/** What to do about a forbidden request. */
const accessAdvice =
  "Request the permissions that kubectl hco-status permissions prints, or use -n with a namespace that you may read";

/** What to try besides the given files. */
const otherInputs: Readonly<Record<Source["kind"], string>> = {
  cluster: "",
  "must-gather": "collect them in a new must-gather, or use a live cluster",
  files: "specify the file or folder that contains them with -f",
  buffer: "pass a document that contains them",
};

/** What to try where no request failed, and yet there is no object. */
const noObjectAdvice: Readonly<Record<Source["kind"], string>> = {
  cluster: "is this the right cluster? Use -A to search all namespaces",
  "must-gather": "is this a must-gather of OpenShift Virtualization?",
  files: "specify the file or folder that contains it with -f",
  buffer: "it has no object of a supported kind",
};

/** Returns a sentence about requests without a result: the request, what came of it, and what to try at this source. */
export function explainFailedRequest(gaps: Gaps, source: Source): string {
  switch (gaps[0].outcome) {
    case "absent":
      return explainAbsent(gaps, source);
    case "noSuchKind":
      return explainMissingKind(gaps, source);
    case "forbidden":
      return [forbiddenSentence(gaps), ...listServerReasons(gaps[0])].join(": ");
    case "unread":
      return explainUnread(gaps, source);
  }
}

function explainAbsent(gaps: Gaps, source: Source): string {
  const [{ kind, name, namespace }] = gaps;
  const place = namespace === undefined ? "" : ` ${formatPlaces(gaps)}`;
  if (name !== undefined) return `${kind} ${name} does not exist${place}; use -A to search all namespaces`;
  const searched = sourceInSentence(source);
  if (namespace === undefined) return `No ${kind} found in any namespace of ${searched} (its CRD is installed)`;
  return `No ${kind} found${place} of ${searched}; use -A to search all namespaces`;
}

function explainMissingKind(gaps: Gaps, source: Source): string {
  const resource = formatResources(gaps);
  if (source.kind !== "cluster") {
    return `CRD ${resource} is not in this source${formatCause(gaps)}; was it collected from the right cluster?`;
  }
  const searched = sourceInSentence(source);
  return `CRD ${resource} is not installed in ${searched}; is this the right cluster, and is the operator installed?`;
}

function explainUnread(gaps: Gaps, source: Source): string {
  const request = `${formatResources(gaps)} ${formatPlaces(gaps)}`;
  const cause = formatCause(gaps);
  if (source.kind === "cluster") {
    return `Cannot ${gaps[0].verb} ${request}${cause}; check the server, or read files with -f`;
  }
  return `Unknown: ${request} not read${cause}; ${otherInputs[source.kind]}`;
}

/** ` (timeout)`; empty where the cause is not known. */
function formatCause([{ cause = "" }]: Gaps): string {
  return cause === "" ? "" : ` (${cause})`;
}

/** `in namespace a, nor in b, c`. */
function formatPlaces(gaps: Gaps): string {
  const { first, others } = readPlaces(gaps);
  return others === "" ? first : `${first}, nor in ${others}`;
}

/** The cluster, the must-gather or the file in which objects were searched. */
export function sourceInSentence(source: Source): string {
  return source.kind === "cluster" ? connectionText(source, {}) : sourceName(withoutFolders(source));
}

/** Returns a sentence about forbidden requests, and one with what the server reports. */
function explainForbidden(gaps: Gaps): readonly string[] {
  const reasons = listServerReasons(gaps[0]);
  return [forbiddenSentence(gaps), ...reasons.map((reason) => `The server reports: ${reason}`)];
}

/** `No permission to list hyperconvergeds.hco.kubevirt.io, neither in all namespaces nor in kubevirt, operators`. */
function forbiddenSentence(gaps: Gaps): string {
  const { first, others } = readPlaces(gaps);
  const places = others === "" ? ` ${first}` : `, neither ${first} nor in ${others}`;
  return `No permission to ${gaps[0].verb} ${formatResources(gaps)}${places}`;
}

/** Returns the server's reason without the resource, which the sentence has: `x is forbidden: no` -> `["no"]`. */
function listServerReasons({ cause = "" }: ReadGap): readonly string[] {
  const reason = cause.replace(/^\S+ is forbidden: /, "");
  return reason === "" ? [] : [reason];
}

/** Returns the place of the first request as a phrase, and the names of the other namespaces. */
function readPlaces([gap, ...otherGaps]: Gaps): { readonly first: string; readonly others: string } {
  const namespaces = new Set(otherGaps.flatMap(({ namespace }) => namespace ?? []));
  if (gap.namespace !== undefined) namespaces.delete(gap.namespace);
  return {
    first: gap.namespace === undefined ? "in all namespaces" : `in namespace ${gap.namespace}`,
    others: [...namespaces].join(", "),
  };
}

function formatResources(gaps: readonly ReadGap[]): string {
  const names = [...new Set(gaps.map(resourceName))];
  if (names.length <= maxNames) return joinNames(names);
  return `${names.slice(0, 2).join(", ")} and ${names.length - 2} other types`;
}

/** Returns the other kinds of root: `Also checked, not found: Application, 11 kinds of greenhouse.sap`. */
function listOtherKinds(gaps: readonly ReadGap[], isForbidden: boolean): string {
  const gapsByGroup = Map.groupBy(gaps, ({ group }) => group);
  const kinds = Array.from(gapsByGroup, ([group, gapsOfGroup]) => {
    const names = [...new Set(gapsOfGroup.map(({ kind }) => kind))];
    return names.length > maxNames ? `${countText(names.length, "kind")} of ${group}` : names.join(", ");
  });
  return `${isForbidden ? "Also forbidden" : "Also checked, not found"}: ${kinds.join(", ")}`;
}

/** Returns the sentence where no request failed, and yet there is no object. */
function explainNoObject(source: Source): string {
  const searched = source.kind === "cluster" ? connectionText(source, {}) : source.name;
  return `No HyperConverged found in ${searched}, and no other supported resources; ${noObjectAdvice[source.kind]}`;
}

/** Returns the sentence where the selector matches no object, although there may be others. */
export function explainNoMatch(
  selector: string,
  namespace: string | undefined,
  { kind, name }: Source,
  kinds: readonly string[] = ["HyperConverged"],
): string {
  const place = namespace === undefined ? "" : ` in namespace ${namespace}`;
  const sourceText = kind === "cluster" ? `context ${name}` : name;
  return `No ${kinds.join(" or ")} matches ${selector}${place} in ${sourceText}`;
}

/**
 * Returns why a cluster has no objects to evaluate, in few words: `no permission to list pods in namespace a`, `no
 * HyperConverged`.
 */
export function summarizeGap(gaps: readonly ReadGap[]): string {
  const [gap] = gaps.filter(({ required }) => required);
  if (gap === undefined) return "no matching resources";
  const place = gap.namespace === undefined ? "" : ` in namespace ${gap.namespace}`;
  const request = `${gap.verb} ${gap.kind === "" ? (gap.name ?? "") : resourceName(gap)}${place}`;
  switch (gap.outcome) {
    case "forbidden":
      return `no permission to ${request}`;
    case "unread":
      return joinFilled(": ", [`cannot ${request}`, gap.cause ?? ""]);
    case "noSuchKind":
      return `${gap.kind} is not installed`;
    case "absent":
      return `no ${gap.kind}${gap.name === undefined ? "" : ` ${gap.name}`}${place}`;
  }
}

/** Returns why a cluster's verdict is worse than that of any of its objects. */
export function summarizeUnreadGap(gaps: readonly ReadGap[]): string {
  const gap = gaps.find((candidate) => candidate.required && isUnread(candidate));
  return gap === undefined ? "" : summarizeGap([gap]);
}

/**
 * Returns the sentences for a Report without roots: the result of each request, and what to try. Requests with the same
 * result share a sentence, and so do all lists that a server failed to return for one reason.
 */
export function explainEmptyReport(report: Report): readonly string[] {
  const gaps = report.completeness.gaps.filter((gap) => gap.required);
  const [first] = gaps;
  if (first === undefined) return [explainNoObject(report.source)];
  // The first kind is the requested one. Other kinds are named together, unless a server failed to return them.
  const isOtherKind = (gap: ReadGap): boolean => gap.kind !== first.kind || gap.group !== first.group;
  const gapsOfOtherKinds = gaps.filter((gap) => isOtherKind(gap) && gap.outcome !== "unread");
  const failures = Map.groupBy(
    gaps.filter((gap) => !gapsOfOtherKinds.includes(gap)),
    (gap) => failureKey(gap, report.source),
  );
  const sentences: string[] = [];
  for (const [failure = first, ...same] of [...failures.values()].slice(0, maxGaps)) {
    if (failure.outcome === "forbidden") sentences.push(...explainForbidden([failure, ...same]));
    else sentences.push(explainFailedRequest([failure, ...same], report.source));
  }
  const otherKindsByRefusal = Map.groupBy(gapsOfOtherKinds, (gap) => gap.outcome === "forbidden");
  for (const [isForbidden, otherGaps] of otherKindsByRefusal) sentences.push(listOtherKinds(otherGaps, isForbidden));
  if (first.outcome === "forbidden") sentences.push(accessAdvice);
  return sentences;
}

/** Returns a text that is equal for requests that share a sentence. */
function failureKey({ outcome, verb, group, kind, name = "", cause = "" }: ReadGap, source: Source): string {
  if (outcome === "unread" && isLive(source)) return `unread ${verb} ${name} ${cause}`;
  return `${outcome} ${verb} ${group}/${kind} ${name}`;
}
