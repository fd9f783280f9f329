import { basename } from "node:path";
import type { Polarity } from "../../../shared/model/condition.ts";
import type { Table, TablePath } from "./read-table.ts";
import { type Constant, setOf, type Topic } from "./topic.ts";

/** A table of words: constants by the names under which the rules use them. */
type WordTable = Readonly<Record<string, WordEntry>>;

/** Exactly one of the fields is present, beside `lists` of patterns. */
interface WordEntry {
  readonly about: string;
  readonly set?: readonly string[];
  readonly list?: readonly string[];
  readonly verdicts?: WordsByVerdict;
  readonly flagVerdicts?: WordsByVerdict;
  readonly flagValues?: Readonly<Record<string, boolean>>;
  readonly pattern?: string;
  readonly patterns?: readonly { readonly pattern: string; readonly polarity: Polarity }[];
  readonly flags?: string;
  readonly lists?: WordLists;
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
        for (const field of ["verdicts", "flagVerdicts"] as const) refuseWordTwice(table, [name, field], entry[field]);
        refuseBadPatterns(table, name, entry);
      }
    },
    modules: (table) => ({
      [`tables/${basename(file, ".yaml")}.ts`]: Object.entries(table).map(([name, entry]) => ({
        about: entry.about.trim(),
        name,
        ...typedValueOf(entry),
      })),
    }),
  };
}

function refuseWordTwice(table: Table<WordTable>, path: readonly string[], words: WordsByVerdict = {}): void {
  table.refuseDuplicates(
    Object.entries(words).flatMap(([verdict, own]) =>
      own.map((word, index) => [`the word ${word}`, [...path, verdict, index]] as const),
    ),
  );
}

function refuseBadPatterns(table: Table<WordTable>, name: string, entry: WordEntry): void {
  const { lists = {} } = entry;
  const patterns: readonly (readonly [pattern: string, path: TablePath])[] = [
    ...(entry.pattern === undefined ? [] : [[entry.pattern, [name, "pattern"]] as const]),
    ...(entry.patterns ?? []).map(({ pattern }, index) => [pattern, [name, "patterns", index]] as const),
  ];
  const texts: readonly (readonly [text: string, path: TablePath])[] = [
    ...patterns,
    ...Object.entries(lists).flatMap(([list, words]) =>
      words.map((word, index) => [word, [name, "lists", list, index]] as const),
    ),
  ];
  for (const [text, path] of texts) {
    for (const [, list = ""] of text.matchAll(listName))
      if (!Object.hasOwn(lists, list)) table.refuse(path, `no list is called ${list}`);
  }
  for (const [pattern, path] of patterns) table.refuseBadPattern(path, fillInLists(pattern, entry));
}

function typedValueOf(entry: WordEntry): Pick<Constant, "type" | "imports" | "expression"> {
  const { set, list, verdicts, flagVerdicts, flagValues, pattern, patterns = [] } = entry;
  if (set !== undefined) return setOf(set);
  if (list !== undefined) return { type: "readonly string[]", expression: JSON.stringify(list) };
  if (verdicts !== undefined) {
    return {
      type: "ReadonlyMap<string, Verdict>",
      imports: verdictImport,
      expression: `new Map(${JSON.stringify(verdictPairs(verdicts))})`,
    };
  }
  if (flagVerdicts !== undefined) {
    return {
      type: "readonly (readonly [field: string, whenFalse: Verdict])[]",
      imports: verdictImport,
      expression: JSON.stringify(verdictPairs(flagVerdicts)),
    };
  }
  if (flagValues !== undefined) {
    return {
      type: "readonly (readonly [field: string, value: boolean])[]",
      expression: JSON.stringify(Object.entries(flagValues)),
    };
  }
  if (pattern !== undefined) return { type: "RegExp", expression: String(regExpOf(pattern, entry)) };
  const rows = patterns.map(
    (row) => `\n  { pattern: ${regExpOf(row.pattern, entry)}, polarity: ${JSON.stringify(row.polarity)} },`,
  );
  return {
    type: "readonly { readonly pattern: RegExp; readonly polarity: Polarity }[]",
    imports: { Polarity: "../model/condition.ts" },
    expression: `[${rows.join("")}\n]`,
  };
}

const verdictImport: Readonly<Record<string, string>> = { Verdict: "../model/verdict.ts" };

function verdictPairs(words: WordsByVerdict): readonly (readonly [word: string, verdict: string])[] {
  return Object.entries(words).flatMap(([verdict, own]) => own.map((word) => [word, verdict] as const));
}

/** The name of a list in a pattern, in braces. A number in braces repeats what is before it: `[0-9]{2}`. */
const listName = /\{([A-Za-z]\w*)\}/g;

function regExpOf(pattern: string, entry: WordEntry): RegExp {
  return new RegExp(fillInLists(pattern, entry), entry.flags);
}

/** The pattern in which the lists stand for their names: `({ends})$` with `ends: [Run, Job]` is `(Run|Job)$`. */
function fillInLists(pattern: string, { lists = {}, anyStart = [] }: WordEntry): string {
  return pattern.replaceAll(listName, (_, name: string) => {
    const words = lists[name] ?? [];
    const alternatives = anyStart.includes(name) ? words.map(withAnyStart) : words;
    // A word of a list may name another list.
    return alternatives.join("|").replaceAll(listName, (_inner, inner: string) => (lists[inner] ?? []).join("|"));
  });
}

/** `[nN]ode` of `node`. */
function withAnyStart(word: string): string {
  const first = word.charAt(0);
  return `[${first}${first.toUpperCase()}]${word.slice(1)}`;
}
