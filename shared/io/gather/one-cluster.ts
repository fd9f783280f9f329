import { type KubeObject, keyOf, type Ref } from "../../model/object.ts";
import type { Damage } from "../../model/snapshot.ts";
import { hco } from "../../profiles/hco.ts";
import { InputError } from "../errors.ts";
import { definitionKind, isCustom } from "./definitions.ts";
import type { Image } from "./images.ts";
import type { Place } from "./places.ts";

/** One file, read. */
export interface Opened {
  readonly place: Place;
  readonly objects: readonly KubeObject[];
  readonly damage: readonly Damage[];
}

/**
 * The objects of several images, which must be of one cluster. What is seldom made anew tells: one name with two uids in
 * two images is two clusters, and so are HyperConvergeds in two places of two gathers, of which a cluster has one.
 * @throws InputError where they are not.
 */
export function ofOneCluster(path: string, read: readonly Opened[]): readonly KubeObject[] {
  const seen = new Map<string, { readonly uid: string; readonly image: Image }>();
  const roots: { readonly ref: Ref; readonly image: Image }[] = [];
  for (const { objects, place } of read) {
    const { image } = place;
    for (const { ref, uid } of objects) {
      const before = seen.get(keyOf(ref));
      if (before === undefined) seen.set(keyOf(ref), { uid, image });
      else if (before.image !== image && uid !== "" && before.uid !== "" && uid !== before.uid && isLasting(ref))
        throw twoClusters(
          path,
          `${ref.kind} ${ref.name} is another one in ${nameOf(before.image)} than in ${nameOf(image)}`,
        );
      if (ref.kind !== hco.root.kind || ref.group !== hco.root.group) continue;
      const other = roots.find((root) => keyOf(root.ref) !== keyOf(ref) && isOfTwoGathers(root.image, image));
      if (other !== undefined)
        throw twoClusters(
          path,
          `HyperConverged ${other.ref.namespace}/${other.ref.name} in ${nameOf(other.image)} and ${ref.namespace}/${ref.name} in ${nameOf(image)}`,
        );
      roots.push({ ref, image });
    }
  }
  return read.flatMap(({ objects }) => objects);
}

function isLasting({ group, kind }: Ref): boolean {
  return isCustom(group) || kind === definitionKind.kind || (group === "" && (kind === "Namespace" || kind === "Node"));
}

/** Each lies below a `timestamp` of its own. */
function isOfTwoGathers(one: Image, other: Image): boolean {
  return one.gather !== undefined && other.gather !== undefined && one.gather !== other.gather;
}

function twoClusters(path: string, what: string): InputError {
  return new InputError(
    `cannot use ${path}: it holds gathers of two clusters, or of two times: ${what}; name one of them`,
  );
}

function nameOf({ base }: Image): string {
  return base || ".";
}
