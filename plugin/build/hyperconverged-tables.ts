import {
  type CompiledTable,
  type Constant,
  moduleOf,
  openTable,
  readTable,
  refuseTwice,
  type TableFile,
} from "./table-file.ts";

const rows = "../model/hyperconverged-rows.ts";

/**
 * Compiles tables/hyperconverged/*.yaml, without the sources. The TypeScript compiler checks what the schemas leave open:
 * the names of alerts and findings.
 */
export function compileHyperConvergedTables(): readonly CompiledTable[] {
  return [
    ...compileComponents(openTable("hyperconverged/components.yaml")),
    compileAlerts(openTable("hyperconverged/alerts.yaml")),
    compileFields(openTable("hyperconverged/fields.yaml")),
  ];
}

interface ComponentEntry {
  readonly component: string;
  readonly group: string;
  readonly plural: string;
  readonly since?: readonly number[];
  readonly shortNames?: readonly string[];
  readonly enabledBy?: readonly string[];
  readonly workloads?: {
    readonly required?: Readonly<Record<string, readonly string[]>>;
    readonly services?: Readonly<Record<string, string>>;
    readonly source: unknown;
  };
  readonly source: unknown;
}

/** Two modules: the components, which each start loads, and their workloads. */
export function compileComponents(table: TableFile): readonly CompiledTable[] {
  const { components } = readTable<{ components: readonly ComponentEntry[] }>(table, "components.schema.json");
  refuseTwice(
    table.name,
    components.map(({ component, since }) => `${component} since ${since?.join(".") ?? "the first release"}`),
  );
  const withWorkloads = components.flatMap(({ component, workloads }) =>
    workloads === undefined ? [] : [{ component, ...workloads }],
  );
  refuseTwice(
    `${table.name}: workloads`,
    withWorkloads.map(({ component }) => component),
  );
  return [
    moduleOf("components.ts", table, [
      {
        about: "The component CRs of HyperConverged in the operator's order.",
        name: "hcoComponents",
        holds: "list",
        row: "ComponentRow",
        from: "../model/profile.ts",
        value: components.map(({ workloads: _, shortNames: _names, source: _source, enabledBy, ...row }) => ({
          updatingReasons: [],
          generationCountsStatus: false,
          ...row,
          ...(enabledBy !== undefined && { enabledBy: enabledBy.map((path) => path.split(".")) }),
        })),
      },
      {
        about: "The short names of components, by `plural.group`.",
        name: "componentShortNames",
        holds: "record",
        row: "readonly string[]",
        value: Object.fromEntries(
          components.flatMap(({ plural, group, shortNames }) =>
            shortNames === undefined ? [] : [[`${plural}.${group}`, shortNames]],
          ),
        ),
      },
    ]),
    moduleOf("workloads.ts", table, [
      {
        about: "The workloads of components. A name that a cluster lacks means nothing: releases and switches differ.",
        name: "workloadRows",
        holds: "list",
        row: "WorkloadRow",
        from: rows,
        value: withWorkloads.map(({ required: _, services: _services, source: _source, ...row }) => row),
      },
      {
        about: "The workloads that must exist below a component that reports itself deployed.",
        name: "requiredWorkloads",
        holds: "list",
        row: "RequiredWorkload",
        from: rows,
        value: withWorkloads.flatMap(({ component, required = {} }) =>
          Object.entries(required).flatMap(([kind, names]) => names.map((name) => ({ component, kind, name }))),
        ),
      },
      {
        about: "The workloads behind Services that have another name.",
        name: "workloadsOfServices",
        holds: "record",
        row: "string",
        value: Object.assign({}, ...withWorkloads.map(({ services }) => services)),
      },
    ]),
  ];
}

export function compileAlerts(table: TableFile): CompiledTable {
  const { alerts } = readTable<{ alerts: readonly Sourced[] }>(table, "alerts.schema.json");
  return moduleOf("alerts.ts", table, [
    {
      about: "The states in which an alert fires, as far as a report shows them.",
      name: "alertRows",
      holds: "list",
      row: "AlertRow",
      from: rows,
      value: alerts.map(withoutSource),
    },
  ]);
}

interface Sourced {
  readonly source: unknown;
  readonly function?: unknown;
}

interface FieldTable {
  readonly fields: readonly Sourced[];
  readonly gates: readonly (Sourced & { readonly gate: string | readonly string[] })[];
  readonly annotations: readonly (Sourced & { readonly annotation: string })[];
}

export function compileFields(table: TableFile): CompiledTable {
  const { fields, gates, annotations } = readTable<FieldTable>(table, "fields.schema.json");
  const ofGates = gates.flatMap(({ gate, ...row }) =>
    [gate].flat().map((name) => [name, { how: "gates", ...withoutSource(row) }] as const),
  );
  const ofAnnotations = annotations.map(({ annotation, ...row }) => [annotation, withoutSource(row)] as const);
  for (const named of [ofGates, ofAnnotations]) {
    refuseTwice(
      table.name,
      named.map(([name]) => name),
    );
  }
  const settings = (about: string, name: string, named: readonly (readonly [string, unknown])[]): Constant => ({
    about,
    name,
    holds: "record",
    row: "SettingRow",
    from: rows,
    value: Object.fromEntries(named),
  });
  return moduleOf("fields.ts", table, [
    {
      about: "The fields of the spec.",
      name: "hcoFields",
      holds: "list",
      row: "FieldRow",
      from: rows,
      value: fields.map((row) => ({ how: "configures", ...withoutSource(row) })),
    },
    settings(
      "Feature gates: fields of `spec.featureGates` in v1beta1, entries of that list in v1.",
      "hcoGates",
      ofGates,
    ),
    settings(
      "Annotations by which HyperConverged configures a component outside its spec.",
      "hcoAnnotations",
      ofAnnotations,
    ),
  ]);
}

function withoutSource<T extends Sourced>({
  source: _,
  function: _function,
  ...row
}: T): Omit<T, "source" | "function"> {
  return row;
}
