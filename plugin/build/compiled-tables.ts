import { compileExplanations, tableFile } from "./explanation-table.ts";
import { type CompiledTable, compileImpactTables } from "./impact-tables.ts";
import { compileKinds, kindTableFile } from "./kind-table.ts";

/**
 * Every module that is compiled from the YAML of shared/explanations and shared/tables.
 * @throws Error for a mistake in a file.
 */
export async function compileTables(): Promise<readonly CompiledTable[]> {
  return [
    { file: tableFile, text: await compileExplanations() },
    { file: kindTableFile, text: await compileKinds() },
    ...(await compileImpactTables()),
  ];
}
