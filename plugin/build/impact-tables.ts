import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readYaml } from "../../shared/parse/yaml/read-yaml.ts";

const folder = join(import.meta.dirname, "../../shared/tables");
const source = join(folder, "impact.yaml");

/** A compiled module: its file and its text. */
interface CompiledTable {
  readonly file: string;
  readonly text: string;
}

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
    moduleOf("impact.ts", "impactRows", "readonly ImpactRow[]", rows),
    moduleOf(
      "impact-descriptions.ts",
      "impactDescriptions",
      "Readonly<Record<string, ImpactDescription>>",
      Object.fromEntries(descriptions),
    ),
  ];
}

interface ImpactFile {
  readonly parts: readonly (Described & { readonly part: string; readonly workloads?: readonly string[] })[];
  readonly components: Readonly<Record<string, Described>>;
}

interface Described {
  readonly does: string;
  readonly sources: readonly string[];
}

function isDescribed(does: unknown, sources: unknown): boolean {
  const isAddress = (each: unknown): boolean => typeof each === "string" && each.startsWith("https://");
  return typeof does === "string" && Array.isArray(sources) && sources.length > 0 && sources.every(isAddress);
}

function moduleOf(name: string, constant: string, type: string, value: unknown): CompiledTable {
  const [imported = ""] = /Impact\w+/.exec(type) ?? [];
  const lines = [
    "// Compiled from impact.yaml by `npm run explanations`; edit that.",
    `import type { ${imported} } from "../model/finding/impact.ts";`,
    "",
    `export const ${constant}: ${type} = ${JSON.stringify(value, null, 2)};`,
    "",
  ];
  return { file: join(folder, name), text: lines.join("\n") };
}
