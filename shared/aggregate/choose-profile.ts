import { fallbackProfile, families, type ProfileName, profileNames } from "../model/families.ts";
import { isSameKind } from "../model/kind.ts";
import type { KubeObject } from "../model/object.ts";

/**
 * The name of the profile for an object as a root. It is the chosen one, else that of the family with this root kind.
 */
export function chooseProfileName({ ref }: Pick<KubeObject, "ref">, chosen?: ProfileName): ProfileName {
  if (chosen !== undefined) return chosen;
  const own = profileNames.find((name) => families[name].roots.some((each) => isSameKind(each, ref)));
  return own ?? fallbackProfile;
}
