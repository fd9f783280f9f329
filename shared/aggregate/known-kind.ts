import type { Kind } from "../model/profile.ts";
import { hco } from "../profiles/hco.ts";
import { knownRoots } from "../profiles/roots.ts";

/** Whether objects of this kind are what a Report is about: the roots of all profiles and HyperConverged's components. */
export function isKnownKind({ group, kind }: Pick<Kind, "group" | "kind">): boolean {
  return isRootKind({ group, kind }) || hco.components.some((row) => row.group === group && row.kind === kind);
}

/** Whether they are looked for without anybody naming one. */
export function isRootKind({ group, kind }: Pick<Kind, "group" | "kind">): boolean {
  return [hco.root, ...knownRoots].some((row) => row.group === group && row.kind === kind);
}
