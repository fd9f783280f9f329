/** An object as the API server keeps it. */
export interface Stored {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid: string;
    readonly resourceVersion: string;
  };
  readonly [field: string]: unknown;
}

/** What a test puts: the store knows the rest. */
export interface Given {
  readonly name: string;
  readonly namespace?: string;
  readonly [field: string]: unknown;
}

/** A kind that a server serves; `plural` with its group, such as `widgets.example.com`. */
export interface Served {
  readonly plural: string;
  readonly kind: string;
  readonly version: string;
  readonly namespaced: boolean;
}

/** One change of one object. */
export interface Change {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly revision: number;
  readonly resource: string;
  readonly object: Stored;
}

/** Objects with the versions that etcd gives them, and what changed. */
export interface Store {
  readonly changes: readonly Change[];
  revision(): number;
  /** In etcd's order. */
  list(resource: string): readonly Stored[];
  put(served: Served, given: Given): void;
  remove(served: Served, name: string, namespace?: string): void;
  /** Nothing that happened up to now is kept. */
  compact(): void;
  compacted(): number;
  /** An older state is restored, revisions and all. */
  reset(revision: number): void;
}

export function storeOf(changed: (change: Change) => void): Store {
  const held = new Map<string, Map<string, Stored>>();
  let changes: Change[] = [];
  let revision = 1000;
  let compacted = 0;
  let uids = 0;

  function storedOf(resource: string): Map<string, Stored> {
    const known = held.get(resource) ?? new Map<string, Stored>();
    held.set(resource, known);
    return known;
  }

  function tell(change: Change): void {
    changes.push(change);
    changed(change);
  }

  return {
    get changes() {
      return changes;
    },
    revision: () => revision,
    list: (resource) => [...storedOf(resource)].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, object]) => object),
    put({ plural, kind, version }, { name, namespace, ...rest }) {
      const all = storedOf(plural);
      const key = keyOf(name, namespace);
      const before = all.get(key);
      revision += 1;
      uids += before === undefined ? 1 : 0;
      const group = plural.includes(".") ? plural.slice(plural.indexOf(".") + 1) : "";
      const object: Stored = {
        apiVersion: group === "" ? version : `${group}/${version}`,
        kind,
        metadata: {
          name,
          uid: before?.metadata.uid ?? `uid-${uids}`,
          resourceVersion: String(revision),
          ...(namespace !== undefined && { namespace }),
        },
        ...rest,
      };
      all.set(key, object);
      tell({ type: before === undefined ? "ADDED" : "MODIFIED", revision, resource: plural, object });
    },
    remove({ plural }, name, namespace) {
      const before = storedOf(plural).get(keyOf(name, namespace));
      if (before === undefined) return;
      storedOf(plural).delete(keyOf(name, namespace));
      revision += 1;
      const object = { ...before, metadata: { ...before.metadata, resourceVersion: String(revision) } };
      tell({ type: "DELETED", revision, resource: plural, object });
    },
    compact() {
      compacted = revision;
      changes = [];
    },
    compacted: () => compacted,
    reset(to) {
      revision = to;
      changes = [];
    },
  };
}

function keyOf(name: string, namespace: string | undefined): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}
