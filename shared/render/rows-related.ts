import type { Related } from "../model/report.ts";
import type { Telling } from "./page-model.ts";
import { moreWords } from "./words-labels.ts";
import { relatedName, relatedState, relatedWords } from "./words-related.ts";

/** Entries that are named one by one where not everything is asked for. */
const mostNamed = 5;

/**
 * The related objects in all, then those that are not as recorded: in `wide` each with its versions, else what is gone and
 * its like, where related objects were asked for. What was not read is only counted. Where they were not asked for, the
 * numbers alone, and these only where `isCounted`.
 */
export function relatedTexts(
  related: readonly Related[],
  { wide, related: isAsked = false }: Telling,
  isCounted: boolean,
): readonly string[] {
  if (related.length === 0) return [];
  if (!wide && !isAsked) return isCounted ? [relatedWords(related)] : [];
  const other = notAsRecorded(related).filter(({ state }) => wide || state !== "changed");
  const shown = wide ? other : other.slice(0, mostNamed);
  const left = other.length - shown.length;
  return [
    relatedWords(related),
    ...shown.map((entry) => `${relatedName(entry)} ${relatedState(entry, wide)}`),
    ...(left === 0 ? [] : [moreWords(left)]),
  ];
}

/** Worst first: what is not what was recorded, what nobody could see, what has only changed. */
export function notAsRecorded(related: readonly Related[]): readonly Related[] {
  const order: readonly Related["state"][] = ["gone", "replaced", "forbidden", "noSuchKind", "changed"];
  return order.flatMap((state) => related.filter((entry) => entry.state === state));
}
