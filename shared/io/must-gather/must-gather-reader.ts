import { readDefinedResource } from "../../aggregate/naming/offline-resources.ts";
import { readRecordedReferences } from "../../aggregate/snapshot/recorded-references.ts";
import { definedFields } from "../../model/defined-fields.ts";
import type { Kind } from "../../model/kind.ts";
import { isSameKind } from "../../model/kind.ts";
import { type KubeObject, keyOf, type Ref, withRef } from "../../model/object.ts";
import type { Resource } from "../../model/resource.ts";
import type { Damage, Query, Reading } from "../../model/snapshot.ts";
import type { InputBudget } from "../../parse/input-budget.ts";
import { selectorFaultText } from "../../parse/input-fault-text.ts";
import { hcoProfile } from "../../profiles/hco/profile.ts";
import type { QueryReader } from "../reader/reader.ts";
import type { MustGatherFiles } from "./archive/archive-files.ts";
import { definesAll, type KindCoverage, notCollected } from "./coverage.ts";
import { definitionKind, isCustom } from "./custom-resource-definitions.ts";
import { metadataOnly } from "./file-objects.ts";
import type { MustGatherImage } from "./image-folders.ts";
import { pluralsSeen, resolveQueriedKind, resourcesSeen } from "./kind-of-path.ts";
import { type CachedObjects, createObjectCache, type ObjectCache } from "./object-cache.ts";
import { fullName } from "./object-paths.ts";
import { queryFilter } from "./selector-filter.ts";

/** A Reader of a must-gather, which also reports what it has seen. */
export interface MustGatherReader extends QueryReader {
  read(query: Query): Promise<MustGatherReading>;
  /** The kinds of its objects, then those of its CRDs, with the versions and names that are known here. */
  resources(): Promise<readonly Resource[]>;
  /** What in the files that were opened could not be used. */
  damage(): readonly Damage[];
}

/**
 * A reading. A list that is only a part of all objects counts as found at first. {@link finalReadings} corrects that.
 */
export type MustGatherReading = Reading & {
  /** The list itself as `unread`, the lists of the complete namespaces, and each other object by itself. */
  readonly parts?: readonly Reading[];
};

/** What a reading is, once no more is requested. */
export function finalReadings(reading: MustGatherReading): readonly Reading[] {
  return reading.parts ?? [reading];
}

/**
 * Responds to queries from the files of a must-gather. It opens only files that can hold the result.
 *
 * - `absent`, or a list as it is, only where all objects were surely collected (coverage.ts). No damage may hide one
 *   (aggregate/completeness/completeness.ts), and none may be missing that the HyperConverged records.
 * - `noSuchKind` where its CRD is missing although all CRDs like it were collected.
 * - Else `unread`: the objects were not collected.
 *
 * @throws InputError where images of two clusters lie side by side.
 */
export function mustGatherReader(
  path: string,
  files: MustGatherFiles,
  images: readonly MustGatherImage[],
  budget: InputBudget,
): MustGatherReader {
  const objectCache = createObjectCache(path, files, images, budget);
  const recorded = readMustGatherRecords(objectCache);
  let defined: Promise<Definitions> | undefined;

  function definitions(): Promise<Definitions> {
    defined ??= objectCache
      .of({ kind: definitionKind, namespace: undefined, known: [] })
      .then(({ objects, extent }) => ({ known: objects.flatMap(readDefinedResource), extent }));
    return defined;
  }

  async function read(query: Query): Promise<MustGatherReading> {
    const selects = queryFilter(query);
    if (typeof selects !== "function") return { query, outcome: "unread", cause: selectorFaultText(selects) };
    const custom = isCustom(query.group) ? await definitions() : none;
    const kind = await resolveQueriedKind(query, custom.known, files, images);
    if (kind === undefined) return missingKind(query, notCollected, custom);
    const namespace = kind.namespaced ? query.namespace : undefined;
    const cached = await objectCache.of({ kind, namespace, known: custom.known, query });
    const { extent, whole } = await claimOnlyRecorded(recorded, cached, kind, namespace);
    const objects = cached.objects
      .filter(({ ref }) => isSameKind(kind, ref))
      .filter((object) => selects(kind.namespaced ? object : withoutNamespace(object)))
      .map((object) => (query.metadataOnly === true ? metadataOnly(object) : object));
    const [first] = objects;
    if (query.verb === "get" && first !== undefined) return { query, outcome: "found", objects: [first] };
    if (extent.is === "part") return partOfKind(query, objects, extent.why, whole, custom);
    return query.verb === "get" ? { query, outcome: "absent" } : { query, outcome: "found", objects };
  }

  async function partOfKind(
    query: Query,
    objects: readonly KubeObject[],
    why: string,
    whole: ReadonlyMap<string, KindCoverage>,
    custom: Definitions,
  ): Promise<MustGatherReading> {
    const names = [...whole.keys()];
    if (objects.length === 0 && names.length === 0) return missingKind(query, why, custom);
    const whose = names.length > 4 ? `${names.length} namespaces` : names.join(", ");
    const cause = why === notCollected ? `only those of ${whose} were collected` : why;
    if (query.verb === "get") return { query, outcome: "unread", cause };
    const others = objects.filter(({ ref }) => !whole.has(ref.namespace ?? ""));
    const parts: readonly Reading[] = [
      { query, outcome: "unread", cause },
      ...names.map((namespace): Reading => {
        const here = objects.filter(({ ref }) => ref.namespace === namespace);
        return { query: { ...query, namespace }, outcome: "found", objects: here };
      }),
      ...others.map((object) => singleReading(query, object)),
    ];
    if (objects.length === 0) return { query, outcome: "unread", cause, parts };
    return { query, outcome: "found", objects, parts };
  }

  async function missingKind(query: Query, why: string, { known, extent }: Definitions): Promise<MustGatherReading> {
    const isDefined = known.some((kind) => isSameKind(kind, query));
    const isWhole = isCustom(query.group) && definesAll(extent, images, query.group);
    if (why !== notCollected || isDefined || !isWhole || (await recorded.knows(query)))
      return { query, outcome: "unread", cause: why };
    const resource = query.plural === "" ? query.kind : fullName(query);
    return {
      query,
      outcome: "noSuchKind",
      cause: `the must-gather has custom resource definitions, but none of ${resource}`,
    };
  }

  return {
    read,
    async resources() {
      const { known } = await definitions();
      // Kinds with objects come first: `applications` are those that are there, not those that have only a CRD.
      const seen = new Set((await pluralsSeen(files, images)).map(fullName));
      const isSeen = (kind: Resource): boolean => seen.has(fullName(kind));
      const others = await resourcesSeen(files, images, known);
      return [...others, ...known.filter(isSeen), ...known.filter((kind) => !isSeen(kind))];
    },
    damage: () => [...files.damage(), ...objectCache.damage()],
  };
}

function readMustGatherRecords(objectCache: ObjectCache): MustGatherRecords {
  let read: Promise<readonly Recorded[]> | undefined;

  function all(): Promise<readonly Recorded[]> {
    read ??= objectCache
      .of({ kind: hcoProfile.root, namespace: undefined, known: [] })
      .then(({ objects }) =>
        objects.flatMap((root) =>
          readRecordedReferences(root).objects.map(({ ref }) => ({ ref, owner: `${root.ref.kind} ${root.ref.name}` })),
        ),
      );
    return read;
  }

  return {
    async missing(kind, objects, namespace) {
      if (isRoot(kind)) return [];
      const cached = new Set(objects.map(({ ref }) => keyOf(ref)));
      return (await all()).filter(
        ({ ref }) =>
          isSameKind(kind, ref) && (namespace === undefined || ref.namespace === namespace) && !cached.has(keyOf(ref)),
      );
    },
    knows: async (kind) => !isRoot(kind) && (await all()).some(({ ref }) => isSameKind(kind, ref)),
  };
}

function isRoot(kind: Pick<Kind, "group" | "kind">): boolean {
  return isSameKind(kind, hcoProfile.root);
}

interface Definitions {
  readonly known: readonly Resource[];
  readonly extent: KindCoverage;
}

const none: Definitions = { known: [], extent: { is: "part", why: notCollected } };

/**
 * What is held, without a claim to be complete where a HyperConverged records an object that no file has. That object
 * was not collected, or its file was lost.
 */
async function claimOnlyRecorded(
  recorded: MustGatherRecords,
  cached: CachedObjects,
  kind: Kind,
  namespace: string | undefined,
): Promise<Pick<CachedObjects, "extent" | "whole">> {
  if (cached.extent.is === "list") return cached;
  const missing = await recorded.missing(kind, cached.objects, namespace);
  const isListed = (place: string | undefined): boolean => cached.whole.get(place ?? "")?.is === "list";
  const [first] = missing.filter(({ ref }) => !isListed(ref.namespace));
  if (first === undefined) return cached;
  const why = `${first.owner} records ${kind.kind} ${first.ref.name}, but its file is missing`;
  const whole = [...cached.whole].filter(
    ([place, { is }]) => is === "list" || !missing.some(({ ref }) => ref.namespace === place),
  );
  return { extent: cached.extent.is === "part" ? cached.extent : { is: "part", why }, whole: new Map(whole) };
}

/** The objects that the HyperConvergeds of a must-gather record. They are read when first needed. */
interface MustGatherRecords {
  /** The recorded objects of a kind that are not among `objects`, in one namespace where one is given. */
  missing(kind: Kind, objects: readonly KubeObject[], namespace: string | undefined): Promise<readonly Recorded[]>;
  /** Whether an object of the kind is recorded. */
  knows(kind: Pick<Kind, "group" | "kind">): Promise<boolean>;
}

/** An object that a HyperConverged of the must-gather records in its relatedObjects. */
interface Recorded {
  readonly ref: Ref;
  /** Its kind and name: `HyperConverged kubevirt-hyperconverged`. */
  readonly owner: string;
}

/** The reading of one object, as if a query had requested it by its name. */
function singleReading(query: Query, object: KubeObject): Reading {
  const { fieldSelector: _field, labelSelector: _label, namespace: _namespace, ...rest } = query;
  const { namespace, name } = object.ref;
  const single: Query = { ...rest, verb: "get", name, ...definedFields({ namespace }) };
  return { query: single, outcome: "found", objects: [object] };
}

function withoutNamespace(object: KubeObject): KubeObject {
  const { namespace: _, ...ref } = object.ref;
  return object.ref.namespace === undefined ? object : withRef(object, ref);
}
