import { kindsWithRule } from "../aggregate/core/kind-rules.ts";
import { compareTexts } from "../model/compare-texts.ts";
import { definedFields } from "../model/defined-fields.ts";
import { families, profileNames } from "../model/families.ts";
import { keepFirstOfEachKey } from "../model/items-by-key.ts";
import type { GroupKind } from "../model/kind.ts";
import { kindKey } from "../model/kind.ts";
import type { KindRow, PolarityRow } from "../model/profile.ts";
import { nearestSpelling } from "../parse/spelling.ts";
import { hcoComponents } from "../tables/components.ts";
import { listKindRows } from "../tables/kinds.ts";

/** A kind whose status is read by more than its conditions. */
export interface KnownKind {
  readonly kind: string;
  readonly group: string;
  /** `rules` in code, a built-in `row`, or the row at this line of the user's file. */
  readonly readBy: string;
}

/** A user's rules, as a polarity file has them. */
interface UserRows {
  readonly polarities: readonly PolarityRow[];
  readonly kinds: readonly KindRow[];
}

/** Returns every kind whose status is read by more than its conditions, by its API group. */
export function listKnownKinds(user: UserRows): readonly KnownKind[] {
  const known = [
    ...kindsWithRules(),
    ...user.kinds.map(({ kind, group, source }) => ({ kind, group, readBy: source })),
    ...listKindRows().map(({ kind, group }) => ({ kind, group, readBy: "row" })),
  ];
  // Where a kind has rules, no row of it is read.
  return keepFirstOfEachKey(known, kindKey).toSorted(
    (a, b) => compareTexts(a.group, b.group) || compareTexts(a.kind, b.kind),
  );
}

function kindsWithRules(): readonly KnownKind[] {
  const ofFamilies: readonly GroupKind[] = [...profileNames.flatMap((name) => families[name].roots), ...hcoComponents];
  const ofKubernetes = kindsWithRule().map((title) => {
    const slash = title.indexOf("/");
    return { group: title.slice(0, slash), kind: title.slice(slash + 1) };
  });
  return [...ofFamilies, ...ofKubernetes].map(({ group, kind }) => ({ group, kind, readBy: "rules" }));
}

/** Returns the rows by which kinds are read: each field of the user's row replaces the built-in one. */
export function effectiveRows({ polarities, kinds }: UserRows): readonly KindRow[] {
  const rows = new Map(listKindRows().map((row) => [kindKey(row), row]));
  for (const userRow of kinds) {
    const key = kindKey(userRow);
    const builtIn = rows.get(key);
    const polarity = { ...builtIn?.polarity };
    for (const { kind = "*", group, type, polarity: userPolarity } of polarities) {
      if (kind === userRow.kind && group === userRow.group) polarity[type] = userPolarity;
    }
    const { polarity: _, ...builtInFields } = builtIn ?? {};
    const hasPolarity = Object.keys(polarity).length > 0;
    rows.set(key, { ...builtInFields, ...userRow, ...definedFields({ polarity: hasPolarity ? polarity : undefined }) });
  }
  return [...rows.values()];
}

/** What is known of a kind or an API group that was typed, in any case: its rows, or that rules in code read it. */
export type KindsFound =
  | { readonly rows: readonly KindRow[] }
  | { readonly rows?: never; readonly hasRules: boolean; readonly guess: string | undefined };

/** Returns the rows of `Rollout`, of `rollout.argoproj.io`, or of the group `argoproj.io`. */
export function findKindRows(typed: string, user: UserRows): KindsFound {
  const searched = typed.trim().toLowerCase();
  const isMatch = ({ kind, group }: Pick<KindRow, "kind" | "group">): boolean =>
    [kind, group, `${kind}.${group}`].some((name) => name !== "" && name.toLowerCase() === searched);
  const rows = effectiveRows(user).filter(isMatch);
  if (rows.length > 0) return { rows };
  const known = listKnownKinds(user);
  const knownNames = known.map(({ kind }) => kind);
  return {
    hasRules: known.some(isMatch),
    guess: nearestSpelling(typed.trim(), knownNames),
  };
}

/** Returns the document that defines the status of a kind: `certificate/DoesNotExist` -> that of cert-manager's Certificate. */
export function documentationFor(typed: string): { readonly kind: string; readonly source: string } | undefined {
  const [kind = "", reason] = typed.trim().split("/");
  if (reason === undefined || kind === "*") return undefined;
  return listKindRows().find(
    (row) => row.kind.toLowerCase() === kind.toLowerCase() && row.source.startsWith("https://"),
  );
}
