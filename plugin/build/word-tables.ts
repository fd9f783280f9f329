import { basename, join } from "node:path";
import type { Polarity } from "../../shared/model/condition.ts";
import {
  type CompiledTable,
  headOf,
  openTable,
  readTable,
  refuseTwice,
  type TableFile,
  tablesFolder,
} from "./table-file.ts";

/** Compiles tables/words/*.yaml, the words and patterns of statuses, each into a module of the same name. */
export function compileWordTables(): readonly CompiledTable[] {
  return ["part-names", "reasons", "status-words", "type-names"].map((name) =>
    compileWords(openTable(`words/${name}.yaml`)),
  );
}

/** @throws Error for a mistake in the file. */
export function compileWords(table: TableFile): CompiledTable {
  const entries = Object.entries(readTable<Readonly<Record<string, Entry>>>(table, "vocabulary.schema.json"));
  const constants = entries.map(([name, entry]) => {
    const { type, value } = compileEntry(`${table.name}: ${name}`, entry);
    return `/** ${entry.about.trim()} */\nexport const ${name}: ${type} = ${value};\n`;
  });
  const used = Object.entries(imports).filter(([type]) =>
    constants.some((text) => text.includes(`${type}>`) || text.includes(`: ${type} `)),
  );
  const lines = used.map(([type, from]) => `import type { ${type} } from "${from}";`);
  return {
    file: join(tablesFolder, `${basename(table.name, ".yaml")}.ts`),
    text: [headOf(table.name), ...lines, "", constants.join("\n")].join("\n"),
  };
}

const imports: Readonly<Record<string, string>> = {
  Polarity: "../model/condition.ts",
  Verdict: "../model/verdict.ts",
};

/** One constant; exactly one of the fields is present, beside `lists` of patterns. */
interface Entry {
  readonly about: string;
  readonly set?: readonly string[];
  readonly list?: readonly string[];
  readonly verdicts?: WordsByVerdict;
  readonly flagVerdicts?: WordsByVerdict;
  readonly flagValues?: Readonly<Record<string, boolean>>;
  readonly pattern?: string;
  readonly patterns?: readonly { readonly pattern: string; readonly polarity: Polarity }[];
  readonly flags?: string;
  readonly lists?: Lists;
  readonly anyStart?: readonly string[];
}

type WordsByVerdict = Readonly<Record<string, readonly string[]>>;
type Lists = Readonly<Record<string, readonly string[]>>;

function compileEntry(title: string, entry: Entry): { readonly type: string; readonly value: string } {
  const { set, list, verdicts, flagVerdicts, flagValues, pattern, patterns, flags = "" } = entry;
  if (set !== undefined) return { type: "ReadonlySet<string>", value: `new Set(${JSON.stringify(set)})` };
  if (list !== undefined) return { type: "readonly string[]", value: JSON.stringify(list) };
  if (verdicts !== undefined) {
    const value = `new Map(${JSON.stringify(pairsOf(title, verdicts))})`;
    return { type: "ReadonlyMap<string, Verdict>", value };
  }
  if (flagVerdicts !== undefined) {
    const type = "readonly (readonly [field: string, whenFalse: Verdict])[]";
    return { type, value: JSON.stringify(pairsOf(title, flagVerdicts)) };
  }
  if (flagValues !== undefined) {
    const type = "readonly (readonly [field: string, value: boolean])[]";
    return { type, value: JSON.stringify(Object.entries(flagValues)) };
  }
  if (pattern !== undefined) return { type: "RegExp", value: regExpOf(title, pattern, flags, entry) };
  const rows = (patterns ?? []).map(
    (row) => `\n  { pattern: ${regExpOf(title, row.pattern, "", entry)}, polarity: ${JSON.stringify(row.polarity)} },`,
  );
  const type = "readonly { readonly pattern: RegExp; readonly polarity: Polarity }[]";
  return { type, value: `[${rows.join("")}\n]` };
}

function pairsOf(title: string, words: WordsByVerdict): readonly (readonly [word: string, verdict: string])[] {
  const pairs = Object.entries(words).flatMap(([verdict, own]) => own.map((word) => [word, verdict] as const));
  refuseTwice(
    title,
    pairs.map(([word]) => word),
  );
  return pairs;
}

/** The expression in which the lists stand for their names: `({ends})$` and `ends: [Run, Job]` are `/(Run|Job)$/`. */
function regExpOf(title: string, pattern: string, flags: string, { lists = {}, anyStart = [] }: Entry): string {
  const filled = pattern.replaceAll(/\{([A-Za-z]\w*)\}/g, (_, name: string) => {
    const words = lists[name];
    if (words === undefined) throw new Error(`${title}: no list is called ${name}`);
    return fillLists(title, (anyStart.includes(name) ? words.map(withAnyStart) : words).join("|"), lists);
  });
  return new RegExp(filled, flags).toString();
}

function fillLists(title: string, words: string, lists: Lists): string {
  return words.replaceAll(/\{([A-Za-z]\w*)\}/g, (_, name: string) => {
    const inner = lists[name];
    if (inner === undefined) throw new Error(`${title}: no list is called ${name}`);
    return inner.join("|");
  });
}

/** `[nN]ode` of `node`. */
function withAnyStart(word: string): string {
  const first = word.charAt(0);
  return `[${first}${first.toUpperCase()}]${word.slice(1)}`;
}
