import { formatGroupKind } from "../../../shared/model/kind.ts";
import { parsePath } from "../../../shared/parse/value-paths.ts";
import { type Constant, listOf, recordOf, type Topic } from "./topic.ts";

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

/** The names of kinds: a module for each list, since most runs need one of them alone. */
export const resources: Topic<ResourceTable> = {
  file: "tables/resources.yaml",
  schema: "tables/resources.schema.json",
  check: (table) => {
    const { created, ...lists } = table.value;
    for (const [list, groups] of Object.entries<Groups>(lists)) {
      table.refuseDuplicates(
        groups.flatMap(({ kinds }, group) =>
          kinds.map((entry, index) => [formatGroupKind(entry), [list, group, "kinds", index]] as const),
        ),
      );
    }
    const builtIn = kindsIn(lists.builtIn);
    for (const [index, title] of created.kinds.entries()) {
      if (!builtIn.some((entry) => formatGroupKind(entry) === title))
        table.refuse(["created", "kinds", index], `no built-in kind is called ${title}`);
    }
  },
  modules: ({ builtIn, defined, related, created, flux, olm }) => ({
    "tables/core-kinds.ts": [
      {
        about: "Every built-in kind that can be listed.",
        name: "coreKinds",
        ...listOf("Resource", "../model/resource.ts", kindsIn(builtIn).map(resourceOf(["v1"]))),
      },
    ],
    "tables/defined-kinds.ts": [
      {
        about: "Kinds that operators define.",
        name: "definedResources",
        // Their versions are those of the input.
        ...listOf("Resource", "../model/resource.ts", kindsIn(defined).map(resourceOf([]))),
      },
    ],
    "tables/related-kinds.ts": [
      {
        about: "Kinds that HyperConverged creates on OpenShift, and where a Prometheus operator or cert-manager runs.",
        name: "relatedKinds",
        ...listOf("Kind", "../model/kind.ts", kindsIn(related).map(kindRow(["v1"]))),
      },
      {
        about: "Built-in kinds of the objects that HyperConverged creates, without Secret.",
        name: "createdKinds",
        ...listOf(
          "Kind",
          "../model/kind.ts",
          created.kinds
            .flatMap((title) => kindsIn(builtIn).find((entry) => formatGroupKind(entry) === title) ?? [])
            .map(kindRow(["v1"])),
        ),
      },
    ],
    "tables/flux-kinds.ts": [
      {
        about: "The kinds of Flux that Greenhouse creates.",
        name: "fluxKinds",
        ...kindsByName(flux),
      },
    ],
    "tables/olm-kinds.ts": [
      {
        about: "The kinds of OLM that a plan for HyperConverged requests.",
        name: "olmKinds",
        ...kindsByName(olm),
      },
    ],
  }),
};

/** A record of which each name is there: `{HelmRelease: {...}}`. */
function kindsByName(groups: Groups): Pick<Constant, "type" | "imports" | "expression"> {
  const kinds = kindsIn(groups);
  const names = kinds.map(({ kind }) => JSON.stringify(kind)).join(" | ");
  return {
    ...recordOf(
      "Kind",
      "../model/kind.ts",
      Object.fromEntries(kinds.map((entry) => [entry.kind, kindRow(["v1"])(entry)])),
    ),
    type: `Readonly<Record<${names}, Kind>>`,
  };
}

function kindsIn(groups: Groups): readonly ResourceEntry[] {
  return groups.flatMap(({ kinds }) => kinds);
}

/** Makes a row for the `Kind` of an entry, with the usual versions where it names none. */
function kindRow(usualVersions: readonly string[]) {
  return ({ group, kind, plural, versions = usualVersions, namespaced = true }: ResourceEntry): object => ({
    group,
    kind,
    plural,
    versions,
    namespaced,
  });
}

function resourceOf(usualVersions: readonly string[]) {
  const toKind = kindRow(usualVersions);
  return (entry: ResourceEntry): object => ({
    ...toKind(entry),
    singular: entry.kind.toLowerCase(),
    shortNames: entry.shortNames ?? [],
  });
}

interface OwnedTable {
  readonly owned: readonly {
    readonly owner: Pick<ResourceEntry, "group" | "kind">;
    readonly owned: ResourceEntry;
    readonly label?: string;
    readonly labelIsUid?: true;
  }[];
  readonly named: readonly {
    readonly by: Pick<ResourceEntry, "group" | "kind">;
    readonly named: ResourceEntry;
    readonly at: readonly string[];
    readonly isNeeded?: true;
  }[];
  readonly superseded: readonly { readonly kind: string | readonly string[]; readonly group: string }[];
}

/** Which owned and named objects explain an object. */
export const ownedKinds: Topic<OwnedTable> = {
  file: "tables/owned-kinds.yaml",
  schema: "tables/owned-kinds.schema.json",
  check: (table) => {
    const { owned, named, superseded } = table.value;
    table.refuseDuplicates(
      owned.map((step, index) => [
        `${formatGroupKind(step.owner)} to ${formatGroupKind(step.owned)}`,
        ["owned", index],
      ]),
    );
    for (const [row, { at }] of named.entries()) {
      for (const [index, path] of at.entries()) {
        if (parsePath(path) === undefined) table.refuse(["named", row, "at", index], `${path} is not a path`);
      }
    }
    table.refuseDuplicates(
      named.flatMap(({ by, named: kind, at }, row) =>
        at.map(
          (path, index) =>
            [`${formatGroupKind(by)} to ${formatGroupKind(kind)} at ${path}`, ["named", row, "at", index]] as const,
        ),
      ),
    );
    table.refuseDuplicates(
      superseded.flatMap(({ kind, group }, index) =>
        [kind].flat().map((each) => [formatGroupKind({ kind: each, group }), ["superseded", index]] as const),
      ),
    );
  },
  modules: ({ owned, named, superseded }) => ({
    "tables/owned-kinds.ts": [
      {
        about: "The kinds whose owned objects are listed, once for each step down.",
        name: "ownedKindRows",
        ...listOf(
          "OwnedKindRow",
          "../model/profile.ts",
          owned.map(({ owner, owned: kind, label, labelIsUid }) => ({
            owner,
            owned: kindRow([])(kind),
            label,
            labelIsUid,
          })),
        ),
      },
      {
        about: "The kinds that an object names, once for each step down.",
        name: "namedKindRows",
        ...listOf(
          "NamedKindRow",
          "../model/profile.ts",
          named.map(({ by, named: kind, at, isNeeded }) => ({ by, named: kindRow([])(kind), at, isNeeded })),
        ),
      },
      {
        about: "Kinds of whose objects only the newest counts, as `group/kind`.",
        name: "supersededKinds",
        ...listOf(
          "string",
          undefined,
          superseded.flatMap(({ kind, group }) => [kind].flat().map((each) => `${group}/${each}`)),
        ),
      },
    ],
  }),
};
