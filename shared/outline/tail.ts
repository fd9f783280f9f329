import { kindKey } from "../model/kind.ts";
import type { Text } from "../model/outline.ts";
import type { Completeness, ReadGap } from "../model/report.ts";
import { guessPlural } from "../model/resource-name.ts";
import { isUnread, type Source } from "../model/snapshot.ts";
import { word } from "./text.ts";
import { countRead } from "./words/completeness.ts";
import { countText } from "./words/names.ts";
import { gapOutcomeText } from "./words/read-outcomes.ts";

/** The parts of a root by their state; `noun` is one of them. */
export interface PartCounts {
  readonly healthy: number;
  readonly all: number;
  readonly unknown: number;
  readonly noun: string;
}

/** `4 of 6 healthy (1 unknown)`, `6 components healthy`. */
export function healthyText({ healthy, all, unknown, noun }: PartCounts): string {
  const count = healthy === all ? countText(all, noun) : `${healthy} of ${all}`;
  return `${count} healthy${unknownSuffix(unknown)}`;
}

/** `5 other components healthy`: beside those that causes are about. */
export function othersHealthyText({ healthy, unknown, noun }: PartCounts): string {
  return `${countText(healthy, `other ${noun}`)} healthy${unknownSuffix(unknown)}`;
}

function unknownSuffix(unknown: number): string {
  return unknown === 0 ? "" : ` (${unknown} unknown)`;
}

/** `6 conditions as expected`. */
export function expectedConditionsText(count: number): string {
  return `${countText(count, "condition")} as expected`;
}

/**
 * The numbers of what was requested, which add up, and what was not read: `Read 84 of 86 objects, 2 forbidden: pods`,
 * `Read 2 of 7 objects, 5 not in the file: kubevirts, cdis and 3 more`. Empty where all was read that could change the
 * verdict. `foundKinds`: those of which an object was read, so that a refused list is about others of the kind.
 */
export function notReadText(
  completeness: Completeness,
  source: Source["kind"],
  foundKinds: ReadonlySet<string> = new Set(),
): Text {
  const { requested, found, gaps } = countRead(completeness);
  const unread = gaps.filter(isUnread);
  if (unread.length === 0) return [];
  const withoutResult = unread.filter(({ outcome }) => outcome === "unread");
  const forbidden = gapsWithOutcome(gaps, "forbidden");
  const missing = gapsWithOutcome(gaps, "noSuchKind");
  const absent = gapsWithOutcome(gaps, "absent");
  const counts: string[] = [];
  if (missing > 0) counts.push(`${missing} not installed`);
  if (absent > 0) counts.push(`${absent} not found`);
  // The names behind the colon are those of all that follow.
  if (forbidden > 0) counts.push(`${forbidden} forbidden`);
  for (const [outcomeText, group] of Map.groupBy(withoutResult, (gap) => gapOutcomeText(gap, source))) {
    counts.push(`${group.length} ${outcomeText}`);
  }
  const kindNames = new Set(unread.map(gapName));
  // Several requests may be for one kind.
  const kinds = kindNames.size === unread.length ? "" : ` (${countText(kindNames.size, "kind")})`;
  const names = unreadNames(unread, foundKinds);
  return [
    word(`Read ${found} of ${countText(requested, "object")}`),
    word(`, ${counts.join(", ")}${kinds}: `),
    { is: "list", names },
  ];
}

/** What counts against the verdict first, and last the other namespaces of kinds of which an object was read. */
function unreadNames(gaps: readonly ReadGap[], foundKinds: ReadonlySet<string>): readonly string[] {
  const isElsewhere = (gap: ReadGap): boolean => gap.name === undefined && foundKinds.has(kindKey(gap));
  const others = gaps.filter((gap) => !isElsewhere(gap)).toSorted((a, b) => Number(b.required) - Number(a.required));
  const elsewhere = gaps.filter(isElsewhere).map((gap) => `${gapName(gap)} in other namespaces`);
  return [...new Set([...others.map(gapName), ...elsewhere])];
}

function gapsWithOutcome(gaps: readonly ReadGap[], outcome: ReadGap["outcome"]): number {
  return gaps.filter((gap) => gap.outcome === outcome).length;
}

/** The resource, or the piece of a file that has no kind. */
function gapName({ kind, name = "" }: ReadGap): string {
  return kind === "" ? name : guessPlural(kind);
}
