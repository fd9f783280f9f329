import { definedIn } from "../../aggregate/resources-at-hand.ts";
import type { KubeObject } from "../../model/object.ts";
import type { Kind } from "../../model/profile.ts";
import type { Resource } from "../../model/resource.ts";
import type { Damage, Query, Reading } from "../../model/snapshot.ts";
import type { Reader } from "../reader.ts";
import { definitionKind, isCustom } from "./definitions.ts";
import { definesAll, type Extent, notCollected } from "./extent.ts";
import { metadataOf } from "./file-objects.ts";
import type { GatherFiles } from "./files.ts";
import { type Held, holdingsOf } from "./holdings.ts";
import type { Image } from "./images.ts";
import { kindOf, pluralsSeen, resourcesSeen } from "./kinds.ts";
import { fullName } from "./places.ts";
import { recordedOf } from "./recorded.ts";
import { selectionOf } from "./selection.ts";

/** A Reader of a gather, and what it has seen on the way. */
export interface GatherReader extends Reader {
  read(query: Query): Promise<Answer>;
  /** The kinds of which it has objects, then those of its CRDs, in the versions and with the names that are known here. */
  resources(): Promise<readonly Resource[]>;
  /** What in the files that were opened could not be used. */
  damage(): readonly Damage[];
}

/**
 * A reading; where a list is only a part of what there is, it is found for whoever asks now, and in the end what `settled`
 * makes of it.
 */
export type Answer = Reading & {
  /** The list itself as `unread`, the lists of the namespaces that are whole, and each other object by itself. */
  readonly parts?: readonly Reading[];
};

/** What an answer says when nothing more is asked. */
export function settled(answer: Answer): readonly Reading[] {
  return answer.parts ?? [answer];
}

/**
 * Answers queries from the files of a gather, opening those that can hold an answer:
 *
 * - `absent`, or a list as it is, only where all there is was surely collected (extent.ts), and nothing that could hold it
 *   is damaged (gaps.ts) or recorded by the HyperConverged and missing (recorded.ts);
 * - `noSuchKind` where its CRD is missing although all CRDs like it were collected;
 * - else `unread`: nobody collected it (facts hco.md 9.5, report.md "Sources that are not a cluster").
 *
 * @throws InputError where images of two clusters lie side by side.
 */
export function gatherReader(path: string, files: GatherFiles, images: readonly Image[]): GatherReader {
  const holdings = holdingsOf(path, files, images);
  const recorded = recordedOf(holdings);
  let defined: Promise<Definitions> | undefined;

  function definitions(): Promise<Definitions> {
    defined ??= holdings
      .of({ kind: definitionKind, namespace: undefined, known: [] })
      .then(({ objects, extent }) => ({ known: objects.flatMap(definedIn), extent }));
    return defined;
  }

  async function read(query: Query): Promise<Answer> {
    const selects = selectionOf(query);
    if ("error" in selects) return { query, outcome: "unread", cause: selects.error };
    const custom = isCustom(query.group) ? await definitions() : none;
    const kind = await kindOf(query, custom.known, files, images);
    if (kind === undefined) return nowhere(query, notCollected, custom);
    const namespace = kind.namespaced ? query.namespace : undefined;
    const held = await holdings.of({ kind, namespace, known: custom.known, query });
    const { extent, whole } = await lessRecorded(held, kind, namespace);
    const objects = held.objects
      .filter(({ ref }) => ref.kind === kind.kind && ref.group === kind.group)
      .filter((object) => selects(kind.namespaced ? object : withoutNamespace(object)))
      .map((object) => (query.metadataOnly === true ? metadataOf(object) : object));
    const [first] = objects;
    if (query.verb === "get" && first !== undefined) return { query, outcome: "found", objects: [first] };
    if (extent.is === "part") return part(query, objects, extent.why, whole, custom);
    return query.verb === "get" ? { query, outcome: "absent" } : { query, outcome: "found", objects };
  }

  /** Without what a HyperConverged records and no file has: whoever collected the others failed here, or somebody lost it. */
  async function lessRecorded(
    held: Held,
    kind: Kind,
    namespace: string | undefined,
  ): Promise<Pick<Held, "extent" | "whole">> {
    if (held.extent.is === "list") return held;
    const missing = await recorded.missing(kind, held.objects, namespace);
    const isListed = (place: string | undefined): boolean => held.whole.get(place ?? "")?.is === "list";
    const [first] = missing.filter(({ ref }) => !isListed(ref.namespace));
    if (first === undefined) return held;
    const why = `${first.owner} records ${kind.kind} ${first.ref.name}, and its file is missing`;
    const whole = [...held.whole].filter(
      ([place, { is }]) => is === "list" || !missing.some(({ ref }) => ref.namespace === place),
    );
    return { extent: held.extent.is === "part" ? held.extent : { is: "part", why }, whole: new Map(whole) };
  }

  async function part(
    query: Query,
    objects: readonly KubeObject[],
    why: string,
    whole: ReadonlyMap<string, Extent>,
    custom: Definitions,
  ): Promise<Answer> {
    const names = [...whole.keys()];
    if (objects.length === 0 && names.length === 0) return nowhere(query, why, custom);
    const cause = why === notCollected ? `only those of ${severalOf(names)} were collected` : why;
    if (query.verb === "get") return { query, outcome: "unread", cause };
    const others = objects.filter(({ ref }) => !whole.has(ref.namespace ?? ""));
    const parts: readonly Reading[] = [
      { query, outcome: "unread", cause },
      ...names.map((name) => inNamespace(query, objects, name)),
      ...others.map((object) => alone(query, object)),
    ];
    if (objects.length === 0) return { query, outcome: "unread", cause, parts };
    return { query, outcome: "found", objects, parts };
  }

  async function nowhere(query: Query, why: string, { known, extent }: Definitions): Promise<Answer> {
    const isDefined = known.some(({ group, kind }) => group === query.group && kind === query.kind);
    const isWhole = isCustom(query.group) && definesAll(extent, images, query.group);
    if (why !== notCollected || isDefined || !isWhole || (await recorded.knows(query)))
      return { query, outcome: "unread", cause: why };
    const resource = query.plural === "" ? query.kind : fullName(query);
    return {
      query,
      outcome: "noSuchKind",
      cause: `the gather has custom resource definitions, and none of ${resource}`,
    };
  }

  return {
    read,
    async resources() {
      const { known } = await definitions();
      // What lies here comes first: `applications` are those that are there, not those of which there is a CRD alone.
      const seen = new Set((await pluralsSeen(files, images)).map(fullName));
      const isSeen = (kind: Resource): boolean => seen.has(fullName(kind));
      const others = await resourcesSeen(files, images, known);
      return [...others, ...known.filter(isSeen), ...known.filter((kind) => !isSeen(kind))];
    },
    damage: () => [...files.damage(), ...holdings.damage()],
  };
}

interface Definitions {
  readonly known: readonly Resource[];
  readonly extent: Extent;
}

const none: Definitions = { known: [], extent: { is: "part", why: notCollected } };

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
