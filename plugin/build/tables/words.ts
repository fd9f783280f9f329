import { basename } from "node:path";
import type { Polarity } from "../../../shared/model/condition.ts";
import type { Table, TablePath } from "./read-table.ts";
import { compileSet, type Topic, type TypedExpression } from "./topic.ts";

/** A table of words: constants by the names under which the rules use them. */
type WordTable = Readonly<Record<string, WordEntry>>;

/** The words of one constant. Exactly one of the fields up to `patterns` is present. */
interface WordEntry {
  readonly about: string;
  readonly set?: readonly string[];
  readonly list?: readonly string[];
  readonly verdicts?: WordsByVerdict;
  readonly flagVerdicts?: WordsByVerdict;
  readonly flagValues?: Readonly<Record<string, boolean>>;
  readonly pattern?: string;
  readonly patterns?: readonly { readonly pattern: string; readonly polarity: Polarity }[];
  /** The flags of the regular expressions: `i`. */
  readonly flags?: string;
  /** The lists whose names stand in braces in the patterns. */
  readonly lists?: WordLists;
  /** The names of the lists whose words may begin with a small or a capital letter. */
  readonly anyStart?: readonly string[];
}

type WordsByVerdict = Readonly<Record<string, readonly string[]>>;
type WordLists = Readonly<Record<string, readonly string[]>>;

/** The words and patterns of statuses: each table is a module of the same name. */
export const wordTopics: readonly Topic<WordTable>[] = [
  wordTopic("tables/words/kubernetes-words.yaml"),
  wordTopic("tables/words/part-names.yaml"),
  wordTopic("tables/words/reasons.yaml"),
  wordTopic("tables/words/status-words.yaml"),
  wordTopic("tables/words/type-names.yaml"),
];

export function wordTopic(file: string): Topic<WordTable> {
  return {
    file,
    schema: "tables/vocabulary.schema.json",
    check: (table) => {
      for (const [name, entry] of Object.entries(table.value)) {
        refuseWordTwice(table, [name, "verdicts"], entry.verdicts);
        refuseWordTwice(table, [name, "flagVerdicts"], entry.flagVerdicts);
        refuseUnknownLists(table, name, entry);
        for (const { text, path } of listPatterns(name, entry)) table.refuseBadPattern(path, fillInLists(text, entry));
      }
    },
    modules: (table) => ({
      [`tables/${basename(file, ".yaml")}.ts`]: Object.entries(table).map(([name, entry]) => ({
        about: entry.about.trim(),
        name,
        value: compileEntry(entry),
      })),
    }),
  };
}

function refuseWordTwice(table: Table<WordTable>, path: TablePath, words: WordsByVerdict = {}): void {
  const entries = Object.entries(words).flatMap(([verdict, wordsOfVerdict]) =>
    wordsOfVerdict.map((word, index) => [`the word ${word}`, [...path, verdict, index]] as const),
  );
  table.refuseDuplicates(entries);
}

/** A pattern, or a word of a list, and its path in the table. */
interface PlacedText {
  readonly text: string;
  readonly path: TablePath;
}

/** Refuses the name of a list that the entry does not have, in its patterns and in the words of its lists. */
function refuseUnknownLists(table: Table<WordTable>, name: string, entry: WordEntry): void {
  const { lists = {} } = entry;
  const words = Object.entries(lists).flatMap(([list, texts]) =>
    texts.map((text, index): PlacedText => ({ text, path: [name, "lists", list, index] })),
  );
  for (const { text, path } of [...listPatterns(name, entry), ...words]) {
    for (const [, list = ""] of text.matchAll(listName))
      if (!Object.hasOwn(lists, list)) table.refuse(path, `no list is called ${list}`);
  }
}

function listPatterns(name: string, { pattern, patterns = [] }: WordEntry): readonly PlacedText[] {
  const placed = patterns.map((row, index): PlacedText => ({ text: row.pattern, path: [name, "patterns", index] }));
  return pattern === undefined ? placed : [{ text: pattern, path: [name, "pattern"] }, ...placed];
}

function compileEntry(entry: WordEntry): TypedExpression {
  const { set, list, verdicts, flagVerdicts, flagValues, pattern, patterns = [] } = entry;
  if (set !== undefined) return compileSet(set);
  if (list !== undefined) return { type: "readonly string[]", expression: JSON.stringify(list) };
  if (verdicts !== undefined) {
    return {
      type: "ReadonlyMap<string, Verdict>",
      imports: verdictImport,
      expression: `new Map(${JSON.stringify(pairWithVerdicts(verdicts))})`,
    };
  }
  if (flagVerdicts !== undefined) {
    return {
      type: "readonly (readonly [field: string, whenFalse: Verdict])[]",
      imports: verdictImport,
      expression: JSON.stringify(pairWithVerdicts(flagVerdicts)),
    };
  }
  if (flagValues !== undefined) {
    return {
      type: "readonly (readonly [field: string, value: boolean])[]",
      expression: JSON.stringify(Object.entries(flagValues)),
    };
  }
  if (pattern !== undefined) return { type: "RegExp", expression: compilePattern(pattern, entry) };
  const rows = patterns.map((row) => {
    return `\n  { pattern: ${compilePattern(row.pattern, entry)}, polarity: ${JSON.stringify(row.polarity)} },`;
  });
  return {
    type: "readonly { readonly pattern: RegExp; readonly polarity: Polarity }[]",
    imports: { Polarity: "../model/condition.ts" },
    expression: `[${rows.join("")}\n]`,
  };
}

const verdictImport: Readonly<Record<string, string>> = { Verdict: "../model/verdict.ts" };

/** `{ healthy: ["Running"] }` -> `[["Running", "healthy"]]` */
function pairWithVerdicts(wordsByVerdict: WordsByVerdict): readonly (readonly [word: string, verdict: string])[] {
  return Object.entries(wordsByVerdict).flatMap(([verdict, words]) => words.map((word) => [word, verdict] as const));
}

/** The name of a list in a pattern, in braces: `{ends}`. A number in braces repeats what is before it: `[0-9]{2}`. */
const listName = /\{([A-Za-z]\w*)\}/g;

/** The literal of a regular expression: `/(Run|Job)$/`. */
function compilePattern(pattern: string, entry: WordEntry): string {
  return String(new RegExp(fillInLists(pattern, entry), entry.flags));
}

/** The pattern with the words of the lists in place of their names: `({ends})$` with `ends: [Run, Job]` -> `(Run|Job)$`. */
function fillInLists(pattern: string, { lists = {}, anyStart = [] }: WordEntry): string {
  return pattern.replaceAll(listName, (_match, name: string) => {
    const words = lists[name] ?? [];
    const alternatives = anyStart.includes(name) ? words.map(allowCapital) : words;
    // A word of a list may name another list.
    return alternatives
      .join("|")
      .replaceAll(listName, (_innerMatch, innerName: string) => (lists[innerName] ?? []).join("|"));
  });
}

/** `node` -> `[nN]ode` */
function allowCapital(word: string): string {
  const first = word.charAt(0);
  return `[${first}${first.toUpperCase()}]${word.slice(1)}`;
}
