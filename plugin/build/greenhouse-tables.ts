import { type CompiledTable, moduleOf, openTable, readTable, type TableFile } from "./table-file.ts";

export function compileGreenhouseTables(): readonly CompiledTable[] {
  return [compileReadyRules(openTable("greenhouse/ready-rules.yaml"))];
}

export function compileReadyRules(table: TableFile): CompiledTable {
  const { rules } = readTable<{ rules: Readonly<Record<string, { source: string }>> }>(
    table,
    "ready-rules.schema.json",
  );
  return moduleOf("ready-rules.ts", table, [
    {
      about: "The rules by kind, and after a slash the case of a kind that has another one.",
      name: "readyRules",
      holds: "record",
      row: "ReadyRule",
      from: "../model/ready-rule.ts",
      value: Object.fromEntries(Object.entries(rules).map(([kind, { source: _, ...rule }]) => [kind, rule])),
    },
  ]);
}
