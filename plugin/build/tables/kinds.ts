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
import { type CompiledModule, generatedHeader } from "./topic.ts";

// tables/kinds/*.yaml and tables/polarity/*.yaml have the format of a user's `--polarity` file. One parser reads all three.

/**
 * Compiles the rows of kinds into a function that makes them.
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
    generatedHeader("tables/kinds/*.yaml"),
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
    ...rows.map(writeKindRow),
    "];",
    "",
  ].join("\n");
  return { file: join(sharedFolder, "tables/kinds.ts"), text };
}

/** Refuses a kind that stands in two files. A kind that stands twice in one file is refused when that file is read. */
function refuseKindTwice(entries: readonly KindEntry[]): void {
  const firstSources = new Map<string, string>();
  for (const { row } of entries) {
    const title = `${row.kind}.${row.group}`;
    const firstSource = firstSources.get(title);
    if (firstSource !== undefined)
      throw new TableError(`${row.source}: ${title} stands twice, first at ${firstSource}`);
    firstSources.set(title, row.source);
  }
}

/**
 * Compiles the polarity of types: a constant for each file, `generalPolarities` for general.yaml.
 * @throws TableError with the line of a mistake, and of a row without a source.
 */
export function compilePolarities(files: readonly TableFile[]): CompiledModule {
  const constants = files.map((file) => {
    const { types, kinds } = readEntries(file);
    const rows = [...kinds.map(writePolaritiesOfKind), ...types.map(writePolarityRow)];
    const name = `${basename(file.name, ".yaml")}Polarities`;
    return `export const ${name}: readonly PolarityRow[] = [\n${rows.join("\n")}\n];\n`;
  });
  const text = [
    generatedHeader("tables/polarity/*.yaml"),
    'import type { PolarityRow } from "../model/profile.ts";',
    "",
    constants.join("\n"),
  ].join("\n");
  return { file: join(sharedFolder, "tables/polarity.ts"), text };
}

/** The document that a row names as its source: an address, or the corpus that shows how the kind behaves. */
const documentPattern = /^(https:\/\/|test\/aggregate\/generic\/corpus$)/;

/**
 * Reads the entries of one file.
 * @throws TableError for a mistake, and for a row without a source. Only a user's file may omit sources.
 */
function readEntries({ name, text }: TableFile): Exclude<PolarityEntries, { readonly where: string }> {
  const read = readPolarityEntries(text, name);
  if (read.fault !== undefined) throw new TableError(`${read.where}: ${polarityFaultText(read.fault)}`);
  const entries: readonly (KindEntry | TypeEntry)[] = [...read.kinds.flat(), ...read.types.flat()];
  const unsourcedEntry = entries.find(({ document = "" }) => !documentPattern.test(document));
  if (unsourcedEntry !== undefined)
    throw new TableError(`${unsourcedEntry.row.source}: the row lacks a source that is an address`);
  return read;
}

/** Writes the row of one kind, or of several kinds that share it. */
function writeKindRow(entries: readonly KindEntry[]): string {
  const [first] = entries;
  if (first === undefined) return "";
  const { kind: _kind, group, source: _place, ...fields } = first.row;
  const polarity = Object.keys(first.polarity).length > 0 ? first.polarity : undefined;
  const kinds = entries.map((entry) => entry.row.kind);
  return writeRow("kind", "KindRow", kinds, { group, source: first.document, polarity, ...fields });
}

/** Writes the polarities of a kind: a row for each polarity, with all types that have it. */
function writePolaritiesOfKind(entries: readonly KindEntry[]): string {
  const document = entries[0]?.document;
  const rows = entries.flatMap(listPolarityRows);
  const rowsByKindAndPolarity = Map.groupBy(rows, ({ kind, polarity }) => `${kind} ${polarity}`);
  const texts = [...rowsByKindAndPolarity.values()].map((group) =>
    writePolarityRow(group.map((row) => ({ row, document }))),
  );
  return texts.join("\n");
}

/** Writes the polarity of one type, or of several types that share it. */
function writePolarityRow(entries: readonly TypeEntry[]): string {
  const [first] = entries;
  if (first === undefined) return "";
  const { type: _type, source: _place, ...fields } = first.row;
  const types = entries.map(({ row }) => row.type);
  return writeRow("type", "PolarityRow", types, { ...fields, source: first.document });
}

/**
 * Writes a row as an item of a list:
 * - for one name: `{ kind: "Widget", "group": "acme.io" },`
 * - for several: `...["Widget","Gadget"].map((kind): KindRow => ({ kind, "group": "acme.io" })),`
 */
function writeRow(key: string, type: string, names: readonly string[], row: object): string {
  const fields = JSON.stringify(row).slice(1);
  return names.length === 1
    ? `  { ${key}: ${JSON.stringify(names[0])}, ${fields},`
    : `  ...${JSON.stringify(names)}.map((${key}): ${type} => ({ ${key}, ${fields})),`;
}
