import { writeFile } from "node:fs/promises";
import { compileExplanations, tableFile } from "./explanation-table.ts";
import { compileImpactTables } from "./impact-tables.ts";
import { compileKinds, kindTableFile } from "./kind-table.ts";

// `npm run explanations`: writes the tables that are compiled from the YAML of shared/explanations and shared/tables.

await writeFile(tableFile, await compileExplanations());
await writeFile(kindTableFile, await compileKinds());
for (const { file, text } of await compileImpactTables()) await writeFile(file, text);
