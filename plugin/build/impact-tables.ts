import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readYaml } from "../../shared/parse/yaml/read-yaml.ts";
import { type CompiledTable, moduleOf, tablesFolder } from "./table-file.ts";

const source = join(tablesFolder, "impact.yaml");
const table = { name: "impact.yaml" };
const from = "../model/finding/impact.ts";

/**
 * Compiles tables/impact.yaml into two modules: the codes, which each status loads, and the descriptions, which only
 * `explain` prints. The TypeScript compiler checks the codes and the fields of the rows.
 * @throws Error for a part or a component without a description or a source.
 */
export async function compileImpactTables(): Promise<readonly CompiledTable[]> {
  return compileImpact(await readFile(source, "utf8"));
}

/** As {@link compileImpactTables}, from the text of the file. */
export function compileImpact(yaml: string): readonly CompiledTable[] {
  const read = readYaml(yaml);
  if (read.fault !== undefined) throw new Error("impact.yaml is not YAML");
  const { parts, components } = read.value as ImpactFile;
  const ofComponents = Object.entries(components).flatMap(([component, { mayStop, goesOn }]) =>
    mayStop === undefined ? [] : [{ component, mayStop, goesOn }],
  );
  const rows = parts.map(({ does: _does, sources: _sources, workloads, ...row }) => ({
    ...row,
    workloads: workloads ?? [row.part],
  }));
  const described = [...parts.map((part) => [part.part, part] as const), ...Object.entries(components)];
  const descriptions = described.map(([name, { does, sources }]) => {
    if (!isDescribed(does, sources)) throw new Error(`impact.yaml: ${name} lacks does or a source that is an address`);
    return [name, { does, sources }] as const;
  });
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
  readonly parts: readonly (Described & { readonly part: string; readonly workloads?: readonly string[] })[];
  readonly components: Readonly<Record<string, Described & { readonly mayStop?: unknown; readonly goesOn?: unknown }>>;
}

interface Described {
  readonly does: string;
  readonly sources: readonly string[];
}

function isDescribed(does: unknown, sources: unknown): boolean {
  const isAddress = (each: unknown): boolean => typeof each === "string" && each.startsWith("https://");
  return typeof does === "string" && Array.isArray(sources) && sources.length > 0 && sources.every(isAddress);
}
