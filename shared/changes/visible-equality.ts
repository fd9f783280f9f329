import { withoutAge } from "../aggregate/core/words/cause-age.ts";
import { withoutEndMark } from "../aggregate/core/words/end-marks.ts";
import type { Finding } from "../model/finding/finding.ts";
import type { Completeness, Related, Report, ReportNode, RootCause, RootNode } from "../model/report.ts";
import { isEqual } from "../parse/equal-values.ts";

/**
 * Whether two Reports look the same on every surface. The time, ages, and a related object's resourceVersion without a
 * change of state do not count. The number of objects read counts only where it is shown, which is where some were not
 * read.
 */
export function isSameToSee(before: Report, after: Report): boolean {
  return (
    before === after ||
    (before.verdict === after.verdict &&
      isEqual(before.source, after.source) &&
      isSameReading(before.completeness, after.completeness) &&
      isSameList(before.findings, after.findings, isSameFinding) &&
      isSameList(before.roots, after.roots, (a, b) => isSameRoot(a, b)))
  );
}

/** Whether two findings are equal except for ages. */
export function isSameFinding(a: Finding, b: Finding): boolean {
  return isEqual(a, b, ages);
}

/** Fields that grow with time. */
const ages: ReadonlySet<string> = new Set(["seconds"]);

function isSameReading(a: Completeness, b: Completeness): boolean {
  if (a === b) return true;
  const isIncomplete = a.forbidden > 0 || a.unread > 0 || a.gaps.some(({ required }) => required);
  return isEqual(a.gaps, b.gaps) && (!isIncomplete || (a.asked === b.asked && a.found === b.found));
}

/** Whether two roots look the same. The times of the root and of its causes are those of its nodes and conditions. */
function isSameRoot(a: RootNode, b: RootNode): boolean {
  const { rootCause: one, causes: some, since: _, related: entries, children: parts, ...own } = a;
  const { rootCause: other, causes: others, since: __, related, children, ...same } = b;
  const isSameCause = (x: RootCause, y: RootCause): boolean => isEqual(whole(x), whole(y));
  return (
    isEqual(own, same) &&
    isSameList(entries, related, isSameEntry) &&
    isSameList<ReportNode>(parts, children, isEqual) &&
    isSameList(one === undefined ? [] : [one], other === undefined ? [] : [other], isSameCause) &&
    isSameList(some, others, isSameCause)
  );
}

function isSameEntry(a: Related, b: Related): boolean {
  return a.state === b.state && isEqual(a.ref, b.ref);
}

/** A cause in the form that is compared: the path, and the text without its age. */
export function causeSeen({ path, text, since }: RootCause): {
  readonly path: readonly string[];
  readonly text: string;
} {
  // The age replaces the mark at the end.
  return { path, text: withoutEndMark(withoutAge(text, since)) };
}

function whole({ since, ...cause }: RootCause): object {
  return { ...cause, ...causeSeen({ ...cause, ...(since === undefined ? {} : { since }) }) };
}

function isSameList<T>(a: readonly T[], b: readonly T[], isSame: (one: T, other: T) => boolean): boolean {
  return a === b || (a.length === b.length && a.every((one, place) => one === b[place] || isSame(one, b[place] as T)));
}
