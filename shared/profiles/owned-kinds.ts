import type { Kind } from "../model/kind.ts";
import type { OwnedKindRow } from "../model/profile.ts";
import { ownedKindRows } from "../tables/owned-kinds.ts";

/** The rows of an owner's kind. */
export function ownedKindRowsOf({ group, kind }: Pick<Kind, "group" | "kind">): readonly OwnedKindRow[] {
  return ownedKindRows.filter(({ owner }) => owner.group === group && owner.kind === kind);
}
