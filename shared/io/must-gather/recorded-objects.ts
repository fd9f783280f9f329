import { readRecordedReferences } from "../../aggregate/snapshot/recorded-references.ts";
import type { Kind } from "../../model/kind.ts";
import { isSameKind } from "../../model/kind.ts";
import { keyOf, type Ref } from "../../model/object.ts";
import { hcoProfile } from "../../profiles/hco/profile.ts";
import type { KindCoverage } from "./coverage.ts";
import type { CachedObjects, ObjectCache } from "./object-cache.ts";

/** An object that a HyperConverged of the must-gather records in its `status.relatedObjects`. */
interface RecordedObject {
  readonly ref: Ref;
  /** Kind and name of that HyperConverged: `HyperConverged kubevirt-hyperconverged`. */
  readonly owner: string;
}

type Coverage = Pick<CachedObjects, "coverage" | "completeNamespaces">;

/**
 * The objects that the HyperConvergeds of a must-gather record. They exist, so one without a file was not collected, or
 * its file was lost. HyperConvergeds are read when they are first needed.
 */
export class RecordedObjects {
  readonly #cache: ObjectCache;
  #recorded: Promise<readonly RecordedObject[]> | undefined;

  constructor(cache: ObjectCache) {
    this.#cache = cache;
  }

  /** Whether an object of the kind is recorded. */
  async hasKind(kind: Pick<Kind, "group" | "kind">): Promise<boolean> {
    return (await this.#listOfKind(kind)).length > 0;
  }

  /** The coverage of the cached objects of a kind. It is only a part where a recorded object of that kind is missing. */
  async reduceCoverage(cached: CachedObjects, kind: Kind, namespace: string | undefined): Promise<Coverage> {
    if (cached.coverage.type === "list") return cached;
    const missing = await this.#listMissing(cached, kind, namespace);
    const [firstUnlisted] = missing.filter(
      ({ ref }) => cached.completeNamespaces.get(ref.namespace ?? "")?.type !== "list",
    );
    if (firstUnlisted === undefined) return cached;

    const cause = `${firstUnlisted.owner} records ${kind.kind} ${firstUnlisted.ref.name}, but its file is missing`;
    const completeNamespaces = new Map<string, KindCoverage>();
    for (const [namespace, coverage] of cached.completeNamespaces) {
      const isObjectMissing = missing.some(({ ref }) => ref.namespace === namespace);
      if (coverage.type === "list" || !isObjectMissing) completeNamespaces.set(namespace, coverage);
    }
    const coverage = cached.coverage.type === "part" ? cached.coverage : ({ type: "part", cause } as const);
    return { coverage, completeNamespaces };
  }

  /** The recorded objects of a kind that are not among the cached ones. `namespace` undefined: of all namespaces. */
  async #listMissing(
    { objects }: CachedObjects,
    kind: Kind,
    namespace: string | undefined,
  ): Promise<readonly RecordedObject[]> {
    const cachedKeys = new Set(objects.map(({ ref }) => keyOf(ref)));
    const recorded = await this.#listOfKind(kind);
    return recorded.filter(({ ref }) => {
      const isInScope = namespace === undefined || ref.namespace === namespace;
      return isInScope && !cachedKeys.has(keyOf(ref));
    });
  }

  /** The recorded objects of a kind. None for HyperConverged, which is what records them. */
  async #listOfKind(kind: Pick<Kind, "group" | "kind">): Promise<readonly RecordedObject[]> {
    if (isSameKind(kind, hcoProfile.root)) return [];
    this.#recorded ??= this.#readAll();
    return (await this.#recorded).filter(({ ref }) => isSameKind(kind, ref));
  }

  async #readAll(): Promise<readonly RecordedObject[]> {
    const { objects } = await this.#cache.readObjects({ kind: hcoProfile.root, namespace: undefined, definitions: [] });
    return objects.flatMap((root) => {
      const owner = `${root.ref.kind} ${root.ref.name}`;
      return readRecordedReferences(root).objects.map(({ ref }) => ({ ref, owner }));
    });
  }
}
