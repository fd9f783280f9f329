import { writeFile } from "node:fs/promises";
import { compileExplanations, tableFile } from "./explanation-table.ts";

// `npm run explanations`: writes the table that is compiled from the topics of shared/explanations.

await writeFile(tableFile, await compileExplanations());
