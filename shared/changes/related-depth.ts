import { definedFields } from "../model/defined-fields.ts";
import { keyOf } from "../model/object.ts";
import type { Report, ReportNode } from "../model/report.ts";
import type { Transition } from "../model/report-change.ts";
import { isSameToSee } from "./visible-equality.ts";

/** The differences between two Reports, limited to what both have read. */
interface Comparison {
  readonly transitions: readonly Transition[];
  /** Nothing visible differs either, whatever objects the two Reports were computed from. */
  readonly isSame: boolean;
  /** One Report has more only because the other read less. That is no difference in the cluster. */
  readonly isDeeper: boolean;
}

/** Separates real differences from objects that only one of the two Reports asked for (`--deep`, `--related`). */
export function compareRelated(before: Report, after: Report, transitions: readonly Transition[]): Comparison {
  const isOneSided = (transition: Transition): boolean =>
    isUnreadEntry(transition) || isUnreadGap(transition, before, after) || isBelowUnread(transition, before, after);
  const isDeeper = transitions.some(isOneSided);
  const comparable = transitions.filter(
    (transition) => !isOneSided(transition) && !(isDeeper && isQueriedOnce(transition)),
  );
  // Other differences in objects that only one Report has cannot be compared.
  const isSame = isDeeper
    ? comparable.length === 0 && before.verdict === after.verdict
    : isSameToSee(before, { ...after, source: before.source });
  return { transitions: comparable, isSame, isDeeper };
}

function isUnreadEntry({ what, from, to }: Transition): boolean {
  return what === "related" && (from === "unread" || to === "unread");
}

/**
 * Whether a gap is no real difference. It is not if one Report did not read what the other did not ask for, or did
 * read. Where a verdict needs the object, it is a difference.
 */
function isUnreadGap({ what, about, from, to }: Transition, before: Report, after: Report): boolean {
  if (what !== "completeness" || !((from === null && to === "unread") || (from === "unread" && to === null)))
    return false;
  return !(from === null ? after : before).completeness.gaps.some(
    ({ required, outcome, group, kind, namespace, name = "" }) =>
      required &&
      outcome === "unread" &&
      keyOf({ group, kind, name, ...definedFields({ namespace }) }) === keyOf(about),
  );
}

/**
 * Whether the node stands below one that is the same in both Reports. The other Report must have no such children
 * there.
 */
function isBelowUnread({ what, about, path, from, to }: Transition, before: Report, after: Report): boolean {
  if (what !== "presence" || path.length < 3) return false;
  const above = path.slice(0, -1);
  const nodeBefore = findNode(before.roots, above);
  const nodeAfter = findNode(after.roots, above);
  const other = from === null ? nodeBefore : nodeAfter;
  if (
    nodeBefore === undefined ||
    nodeAfter === undefined ||
    other === undefined ||
    nodeBefore.verdict !== nodeAfter.verdict
  )
    return false;
  if ((from ?? to) !== "healthy" && nodeBefore.verdict === "healthy") return false;
  return !other.children.some(
    ({ ref, outcome }) => outcome === "found" && ref.kind === about.kind && ref.group === about.group,
  );
}

function findNode(nodes: readonly ReportNode[], path: readonly string[]): ReportNode | undefined {
  const [label, ...rest] = path;
  for (const node of nodes) {
    if (node.label !== label) continue;
    const found = rest.length === 0 ? node : findNode(node.children, rest);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether a query without an object was made for only one of the two Reports. */
function isQueriedOnce({ what, from, to }: Transition): boolean {
  const isNothing = (state: unknown): boolean => state === null || state === "absent" || state === "noSuchKind";
  return what === "completeness" && isNothing(from) && isNothing(to);
}
