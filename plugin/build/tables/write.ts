import { writeFile } from "node:fs/promises";
import process from "node:process";
import { TableError } from "./read-table.ts";
import { compileTables } from "./topics.ts";

// `npm run tables`: writes the modules that are compiled from the YAML of shared/explanations and shared/tables, or prints
// the first mistake in a table.

try {
  for (const { file, text } of compileTables()) await writeFile(file, text);
} catch (error) {
  if (!(error instanceof TableError)) throw error;
  process.stderr.write(`error: shared/${error.message}\n`);
  process.exitCode = 1;
}
