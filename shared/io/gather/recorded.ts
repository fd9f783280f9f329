import { recordedIn } from "../../aggregate/recorded.ts";
import { type KubeObject, keyOf, type Ref } from "../../model/object.ts";
import type { Kind } from "../../model/profile.ts";
import { hco } from "../../profiles/hco.ts";
import type { Holdings } from "./holdings.ts";

/** An object that a HyperConverged of the gather records in its relatedObjects. */
interface Recorded {
  readonly ref: Ref;
  /** `HyperConverged kubevirt-hyperconverged`. */
  readonly owner: string;
}

/** What the HyperConvergeds of a gather say there is; read when first asked. */
export interface Records {
  /** Those of a kind, in one namespace where one is given, that are not among the objects. */
  missing(kind: Kind, objects: readonly KubeObject[], namespace: string | undefined): Promise<readonly Recorded[]>;
  /** Whether one of the kind is recorded. */
  knows(kind: Pick<Kind, "group" | "kind">): Promise<boolean>;
}

export function recordedOf(holdings: Holdings): Records {
  let read: Promise<readonly Recorded[]> | undefined;

  function all(): Promise<readonly Recorded[]> {
    read ??= holdings
      .of({ kind: hco.root, namespace: undefined, known: [] })
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
  return isOf(kind, hco.root);
}

function isOf(kind: Pick<Kind, "group" | "kind">, ref: Pick<Kind, "group" | "kind">): boolean {
  return kind.group === ref.group && kind.kind === ref.kind;
}
