import { writeFile } from "node:fs/promises";
import { compileTables } from "./topics.ts";

// `npm run tables`: writes the modules that are compiled from the YAML of shared/explanations and shared/tables.

for (const { file, text } of compileTables()) await writeFile(file, text);
