import { compileExplanations } from "./explanation-table.ts";
import { compileGreenhouseTables } from "./greenhouse-tables.ts";
import { compileHyperConvergedTables } from "./hyperconverged-tables.ts";
import { compileImpactTables } from "./impact-tables.ts";
import { compilePolarityTables } from "./polarity-tables.ts";
import { compileResourceTables } from "./resource-tables.ts";
import type { CompiledTable } from "./table-file.ts";
import { compileWordTables } from "./word-tables.ts";

/**
 * Every module that is compiled from the YAML of shared/explanations and shared/tables.
 * @throws Error for a mistake in a file.
 */
export async function compileTables(): Promise<readonly CompiledTable[]> {
  return [
    ...(await compileExplanations()),
    ...compilePolarityTables(),
    ...compileImpactTables(),
    ...compileWordTables(),
    ...compileHyperConvergedTables(),
    ...compileResourceTables(),
    ...compileGreenhouseTables(),
  ];
}
