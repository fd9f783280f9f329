import {
  type CompiledTable,
  type Constant,
  moduleOf,
  openTable,
  readTable,
  refuseTwice,
  type TableFile,
} from "./table-file.ts";

/** Compiles the names of kinds, and which owned kinds explain their owner. */
export function compileResourceTables(): readonly CompiledTable[] {
  return [...compileResources(openTable("resources.yaml")), compileOwnedKinds(openTable("owned-kinds.yaml"))];
}

interface ResourceEntry {
  readonly kind: string;
  readonly group: string;
  readonly plural: string;
  readonly shortNames?: readonly string[];
  readonly versions?: readonly string[];
  readonly namespaced?: boolean;
}

type Groups = readonly { readonly kinds: readonly ResourceEntry[] }[];

interface ResourceTable extends Readonly<Record<"builtIn" | "defined" | "related", Groups>> {
  readonly created: { readonly kinds: readonly string[] };
}

/** A module for each list, since most runs need one of them alone. */
export function compileResources(table: TableFile): readonly CompiledTable[] {
  const read = readTable<ResourceTable>(table, "resources.schema.json");
  const entriesOf = (list: Exclude<keyof ResourceTable, "created">): readonly ResourceEntry[] => {
    const entries = read[list].flatMap(({ kinds }) => kinds);
    refuseTwice(
      `${table.name}: ${list}`,
      entries.map(({ kind, group }) => `${kind}.${group}`),
    );
    return entries;
  };
  const builtIn = entriesOf("builtIn");
  const resources = (
    about: string,
    name: string,
    entries: readonly ResourceEntry[],
    versions: readonly string[],
  ): Constant => ({
    about,
    name,
    holds: "list",
    row: "Resource",
    from: "../model/resource.ts",
    value: entries.map((entry) => ({
      ...kindOf(entry, versions),
      singular: entry.kind.toLowerCase(),
      shortNames: entry.shortNames ?? [],
    })),
  });
  return [
    moduleOf("core-kinds.ts", table, [
      resources("Every built-in kind that can be listed.", "coreKinds", builtIn, ["v1"]),
    ]),
    // Their versions are those of the input.
    moduleOf("defined-kinds.ts", table, [
      resources("Kinds that operators define.", "definedResources", entriesOf("defined"), []),
    ]),
    moduleOf("related-kinds.ts", table, [
      {
        about: "Kinds that HyperConverged creates on OpenShift, and where a Prometheus operator or cert-manager runs.",
        name: "relatedKinds",
        holds: "list",
        row: "Kind",
        from: "../model/kind.ts",
        value: entriesOf("related").map((entry) => kindOf(entry, ["v1"])),
      },
      {
        about: "Built-in kinds of the objects that HyperConverged creates, without Secret.",
        name: "createdKinds",
        holds: "list",
        row: "Kind",
        from: "../model/kind.ts",
        value: read.created.kinds.map((title) => {
          const entry = builtIn.find(({ kind, group }) => title === (group === "" ? kind : `${kind}.${group}`));
          if (entry === undefined) throw new Error(`${table.name}: created: no built-in kind is called ${title}`);
          return kindOf(entry, ["v1"]);
        }),
      },
    ]),
  ];
}

function kindOf({ group, kind, plural, versions, namespaced = true }: ResourceEntry, usual: readonly string[]): object {
  return { group, kind, plural, versions: versions ?? usual, namespaced };
}

interface OwnedTable {
  readonly owned: readonly {
    readonly owner: Pick<ResourceEntry, "group" | "kind">;
    readonly owned: ResourceEntry;
    readonly label?: string;
  }[];
  readonly superseded: readonly { readonly kind: string | readonly string[]; readonly group: string }[];
}

export function compileOwnedKinds(table: TableFile): CompiledTable {
  const { owned, superseded } = readTable<OwnedTable>(table, "owned-kinds.schema.json");
  const old = superseded.flatMap(({ kind, group }) => [kind].flat().map((each) => `${group}/${each}`));
  const steps = owned.map(({ owner, owned: { kind, group } }) => `${owner.group}/${owner.kind} to ${group}/${kind}`);
  for (const titles of [old, steps]) refuseTwice(table.name, titles);
  return moduleOf("owned-kinds.ts", table, [
    {
      about: "The kinds whose owned objects are listed, once for each step down.",
      name: "ownedKindRows",
      holds: "list",
      row: "OwnedKindRow",
      from: "../model/profile.ts",
      value: owned.map(({ owner, owned: kind, label }) => ({
        owner,
        owned: kindOf(kind, []),
        ...(label !== undefined && { label }),
      })),
    },
    {
      about: "Kinds of whose objects only the newest counts, as `group/kind`.",
      name: "supersededKinds",
      holds: "list",
      row: "string",
      value: old,
    },
  ]);
}
