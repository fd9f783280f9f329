import type { KubeObject } from "../../model/object.ts";
import type { Kind } from "../../model/profile.ts";
import type { Resource } from "../../model/resource.ts";
import type { Damage, Query, Reading } from "../../model/snapshot.ts";
import type { Reader } from "../reader.ts";
import { definitionKind, isCustom, isSurelyUndefined, resourceOf } from "./definitions.ts";
import { metadataOf } from "./file-objects.ts";
import { type GatherFiles, inFolder } from "./files.ts";
import { holdingsOf } from "./holdings.ts";
import type { Image } from "./images.ts";
import { kindOf } from "./kinds.ts";
import { fullName } from "./places.ts";
import { selectionOf } from "./selection.ts";

/** A Reader of a gather, and what it has seen on the way. */
export interface GatherReader extends Reader {
  /** What the custom resource definitions of the gather define; none where it has no definitions. */
  definitions(): Promise<readonly Resource[]>;
  /** What in the files that were opened could not be used. */
  damage(): readonly Damage[];
  /**
   * What a reading says when nothing more is asked: a list of which only a part was gathered is what was gathered in each
   * namespace, or each object by itself, and the list itself `unread`.
   */
  settled(reading: Reading): readonly Reading[];
}

/**
 * Answers queries from the files of a gather, opening those that can hold an answer. Where nothing of a kind lies:
 *
 * - `noSuchKind` where its CRD is missing although CRDs of its domain were gathered (definitions.ts);
 * - an empty list, so `absent`, where CNV's image gathered it: every object of every CRD that matches kubevirt.io lies in
 *   `crs/` or in `cluster-scoped-resources/<plural.group>/` (gather_crs), so there was none;
 * - else `unread`: nobody collected it (facts hco.md 9.5, report.md "Sources that are not a cluster").
 *
 * A list that is there is complete for its namespace, unless a file of it is damaged or the archive is cut off.
 * @throws InputError where images of two clusters lie side by side: one name with two uids.
 */
export function gatherReader(path: string, files: GatherFiles, images: readonly Image[]): GatherReader {
  const holdings = holdingsOf(path, files, images);
  const parts = new Map<Reading, readonly Reading[]>();
  let defined: Promise<Definitions> | undefined;

  function definitions(): Promise<Definitions> {
    defined ??= holdings.of(definitionKind, undefined).then(({ objects, gap }) => ({
      known: objects.map(resourceOf).filter((resource) => resource !== undefined),
      isWhole: gap === undefined && files.cut === undefined,
    }));
    return defined;
  }

  async function read(query: Query): Promise<Reading> {
    const selects = selectionOf(query);
    if ("error" in selects) return { query, outcome: "unread", cause: selects.error };
    const custom = isCustom(query.group) ? await definitions() : none;
    const { known } = custom;
    const kind = await kindOf(query, known, files, images);
    if (kind === undefined) return nowhere(query, custom);
    const namespace = kind.namespaced ? query.namespace : undefined;
    const held = await holdings.of(kind, namespace, query);
    const objects = held.objects.filter(({ ref }) => ref.kind === kind.kind && ref.group === kind.group);
    const selected = objects.filter((object) => selects(kind.namespaced ? object : withoutNamespace(object)));
    const isGathered = await gathersAll(kind, namespace, known, held.places > 0);
    if (held.places === 0 && !isGathered) return nowhere(query, custom);
    const given = query.metadataOnly === true ? selected.map(metadataOf) : selected;
    const gap = held.gap ?? files.cut;
    if (query.verb === "get") {
      const [object] = given;
      if (object !== undefined) return { query, outcome: "found", objects: [object] };
      return gap === undefined ? { query, outcome: "absent" } : { query, outcome: "unread", cause: gap };
    }
    if (gap === undefined && (isGathered || namespace !== undefined || !kind.namespaced || held.isEverywhere))
      return { query, outcome: "found", objects: given };
    if (gap !== undefined && given.length === 0) return { query, outcome: "unread", cause: gap };
    return part(query, given, gap, held.namespaces);
  }

  /** Found for whoever asks now, and in the end no more than it is. */
  function part(
    query: Query,
    objects: readonly KubeObject[],
    gap: string | undefined,
    namespaces: readonly string[],
  ): Reading {
    const reading: Reading = { query, outcome: "found", objects };
    const cause = gap ?? `only those of ${severalOf(namespaces)} were collected`;
    parts.set(reading, [
      { query, outcome: "unread", cause },
      ...(gap !== undefined
        ? objects.map((object) => alone(query, object))
        : namespaces.map((name) => inNamespace(query, objects, name))),
    ]);
    return reading;
  }

  /** CNV's image gathers every custom resource whose CRD matches kubevirt.io (gather_crs): where it has one, it has all. */
  async function gathersAll(
    kind: Kind,
    namespace: string | undefined,
    known: readonly Resource[],
    isSeen: boolean,
  ): Promise<boolean> {
    if (kind.group === definitionKind.group || !fullName(kind).includes("kubevirt.io")) return false;
    if (!isSeen && !known.some((each) => each.group === kind.group && each.kind === kind.kind)) return false;
    for (const image of images) {
      const reaches = kind.namespaced
        ? image.isWhole || (namespace !== undefined && image.namespaces.has(namespace))
        : image.cluster !== undefined;
      if (reaches && (await isVirtualization(files, image))) return true;
    }
    return false;
  }

  function nowhere(query: Query, { known, isWhole }: Definitions): Reading {
    const isDefined = known.some(({ group, kind }) => group === query.group && kind === query.kind);
    const resource = query.plural === "" ? query.kind : fullName(query);
    if (!isDefined && isCustom(query.group) && isWhole && isSurelyUndefined(query.group, known))
      return {
        query,
        outcome: "noSuchKind",
        cause: `the gather has custom resource definitions, and none of ${resource}`,
      };
    return { query, outcome: "unread", cause: "not collected" };
  }

  return {
    read,
    definitions: async () => (await definitions()).known,
    damage: () => [...files.damage(), ...holdings.damage()],
    settled: (reading) => parts.get(reading) ?? [reading],
  };
}

/** What the custom resource definitions of a gather define; `isWhole` where all of them could be read. */
interface Definitions {
  readonly known: readonly Resource[];
  readonly isWhole: boolean;
}

const none: Definitions = { known: [], isWhole: true };

/** Line 1 of CNV's `version` (kubevirt/must-gather, collection-scripts/version); its `crs` folders where that is lost. */
async function isVirtualization(files: GatherFiles, image: Image): Promise<boolean> {
  const { files: names } = await files.list(image.base);
  if (names.has("version")) {
    const read = await files.read(inFolder(image.base, "version"));
    if (read.refusal === undefined && read.text.startsWith("kubevirt/must-gather")) return true;
  }
  for (const folder of image.namespaces.values()) {
    if ((await files.list(folder)).folders.has("crs")) return true;
  }
  return false;
}

/** Reading one object is asking for it. */
function alone(query: Query, object: KubeObject): Reading {
  const { fieldSelector: _field, labelSelector: _label, namespace: _namespace, ...rest } = query;
  const { namespace, name } = object.ref;
  const single: Query = { ...rest, verb: "get", name, ...(namespace !== undefined && { namespace }) };
  return { query: single, outcome: "found", objects: [object] };
}

function inNamespace(query: Query, objects: readonly KubeObject[], namespace: string): Reading {
  const here = objects.filter(({ ref }) => ref.namespace === namespace);
  return { query: { ...query, namespace }, outcome: "found", objects: here };
}

function withoutNamespace(object: KubeObject): KubeObject {
  const { namespace: _, ...ref } = object.ref;
  return object.ref.namespace === undefined ? object : { ...object, ref };
}

function severalOf(namespaces: readonly string[]): string {
  return namespaces.length > 4 ? `${namespaces.length} namespaces` : namespaces.join(", ");
}
