import { type GroupKind, isSameKind } from "../model/kind.ts";
import type { KubeObject } from "../model/object.ts";
import type { NamedKindRow, OwnedKindRow } from "../model/profile.ts";
import { namedKindRows, ownedKindRows } from "../tables/owned-kinds.ts";

/** The rows of an owner's kind. */
export function ownedKindRowsOf(kind: GroupKind): readonly OwnedKindRow[] {
  return ownedKindRows.filter(({ owner }) => isSameKind(owner, kind));
}

/** The label that marks what an owner owns, and its value. None where the row has no label, or the owner no uid. */
export function ownerLabelOf(
  { label, labelIsUid }: OwnedKindRow,
  { ref, uid }: KubeObject,
): { readonly label: string; readonly value: string } | undefined {
  const value = labelIsUid === true ? uid : ref.name;
  return label === undefined || value === "" ? undefined : { label, value };
}

/** The rows of the kind of an object that names others. */
export function namedKindRowsOf(kind: GroupKind): readonly NamedKindRow[] {
  return namedKindRows.filter(({ by }) => isSameKind(by, kind));
}
