import type { Kind } from "../model/kind.ts";
import type { NamedKindRow, OwnedKindRow } from "../model/profile.ts";
import { namedKindRows, ownedKindRows } from "../tables/owned-kinds.ts";

/** The rows of an owner's kind. */
export function ownedKindRowsOf({ group, kind }: Pick<Kind, "group" | "kind">): readonly OwnedKindRow[] {
  return ownedKindRows.filter(({ owner }) => owner.group === group && owner.kind === kind);
}

/** The rows of the kind of an object that names others. */
export function namedKindRowsOf({ group, kind }: Pick<Kind, "group" | "kind">): readonly NamedKindRow[] {
  return namedKindRows.filter(({ by }) => by.group === group && by.kind === kind);
}
