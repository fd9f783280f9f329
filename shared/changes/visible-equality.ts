import type { Finding } from "../model/finding/finding.ts";
import type { Cause, Completeness, Related, Report, ReportNode, RootNode } from "../model/report.ts";
import { isEqual } from "../parse/equal-values.ts";

/** Fields that grow with time, and those that move with it while a container restarts. */
const ages: ReadonlySet<string> = new Set(["seconds", "since"]);

const fieldsOutsideEvidence: ReadonlySet<string> = new Set([...ages, "verdict", "effects", "rows", "next", "path"]);

/**
 * Whether two Reports look the same on every surface. The time, ages, and a related object's resourceVersion without a
 * change of state do not count. The number of objects read counts only where it is shown, which is where some were not
 * read.
 */
export function isSameToSee(before: Report, after: Report): boolean {
  if (before === after) return true;
  return (
    before.verdict === after.verdict &&
    isEqual(before.source, after.source) &&
    isSameCompleteness(before.completeness, after.completeness) &&
    isSameList(before.findings, after.findings, (a, b) => isEqual(a, b, ages)) &&
    isSameList(before.roots, after.roots, isSameRoot)
  );
}

/** Whether two findings have the same evidence, except for ages. Their effects are compared as verdict and gates of the root. */
export function isSameFinding(a: Finding, b: Finding): boolean {
  return isEqual(a, b, fieldsOutsideEvidence);
}

function isSameCompleteness(a: Completeness, b: Completeness): boolean {
  if (a === b) return true;
  if (!isEqual(a.gaps, b.gaps)) return false;
  const areNumbersShown = a.forbidden > 0 || a.unread > 0 || a.gaps.some(({ required }) => required);
  return !areNumbersShown || (a.asked === b.asked && a.found === b.found);
}

/** Whether two roots look the same. The times of the root and of its causes are those of its nodes and conditions. */
function isSameRoot(a: RootNode, b: RootNode): boolean {
  return (
    isEqual(otherFields(a), otherFields(b)) &&
    isSameList(a.related, b.related, isSameEntry) &&
    isSameList<ReportNode>(a.children, b.children, isEqual) &&
    isSameList(a.causes, b.causes, isSameCause)
  );
}

/** The fields of a root that are compared as they are. */
function otherFields(root: RootNode): Partial<RootNode> {
  const { causes: _causes, since: _since, related: _related, children: _children, ...fields } = root;
  return fields;
}

function isSameEntry(a: Related, b: Related): boolean {
  return a.state === b.state && isEqual(a.ref, b.ref);
}

/** Whether a first cause is the same, and has the same evidence. */
export function isSameFirstCause(a: Cause, b: Cause): boolean {
  return a.verdict === b.verdict && isEqual(a.path, b.path) && isEqual(a.evidence, b.evidence);
}

/** Whether two causes are equal but for the time since which they hold. */
function isSameCause({ since: _, ...cause }: Cause, { since: __, ...other }: Cause): boolean {
  return isEqual(cause, other);
}

function isSameList<T>(a: readonly T[], b: readonly T[], isSame: (itemA: T, itemB: T) => boolean): boolean {
  if (a === b) return true;
  return a.length === b.length && a.every((item, index) => item === b[index] || isSame(item, b[index] as T));
}
