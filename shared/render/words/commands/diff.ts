import type { Report } from "../../../model/report.ts";
import { secondsBetween } from "../../../model/time.ts";
import { formatAge } from "../../../outline/ages.ts";
import { countText, joinNames, qualifiedName, shortenNames } from "../../../outline/words/names.ts";

export const diffLabels = { before: "Before", after: "After", note: "Note" } as const;

/** One sentence for two Reports without differences. */
export function sameWords({ verdict }: Report): string {
  return `No differences (${verdict})`;
}

/** How many changes there are, and how many of them are for the better and for the worse. */
interface ChangeCounts {
  readonly all: number;
  readonly better: number;
  readonly worse: number;
}

/** `healthy -> degraded: 3 changes, 2 worse`, `still degraded: 4 changes, 1 better`; without a change only details differ. */
export function headWords({ verdict: from }: Report, { verdict: to }: Report, counts: ChangeCounts): string {
  const verdicts = from === to ? `still ${to}` : `${from} -> ${to}`;
  if (counts.all === 0) return from === to ? `${verdicts}, only details differ; compare the two reports` : verdicts;
  const kinds = [
    ...(counts.better === 0 ? [] : [`${counts.better} better`]),
    ...(counts.worse === 0 ? [] : [`${counts.worse} worse`]),
  ];
  return `${verdicts}: ${[countText(counts.all, "change"), ...kinds].join(", ")}`;
}

/** The text behind the second source: `, 25m later`. */
export function laterWords(before: Report, after: Report): string {
  const seconds = secondsBetween(before.takenAt, after.takenAt) ?? 0;
  return seconds === 0 ? "" : `, ${formatAge(seconds)} later`;
}

/** Notes on what may mislead in the comparison, such as the order of the Reports or their depth. */
export function noteWords(
  before: Report,
  after: Report,
  { areOthers, isDeeper }: { readonly areOthers: boolean; readonly isDeeper: boolean },
): readonly string[] {
  const [one, other] = [before.source.server, after.source.server];
  const isBackwards = (secondsBetween(after.takenAt, before.takenAt) ?? 0) > 0;
  return [
    ...(areOthers ? [`different objects: ${rootsOf(before)} before, ${rootsOf(after)} after`] : []),
    ...(one !== undefined && other !== undefined && one !== other ? [`different clusters: ${one} and ${other}`] : []),
    ...(isDeeper ? ["the sources cover different objects; only common objects are compared"] : []),
    ...(isBackwards ? ["AFTER is older than BEFORE"] : []),
  ];
}

function rootsOf({ roots }: Report): string {
  return joinNames(
    shortenNames(
      roots.map(({ ref }) => qualifiedName(ref)),
      3,
    ),
  );
}
