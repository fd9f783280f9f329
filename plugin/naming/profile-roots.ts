import type { RequestedKind } from "../../shared/aggregate/snapshot/queries.ts";
import { fallbackProfile, families, type ProfileName } from "../../shared/model/families.ts";
import type { Kind } from "../../shared/model/kind.ts";
import { joinNames } from "../../shared/outline/words/names.ts";
import type { EvaluatedGroup } from "../../shared/render/words/plugin/unfit.ts";

/** The kinds that `--profile` alone reads: the roots of that profile. Undefined for whatever roots there are. */
export function rootsOfProfile(name: ProfileName | undefined): readonly Kind[] | undefined {
  const kinds = name === undefined ? [] : families[name].roots;
  return kinds.length === 0 ? undefined : kinds;
}

/** One sentence that says why this profile cannot evaluate these kinds, or undefined where it can. */
export function profileMismatch(wanted: readonly RequestedKind[], name: ProfileName | undefined): string | undefined {
  const kinds = rootsOfProfile(name);
  if (name === undefined || kinds === undefined) return undefined;
  const other = wanted.find(({ kind }) => !kinds.some((each) => isSame(each, kind)));
  if (other === undefined) return undefined;
  const groups = Map.groupBy(kinds, ({ group }) => group);
  const judged = Array.from(groups, ([group, some]) => ({ group, kinds: some.map(({ kind }) => kind) }));
  return unfitProfileText(name, judged, typeOf(other.kind), fallbackProfile);
}

/** The error for a type that the profile cannot evaluate. `fallback` is the profile for any kind. */
function unfitProfileText(profile: string, groups: readonly EvaluatedGroup[], type: string, fallback: string): string {
  const judged = groups.map(({ group, kinds }) => `${joinNames(kinds)} of ${group}`);
  return `the profile ${profile} supports ${joinNames(judged)}, not ${type}; use --profile ${fallback} for any kind`;
}

function typeOf({ plural, group }: Kind): string {
  return group === "" ? plural : `${plural}.${group}`;
}

function isSame(one: Kind, other: Kind): boolean {
  return one.group === other.group && one.kind === other.kind;
}
