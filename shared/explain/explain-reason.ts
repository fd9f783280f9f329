import type { Explanation } from "../model/finding/explanation.ts";
import { nearestSpelling } from "../parse/spelling.ts";
import { allExplanations, listedExplanations, type NamedExplanation } from "./explanation-list.ts";

/**
 * The explanations of a word, in any case. Entries in the case that was typed come first. Among these, entries of
 * HyperConverged and Kubernetes precede those of other families. The word may be a code, or a code with other dashes.
 * It may be another word for a term, such as the mark `?`. It may be a code after the name of its component
 * (`KVUpdateInProgress`, `CDI/Pending`), or the beginning of only one code. A status after a type (`Upgradeable=False`)
 * is ignored. Empty for an unknown word.
 */
export function findExplanations(typed: string): readonly Explanation[] {
  const word = typed.trim().replace(/=(true|false|unknown)$/i, "");
  const found =
    [byCode, byLetters, bySpeaker, byBeginning].map((way) => way(word)).find(({ length }) => length > 0) ?? [];
  return found.map(({ explanation }) => explanation).toSorted((a, b) => rankFor(word, a) - rankFor(word, b));
}

/** The lower the rank, the earlier the entry. */
function rankFor(word: string, { code, of }: Explanation): number {
  const isOtherCase = code !== word;
  return (isOtherCase ? 2 : 0) + (otherFamilies.test(of) ? 1 : 0);
}

/** What writes a code of a family beside HyperConverged, as `of` names it. */
const otherFamilies = /\b(?:Application|Flux|Greenhouse)$/;

/**
 * The conditions, reasons, events and statuses that a kind of object reports or that its operator writes: `KubeVirt`,
 * `cdi`, `HCO`. Empty for another word.
 */
export function explanationsOfWriter(typed: string): readonly Explanation[] {
  const name = lower(typed.trim());
  return listedExplanations
    .filter(({ explanation, speakers }) =>
      [...speakers, ...namesIn(explanation.of)].some((each) => lower(each) === name),
    )
    .map(({ explanation }) => explanation);
}

/** `CDI, AAQ, MigController and MTQ` -> each of the four. */
export function namesIn(of: string): readonly string[] {
  return of.split(/, | and /);
}

/** Suggestions for an unknown word: the codes that begin with it, else the nearest one. */
export function suggestionsFor(typed: string): readonly string[] {
  const word = lower(typed.trim());
  if (word.length > maxWordLength) return [];
  const beginning = codesOf(beginningWith(word, minLettersToSuggest));
  if (beginning.length > 0) return beginning.slice(0, maxSuggestions);
  const guess = nearestSpelling(word, [...byLowerCode.keys()]);
  return guess === undefined ? [] : codesOf(byLowerCode.get(guess) ?? []).slice(0, 1);
}

const maxWordLength = 80;
const maxSuggestions = 12;
/** Fewer letters match too many codes. */
const minLettersToExplain = 3;
const minLettersToSuggest = 2;

const byLowerCode: ReadonlyMap<string, readonly NamedExplanation[]> = Map.groupBy(allExplanations, ({ explanation }) =>
  lower(explanation.code),
);

const byAlias: ReadonlyMap<string, readonly NamedExplanation[]> = new Map(
  allExplanations.flatMap((named) => named.aliases?.map((alias) => [alias, [named]] as const) ?? []),
);

function byCode(word: string): readonly NamedExplanation[] {
  return byLowerCode.get(lower(word)) ?? byAlias.get(lower(word)) ?? [];
}

function byLetters(word: string): readonly NamedExplanation[] {
  const letters = lettersOf(word);
  return letters === "" ? [] : allExplanations.filter(({ explanation }) => lettersOf(explanation.code) === letters);
}

function bySpeaker(word: string): readonly NamedExplanation[] {
  return allExplanations.filter(({ explanation, speakers }) =>
    speakers.some((speaker) => {
      if (!lower(word).startsWith(lower(speaker))) return false;
      return lower(word.slice(speaker.length).replace(/^[/.:-]/, "")) === lower(explanation.code);
    }),
  );
}

function byBeginning(word: string): readonly NamedExplanation[] {
  const found = beginningWith(lower(word));
  return codesOf(found).length === 1 ? found : [];
}

function beginningWith(word: string, least = minLettersToExplain): readonly NamedExplanation[] {
  if (word.length < least) return [];
  return allExplanations.filter(({ explanation }) => lower(explanation.code).startsWith(word));
}

function codesOf(some: readonly NamedExplanation[]): readonly string[] {
  return [...new Set(some.map(({ explanation }) => explanation.code))];
}

function lettersOf(word: string): string {
  return lower(word).replace(/[-_ ]/g, "");
}

function lower(text: string): string {
  return text.toLowerCase();
}
