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

type Coverage = Pick<CachedObjects, "extent" | "whole">;

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
    const recorded = await this.#listOfKind(kind);
    return recorded.length > 0;
  }

  /** The coverage of what is held of a kind, as a part where a recorded object of that kind is missing. */
  async reduceCoverage(cached: CachedObjects, kind: Kind, namespace: string | undefined): Promise<Coverage> {
    if (cached.extent.is === "list") return cached;
    const missing = await this.#listMissing(cached, kind, namespace);
    const [firstUnlisted] = missing.filter(({ ref }) => cached.whole.get(ref.namespace ?? "")?.is !== "list");
    if (firstUnlisted === undefined) return cached;

    const why = `${firstUnlisted.owner} records ${kind.kind} ${firstUnlisted.ref.name}, but its file is missing`;
    const whole = new Map<string, KindCoverage>();
    for (const [name, coverage] of cached.whole) {
      const isMissingHere = missing.some(({ ref }) => ref.namespace === name);
      if (coverage.is === "list" || !isMissingHere) whole.set(name, coverage);
    }
    return { extent: cached.extent.is === "part" ? cached.extent : { is: "part", why }, whole };
  }

  /** The recorded objects of a kind that are not held, in one namespace or in all. */
  async #listMissing(
    { objects }: CachedObjects,
    kind: Kind,
    namespace: string | undefined,
  ): Promise<readonly RecordedObject[]> {
    const heldKeys = new Set(objects.map(({ ref }) => keyOf(ref)));
    const recorded = await this.#listOfKind(kind);
    return recorded.filter(({ ref }) => {
      const isInScope = namespace === undefined || ref.namespace === namespace;
      return isInScope && !heldKeys.has(keyOf(ref));
    });
  }

  /** The recorded objects of a kind. None for HyperConverged, which is what records them. */
  async #listOfKind(kind: Pick<Kind, "group" | "kind">): Promise<readonly RecordedObject[]> {
    if (isSameKind(kind, hcoProfile.root)) return [];
    this.#recorded ??= this.#readAll();
    return (await this.#recorded).filter(({ ref }) => isSameKind(kind, ref));
  }

  async #readAll(): Promise<readonly RecordedObject[]> {
    const { objects } = await this.#cache.readObjects({ kind: hcoProfile.root, namespace: undefined, known: [] });
    return objects.flatMap((root) => {
      const owner = `${root.ref.kind} ${root.ref.name}`;
      return readRecordedReferences(root).objects.map(({ ref }) => ({ ref, owner }));
    });
  }
}
