import { isSameKind } from "../../model/kind.ts";
import { keyOf, type Ref } from "../../model/object.ts";
import { hcoProfile } from "../../profiles/hco/profile.ts";
import { InputError } from "../errors/errors.ts";
import { definitionKind, isCustom } from "./custom-resource-definitions.ts";
import type { MustGatherImage } from "./image-folders.ts";
import type { OpenedFile } from "./opened-files.ts";

/**
 * Refuses images of several clusters. Two things show that there are several:
 *
 * - an object that is seldom recreated has one uid in one image, and another in another image;
 * - two must-gathers each have a HyperConverged, of different names. A cluster has only one.
 *
 * @throws InputError that names `path`, what the user named.
 */
export function assertOneCluster(path: string, files: readonly OpenedFile[]): void {
  const firstSeen = new Map<string, { readonly uid: string; readonly image: MustGatherImage }>();
  const roots: FoundRoot[] = [];
  for (const { objects, candidate } of files) {
    const { image } = candidate;
    for (const { ref, uid } of objects) {
      const first = firstSeen.get(keyOf(ref));
      if (first === undefined) firstSeen.set(keyOf(ref), { uid, image });
      else if (first.image !== image && areDifferent(first.uid, uid) && isSeldomRecreated(ref)) {
        const images = `${imageName(first.image)} and ${imageName(image)}`;
        throw severalClustersError(path, `${ref.kind} ${ref.name} differs between ${images}`);
      }
      if (!isSameKind(ref, hcoProfile.root)) continue;
      const root: FoundRoot = { ref, image };
      const rival = roots.find((other) => isOfAnotherMustGather(root, other));
      if (rival !== undefined) {
        throw severalClustersError(path, `HyperConverged ${rootText(rival)} and ${rootText(root)}`);
      }
      roots.push(root);
    }
  }
}

/** A HyperConverged, and the image that has it. */
interface FoundRoot {
  readonly ref: Ref;
  readonly image: MustGatherImage;
}

/** Whether two uids are known and differ. */
function areDifferent(uid: string, otherUid: string): boolean {
  return uid !== "" && otherUid !== "" && uid !== otherUid;
}

function isSeldomRecreated({ group, kind }: Ref): boolean {
  return isCustom(group) || kind === definitionKind.kind || (group === "" && (kind === "Namespace" || kind === "Node"));
}

/** Whether two HyperConvergeds have different names, and stand in images below different `timestamp` files. */
function isOfAnotherMustGather(root: FoundRoot, other: FoundRoot): boolean {
  if (keyOf(root.ref) === keyOf(other.ref)) return false;
  const folder = root.image.timestampFolder;
  const otherFolder = other.image.timestampFolder;
  return folder !== undefined && otherFolder !== undefined && folder !== otherFolder;
}

function severalClustersError(path: string, evidence: string): InputError {
  return new InputError(
    `cannot use ${path}: it contains must-gathers of two clusters or times: ${evidence}; specify one of them`,
  );
}

/** `kubevirt-hyperconverged/kubevirt-hyperconverged in quay-io-…` */
function rootText({ ref, image }: FoundRoot): string {
  return `${ref.namespace}/${ref.name} in ${imageName(image)}`;
}

function imageName({ base }: MustGatherImage): string {
  return base || ".";
}
