import type { Explanation } from "../model/finding/explanation.ts";
import { nearestSpelling } from "../parse/spelling.ts";
import { allExplanations, type NamedExplanation } from "./explanation-list.ts";

/**
 * The explanations of a word, in any case. Entries in the case that was typed come first. The word may be a code, or a
 * code with other dashes. It may be a code after the name of its component (`KVUpdateInProgress`, `CDI/Pending`), or
 * the beginning of only one code. A status after a type (`Upgradeable=False`) is ignored. Empty for an unknown word.
 */
export function findExplanations(typed: string): readonly Explanation[] {
  const word = typed.trim().replace(/=(true|false|unknown)$/i, "");
  const found =
    [byCode, byLetters, bySpeaker, byBeginning].map((way) => way(word)).find(({ length }) => length > 0) ?? [];
  const entries = found.map(({ explanation }) => explanation);
  return [...entries.filter(({ code }) => code === word), ...entries.filter(({ code }) => code !== word)];
}

/** Suggestions for an unknown word: the codes that begin with it, else the nearest one. */
export function suggestionsFor(typed: string): readonly string[] {
  const word = lower(typed.trim());
  if (word.length > longest) return [];
  const beginning = codesOf(beginningWith(word, leastToGuess));
  if (beginning.length > 0) return beginning.slice(0, mostGuesses);
  const guess = nearestSpelling(word, [...byLowerCode.keys()]);
  return guess === undefined ? [] : codesOf(byLowerCode.get(guess) ?? []).slice(0, 1);
}

const longest = 80;
const mostGuesses = 12;
/** Fewer letters match too many codes. */
const leastLetters = 3;
const leastToGuess = 2;

const byLowerCode: ReadonlyMap<string, readonly NamedExplanation[]> = Map.groupBy(allExplanations, ({ explanation }) =>
  lower(explanation.code),
);

function byCode(word: string): readonly NamedExplanation[] {
  return byLowerCode.get(lower(word)) ?? [];
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

function beginningWith(word: string, least = leastLetters): readonly NamedExplanation[] {
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
