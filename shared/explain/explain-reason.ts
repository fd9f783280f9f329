import type { Explanation } from "../model/finding/explanation.ts";
import { nearestSpelling } from "../parse/spelling.ts";
import { allExplanations, listedExplanations, type NamedExplanation } from "./explanation-list.ts";

/** The fewest letters of a beginning that explain a code: fewer letters match too many codes. */
const minLettersToExplain = 3;
/** The fewest letters of a beginning for which codes are suggested. */
const minLettersToSuggest = 2;
const maxSuggestions = 12;
/** No code is as long as this. The time to find a near spelling grows with the length. */
const maxLettersToSuggest = 80;

/** The writers of codes of a family beside HyperConverged, as the field `of` of an explanation names them. */
const otherFamilies = /\b(?:Application|Flux|Greenhouse)$/;

const explanationsByCode: ReadonlyMap<string, readonly NamedExplanation[]> = Map.groupBy(
  allExplanations,
  ({ explanation }) => explanation.code.toLowerCase(),
);

const explanationByAlias: ReadonlyMap<string, NamedExplanation> = new Map(
  allExplanations.flatMap((named) => (named.aliases ?? []).map((alias) => [alias, named] as const)),
);

/** Finds the explanations of a word in lower case. Empty where the word means nothing to this search. */
type Search = (lowerWord: string) => readonly NamedExplanation[];

/** The searches for a word, each with a word that it finds. The first search with a result decides. */
const searches: readonly Search[] = [
  findByCodeOrAlias, // crashloopbackoff, or the mark ? for the legend of the marks
  findByLetters, // outdated_vmi_workloads for OutdatedVMIWorkloads
  findByWriterAndCode, // kvupdateinprogress or cdi/pending
  findByBeginning, // unsupportedfeature for UnsupportedFeatureAnnotation
];

/**
 * The explanations of a word that a user typed, in any case. A status after a type is ignored: `Upgradeable=False`. The
 * entries are ordered by these, the first of which is the most important:
 * 1. codes in the case that was typed, before codes in another case,
 * 2. codes of HyperConverged and Kubernetes, before those of other families.
 *
 * Empty for an unknown word.
 */
export function findExplanations(typed: string): readonly Explanation[] {
  const word = typed.trim().replace(/=(true|false|unknown)$/i, "");
  for (const search of searches) {
    const found = search(word.toLowerCase());
    if (found.length > 0) return sortForWord(word, found);
  }
  return [];
}

function sortForWord(word: string, found: readonly NamedExplanation[]): readonly Explanation[] {
  return found
    .map(({ explanation }) => explanation)
    .toSorted((a, b) => {
      const caseOrder = Number(a.code !== word) - Number(b.code !== word);
      const familyOrder = Number(otherFamilies.test(a.of)) - Number(otherFamilies.test(b.of));
      return caseOrder || familyOrder;
    });
}

function findByCodeOrAlias(lowerWord: string): readonly NamedExplanation[] {
  const withCode = explanationsByCode.get(lowerWord);
  if (withCode !== undefined) return withCode;
  const withAlias = explanationByAlias.get(lowerWord);
  return withAlias === undefined ? [] : [withAlias];
}

/** The explanations of a code whose letters are those of the word, whatever dashes and spaces are between them. */
function findByLetters(lowerWord: string): readonly NamedExplanation[] {
  const letters = removeSeparators(lowerWord);
  if (letters === "") return [];
  return allExplanations.filter(({ explanation }) => removeSeparators(explanation.code.toLowerCase()) === letters);
}

function removeSeparators(text: string): string {
  return text.replace(/[-_ ]/g, "");
}

/** The explanations of a code after a name of its writer, with or without a separator between them. */
function findByWriterAndCode(lowerWord: string): readonly NamedExplanation[] {
  return allExplanations.filter(({ explanation, writerNames }) =>
    writerNames.some((writerName) => {
      const lowerName = writerName.toLowerCase();
      if (!lowerWord.startsWith(lowerName)) return false;
      const afterName = lowerWord.slice(lowerName.length).replace(/^[/.:-]/, "");
      return afterName === explanation.code.toLowerCase();
    }),
  );
}

/** The explanations of the only code that begins with the word. Empty if several codes do. */
function findByBeginning(lowerWord: string): readonly NamedExplanation[] {
  if (lowerWord.length < minLettersToExplain) return [];
  const found = listWithBeginning(lowerWord);
  return listCodes(found).length === 1 ? found : [];
}

function listWithBeginning(lowerBeginning: string): readonly NamedExplanation[] {
  return allExplanations.filter(({ explanation }) => explanation.code.toLowerCase().startsWith(lowerBeginning));
}

/** The codes of the explanations, each once. */
function listCodes(explanations: readonly NamedExplanation[]): readonly string[] {
  return [...new Set(explanations.map(({ explanation }) => explanation.code))];
}

/** Codes that a user may have meant by an unknown word: those that begin with the word, else the nearest spelling. */
export function suggestCodes(typed: string): readonly string[] {
  const lowerWord = typed.trim().toLowerCase();
  if (lowerWord.length > maxLettersToSuggest) return [];
  const codes = lowerWord.length < minLettersToSuggest ? [] : listCodes(listWithBeginning(lowerWord));
  if (codes.length > 0) return codes.slice(0, maxSuggestions);
  const nearest = nearestSpelling(lowerWord, [...explanationsByCode.keys()]);
  if (nearest === undefined) return [];
  return listCodes(explanationsByCode.get(nearest) ?? []).slice(0, 1);
}

/**
 * The conditions, reasons, events and statuses that a kind of object reports or that its operator writes: `KubeVirt`,
 * `cdi`, `HCO`. Empty for another word.
 */
export function listExplanationsOfWriter(typed: string): readonly Explanation[] {
  const lowerWord = typed.trim().toLowerCase();
  return listedExplanations
    .filter(({ explanation, writerNames }) => {
      const names = [...writerNames, ...splitWriters(explanation.of)];
      return names.some((name) => name.toLowerCase() === lowerWord);
    })
    .map(({ explanation }) => explanation);
}

/** The writers in the field `of` of an explanation: `CDI, AAQ, MigController and MTQ` -> each of the four. */
export function splitWriters(of: string): readonly string[] {
  return of.split(/, | and /);
}
