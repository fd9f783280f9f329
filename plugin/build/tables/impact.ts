import { definedFields } from "../../../shared/model/defined-fields.ts";
import type { ComponentTable } from "./hyperconverged.ts";
import type { Table } from "./read-table.ts";
import { listOf, recordOf, type Topic } from "./topic.ts";

const from = "../model/finding/impact.ts";

/** `tables/impact.yaml` */
export interface ImpactTable {
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

/**
 * What it means for virtual machines that a part is down. The codes, which each status loads, and the descriptions, which
 * only `explain` prints, are modules of their own. The TypeScript compiler checks the codes.
 */
export const impact: Topic<ImpactTable> = {
  file: "tables/impact.yaml",
  schema: "tables/impact.schema.json",
  check: (table) => {
    table.refuseDuplicates([
      ...table.value.parts.map(({ part }, index) => [part, ["parts", index]] as const),
      ...Object.keys(table.value.components).map((component) => [component, ["components", component]] as const),
    ]);
  },
  modules: ({ parts, components }) => {
    const rows = parts.map(({ does: _does, sources: _sources, workloads, stops, ...row }) => ({
      ...row,
      stops: stops ?? [],
      workloads: workloads ?? [row.part],
    }));
    const ofComponents = Object.entries(components).flatMap(([component, { mayStop, absent, goesOn }]) =>
      mayStop === undefined ? [] : [{ component, mayStop, ...definedFields({ absent }), goesOn }],
    );
    const described = [...parts.map((part) => [part.part, part] as const), ...Object.entries(components)];
    const descriptions = described.map(([name, { does, sources }]) => [name, { does, sources }] as const);
    return {
      "tables/impact.ts": [
        { name: "impactRows", ...listOf("ImpactRow", from, rows) },
        { name: "componentImpactRows", ...listOf("ComponentImpactRow", from, ofComponents) },
      ],
      "tables/impact-descriptions.ts": [
        {
          name: "impactDescriptions",
          ...recordOf("ImpactDescription", from, Object.fromEntries(descriptions)),
        },
      ],
    };
  },
};

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
