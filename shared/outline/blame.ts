import { joinLines } from "../characters/join-lines.ts";
import { causeOf, nodesOnPath } from "../model/cause/cause-path.ts";
import type { Cause, Contribution, ReportNode, RootNode } from "../model/report.ts";
import type { Verdict } from "../model/verdict.ts";
import { type AgeClock, durationPhrase } from "./ages.ts";
import { shortenMiddle } from "./cause.ts";
import { causeSentence } from "./cause-clauses.ts";
import { withoutEndMark } from "./end-marks.ts";

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

/** The first cause about a part, on one line without verdict, age and the part's name. Undefined without one. */
export function partCauseText(root: RootNode, node: ReportNode): string | undefined {
  const cause = causeOf(root, node);
  return cause === undefined ? undefined : evidenceOf(cause, longestCause).replace(`${node.label}: `, "");
}

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
