import { kindsWithRule } from "../aggregate/core/kind-rules.ts";
import { families, profileNames } from "../model/families.ts";
import type { GroupKind } from "../model/kind.ts";
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

/** Every such kind, by its API group. */
export function listKnownKinds(user: UserRows): readonly KnownKind[] {
  const known = [
    ...kindsWithRules(),
    ...user.kinds.map(({ kind, group, source }) => ({ kind, group, readBy: source })),
    ...listKindRows().map(({ kind, group }) => ({ kind, group, readBy: "row" })),
  ];
  // Where a kind has rules, no row of it is read.
  const first = new Map(known.toReversed().map((each) => [`${each.group}/${each.kind}`, each]));
  return [...first.values()].toSorted((a, b) => compare(a.group, b.group) || compare(a.kind, b.kind));
}

function kindsWithRules(): readonly KnownKind[] {
  const ofFamilies: readonly GroupKind[] = [...profileNames.flatMap((name) => families[name].roots), ...hcoComponents];
  const ofKubernetes = kindsWithRule().map((title) => {
    const slash = title.indexOf("/");
    return { group: title.slice(0, slash), kind: title.slice(slash + 1) };
  });
  return [...ofFamilies, ...ofKubernetes].map(({ group, kind }) => ({ group, kind, readBy: "rules" }));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The rows by which kinds are read: each field of the user's row replaces the built-in one. */
export function effectiveRows({ polarities, kinds }: UserRows): readonly KindRow[] {
  const rows = new Map(listKindRows().map((row) => [`${row.group}/${row.kind}`, row]));
  for (const row of kinds) {
    const { polarity: known, ...others } = rows.get(`${row.group}/${row.kind}`) ?? {};
    const own = polarities.filter(({ kind = "*", group }) => kind === row.kind && group === row.group);
    const polarity = { ...known, ...Object.fromEntries(own.map(({ type, polarity: each }) => [type, each])) };
    rows.set(`${row.group}/${row.kind}`, {
      ...others,
      ...row,
      ...(Object.keys(polarity).length > 0 && { polarity }),
    });
  }
  return [...rows.values()];
}

/** What is known of a kind or an API group that was typed, in any case: its rows, or that rules in code read it. */
export type KindsFound =
  | { readonly rows: readonly KindRow[] }
  | { readonly rows?: never; readonly hasRules: boolean; readonly guess: string | undefined };

/** The rows of `Rollout`, of `rollout.argoproj.io`, or of the group `argoproj.io`. */
export function findKindRows(typed: string, user: UserRows): KindsFound {
  const word = typed.trim().toLowerCase();
  const isMeant = ({ kind, group }: Pick<KindRow, "kind" | "group">): boolean =>
    [kind, group, `${kind}.${group}`].some((name) => name !== "" && name.toLowerCase() === word);
  const rows = effectiveRows(user).filter(isMeant);
  if (rows.length > 0) return { rows };
  const known = listKnownKinds(user);
  return {
    hasRules: known.some(isMeant),
    guess: nearestSpelling(
      typed.trim(),
      known.map(({ kind }) => kind),
    ),
  };
}

/** The document that defines the status of a kind: of `certificate/DoesNotExist` that of cert-manager's Certificate. */
export function documentationFor(typed: string): { readonly kind: string; readonly source: string } | undefined {
  const [kind = "", reason] = typed.trim().split("/");
  if (reason === undefined || kind === "*") return undefined;
  return listKindRows().find(
    (row) => row.kind.toLowerCase() === kind.toLowerCase() && row.source.startsWith("https://"),
  );
}
