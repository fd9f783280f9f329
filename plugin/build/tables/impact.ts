import type { ComponentTable } from "./hyperconverged.ts";
import type { Table } from "./read-table.ts";
import { compileList, compileRecord, type Topic } from "./topic.ts";

const modelFile = "../model/finding/impact.ts";

/** `tables/impact.yaml` */
export interface ImpactTable {
  readonly parts: readonly PartEntry[];
  readonly components: Readonly<Record<string, ComponentEntry>>;
}

interface PartEntry extends Described {
  readonly part: string;
  readonly workloads?: readonly string[];
  readonly stops?: readonly string[];
}

interface ComponentEntry extends Described {
  readonly mayStop?: readonly string[];
  readonly absent?: readonly string[];
  readonly goesOn?: string;
}

interface Described {
  readonly does: string;
  readonly sources: readonly string[];
}

/**
 * What it means for virtual machines that a part is down. The codes, which each status loads, and the descriptions, which
 * only `explain` prints, are modules of their own. The TypeScript compiler checks the codes.
 */
export const impact: Topic<ImpactTable> = {
  file: "tables/impact.yaml",
  schema: "tables/impact.schema.json",
  check: (table) => {
    const { parts, components } = table.value;
    table.refuseDuplicates([
      ...parts.map(({ part }, index) => [part, ["parts", index]] as const),
      ...Object.keys(components).map((component) => [component, ["components", component]] as const),
    ]);
  },
  modules: ({ parts, components }) => ({
    "tables/impact.ts": [
      { name: "impactRows", value: compileList({ name: "ImpactRow", file: modelFile }, parts.map(makePartRow)) },
      {
        name: "componentImpactRows",
        value: compileList({ name: "ComponentImpactRow", file: modelFile }, listComponentRows(components)),
      },
    ],
    "tables/impact-descriptions.ts": [
      {
        name: "impactDescriptions",
        value: compileRecord({ name: "ImpactDescription", file: modelFile }, describeByName({ parts, components })),
      },
    ],
  }),
};

/** The row of a part without its description. A part that names no workloads is one workload of that name. */
function makePartRow({ does: _does, sources: _sources, workloads, stops = [], ...row }: PartEntry): object {
  return { ...row, stops, workloads: workloads ?? [row.part] };
}

/** A row for each component that may stop something. */
function listComponentRows(components: ImpactTable["components"]): readonly object[] {
  const rows = Object.entries(components).map(([component, { mayStop, absent, goesOn }]) => {
    return { component, mayStop, absent, goesOn };
  });
  return rows.filter(({ mayStop }) => mayStop !== undefined);
}

/** The descriptions of all parts and components, by their names. */
function describeByName({ parts, components }: ImpactTable): Readonly<Record<string, Described>> {
  const described = [...parts.map((part) => [part.part, part] as const), ...Object.entries(components)];
  return Object.fromEntries(described.map(([name, { does, sources }]) => [name, { does, sources }]));
}

/**
 * Refuses a component that `impact` does not describe. Components that the newest release lacks need no description.
 * @throws TableError with the line of the component.
 */
export function refuseUndescribed(components: Table<ComponentTable>, impact: Table<ImpactTable>): void {
  for (const [index, { component, until }] of components.value.components.entries()) {
    if (until === undefined && !Object.hasOwn(impact.value.components, component))
      components.refuse(["components", index], `components of impact.yaml lacks ${component}`);
  }
}
