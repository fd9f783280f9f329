import { hasRule } from "../../aggregate/core/kind-rules.ts";
import { guessPlural } from "../../model/resource-name.ts";
import type { KindFinder } from "../../parse/pasted/command-type.ts";
import { definedResources } from "../../profiles/short-names.ts";
import { listKindRows } from "../../tables/kinds.ts";

/** The names of a kind on a command line. */
interface KindNames {
  readonly group: string;
  readonly kind: string;
  readonly version: string;
  readonly names: ReadonlySet<string>;
}

const kinds: readonly KindNames[] = [
  ...definedResources.map(({ group, kind, plural, versions, shortNames }) =>
    namesOf(group, kind, versions[0] ?? "v1", [plural, ...shortNames]),
  ),
  ...listKindRows()
    .filter(({ group, kind }) => !`${group}${kind}`.includes("*"))
    .map(({ group, kind }) => namesOf(group, kind)),
];

function namesOf(group: string, kind: string, version: string = "v1", others: readonly string[] = []): KindNames {
  return { group, kind, version, names: new Set([kind.toLowerCase(), guessPlural(kind), ...others]) };
}

/**
 * The kind of a known operator that the type of a command names: by its plural, singular, kind or short name, with its
 * group or the beginning of it behind a dot. Undefined where kinds of two groups have the name, because only the cluster
 * knows which of them is meant (cli-runtime, pkg/resource/builder.go, mappingFor), and where a rule needs all of an object.
 */
export const namedKind: KindFinder = (type) => {
  const [name = "", ...rest] = type.toLowerCase().split(".");
  const given = rest.join(".");
  const withoutVersion = /^v\d\w*\.(.+)$/.exec(given)?.[1] ?? given;
  const found = kinds.filter(({ group, names }) => names.has(name) && group.startsWith(withoutVersion));
  const [first] = found;
  const isOne = first !== undefined && found.every(({ group, kind }) => group === first.group && kind === first.kind);
  return isOne && !hasRule(first) ? { apiVersion: `${first.group}/${first.version}`, kind: first.kind } : undefined;
};
