import { type KubeObject, keyOf, type Ref } from "../../model/object.ts";
import type { Damage } from "../../model/snapshot.ts";
import { hcoProfile } from "../../profiles/hco/profile.ts";
import { InputError } from "../errors/errors.ts";
import { definitionKind, isCustom } from "./custom-resource-definitions.ts";
import type { GatherImage } from "./image-folders.ts";
import type { CandidateFile } from "./object-paths.ts";

/** One file and the objects that were read from it. */
export interface OpenedFile {
  readonly place: CandidateFile;
  readonly objects: readonly KubeObject[];
  readonly damage: readonly Damage[];
}

/**
 * The objects of several images, which must be of one cluster. Objects that are seldom recreated show whether they are.
 * One name with two uids in two images means two clusters. HyperConvergeds in two places of two must-gathers mean the
 * same, since a cluster has one.
 * @throws InputError where they are not.
 */
export function ofOneCluster(path: string, read: readonly OpenedFile[]): readonly KubeObject[] {
  const seen = new Map<string, { readonly uid: string; readonly image: GatherImage }>();
  const roots: { readonly ref: Ref; readonly image: GatherImage }[] = [];
  for (const { objects, place } of read) {
    const { image } = place;
    for (const { ref, uid } of objects) {
      const before = seen.get(keyOf(ref));
      if (before === undefined) seen.set(keyOf(ref), { uid, image });
      else if (before.image !== image && uid !== "" && before.uid !== "" && uid !== before.uid && isLasting(ref))
        throw twoClusters(path, `${ref.kind} ${ref.name} differs between ${nameOf(before.image)} and ${nameOf(image)}`);
      if (ref.kind !== hcoProfile.root.kind || ref.group !== hcoProfile.root.group) continue;
      const other = roots.find((root) => keyOf(root.ref) !== keyOf(ref) && isOfTwoGathers(root.image, image));
      if (other !== undefined) throw twoClusters(path, twoRootsText(placedRoot(other), placedRoot({ ref, image })));
      roots.push({ ref, image });
    }
  }
  return read.flatMap(({ objects }) => objects);
}

/** The evidence that two images hold two HyperConvergeds. */
function twoRootsText(one: PlacedRoot, other: PlacedRoot): string {
  return `HyperConverged ${placedRootText(one)} and ${placedRootText(other)}`;
}

function placedRootText({ namespace, name, image }: PlacedRoot): string {
  return `${namespace}/${name} in ${image}`;
}

function isLasting({ group, kind }: Ref): boolean {
  return isCustom(group) || kind === definitionKind.kind || (group === "" && (kind === "Namespace" || kind === "Node"));
}

/** Whether each of two images lies below a `timestamp` of its own. */
function isOfTwoGathers(one: GatherImage, other: GatherImage): boolean {
  return one.gather !== undefined && other.gather !== undefined && one.gather !== other.gather;
}

function twoClusters(path: string, what: string): InputError {
  return new InputError(
    `cannot use ${path}: it contains must-gathers of two clusters or times: ${what}; specify one of them`,
  );
}

function placedRoot({ ref, image }: { readonly ref: Ref; readonly image: GatherImage }): PlacedRoot {
  return { namespace: ref.namespace, name: ref.name, image: nameOf(image) };
}

/** A HyperConverged, and the image in which it stands. */
interface PlacedRoot {
  readonly namespace: string | undefined;
  readonly name: string;
  readonly image: string;
}

function nameOf({ base }: GatherImage): string {
  return base || ".";
}
