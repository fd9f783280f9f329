import { listOf, recordOf, type Topic } from "./topic.ts";

// The TypeScript compiler checks in the modules what the schemas leave open: the names of alerts and findings.

const rowsFile = "../model/hyperconverged-rows.ts";

interface ComponentEntry {
  readonly component: string;
  readonly group: string;
  readonly kind?: string;
  readonly plural: string;
  readonly since?: readonly number[];
  readonly shortNames?: readonly string[];
  readonly enabledBy?: readonly string[];
  readonly workloads?: WorkloadEntry;
  readonly source: unknown;
}

interface WorkloadEntry {
  readonly operator: string;
  readonly names?: readonly string[];
  readonly required?: Readonly<Record<string, readonly string[]>>;
  readonly services?: Readonly<Record<string, string>>;
  readonly source: unknown;
}

interface ComponentTable {
  readonly components: readonly ComponentEntry[];
}

/** The components and their workloads: two modules, since each start loads the first. */
export const components: Topic<ComponentTable> = {
  file: "tables/hyperconverged/components.yaml",
  schema: "tables/components.schema.json",
  check: (table) => {
    const rows = [...table.value.components.entries()];
    table.refuseTwice(
      rows.map(([index, { component, since }]) => [
        since === undefined ? component : `${component} since ${since.join(".")}`,
        ["components", index],
      ]),
    );
    table.refuseTwice(
      rows.flatMap(([index, { component, workloads }]) =>
        workloads === undefined ? [] : [[`workloads of ${component}`, ["components", index, "workloads"]] as const],
      ),
    );
  },
  modules: (table) => {
    const withWorkloads = table.components.flatMap(({ component, workloads }) =>
      workloads === undefined ? [] : [{ component, workloads }],
    );
    return {
      "tables/components.ts": [
        {
          about: "The component CRs of HyperConverged in the operator's order.",
          name: "hcoComponents",
          ...listOf("ComponentRow", "../model/profile.ts", table.components.map(componentRow)),
        },
        {
          about: "The short names of components, by `plural.group`.",
          name: "componentShortNames",
          ...recordOf(
            "readonly string[]",
            undefined,
            Object.fromEntries(
              table.components.flatMap(({ plural, group, shortNames }) =>
                shortNames === undefined ? [] : [[`${plural}.${group}`, shortNames]],
              ),
            ),
          ),
        },
      ],
      "tables/workloads.ts": [
        {
          about:
            "The workloads of components. A name that a cluster lacks means nothing: releases and switches differ.",
          name: "workloadRows",
          ...listOf(
            "WorkloadRow",
            rowsFile,
            withWorkloads.map(({ component, workloads }) => workloadRow(component, workloads)),
          ),
        },
        {
          about: "The workloads that must exist below a component that reports itself deployed.",
          name: "requiredWorkloads",
          ...listOf(
            "RequiredWorkload",
            rowsFile,
            withWorkloads.flatMap(({ component, workloads: { required = {} } }) =>
              Object.entries(required).flatMap(([kind, names]) => names.map((name) => ({ component, kind, name }))),
            ),
          ),
        },
        {
          about: "The workloads behind Services that have another name.",
          name: "workloadsOfServices",
          ...recordOf(
            "string",
            undefined,
            Object.assign({}, ...withWorkloads.map(({ workloads }) => workloads.services)),
          ),
        },
      ],
    };
  },
};

/** The row of a component, with the defaults that the schema names. */
function componentRow({
  workloads: _,
  shortNames: _names,
  source: _source,
  enabledBy,
  ...row
}: ComponentEntry): object {
  return {
    kind: row.component,
    namespaced: true,
    versionField: "observedVersion",
    updatingReasons: [],
    generationCountsStatus: false,
    ...row,
    ...(enabledBy !== undefined && { enabledBy: enabledBy.map((path) => path.split(".")) }),
  };
}

function workloadRow(
  component: string,
  { required: _, services: _services, source: _source, ...row }: WorkloadEntry,
): object {
  return { component, names: [], ...row };
}

interface AlertTable {
  readonly alerts: readonly Sourced[];
}

/** The states in which alerts fire. */
export const alerts: Topic<AlertTable> = {
  file: "tables/hyperconverged/alerts.yaml",
  schema: "tables/alerts.schema.json",
  modules: (table) => ({
    "tables/alerts.ts": [
      {
        about: "The states in which an alert fires, as far as a report shows them.",
        name: "alertRows",
        ...listOf("AlertRow", rowsFile, table.alerts.map(withoutSource)),
      },
    ],
  }),
};

interface Sourced {
  readonly source: unknown;
  readonly function?: unknown;
}

type NamedSetting<Name extends string> = Sourced & Readonly<Record<Name, string | readonly string[]>>;

interface FieldTable {
  readonly fields: readonly Sourced[];
  readonly gates: readonly NamedSetting<"gate">[];
  readonly annotations: readonly NamedSetting<"annotation">[];
}

/** What the fields, feature gates and annotations of HyperConverged drive. */
export const fields: Topic<FieldTable> = {
  file: "tables/hyperconverged/fields.yaml",
  schema: "tables/fields.schema.json",
  check: (table) => {
    const { gates, annotations } = table.value;
    table.refuseTwice(namesOf(gates, "gate").map(({ name, index }) => [name, ["gates", index]]));
    table.refuseTwice(namesOf(annotations, "annotation").map(({ name, index }) => [name, ["annotations", index]]));
  },
  modules: (table) => ({
    "tables/fields.ts": [
      {
        about: "The fields of the spec.",
        name: "hcoFields",
        ...listOf(
          "FieldRow",
          rowsFile,
          table.fields.map((row) => ({ how: "configures", ...withoutSource(row) })),
        ),
      },
      {
        about: "Feature gates: fields of `spec.featureGates` in v1beta1, entries of that list in v1.",
        name: "hcoGates",
        ...recordOf("SettingRow", rowsFile, settingsByName(table.gates, "gate", { how: "gates" })),
      },
      {
        about: "Annotations by which HyperConverged configures a component outside its spec.",
        name: "hcoAnnotations",
        ...recordOf("SettingRow", rowsFile, settingsByName(table.annotations, "annotation")),
      },
    ],
  }),
};

/** The rows by their names: one row for several gates is a row of each. */
function settingsByName<Name extends string>(
  rows: readonly NamedSetting<Name>[],
  key: Name,
  defaults: object = {},
): Readonly<Record<string, object>> {
  return Object.fromEntries(
    namesOf(rows, key).map(({ name, row }) => {
      const { [key]: _, ...setting } = row;
      return [name, { ...defaults, ...withoutSource(setting as unknown as Sourced) }];
    }),
  );
}

function namesOf<Name extends string>(rows: readonly NamedSetting<Name>[], key: Name) {
  return rows.flatMap((row, index) => [row[key]].flat().map((name) => ({ name: String(name), row, index })));
}

function withoutSource({ source: _, function: _function, ...row }: Sourced): object {
  return row;
}
