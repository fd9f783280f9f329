import { computeOnce } from "../../model/compute-once.ts";
import { type GroupKind, kindKey } from "../../model/kind.ts";
import type { KindRow } from "../../model/profile.ts";
import { hcoProfile } from "../../profiles/hco/profile.ts";
import { listKindRows } from "../../tables/kinds.ts";

/**
 * The row of a kind: the built-in row, in which each field of the row of the user replaces the built-in one. Undefined if
 * there is neither. Of several rows the most specific counts: group and kind, all kinds of the group, then `*.example.com`.
 */
export function findKindRow(ref: GroupKind, userRows: readonly KindRow[] = []): KindRow | undefined {
  const builtInRow = findBuiltInRow(ref);
  const userRow = userRows.length === 0 ? undefined : findMostSpecific(indexRows(userRows), ref);
  return userRow === undefined ? builtInRow : { ...builtInRow, ...userRow };
}

/** The built-in row of a kind. The kinds of Kubernetes and of HyperConverged have rules in place of rows. */
export function findBuiltInRow(kind: GroupKind): KindRow | undefined {
  // Each group of custom resources has a dot (kubernetes, apiextensions validation, ValidateCustomResourceDefinitionSpec).
  if (!kind.group.includes(".") || hyperConvergedKinds.has(kindKey(kind))) return undefined;
  return findMostSpecific(indexRows(listKindRows()), kind);
}

const hyperConvergedKinds: ReadonlySet<string> = new Set(
  [hcoProfile.root, ...hcoProfile.components].map((row) => kindKey(row)),
);

const indexRows = computeOnce((rows: readonly KindRow[]) => new Map(rows.map((row) => [kindKey(row), row])));

function findMostSpecific(rows: ReadonlyMap<string, KindRow>, { group, kind }: GroupKind) {
  const found = findInGroup(rows, group, kind);
  if (found !== undefined) return found;
  for (let dot = group.indexOf("."); dot >= 0; dot = group.indexOf(".", dot + 1)) {
    const row = findInGroup(rows, `*${group.slice(dot)}`, kind);
    if (row !== undefined) return row;
  }
  return undefined;
}

/** The row of a kind in a group, or else that of all kinds in the group. */
function findInGroup(rows: ReadonlyMap<string, KindRow>, group: string, kind: string): KindRow | undefined {
  return rows.get(kindKey({ group, kind })) ?? rows.get(kindKey({ group, kind: "*" }));
}
