import { joinLines } from "../characters/join-lines.ts";
import { causeOf, nodesOnPath } from "../model/cause/cause-path.ts";
import type { Cause, Contribution, ReportNode, RootNode } from "../model/report.ts";
import type { Verdict } from "../model/verdict.ts";
import { type AgeClock, durationPhrase } from "./ages.ts";
import { shortenMiddle, shortenText } from "./cause.ts";
import { causeSentence } from "./cause-clauses.ts";
import { withoutEndMark } from "./end-marks.ts";
import { moreWords } from "./words/labels.ts";
import { joinNames, shortenNames } from "./words/names.ts";
import { outcomeWords } from "./words/read-outcomes.ts";
import { nodeSince } from "./words/since.ts";

/** The root condition in which a component of that verdict should be named; undefined: in none. */
export const blamingType: Readonly<Record<Verdict, string | undefined>> = {
  ...{ unavailable: "Available", degraded: "Degraded", progressing: "Progressing" },
  ...{ healthy: undefined, unknown: undefined },
};

/** The operator's own reasons that stand for many components: they neither name nor hide a component. */
const summaries: ReadonlySet<string> = new Set(["Init", "HCODegraded", "HCOUpgrading", "StatusUnknown"]);

/**
 * The first cause in one line with its age, and whether the CR does not report it. Undefined where the root is neither
 * unavailable nor degraded, but for one of Kubernetes' own kinds, which tells its own trouble. `inFull` cuts nothing.
 */
export function causeWords(root: RootNode, clock: AgeClock, inFull = false): string | undefined {
  const first = toldCause(root);
  return first === undefined ? undefined : oneCause(root, first, clock, inFull);
}

function toldCause(root: RootNode): Cause | undefined {
  const [first] = root.verdict === "healthy" ? [] : root.causes;
  const isTold = isSerious(first) || (root.trouble !== undefined && first?.path.length === 1);
  return isTold ? first : undefined;
}

function equalCauses({ causes }: RootNode): readonly Cause[] {
  const [first, ...others] = causes;
  if (first === undefined || !isSerious(first) || first.path.length < 3) return [];
  return others.filter(({ verdict, path }) => verdict === first.verdict && path.length > 2);
}

function isSerious(cause: Cause | undefined): boolean {
  return cause?.verdict === "unavailable" || cause?.verdict === "degraded";
}

function oneCause(root: RootNode, cause: Cause, clock: AgeClock, inFull: boolean): string {
  const part = partAt(root, cause);
  const hidden = part === undefined ? "" : hiddenWords(root, part);
  const since = durationPhrase(cause.since, clock);
  const words = evidenceOf(cause, inFull ? Number.POSITIVE_INFINITY : longestCause);
  const behind = `${since === "" ? "" : `, ${since}`}${hidden}`;
  return behind === "" ? words : `${withoutEndMark(words)}${behind}`;
}

/** The most characters of a cause, unless everything is printed: five lines of a terminal. */
const longestCause = 320;

/** A cause on one line, without verdict and age. A cause of the root itself does not repeat its name. */
function evidenceOf(cause: Cause, most: number): string {
  const { path, component } = cause;
  const words = joinLines(causeSentence(cause));
  // `CDI: CDI is degraded` has the name twice.
  const isOwn = path.length === 1 && words.startsWith(`${component}: `);
  const isTwice = words.startsWith(`${component}: ${component} `);
  return shortenMiddle(isOwn || isTwice ? words.slice(component.length + 2) : words, most);
}

/** The other culprits: `KubeVirt is progressing for 3m (not reported by the CR, which shows SSP instead)`. */
export function otherUnhealthyText(root: RootNode, clock: AgeClock): readonly string[] {
  const others = otherCulprits(root);
  // During a first install all parts have the same state: one clause for all of them.
  const said = Map.groupBy(others, ({ node, cause }) => stateOf(root, node, cause, clock));
  const clauses = Array.from(said, ([state, some]) => {
    const nodes = some.map(({ node }) => node);
    if (nodes.some(({ outcome }) => outcome !== "found" && outcome !== "absent" && outcome !== "noSuchKind"))
      return `${nodes.map((node) => node.label).join(", ")} ${state}`;
    const verb =
      nodes.length === 1 ? (state.startsWith("not") ? "does " : "is ") : state.startsWith("not") ? "do " : "are ";
    return `${joinNames(shortenNames(nodes.map((node) => node.label)))} ${verb}${state}`;
  });
  const all = [...clauses, ...besideText(root, clock)];
  const left = all.length - mostClauses;
  return left > 0 ? [...all.slice(0, mostClauses), moreWords(left)] : all;
}

/**
 * Causes other than the first about no unhealthy part: a write that was refused, an object that is in no part. A refused
 * deletion makes nothing unhealthy, and the headline names it.
 */
function besideParts(root: RootNode): readonly Cause[] {
  const equals = equalCauses(root);
  return root.causes.slice(1).filter((cause) => {
    const part = partAt(root, cause);
    return (
      cause.path.length > 1 &&
      isSerious(cause) &&
      !equals.includes(cause) &&
      (part === undefined || part.verdict === "healthy")
    );
  });
}

/** A line for each of these causes, for a list of the unhealthy parts. */
function besideText(root: RootNode, clock: AgeClock): readonly string[] {
  return besideParts(root).map((cause) => oneCause(root, cause, clock, false));
}

const mostClauses = 10;

/** A part that another cause than the first is about. */
interface OtherCulprit {
  readonly node: ReportNode;
  readonly cause: Cause;
}

/** The required parts of all causes but the first and its equals. What was not read counts if something below it was. */
function otherCulprits(root: RootNode): readonly OtherCulprit[] {
  const told = [...(isSerious(root.causes[0]) ? root.causes.slice(0, 1) : []), ...equalCauses(root)];
  const parts = new Set(told.map((cause) => partAt(root, cause)));
  const found = new Map<ReportNode, OtherCulprit>();
  for (const cause of root.causes) {
    for (const component of [cause.component, ...(cause.sharedBy ?? [])]) {
      const node = partAt(root, { path: [root.label, component] });
      const isTold = node === undefined || !node.required || parts.has(node) || found.has(node);
      const isUnread = node?.outcome === "forbidden" || node?.outcome === "unread";
      if (isTold || node.verdict === "healthy" || (isUnread && cause.path.length < 3)) continue;
      found.set(node, { node, cause });
    }
  }
  return root.children.flatMap((node) => found.get(node) ?? []);
}

/** `progressing for 3m (…)`; `not exist`. */
function stateOf(root: RootNode, node: ReportNode, cause: Cause, clock: AgeClock): string {
  const evidence = evidenceBehind(node, cause);
  if (node.outcome === "forbidden" || node.outcome === "unread") return `${outcomeWords[node.outcome]}${evidence}`;
  if (node.outcome !== "found") return "not exist";
  const since = durationPhrase(nodeSince(node), clock);
  const how = node.deleting && node.verdict === "progressing" ? "being deleted" : node.verdict;
  return `${how}${since === "" ? "" : ` ${since}`}${hiddenWords(root, node)}${evidence}`;
}

/** The first cause about a part, on one line without verdict, age and the part's name. Undefined without one. */
export function partCauseText(root: RootNode, node: ReportNode): string | undefined {
  const cause = causeOf(root, node);
  return cause === undefined ? undefined : evidenceOf(cause, longestCause).replace(`${node.label}: `, "");
}

/** The cause where it lies below the part. Where it stands with another part, the name of that. */
function evidenceBehind({ label }: ReportNode, cause: Cause): string {
  if (cause.component !== label) return `: same cause as ${cause.component}`;
  if (cause.path.length < 3) return "";
  return `: ${shortenText(evidenceOf(cause, Number.POSITIVE_INFINITY).replace(`${label}: `, ""), longestAlso)}`;
}

/** The most characters behind the part and its age: a line or two. */
const longestAlso = 120;

/**
 * Whether the root does not report this part's share. None of the root's other state conditions names the part either.
 * Upgradeable does not count, because it says less.
 */
export function isHidden(root: RootNode, component: string, type: string): boolean {
  const isOwn = (share: Contribution): boolean => share.component === component;
  const isShown = Object.values(blamingType).some(
    (each) => each !== undefined && sharesOf(root, each).some((one) => isOwn(one) && one.shown),
  );
  return !isShown && sharesOf(root, type).some(isOwn);
}

function hiddenWords(root: RootNode, node: ReportNode): string {
  const type = blamingType[node.verdict];
  if (type === undefined || !isHidden(root, node.label, type)) return "";
  const shown = sharesOf(root, type).find((share) => share.shown)?.component;
  const reason = root.conditions.find((condition) => condition.type === type)?.reason ?? "";
  if (shown === undefined && summaries.has(reason)) return "";
  const instead = shown === undefined ? reason : `${shown} instead`;
  return ` (not reported by the CR${instead === "" ? "" : `, which shows ${instead}`})`;
}

/** The unhealthy part on the path of the first cause, where that makes the root unavailable or degraded. */
export function findCulprit(root: RootNode): ReportNode | undefined {
  const [first] = root.causes;
  const part = first === undefined || !isSerious(first) ? undefined : partAt(root, first);
  return part?.verdict === "healthy" ? undefined : part;
}

/** The unhealthy parts of all causes, in the order of the causes. */
function culpritParts(root: RootNode): readonly ReportNode[] {
  const names = root.causes.flatMap(({ component, sharedBy = [] }) => [component, ...sharedBy]);
  const parts = names.flatMap((name) => partAt(root, { path: [root.label, name] }) ?? []);
  return [...new Set(parts)].filter(({ verdict }) => verdict !== "healthy");
}

/**
 * The unhealthy part or object of that name that a cause leads to, the part first: the causes alone say who is unhealthy
 * (report.md, `causes`). Of a cause that several parts share, each of them.
 */
export function culpritNamed(root: RootNode, name: string): ReportNode | undefined {
  const parts = culpritParts(root);
  const ways = root.causes.flatMap((cause) => nodesOnPath(root, cause));
  return [...parts, ...ways].find((node) => {
    return node.verdict !== "healthy" && (node.label === name || node.ref.name === name);
  });
}

function partAt(root: RootNode, { path }: Pick<Cause, "path">): ReportNode | undefined {
  return nodesOnPath(root, { path: path.slice(0, 2) })[0];
}

function sharesOf(root: RootNode, type: string): readonly Contribution[] {
  return Object.hasOwn(root.offenders, type) ? (root.offenders[type] ?? []) : [];
}
