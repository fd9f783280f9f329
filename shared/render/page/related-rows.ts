import type { Related } from "../../model/report.ts";
import { moreWords } from "../words/report/labels.ts";
import { relatedName, relatedState, relatedWords } from "../words/report/related.ts";
import type { PageDetail } from "./page.ts";

/** The most entries that are named one by one in the short form. */
const mostNamed = 5;

/**
 * The related objects in all, then those that are not as recorded. `wide` prints all of them with their versions.
 * Without it, where related objects were requested, the first few are named; changed ones are omitted. Objects that
 * were not read are only counted. Where related objects were not requested, only the numbers are printed, and these
 * only where `isCounted`.
 */
export function relatedTexts(
  related: readonly Related[],
  { wide, related: isAsked = false }: PageDetail,
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

/** Entries that are not as recorded, worst first: gone or replaced, unreadable, then changed. */
export function notAsRecorded(related: readonly Related[]): readonly Related[] {
  const order: readonly Related["state"][] = ["gone", "replaced", "forbidden", "noSuchKind", "changed"];
  return order.flatMap((state) => related.filter((entry) => entry.state === state));
}
