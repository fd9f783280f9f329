import type { Table, TablePath } from "./read-table.ts";
import { listOf, recordOf, type Topic } from "./topic.ts";

// The TypeScript compiler checks in the modules what the schemas leave open: the names of alerts and findings.

const rowsFile = "../model/hyperconverged-rows.ts";

interface ComponentEntry {
  readonly component: string;
  readonly group: string;
  readonly kind?: string;
  readonly plural: string;
  readonly versionVariable: string;
  readonly workloadLabel: string;
  readonly since?: readonly number[];
  readonly until?: readonly number[];
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

/** `tables/hyperconverged/components.yaml` */
export interface ComponentTable {
  readonly components: readonly ComponentEntry[];
}

/** The components and their workloads: two modules, since each start loads the first. */
export const components: Topic<ComponentTable> = {
  file: "tables/hyperconverged/components.yaml",
  schema: "tables/components.schema.json",
  check: (table) => {
    const rows = [...table.value.components.entries()];
    table.refuseDuplicates(
      rows.map(([index, { component, since }]) => [
        since === undefined ? component : `${component} since ${since.join(".")}`,
        ["components", index],
      ]),
    );
    table.refuseDuplicates(
      rows.flatMap(([index, { component, workloads }]) =>
        workloads === undefined ? [] : [[`workloads of ${component}`, ["components", index, "workloads"]] as const],
      ),
    );
    for (const [index, row] of rows) refuseSharedNames(table, row, index);
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

/** By these names a workload or a version is found, so that each belongs to one component of a release. */
function refuseSharedNames(table: Table<ComponentTable>, row: ComponentEntry, index: number): void {
  const others = table.value.components.slice(0, index).filter((other) => haveCommonRelease(row, other));
  for (const other of others) {
    const otherNames = new Set(listNames(other).map(({ name }) => name));
    const shared = listNames(row).find(({ name }) => otherNames.has(name));
    if (shared !== undefined)
      table.refuse(["components", index, ...shared.path], `${other.component} has the ${shared.name} too`);
  }
}

/** The names that no other component of the same release has: `workload virt-api`. Each with its place in the row. */
function listNames({
  versionVariable,
  workloadLabel,
  workloads,
}: ComponentEntry): readonly { readonly name: string; readonly path: TablePath }[] {
  const names: { readonly name: string; readonly path: TablePath }[] = [
    { name: `versionVariable ${versionVariable}`, path: ["versionVariable"] },
    { name: `workloadLabel ${workloadLabel}`, path: ["workloadLabel"] },
  ];
  if (workloads === undefined) return names;
  names.push({ name: `workload ${workloads.operator}`, path: ["workloads", "operator"] });
  for (const [index, workload] of (workloads.names ?? []).entries())
    names.push({ name: `workload ${workload}`, path: ["workloads", "names", index] });
  return names;
}

/** Whether a release has both. `since` and `until` are the first and the last release, as `[major, minor]`. */
function haveCommonRelease(row: ComponentEntry, other: ComponentEntry): boolean {
  return !isBefore(row.until, other.since) && !isBefore(other.until, row.since);
}

function isBefore(until: readonly number[] | undefined, since: readonly number[] | undefined): boolean {
  if (until === undefined || since === undefined) return false;
  const [untilMajor = 0, untilMinor = 0] = until;
  const [sinceMajor = 0, sinceMinor = 0] = since;
  return untilMajor < sinceMajor || (untilMajor === sinceMajor && untilMinor < sinceMinor);
}

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
  readonly annotations: readonly (NamedSetting<"annotation"> & { readonly how?: string })[];
}

/** What the fields, feature gates and annotations of HyperConverged drive. */
export const fields: Topic<FieldTable> = {
  file: "tables/hyperconverged/fields.yaml",
  schema: "tables/fields.schema.json",
  check: (table) => {
    const { gates, annotations } = table.value;
    table.refuseDuplicates(rowNames(gates, "gate").map(({ name, index }) => [name, ["gates", index]]));
    // An annotation may do several things, each in a row.
    table.refuseDuplicates(
      annotations.map(({ annotation, how }, index) => [`${annotation} ${how}`, ["annotations", index]]),
    );
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
        ...listOf(
          "AnnotationRow",
          rowsFile,
          table.annotations.map((row) => withoutSource(row)),
        ),
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
    rowNames(rows, key).map(({ name, row }) => {
      const { [key]: _, ...setting } = row;
      return [name, { ...defaults, ...withoutSource(setting as unknown as Sourced) }];
    }),
  );
}

function rowNames<Name extends string>(rows: readonly NamedSetting<Name>[], key: Name) {
  return rows.flatMap((row, index) => [row[key]].flat().map((name) => ({ name: String(name), row, index })));
}

function withoutSource({ source: _, function: _function, ...row }: Sourced): object {
  return row;
}

interface ConditionMatrixTable {
  readonly matrix: readonly (Sourced & Readonly<Record<"available" | "progressing" | "degraded", string>>)[];
}

/** What Available, Progressing and Degraded mean together. */
export const conditionMatrix: Topic<ConditionMatrixTable> = {
  file: "tables/hyperconverged/condition-matrix.yaml",
  schema: "tables/condition-matrix.schema.json",
  check: (table) => {
    table.refuseDuplicates(
      table.value.matrix.map(({ available, progressing, degraded }, index) => [
        `${available}, ${progressing}, ${degraded}`,
        ["matrix", index],
      ]),
    );
  },
  modules: (table) => ({
    "tables/condition-matrix.ts": [
      {
        about: "The meaning of each triple of the conditions Available, Progressing and Degraded.",
        name: "conditionMatrix",
        ...listOf("ConditionMatrixRow", rowsFile, table.matrix.map(withoutSource)),
      },
    ],
  }),
};

interface ProgressReportTable {
  readonly reports: readonly (Sourced & { readonly reason: string; readonly message: string })[];
}

/** Conditions of components that say only that work has begun. */
export const progressReports: Topic<ProgressReportTable> = {
  file: "tables/hyperconverged/progress-reports.yaml",
  schema: "tables/progress-reports.schema.json",
  check: (table) => {
    const { reports } = table.value;
    table.refuseDuplicates(reports.map(({ reason }, index) => [reason, ["reports", index]]));
    for (const [index, { message }] of reports.entries())
      table.refuseBadPattern(["reports", index, "message"], message);
  },
  modules: (table) => ({
    "tables/progress-reports.ts": [
      {
        about: "By reason, the regular expression of the messages that say only that work has begun.",
        name: "progressMessages",
        ...recordOf(
          "string",
          undefined,
          Object.fromEntries(table.reports.map(({ reason, message }) => [reason, message])),
        ),
      },
    ],
  }),
};

interface DeletionTable {
  readonly refusals: readonly (Sourced & { readonly event: string })[];
}

/** How components refuse to be deleted. */
export const deletion: Topic<DeletionTable> = {
  file: "tables/hyperconverged/deletion.yaml",
  schema: "tables/deletion.schema.json",
  check: (table) => {
    table.refuseDuplicates(table.value.refusals.map(({ event }, index) => [event, ["refusals", index]]));
  },
  modules: (table) => ({
    "tables/deletion.ts": [
      {
        about: "The events by which HyperConverged reports that a component refuses its deletion.",
        name: "deletionRefusals",
        ...listOf("DeletionRefusalRow", rowsFile, table.refusals.map(withoutSource)),
      },
    ],
  }),
};

interface ReasonTable {
  readonly suffixes: readonly (Sourced & { readonly suffix: string })[];
  readonly removedComponents: readonly NamedEntry[];
}

interface NamedEntry extends Sourced {
  readonly name: string;
}

/** The reasons that HyperConverged writes about a component. */
export const reasons: Topic<ReasonTable> = {
  file: "tables/hyperconverged/reasons.yaml",
  schema: "tables/hyperconverged-reasons.schema.json",
  check: (table) => {
    const { suffixes, removedComponents } = table.value;
    table.refuseDuplicates(suffixes.map(({ suffix }, index) => [suffix, ["suffixes", index]]));
    table.refuseDuplicates(removedComponents.map(({ name }, index) => [name, ["removedComponents", index]]));
  },
  modules: (table) => ({
    "tables/hyperconverged-reasons.ts": [
      {
        about: "What follows the name of a component in the reasons that HyperConverged writes.",
        name: "reasonSuffixes",
        ...listOf("ReasonSuffixRow", rowsFile, table.suffixes.map(withoutSource)),
      },
      {
        about: "Components of older releases that the table of components does not have.",
        name: "removedComponents",
        ...listOf("string", undefined, entryNames(table.removedComponents)),
      },
    ],
  }),
};

interface OperatorTable {
  readonly namespaces: readonly NamedEntry[];
  readonly deployments: readonly NamedEntry[];
  readonly webhookDeployments: readonly NamedEntry[];
}

/** Where the operator of HyperConverged runs. */
export const operator: Topic<OperatorTable> = {
  file: "tables/hyperconverged/operator.yaml",
  schema: "tables/operator.schema.json",
  check: (table) => {
    for (const [list, entries] of Object.entries<readonly NamedEntry[]>({ ...table.value }))
      table.refuseDuplicates(entries.map(({ name }, index) => [name, [list, index]]));
  },
  modules: (table) => ({
    "tables/operator.ts": [
      {
        about: "The namespaces in which HyperConverged is known to run. They are read if listing all is forbidden.",
        name: "knownNamespaces",
        ...listOf("string", undefined, entryNames(table.namespaces)),
      },
      {
        about: "The names of the operator's Deployment: with OLM, and without.",
        name: "operatorDeployments",
        ...listOf("string", undefined, entryNames(table.deployments)),
      },
      {
        about: "The names of the Deployment of the operator's webhook: with OLM, and without.",
        name: "webhookDeployments",
        ...listOf("string", undefined, entryNames(table.webhookDeployments)),
      },
    ],
  }),
};

function entryNames(entries: readonly NamedEntry[]): readonly string[] {
  return entries.map(({ name }) => name);
}
