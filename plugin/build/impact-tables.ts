import { type CompiledTable, moduleOf, openTable, readTable, refuseTwice, type TableFile } from "./table-file.ts";

const from = "../model/finding/impact.ts";

/**
 * Compiles tables/impact.yaml into two modules: the codes, which each status loads, and the descriptions, which only
 * `explain` prints. The TypeScript compiler checks the codes.
 */
export function compileImpactTables(): readonly CompiledTable[] {
  return compileImpact(openTable("impact.yaml"));
}

/** @throws Error for a mistake in the file. */
export function compileImpact(table: TableFile): readonly CompiledTable[] {
  const { parts, components } = readTable<ImpactFile>(table, "impact.schema.json");
  const described = [...parts.map((part) => [part.part, part] as const), ...Object.entries(components)];
  refuseTwice(
    table.name,
    described.map(([name]) => name),
  );
  const ofComponents = Object.entries(components).flatMap(([component, { mayStop, absent, goesOn }]) =>
    mayStop === undefined ? [] : [{ component, mayStop, ...(absent !== undefined && { absent }), goesOn }],
  );
  const rows = parts.map(({ does: _does, sources: _sources, workloads, stops, ...row }) => ({
    ...row,
    stops: stops ?? [],
    workloads: workloads ?? [row.part],
  }));
  const descriptions = described.map(([name, { does, sources }]) => [name, { does, sources }] as const);
  return [
    moduleOf("impact.ts", table, [
      { name: "impactRows", holds: "list", row: "ImpactRow", from, value: rows },
      { name: "componentImpactRows", holds: "list", row: "ComponentImpactRow", from, value: ofComponents },
    ]),
    moduleOf("impact-descriptions.ts", table, [
      {
        name: "impactDescriptions",
        holds: "record",
        row: "ImpactDescription",
        from,
        value: Object.fromEntries(descriptions),
      },
    ]),
  ];
}

interface ImpactFile {
  readonly parts: readonly (Described & {
    readonly part: string;
    readonly workloads?: readonly string[];
    readonly stops?: readonly string[];
  })[];
  readonly components: Readonly<Record<string, Described & ComponentEffects>>;
}

interface ComponentEffects {
  readonly mayStop?: readonly string[];
  readonly absent?: readonly string[];
  readonly goesOn?: string;
}

interface Described {
  readonly does: string;
  readonly sources: readonly string[];
}
