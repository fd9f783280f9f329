import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sharedFolder } from "./read-table.ts";
import type { CompiledModule } from "./topic.ts";

/** The codes that the schema of a Report lists, by the place of the list: the definition and the keys below it. */
export interface SchemaCodes {
  readonly place: readonly string[];
  readonly codes: readonly string[];
}

/**
 * The schema of a Report with the codes that the tables have, in the lists of codes. The rest of it is written by hand.
 * @throws Error for a place without a list.
 */
export function compileSchemaCodes(lists: readonly SchemaCodes[]): CompiledModule {
  const file = join(sharedFolder, "model/report.schema.json");
  return { file, text: lists.reduce(replaceList, readFileSync(file, "utf8")) };
}

function replaceList(schema: string, { place, codes }: SchemaCodes): string {
  const keys = ["$defs", ...place, "enum"];
  const start = keys.reduce((offset, key) => {
    const found = schema.indexOf(`${JSON.stringify(key)}:`, offset);
    if (found < 0) throw new Error(`model/report.schema.json lacks ${keys.join(".")}`);
    return found;
  }, 0);
  const open = schema.indexOf("[", start) + 1;
  const close = schema.indexOf("]", open);
  const indent = schema.slice(schema.lastIndexOf("\n", start), start);
  const lines = codes.map((code) => `${indent}  ${JSON.stringify(code)}`);
  return `${schema.slice(0, open)}${lines.join(",")}${indent}${schema.slice(close)}`;
}
