import type { KubeObject } from "../model/object.ts";
import type { ProfileName } from "../model/report.ts";
import { application } from "../profiles/application.ts";
import { greenhouse } from "../profiles/greenhouse.ts";
import { hco } from "../profiles/hco.ts";

/** The profile that judges an object as a root: the one that was asked for, else the one of its kind. */
export function profileNameOf({ ref }: KubeObject, chosen?: ProfileName): ProfileName {
  if (chosen !== undefined) return chosen;
  if (greenhouse.roots.some(({ group, kind }) => group === ref.group && kind === ref.kind)) return "greenhouse";
  if (ref.group === application.root.group && ref.kind === application.root.kind) return "application";
  return ref.group === hco.root.group && ref.kind === hco.root.kind ? "hco" : "generic";
}
