import { writeFile } from "node:fs/promises";
import { relative } from "node:path";
import process from "node:process";
import { TableError } from "./read-table.ts";
import { compileTables, listStaleModules } from "./topics.ts";

// `npm run tables`: writes the modules that are compiled from the YAML of shared/explanations and shared/tables, or prints
// the first mistake in a table. With --check it only names the modules that are not as their YAML: `npm run check` has that.

try {
  if (process.argv.includes("--check")) {
    for (const file of listStaleModules()) printError(`${relative("", file)} is not as its YAML: run npm run tables`);
  } else {
    for (const { file, text } of compileTables()) await writeFile(file, text);
  }
} catch (error) {
  if (!(error instanceof TableError)) throw error;
  printError(`shared/${error.message}`);
}

function printError(message: string): void {
  process.stderr.write(`error: ${message}\n`);
  process.exitCode = 1;
}
