import { recordedIn } from "../../aggregate/snapshot/recorded-references.ts";
import type { Kind } from "../../model/kind.ts";
import { type KubeObject, keyOf, type Ref } from "../../model/object.ts";
import { hcoProfile } from "../../profiles/hco/profile.ts";
import type { ObjectCache } from "./object-cache.ts";

/** An object that a HyperConverged of the must-gather records in its relatedObjects. */
interface Recorded {
  readonly ref: Ref;
  /** Its kind and name: `HyperConverged kubevirt-hyperconverged`. */
  readonly owner: string;
}

/** The objects that the HyperConvergeds of a must-gather record. They are read when first needed. */
export interface GatherRecords {
  /** The recorded objects of a kind that are not among `objects`, in one namespace where one is given. */
  missing(kind: Kind, objects: readonly KubeObject[], namespace: string | undefined): Promise<readonly Recorded[]>;
  /** Whether an object of the kind is recorded. */
  knows(kind: Pick<Kind, "group" | "kind">): Promise<boolean>;
}

export function readGatherRecords(holdings: ObjectCache): GatherRecords {
  let read: Promise<readonly Recorded[]> | undefined;

  function all(): Promise<readonly Recorded[]> {
    read ??= holdings
      .of({ kind: hcoProfile.root, namespace: undefined, known: [] })
      .then(({ objects }) =>
        objects.flatMap((root) =>
          recordedIn(root).objects.map(({ ref }) => ({ ref, owner: `${root.ref.kind} ${root.ref.name}` })),
        ),
      );
    return read;
  }

  return {
    async missing(kind, objects, namespace) {
      if (isRoot(kind)) return [];
      const held = new Set(objects.map(({ ref }) => keyOf(ref)));
      return (await all()).filter(
        ({ ref }) =>
          isOf(kind, ref) && (namespace === undefined || ref.namespace === namespace) && !held.has(keyOf(ref)),
      );
    },
    knows: async (kind) => !isRoot(kind) && (await all()).some(({ ref }) => isOf(kind, ref)),
  };
}

function isRoot(kind: Pick<Kind, "group" | "kind">): boolean {
  return isOf(kind, hcoProfile.root);
}

function isOf(kind: Pick<Kind, "group" | "kind">, ref: Pick<Kind, "group" | "kind">): boolean {
  return kind.group === ref.group && kind.kind === ref.kind;
}
