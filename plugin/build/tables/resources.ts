import { formatGroupKind } from "../../../shared/model/kind.ts";
import { parsePath } from "../../../shared/parse/value-paths.ts";
import type { Table } from "./read-table.ts";
import {
  compileList,
  compileRecord,
  omitSource,
  type RowType,
  type SourcedEntry,
  stringType,
  type Topic,
  type TypedExpression,
} from "./topic.ts";

const kindType: RowType = { name: "Kind", file: "../model/kind.ts" };
const resourceType: RowType = { name: "Resource", file: "../model/resource.ts" };

interface ResourceEntry {
  readonly kind: string;
  readonly group: string;
  readonly plural: string;
  readonly shortNames?: readonly string[];
  readonly versions?: readonly string[];
  readonly namespaced?: boolean;
}

type Groups = readonly { readonly kinds: readonly ResourceEntry[] }[];

interface ResourceTable extends Readonly<Record<"builtIn" | "defined" | "related" | "flux" | "olm", Groups>> {
  readonly created: { readonly kinds: readonly string[] };
}

/** The versions of a kind that names none. */
const usualVersions: readonly string[] = ["v1"];

/** The versions of kinds that are read in the versions of the input. */
const noVersions: readonly string[] = [];

/** The names of kinds: a module for each list, since most runs need one of them alone. */
export const resources: Topic<ResourceTable> = {
  file: "tables/resources.yaml",
  schema: "tables/resources.schema.json",
  check: (table) => {
    const { created, ...lists } = table.value;
    for (const [list, groups] of Object.entries<Groups>(lists)) refuseKindTwice(table, list, groups);
    for (const [index, title] of created.kinds.entries()) {
      if (findKind(title, lists.builtIn) === undefined)
        table.refuse(["created", "kinds", index], `no built-in kind is called ${title}`);
    }
  },
  modules: ({ builtIn, defined, related, created, flux, olm }) => {
    const createdEntries = created.kinds.flatMap((title) => findKind(title, builtIn) ?? []);
    return {
      "tables/core-kinds.ts": [
        {
          about: "Every built-in kind that can be listed.",
          name: "coreKinds",
          value: compileList(
            resourceType,
            listKinds(builtIn).map((entry) => makeResource(entry, usualVersions)),
          ),
        },
      ],
      "tables/defined-kinds.ts": [
        {
          about: "Kinds that operators define.",
          name: "definedResources",
          value: compileList(
            resourceType,
            listKinds(defined).map((entry) => makeResource(entry, noVersions)),
          ),
        },
      ],
      "tables/related-kinds.ts": [
        {
          about:
            "Kinds that HyperConverged creates on OpenShift, and where a Prometheus operator or cert-manager runs.",
          name: "relatedKinds",
          value: compileList(
            kindType,
            listKinds(related).map((entry) => makeKind(entry, usualVersions)),
          ),
        },
        {
          about: "Built-in kinds of the objects that HyperConverged creates, without Secret.",
          name: "createdKinds",
          value: compileList(
            kindType,
            createdEntries.map((entry) => makeKind(entry, usualVersions)),
          ),
        },
      ],
      "tables/flux-kinds.ts": [
        { about: "The kinds of Flux that Greenhouse creates.", name: "fluxKinds", value: compileKindsByName(flux) },
      ],
      "tables/olm-kinds.ts": [
        {
          about: "The kinds of OLM that a plan for HyperConverged requests.",
          name: "olmKinds",
          value: compileKindsByName(olm),
        },
      ],
    };
  },
};

function refuseKindTwice(table: Table<ResourceTable>, list: string, groups: Groups): void {
  const titles = groups.flatMap(({ kinds }, groupIndex) =>
    kinds.map((entry, index) => [formatGroupKind(entry), [list, groupIndex, "kinds", index]] as const),
  );
  table.refuseDuplicates(titles);
}

function listKinds(groups: Groups): readonly ResourceEntry[] {
  return groups.flatMap(({ kinds }) => kinds);
}

/** Finds a kind by its title, as {@link formatGroupKind} writes it. */
function findKind(title: string, groups: Groups): ResourceEntry | undefined {
  return listKinds(groups).find((entry) => formatGroupKind(entry) === title);
}

/** A record whose type has exactly the names of its kinds: `{ "HelmRelease": {...} }`. */
function compileKindsByName(groups: Groups): TypedExpression {
  const entries = listKinds(groups);
  const names = entries.map(({ kind }) => JSON.stringify(kind)).join(" | ");
  const rows = entries.map((entry) => [entry.kind, makeKind(entry, usualVersions)] as const);
  return { ...compileRecord(kindType, Object.fromEntries(rows)), type: `Readonly<Record<${names}, Kind>>` };
}

/** The `Kind` of an entry. `defaultVersions` are those of an entry that names none. */
function makeKind(entry: ResourceEntry, defaultVersions: readonly string[]): object {
  const { group, kind, plural, versions = defaultVersions, namespaced = true } = entry;
  return { group, kind, plural, versions, namespaced };
}

/** The `Resource` of an entry: its `Kind` with the names that users type. */
function makeResource(entry: ResourceEntry, defaultVersions: readonly string[]): object {
  const { kind, shortNames = [] } = entry;
  return { ...makeKind(entry, defaultVersions), singular: kind.toLowerCase(), shortNames };
}

interface OwnedEntry extends SourcedEntry {
  readonly owner: Pick<ResourceEntry, "group" | "kind">;
  readonly owned: ResourceEntry;
}

interface NamedEntry extends SourcedEntry {
  readonly by: Pick<ResourceEntry, "group" | "kind">;
  readonly named: ResourceEntry;
  readonly at: readonly string[];
}

interface OwnedTable {
  readonly owned: readonly OwnedEntry[];
  readonly named: readonly NamedEntry[];
  readonly superseded: readonly { readonly kind: string | readonly string[]; readonly group: string }[];
}

/** Which owned and named objects explain an object. */
export const ownedKinds: Topic<OwnedTable> = {
  file: "tables/owned-kinds.yaml",
  schema: "tables/owned-kinds.schema.json",
  check: (table) => {
    const { owned, named, superseded } = table.value;
    const steps = owned.map((step, index) => {
      return [`${formatGroupKind(step.owner)} to ${formatGroupKind(step.owned)}`, ["owned", index]] as const;
    });
    table.refuseDuplicates(steps);
    const namings = named.flatMap((step, row) =>
      step.at.map((field, index) => ({ step, field, path: ["named", row, "at", index] })),
    );
    for (const { field, path } of namings) {
      if (parsePath(field) === undefined) table.refuse(path, `${field} is not a path`);
    }
    table.refuseDuplicates(
      namings.map(({ step, field, path }) => {
        return [`${formatGroupKind(step.by)} to ${formatGroupKind(step.named)} at ${field}`, path];
      }),
    );
    const supersededTitles = superseded.flatMap(({ kind, group }, index) =>
      [kind].flat().map((name) => [formatGroupKind({ kind: name, group }), ["superseded", index]] as const),
    );
    table.refuseDuplicates(supersededTitles);
  },
  modules: ({ owned, named, superseded }) => ({
    "tables/owned-kinds.ts": [
      {
        about: "The kinds whose owned objects are listed, once for each step down.",
        name: "ownedKindRows",
        value: compileList(
          { name: "OwnedKindRow", file: "../model/profile.ts" },
          owned.map((step) => ({ ...omitSource(step), owned: makeKind(step.owned, noVersions) })),
        ),
      },
      {
        about: "The kinds that an object names, once for each step down.",
        name: "namedKindRows",
        value: compileList(
          { name: "NamedKindRow", file: "../model/profile.ts" },
          named.map((step) => ({ ...omitSource(step), named: makeKind(step.named, noVersions) })),
        ),
      },
      {
        about: "Kinds of whose objects only the newest counts, as `group/kind`.",
        name: "supersededKinds",
        value: compileList(
          stringType,
          superseded.flatMap(({ kind, group }) => [kind].flat().map((name) => `${group}/${name}`)),
        ),
      },
    ],
  }),
};
