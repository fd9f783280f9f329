import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import type { KindEntry } from "../../shared/parse/documents/kind-rows-file.ts";
import { polarityRows, readPolarityEntries, type TypeEntry } from "../../shared/parse/documents/polarity-file.ts";
import { polarityFaultText } from "../../shared/parse/documents/polarity-mistake.ts";
import { type CompiledTable, headOf, openTable, type TableFile, tablesFolder } from "./table-file.ts";

/**
 * Compiles tables/kinds/*.yaml and tables/polarity/*.yaml, which have the format of a user's `--polarity` file, into two
 * modules.
 * @throws Error for a mistake in a file, with its line, and for a row without a source or that stands twice.
 */
export function compilePolarityTables(): readonly CompiledTable[] {
  return [
    { file: join(tablesFolder, "kinds.ts"), text: compileKinds(tablesIn("kinds")) },
    { file: join(tablesFolder, "polarity.ts"), text: compilePolarities(tablesIn("polarity")) },
  ];
}

function tablesIn(folder: string): readonly TableFile[] {
  const names = readdirSync(join(tablesFolder, folder)).filter((name) => name.endsWith(".yaml"));
  return names.toSorted().map((name) => openTable(`${folder}/${name}`));
}

/** The module with the rows of kinds. */
export function compileKinds(files: readonly TableFile[]): string {
  const groups = files.flatMap((file) => {
    const { types, kinds } = entriesIn(file);
    if (types.length > 0) throw new Error(`${file.name}: rows under polarity stand in tables/polarity`);
    return kinds;
  });
  const seen = new Map<string, string>();
  for (const { row } of groups.flat()) {
    const title = `${row.kind}.${row.group}`;
    const before = seen.get(title);
    if (before !== undefined) throw new Error(`${row.source}: ${title} stands twice, first at ${before}`);
    seen.set(title, row.source);
  }
  return [
    headOf("kinds/*.yaml"),
    'import type { KindRow } from "../model/profile.ts";',
    "",
    "/**",
    " * Every kind whose status the general rules do not read right, with the document that defines it. The rows are made when",
    " * they are first asked for: most runs meet none of these kinds, and the rows would take a thirtieth of a status of a",
    " * HyperConverged.",
    " */",
    "export function listKindRows(): readonly KindRow[] {",
    "  rows ??= makeRows();",
    "  return rows;",
    "}",
    "",
    "let rows: readonly KindRow[] | undefined;",
    "",
    "const makeRows = (): readonly KindRow[] => [",
    ...groups.map(textOfKinds),
    "];",
    "",
  ].join("\n");
}

/** The module with the polarity of types: a constant for each file, `generalPolarities` of general.yaml. */
export function compilePolarities(files: readonly TableFile[]): string {
  const constants = files.map((file) => {
    const { types, kinds } = entriesIn(file);
    const rows = [...kinds.map(textOfPolarity), ...types.map(textOfTypes)];
    const name = `${basename(file.name, ".yaml")}Polarities`;
    return `export const ${name}: readonly PolarityRow[] = [\n${rows.join("\n")}\n];\n`;
  });
  return [
    headOf("polarity/*.yaml"),
    'import type { PolarityRow } from "../model/profile.ts";',
    "",
    constants.join("\n"),
  ].join("\n");
}

/** The entries of one file, each with the rows of its kinds or types. */
function entriesIn({ name, text }: TableFile) {
  const read = readPolarityEntries(text, name);
  if (read.fault !== undefined) throw new Error(`${read.where}: ${polarityFaultText(read.fault)}`);
  const entries: readonly (KindEntry | TypeEntry)[] = [...read.kinds.flat(), ...read.types.flat()];
  const bare = entries.find(({ document = "" }) => !/^(https:\/\/|test\/aggregate\/generic\/corpus$)/.test(document));
  if (bare !== undefined) throw new Error(`${bare.row.source}: the row lacks a source that is an address`);
  return read;
}

/** One line of the table: `{ kind: "Widget", ... },`; of several kinds one row that is made for each of them. */
function textOfKinds(entries: readonly KindEntry[]): string {
  const [first] = entries;
  if (first === undefined) return "";
  const { kind: _kind, group, source: _place, ...rest } = first.row;
  const { polarity, document } = first;
  const row = { group, source: document, ...(Object.keys(polarity).length > 0 && { polarity }), ...rest };
  return textOfRows(
    "kind",
    "KindRow",
    entries.map((each) => each.row.kind),
    row,
  );
}

/** The polarity of a kind, a line for each polarity. */
function textOfPolarity(entries: readonly KindEntry[]): string {
  const [first] = entries;
  const rows = entries.flatMap(polarityRows);
  return [...Map.groupBy(rows, ({ kind, polarity }) => `${kind} ${polarity}`).values()]
    .map((same) => textOfTypes(same.map((row) => ({ row, document: first?.document }))))
    .join("\n");
}

function textOfTypes(entries: readonly TypeEntry[]): string {
  const [first] = entries;
  if (first === undefined) return "";
  const { type: _type, source: _place, ...rest } = first.row;
  return textOfRows(
    "type",
    "PolarityRow",
    entries.map(({ row }) => row.type),
    { ...rest, source: first.document },
  );
}

/** A literal, or one that is made for each name. */
function textOfRows(key: string, type: string, names: readonly string[], row: object): string {
  const body = JSON.stringify(row).slice(1);
  return names.length === 1
    ? `  { ${key}: ${JSON.stringify(names[0])}, ${body},`
    : `  ...${JSON.stringify(names)}.map((${key}): ${type} => ({ ${key}, ${body})),`;
}
