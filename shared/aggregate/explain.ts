import type { Explanation } from "../model/explanation.ts";
import { nearest } from "../parse/nearest.ts";
import { explanations, type Spoken } from "./explanations.ts";

/**
 * What a word means, in any case, the entries in the case it was typed in first: a code; a code with other dashes; a code
 * behind the name of who says it (`KVUpdateInProgress`, `CDI/Pending`); the only code that begins so. A status behind a type
 * (`Upgradeable=False`) is passed over. Empty where nobody knows it.
 */
export function explained(typed: string): readonly Explanation[] {
  const word = typed.trim().replace(/=(true|false|unknown)$/i, "");
  const found =
    [byCode, byLetters, bySpeaker, byBeginning].map((way) => way(word)).find(({ length }) => length > 0) ?? [];
  const entries = found.map(({ explanation }) => explanation);
  return [...entries.filter(({ code }) => code === word), ...entries.filter(({ code }) => code !== word)];
}

/** What somebody may have meant with a word that nobody knows: the codes that begin so, else the nearest one. */
export function guessesFor(typed: string): readonly string[] {
  const word = lower(typed.trim());
  if (word.length > longest) return [];
  const beginning = codesOf(beginningWith(word, leastToGuess));
  if (beginning.length > 0) return beginning.slice(0, mostGuesses);
  const guess = nearest(word, [...byLowerCode.keys()]);
  return guess === undefined ? [] : codesOf(byLowerCode.get(guess) ?? []).slice(0, 1);
}

const longest = 80;
const mostGuesses = 12;
/** Fewer letters begin too much to mean one thing. */
const leastLetters = 3;
const leastToGuess = 2;

const byLowerCode: ReadonlyMap<string, readonly Spoken[]> = Map.groupBy(explanations, ({ explanation }) =>
  lower(explanation.code),
);

function byCode(word: string): readonly Spoken[] {
  return byLowerCode.get(lower(word)) ?? [];
}

function byLetters(word: string): readonly Spoken[] {
  const letters = lettersOf(word);
  return letters === "" ? [] : explanations.filter(({ explanation }) => lettersOf(explanation.code) === letters);
}

function bySpeaker(word: string): readonly Spoken[] {
  return explanations.filter(({ explanation, speakers }) =>
    speakers.some((speaker) => {
      if (!lower(word).startsWith(lower(speaker))) return false;
      return lower(word.slice(speaker.length).replace(/^[/.:-]/, "")) === lower(explanation.code);
    }),
  );
}

function byBeginning(word: string): readonly Spoken[] {
  const found = beginningWith(lower(word));
  return codesOf(found).length === 1 ? found : [];
}

function beginningWith(word: string, least = leastLetters): readonly Spoken[] {
  if (word.length < least) return [];
  return explanations.filter(({ explanation }) => lower(explanation.code).startsWith(word));
}

function codesOf(some: readonly Spoken[]): readonly string[] {
  return [...new Set(some.map(({ explanation }) => explanation.code))];
}

function lettersOf(word: string): string {
  return lower(word).replace(/[-_ ]/g, "");
}

function lower(text: string): string {
  return text.toLowerCase();
}
