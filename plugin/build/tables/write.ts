import { readFile, writeFile } from "node:fs/promises";
import { relative } from "node:path";
import process from "node:process";
import { TableError } from "./read-table.ts";
import { compileTables } from "./topics.ts";

// `npm run tables`: writes the modules that are compiled from the YAML of shared/explanations and shared/tables, or prints
// the first mistake in a table. With --check it only names the modules that are not as their YAML: `npm run check` has that.

const onlyChecks = process.argv.includes("--check");

try {
  for (const { file, text } of compileTables()) {
    if (!onlyChecks) await writeFile(file, text);
    else if ((await readFile(file, "utf8")) !== text)
      printError(`${relative("", file)} is not as its YAML: run npm run tables`);
  }
} catch (error) {
  if (!(error instanceof TableError)) throw error;
  printError(`shared/${error.message}`);
}

function printError(message: string): void {
  process.stderr.write(`error: ${message}\n`);
  process.exitCode = 1;
}
