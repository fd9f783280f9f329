import { basename, join } from "node:path";
import type { KindEntry } from "../../../shared/parse/documents/kind-rows-file.ts";
import {
  listPolarityRows,
  type PolarityEntries,
  readPolarityEntries,
  type TypeEntry,
} from "../../../shared/parse/documents/polarity-file.ts";
import { polarityFaultText } from "../../../shared/parse/documents/polarity-mistake.ts";
import { sharedFolder, TableError, type TableFile } from "./read-table.ts";
import { type CompiledModule, headOf } from "./topic.ts";

// tables/kinds/*.yaml and tables/polarity/*.yaml have the format of a user's `--polarity` file, and the plugin's reader of
// such a file reads them.

/**
 * Compiles the rows of kinds.
 * @throws TableError with the line of a mistake, of a row without a source, and of a kind that stands twice.
 */
export function compileKinds(files: readonly TableFile[]): CompiledModule {
  const rows = files.flatMap((file) => {
    const { types, kinds } = readEntries(file);
    if (types.length > 0) throw new TableError(`${file.name}: rows under polarity stand in tables/polarity`);
    return kinds;
  });
  refuseKindTwice(rows.flat());
  const text = [
    headOf("tables/kinds/*.yaml"),
    'import type { KindRow } from "../model/profile.ts";',
    "",
    "/**",
    " * Every kind whose status the general rules misread, with the document that defines it. The first call makes the rows:",
    " * most runs meet none of these kinds, and making the rows takes 3 % of the time for the status of a HyperConverged.",
    " */",
    "export function listKindRows(): readonly KindRow[] {",
    "  rows ??= makeRows();",
    "  return rows;",
    "}",
    "",
    "let rows: readonly KindRow[] | undefined;",
    "",
    "const makeRows = (): readonly KindRow[] => [",
    ...rows.map(kindRowLiteral),
    "];",
    "",
  ].join("\n");
  return { file: join(sharedFolder, "tables/kinds.ts"), text };
}

/** The reader of a file refuses a kind that stands twice in it. This refuses a kind that stands in two files. */
function refuseKindTwice(entries: readonly KindEntry[]): void {
  const first = new Map<string, string>();
  for (const { row } of entries) {
    const title = `${row.kind}.${row.group}`;
    const before = first.get(title);
    if (before !== undefined) throw new TableError(`${row.source}: ${title} stands twice, first at ${before}`);
    first.set(title, row.source);
  }
}

/**
 * Compiles the polarity of types: a constant for each file, `generalPolarities` for general.yaml.
 * @throws TableError with the line of a mistake, and of a row without a source.
 */
export function compilePolarities(files: readonly TableFile[]): CompiledModule {
  const constants = files.map((file) => {
    const { types, kinds } = readEntries(file);
    const rows = [...kinds.map(polarityRowLiterals), ...types.map(polarityRowLiteral)];
    const name = `${basename(file.name, ".yaml")}Polarities`;
    return `export const ${name}: readonly PolarityRow[] = [\n${rows.join("\n")}\n];\n`;
  });
  const text = [
    headOf("tables/polarity/*.yaml"),
    'import type { PolarityRow } from "../model/profile.ts";',
    "",
    constants.join("\n"),
  ].join("\n");
  return { file: join(sharedFolder, "tables/polarity.ts"), text };
}

/** The entries of one file. Each of ours names its source, which a user may omit. */
function readEntries({ name, text }: TableFile): Exclude<PolarityEntries, { readonly where: string }> {
  const read = readPolarityEntries(text, name);
  if (read.fault !== undefined) throw new TableError(`${read.where}: ${polarityFaultText(read.fault)}`);
  const entries: readonly (KindEntry | TypeEntry)[] = [...read.kinds.flat(), ...read.types.flat()];
  const withoutSource = entries.find(
    ({ document = "" }) => !/^(https:\/\/|test\/aggregate\/generic\/corpus$)/.test(document),
  );
  if (withoutSource !== undefined)
    throw new TableError(`${withoutSource.row.source}: the row lacks a source that is an address`);
  return read;
}

/** The literal of a row for one kind, or for each of several kinds. */
function kindRowLiteral(entries: readonly KindEntry[]): string {
  const [first] = entries;
  if (first === undefined) return "";
  const { kind: _kind, group, source: _place, ...fields } = first.row;
  const hasPolarity = Object.keys(first.polarity).length > 0;
  const row = {
    group,
    source: first.document,
    ...(hasPolarity && { polarity: first.polarity }),
    ...fields,
  };
  const kinds = entries.map((entry) => entry.row.kind);
  return rowLiteral("kind", "KindRow", kinds, row);
}

/** The literals of the polarity of a kind: one for each polarity, with all types that have it. */
function polarityRowLiterals(entries: readonly KindEntry[]): string {
  const document = entries[0]?.document;
  const rows = entries.flatMap(listPolarityRows);
  const byKindAndPolarity = Map.groupBy(rows, ({ kind, polarity }) => `${kind} ${polarity}`);
  return [...byKindAndPolarity.values()]
    .map((alike) => polarityRowLiteral(alike.map((row) => ({ row, document }))))
    .join("\n");
}

/** The literal of the polarity of one type, or of several types that share it. */
function polarityRowLiteral(entries: readonly TypeEntry[]): string {
  const [first] = entries;
  if (first === undefined) return "";
  const { type: _type, source: _place, ...fields } = first.row;
  const types = entries.map(({ row }) => row.type);
  return rowLiteral("type", "PolarityRow", types, { ...fields, source: first.document });
}

/**
 * `{ kind: "Widget", "group": "acme.io" },` for one name. For several, an expression that repeats the row:
 * `...["Widget","Gadget"].map((kind): KindRow => ({ kind, "group": "acme.io" })),`.
 */
function rowLiteral(key: string, type: string, names: readonly string[], row: object): string {
  const fields = JSON.stringify(row).slice(1);
  return names.length === 1
    ? `  { ${key}: ${JSON.stringify(names[0])}, ${fields},`
    : `  ...${JSON.stringify(names)}.map((${key}): ${type} => ({ ${key}, ${fields})),`;
}
