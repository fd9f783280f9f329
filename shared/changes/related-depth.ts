import { definedFields } from "../model/defined-fields.ts";
import { keyOf } from "../model/object.ts";
import type { Report, ReportNode } from "../model/report.ts";
import type { Transition } from "../model/report-change.ts";
import { isSameToSee } from "./visible-equality.ts";

/** The differences between two Reports, limited to what both have read. */
interface Comparison {
  readonly transitions: readonly Transition[];
  /** Whether nothing visible differs, whatever objects the two Reports were computed from. */
  readonly isSame: boolean;
  /** Whether one Report has more only because the other read less, which is no difference in the cluster. */
  readonly isDeeper: boolean;
}

/** Separates real differences from objects that only one of the two Reports asked for (`--deep`, `--related`). */
export function compareRelated(before: Report, after: Report, transitions: readonly Transition[]): Comparison {
  const isOfOneReading = (transition: Transition): boolean =>
    isUnreadEntry(transition) || isUnreadGap(transition, before, after) || isBelowUnread(transition, before, after);
  const isDeeper = transitions.some(isOfOneReading);
  if (!isDeeper) return { transitions, isSame: isSameToSee(before, { ...after, source: before.source }), isDeeper };
  const comparable = transitions.filter(
    (transition) => !isOfOneReading(transition) && !isEmptyQueryOfOneReport(transition),
  );
  // Other differences in objects that only one Report has cannot be compared.
  const isSame = comparable.length === 0 && before.verdict === after.verdict;
  return { transitions: comparable, isSame, isDeeper };
}

/** Whether an entry of relatedObjects was read for only one of the two Reports. */
function isUnreadEntry({ what, from, to }: Transition): boolean {
  return what === "related" && (from === "unread" || to === "unread");
}

/**
 * Whether a query is unread in one Report, and read or not asked in the other, which is no difference. Where a verdict
 * needs the object, it is a difference.
 */
function isUnreadGap({ what, about, from, to }: Transition, before: Report, after: Report): boolean {
  if (what !== "completeness") return false;
  const isUnreadAfter = from === null && to === "unread";
  const isUnreadBefore = from === "unread" && to === null;
  if (!isUnreadAfter && !isUnreadBefore) return false;
  const { gaps } = (isUnreadAfter ? after : before).completeness;
  return !gaps.some(({ required, outcome, group, kind, namespace, name = "" }) => {
    const key = keyOf({ group, kind, name, ...definedFields({ namespace }) });
    return required && outcome === "unread" && key === keyOf(about);
  });
}

/**
 * Whether a node stands in only one Report because the other did not read that deep: the parent is the same in both, and
 * has no child of the kind in the other Report. An unhealthy node below a healthy parent is a difference.
 */
function isBelowUnread({ what, about, path, from, to }: Transition, before: Report, after: Report): boolean {
  if (what !== "presence" || path.length < 3) return false;
  const parentPath = path.slice(0, -1);
  const parentBefore = findNode(before.roots, parentPath);
  const parentAfter = findNode(after.roots, parentPath);
  if (parentBefore === undefined || parentAfter === undefined) return false;
  if (parentBefore.verdict !== parentAfter.verdict) return false;
  if ((from ?? to) !== "healthy" && parentBefore.verdict === "healthy") return false;
  const parentWithoutNode = from === null ? parentBefore : parentAfter;
  return !parentWithoutNode.children.some(
    ({ ref, outcome }) => outcome === "found" && ref.kind === about.kind && ref.group === about.group,
  );
}

function findNode(nodes: readonly ReportNode[], path: readonly string[]): ReportNode | undefined {
  const [label, ...pathBelow] = path;
  for (const node of nodes.filter((candidate) => candidate.label === label)) {
    const target = pathBelow.length === 0 ? node : findNode(node.children, pathBelow);
    if (target !== undefined) return target;
  }
  return undefined;
}

/** Whether a query without an object was made for only one of the two Reports. */
function isEmptyQueryOfOneReport({ what, from, to }: Transition): boolean {
  const isEmpty = (state: unknown): boolean => state === null || state === "absent" || state === "noSuchKind";
  return what === "completeness" && isEmpty(from) && isEmpty(to);
}
