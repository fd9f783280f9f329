import type { Table, TablePath } from "./read-table.ts";
import {
  compileList,
  compileRecord,
  omitSource,
  type RowType,
  type SourcedEntry,
  stringsType,
  stringType,
  type Topic,
} from "./topic.ts";

// The TypeScript compiler checks in the modules what the schemas leave open: the names of alerts and findings.

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
    const rows = table.value.components;
    table.refuseDuplicates(
      rows.map(({ component, since }, index) => {
        const title = since === undefined ? component : `${component} since ${since.join(".")}`;
        return [title, ["components", index]];
      }),
    );
    const workloads = rows.map((row, index) => ({ row, path: ["components", index, "workloads"] }));
    table.refuseDuplicates(
      workloads
        .filter(({ row }) => row.workloads !== undefined)
        .map(({ row, path }) => [`workloads of ${row.component}`, path]),
    );
    for (const [index, row] of rows.entries()) refuseSharedNames(table, row, index);
  },
  modules: (table) => {
    const workloads = table.components.flatMap((row) => {
      return row.workloads === undefined ? [] : [{ component: row.component, ...row.workloads }];
    });
    const shortNames = table.components.map((row) => [`${row.plural}.${row.group}`, row.shortNames] as const);
    return {
      "tables/components.ts": [
        {
          about: "The component CRs of HyperConverged in the operator's order.",
          name: "hcoComponents",
          value: compileList(
            { name: "ComponentRow", file: "../model/profile.ts" },
            table.components.map(makeComponentRow),
          ),
        },
        {
          about: "The short names of components, by `plural.group`.",
          name: "componentShortNames",
          value: compileRecord(stringsType, Object.fromEntries(shortNames.filter(([, names]) => names !== undefined))),
        },
      ],
      "tables/workloads.ts": [
        {
          about:
            "The workloads of components. A name that a cluster lacks means nothing: releases and switches differ.",
          name: "workloadRows",
          value: compileList(rowType("WorkloadRow"), workloads.map(makeWorkloadRow)),
        },
        {
          about: "The workloads that must exist below a component that reports itself deployed.",
          name: "requiredWorkloads",
          value: compileList(rowType("RequiredWorkload"), workloads.flatMap(listRequiredWorkloads)),
        },
        {
          about: "The workloads behind Services that have another name.",
          name: "workloadsOfServices",
          value: compileRecord(stringType, Object.assign({}, ...workloads.map(({ services }) => services))),
        },
      ],
    };
  },
};

/** A type of shared/model/hyperconverged-rows.ts. */
function rowType(name: string): RowType {
  return { name, file: "../model/hyperconverged-rows.ts" };
}

/** Refuses a name that an earlier component of the same release has too: a workload or version is found by its name. */
function refuseSharedNames(table: Table<ComponentTable>, row: ComponentEntry, index: number): void {
  const others = table.value.components.slice(0, index).filter((other) => haveCommonRelease(row, other));
  for (const other of others) {
    const otherNames = new Set(listNames(other).map(({ name }) => name));
    const shared = listNames(row).find(({ name }) => otherNames.has(name));
    if (shared !== undefined)
      table.refuse(["components", index, ...shared.path], `${other.component} has the ${shared.name} too`);
  }
}

/** A name that no other component of the same release has, such as `workload virt-api`, and its path in the row. */
interface UniqueName {
  readonly name: string;
  readonly path: TablePath;
}

function listNames({ versionVariable, workloadLabel, workloads }: ComponentEntry): readonly UniqueName[] {
  const names: UniqueName[] = [
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
  return !endsBefore(row.until, other.since) && !endsBefore(other.until, row.since);
}

/** Whether the release `until` is earlier than `since`: `[1, 9]` and `[1, 10]` -> true. Without a limit it is not. */
function endsBefore(until: readonly number[] | undefined, since: readonly number[] | undefined): boolean {
  if (until === undefined || since === undefined) return false;
  const [untilMajor = 0, untilMinor = 0] = until;
  const [sinceMajor = 0, sinceMinor = 0] = since;
  return untilMajor < sinceMajor || (untilMajor === sinceMajor && untilMinor < sinceMinor);
}

/** The row of a component, with the defaults that the schema names. */
function makeComponentRow(entry: ComponentEntry): object {
  const { workloads: _workloads, shortNames: _shortNames, source: _source, enabledBy, ...row } = entry;
  return {
    kind: row.component,
    namespaced: true,
    versionField: "observedVersion",
    updatingReasons: [],
    generationCountsStatus: false,
    ...row,
    enabledBy: enabledBy?.map((path) => path.split(".")),
  };
}

/** The workloads of a component, which `component` names. */
interface ComponentWorkloads extends WorkloadEntry {
  readonly component: string;
}

function makeWorkloadRow(workloads: ComponentWorkloads): object {
  const { required: _required, services: _services, source: _source, component, ...row } = workloads;
  return { component, names: [], ...row };
}

/** `{ Deployment: ["virt-api"] }` -> `{ component, kind: "Deployment", name: "virt-api" }` */
function listRequiredWorkloads({ component, required = {} }: ComponentWorkloads): readonly object[] {
  return Object.entries(required).flatMap(([kind, names]) => names.map((name) => ({ component, kind, name })));
}

interface AlertTable {
  readonly alerts: readonly SourcedEntry[];
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
        value: compileList(rowType("AlertRow"), table.alerts.map(omitSource)),
      },
    ],
  }),
};

interface GateEntry extends SourcedEntry {
  /** A row may be about several gates. */
  readonly gate: string | readonly string[];
}

interface AnnotationEntry extends SourcedEntry {
  readonly annotation: string;
  readonly how?: string;
}

interface FieldTable {
  readonly fields: readonly SourcedEntry[];
  readonly gates: readonly GateEntry[];
  readonly annotations: readonly AnnotationEntry[];
}

/** What the fields, feature gates and annotations of HyperConverged drive. */
export const fields: Topic<FieldTable> = {
  file: "tables/hyperconverged/fields.yaml",
  schema: "tables/fields.schema.json",
  check: (table) => {
    const { gates, annotations } = table.value;
    table.refuseDuplicates(
      gates.flatMap(({ gate }, index) => [gate].flat().map((name) => [name, ["gates", index]] as const)),
    );
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
        value: compileList(
          rowType("FieldRow"),
          table.fields.map((row) => ({ how: "configures", ...omitSource(row) })),
        ),
      },
      {
        about: "Feature gates: fields of `spec.featureGates` in v1beta1, entries of that list in v1.",
        name: "hcoGates",
        value: compileRecord(rowType("SettingRow"), Object.fromEntries(table.gates.flatMap(listSettings))),
      },
      {
        about: "Annotations by which HyperConverged configures a component outside its spec.",
        name: "hcoAnnotations",
        value: compileList(rowType("AnnotationRow"), table.annotations.map(omitSource)),
      },
    ],
  }),
};

/** A setting for each gate of a row, by the gate's name. */
function listSettings({ gate, ...row }: GateEntry): readonly (readonly [gate: string, setting: object])[] {
  return [gate].flat().map((name) => [name, { how: "gates", ...omitSource(row) }] as const);
}

interface ConditionMatrixTable {
  readonly matrix: readonly (SourcedEntry & Readonly<Record<"available" | "progressing" | "degraded", string>>)[];
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
        value: compileList(rowType("ConditionMatrixRow"), table.matrix.map(omitSource)),
      },
    ],
  }),
};

interface ProgressReportTable {
  readonly reports: readonly (SourcedEntry & { readonly reason: string; readonly message: string })[];
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
        value: compileRecord(
          stringType,
          Object.fromEntries(table.reports.map(({ reason, message }) => [reason, message])),
        ),
      },
    ],
  }),
};

interface DeletionTable {
  readonly refusals: readonly (SourcedEntry & { readonly event: string })[];
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
        value: compileList(rowType("DeletionRefusalRow"), table.refusals.map(omitSource)),
      },
    ],
  }),
};

interface ReasonTable {
  readonly suffixes: readonly (SourcedEntry & { readonly suffix: string })[];
  readonly removedComponents: readonly NamedEntry[];
}

interface NamedEntry extends SourcedEntry {
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
        value: compileList(rowType("ReasonSuffixRow"), table.suffixes.map(omitSource)),
      },
      {
        about: "Components of older releases that the table of components does not have.",
        name: "removedComponents",
        value: compileList(stringType, listEntryNames(table.removedComponents)),
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
        value: compileList(stringType, listEntryNames(table.namespaces)),
      },
      {
        about: "The names of the operator's Deployment: with OLM, and without.",
        name: "operatorDeployments",
        value: compileList(stringType, listEntryNames(table.deployments)),
      },
      {
        about: "The names of the Deployment of the operator's webhook: with OLM, and without.",
        name: "webhookDeployments",
        value: compileList(stringType, listEntryNames(table.webhookDeployments)),
      },
    ],
  }),
};

function listEntryNames(entries: readonly NamedEntry[]): readonly string[] {
  return entries.map(({ name }) => name);
}
