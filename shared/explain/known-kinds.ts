import { kindsWithRule } from "../aggregate/core/kind-rules.ts";
import { families, profileNames } from "../model/families.ts";
import type { Kind } from "../model/kind.ts";
import type { KindRow } from "../model/profile.ts";
import { nearestSpelling } from "../parse/spelling.ts";
import { hcoComponents } from "../tables/components.ts";
import { listKindRows } from "../tables/kinds.ts";

/** A kind whose status is read by more than its conditions: by rules in code, or by a row that a user's file may replace. */
export interface KnownKind {
  readonly kind: string;
  readonly group: string;
  readonly readBy: "rules" | "row";
}

/** Every such kind, by its API group. */
export function listKnownKinds(): readonly KnownKind[] {
  const known = [
    ...kindsWithRules(),
    ...listKindRows().map(({ kind, group }) => ({ kind, group, readBy: "row" as const })),
  ];
  // Where a kind has rules, no row of it is read.
  const first = new Map(known.toReversed().map((each) => [`${each.group}/${each.kind}`, each]));
  return [...first.values()].toSorted((a, b) => compare(a.group, b.group) || compare(a.kind, b.kind));
}

function kindsWithRules(): readonly KnownKind[] {
  const ofFamilies: readonly Pick<Kind, "group" | "kind">[] = [
    ...profileNames.flatMap((name) => families[name].roots),
    ...hcoComponents,
  ];
  const ofKubernetes = kindsWithRule().map((title) => {
    const slash = title.indexOf("/");
    return { group: title.slice(0, slash), kind: title.slice(slash + 1) };
  });
  return [...ofFamilies, ...ofKubernetes].map(({ group, kind }) => ({ group, kind, readBy: "rules" }));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** What is known of a kind or an API group that was typed, in any case: its rows, or that rules in code read it. */
export type KindsFound =
  | { readonly rows: readonly KindRow[] }
  | { readonly rows?: never; readonly hasRules: boolean; readonly guess: string | undefined };

/** The rows of `Rollout`, of `rollout.argoproj.io`, or of the group `argoproj.io`. */
export function findKindRows(typed: string): KindsFound {
  const word = typed.trim().toLowerCase();
  const isMeant = ({ kind, group }: Pick<KindRow, "kind" | "group">): boolean =>
    [kind, group, `${kind}.${group}`].some((name) => name !== "" && name.toLowerCase() === word);
  const rows = listKindRows().filter(isMeant);
  if (rows.length > 0) return { rows };
  const known = listKnownKinds();
  return {
    hasRules: known.some(isMeant),
    guess: nearestSpelling(
      typed.trim(),
      known.map(({ kind }) => kind),
    ),
  };
}
