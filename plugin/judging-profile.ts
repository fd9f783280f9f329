import type { Wanted } from "../shared/aggregate/queries.ts";
import type { Kind, Profile } from "../shared/model/profile.ts";
import type { ProfileName } from "../shared/model/report.ts";
import { profiles } from "../shared/profiles/index.ts";
import { listOf } from "../shared/render/words-names.ts";

/** What `--profile` alone asks for: the roots of that profile; undefined for whatever roots there are. */
export function rootsOfProfile(name: ProfileName | undefined): readonly Kind[] | undefined {
  const kinds = name === undefined ? undefined : kindsOf(name);
  return kinds === undefined || kinds.length === 0 ? undefined : kinds;
}

/** What is wrong with judging these kinds by this profile, in one sentence; undefined: nothing. */
export function unfit(wanted: readonly Wanted[], name: ProfileName | undefined): string | undefined {
  if (name === undefined || name === "generic") return undefined;
  const kinds = kindsOf(name) ?? [];
  const other = wanted.find(({ kind }) => !kinds.some((each) => isSame(each, kind)));
  if (other === undefined) return undefined;
  const groups = Map.groupBy(kinds, ({ group }) => group);
  const judged = Array.from(groups, ([group, some]) => `${listOf(some.map(({ kind }) => kind))} of ${group}`);
  return `the profile ${name} judges ${listOf(judged)}, and not ${typeOf(other.kind)}; --profile generic judges any kind`;
}

function kindsOf(name: ProfileName): readonly Kind[] | undefined {
  const table: Partial<Readonly<Record<ProfileName, Profile>>> = profiles;
  return table[name]?.roots;
}

function typeOf({ plural, group }: Kind): string {
  return group === "" ? plural : `${plural}.${group}`;
}

function isSame(one: Kind, other: Kind): boolean {
  return one.group === other.group && one.kind === other.kind;
}
