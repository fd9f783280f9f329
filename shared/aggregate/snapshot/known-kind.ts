import type { Kind } from "../../model/kind.ts";
import { hcoProfile } from "../../profiles/hco/profile.ts";
import { knownRoots } from "../../profiles/root-kinds.ts";

/** Whether this is a root kind of any profile or the kind of a HyperConverged component. */
export function isKnownKind({ group, kind }: Pick<Kind, "group" | "kind">): boolean {
  return isRootKind({ group, kind }) || hcoProfile.components.some((row) => row.group === group && row.kind === kind);
}

/** Whether objects of this kind are searched without the user naming the kind. */
export function isRootKind({ group, kind }: Pick<Kind, "group" | "kind">): boolean {
  return [hcoProfile.root, ...knownRoots].some((row) => row.group === group && row.kind === kind);
}
