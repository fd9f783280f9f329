import { keyOf } from "../model/object.ts";
import type { Node, Report } from "../model/report.ts";
import type { Transition } from "../model/report-change.ts";
import { isSameToSee } from "./changes-seen.ts";

/** What two Reports say differently, as far as both looked. */
interface Comparison {
  readonly transitions: readonly Transition[];
  /** Nothing else differs that anybody would see either, whatever the two were made of. */
  readonly isSame: boolean;
  /** Something stands in one of them only because the other was not read that far: no difference of the cluster. */
  readonly isDeeper: boolean;
}

/** Parts what differs from what only one of the two was asked for (`--deep`, `--related`). */
export function compared(before: Report, after: Report, transitions: readonly Transition[]): Comparison {
  const isOneSided = (each: Transition): boolean =>
    isUnreadEntry(each) || isUnreadGap(each, before, after) || isBelowUnread(each, before, after);
  const isDeeper = transitions.some(isOneSided);
  const told = transitions.filter((each) => !isOneSided(each) && !(isDeeper && isAskedOnce(each)));
  // Whatever else is another in what only one of them has, nobody can compare.
  const isSame = isDeeper
    ? told.length === 0 && before.verdict === after.verdict
    : isSameToSee(before, { ...after, source: before.source });
  return { transitions: told, isSame, isDeeper };
}

function isUnreadEntry({ what, from, to }: Transition): boolean {
  return what === "related" && (from === "unread" || to === "unread");
}

/** What one did not read and the other did not ask for, or did read; where a verdict needs it, that is a difference. */
function isUnreadGap({ what, about, from, to }: Transition, before: Report, after: Report): boolean {
  if (what !== "completeness" || !((from === null && to === "unread") || (from === "unread" && to === null)))
    return false;
  return !(from === null ? after : before).completeness.gaps.some(
    ({ required, outcome, group, kind, namespace, name = "" }) =>
      required &&
      outcome === "unread" &&
      keyOf({ group, kind, name, ...(namespace !== undefined && { namespace }) }) === keyOf(about),
  );
}

/** It stands below something that both have and find the same, and the other has nothing like it there. */
function isBelowUnread({ what, about, path, from, to }: Transition, before: Report, after: Report): boolean {
  if (what !== "presence" || path.length < 3) return false;
  const above = path.slice(0, -1);
  const [was, is] = [nodeAt(before.roots, above), nodeAt(after.roots, above)];
  const other = from === null ? was : is;
  if (was === undefined || is === undefined || other === undefined || was.verdict !== is.verdict) return false;
  if ((from ?? to) !== "healthy" && was.verdict === "healthy") return false;
  return !other.children.some(
    ({ ref, outcome }) => outcome === "found" && ref.kind === about.kind && ref.group === about.group,
  );
}

function nodeAt(nodes: readonly Node[], path: readonly string[]): Node | undefined {
  const [label, ...rest] = path;
  for (const node of nodes) {
    if (node.label !== label) continue;
    const found = rest.length === 0 ? node : nodeAt(node.children, rest);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A question to which there is no object, and which the other did not put. */
function isAskedOnce({ what, from, to }: Transition): boolean {
  const isNothing = (state: unknown): boolean => state === null || state === "absent" || state === "noSuchKind";
  return what === "completeness" && isNothing(from) && isNothing(to);
}
