import { writeFile } from "node:fs/promises";
import { compileTables } from "./compiled-tables.ts";

// `npm run explanations`: writes the tables that are compiled from the YAML of shared/explanations and shared/tables.

for (const { file, text } of await compileTables()) await writeFile(file, text);
