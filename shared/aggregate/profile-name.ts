import type { KubeObject } from "../model/object.ts";
import type { ProfileName } from "../model/report.ts";
import { hco } from "../profiles/hco.ts";

/** The profile that judges an object as a root: the one that was asked for, else the one of its kind. */
export function profileNameOf({ ref }: KubeObject, chosen?: ProfileName): ProfileName {
  if (chosen !== undefined) return chosen;
  return ref.group === hco.root.group && ref.kind === hco.root.kind ? "hco" : "generic";
}
