import { hasRule } from "../../aggregate/core/kind-rules.ts";
import { isSameKind } from "../../model/kind.ts";
import { guessPlural } from "../../model/resource-name.ts";
import type { KindFinder } from "../../parse/pasted/commands.ts";
import { definedResources } from "../../tables/defined-kinds.ts";
import { listKindRows } from "../../tables/kinds.ts";

/** A kind with the names that a command may have for it. */
interface NamedKind {
  readonly group: string;
  readonly kind: string;
  readonly version: string;
  /** In lower case: its kind, plural and short names. */
  readonly names: ReadonlySet<string>;
}

const namedKinds: readonly NamedKind[] = [...listDefinedKinds(), ...listTableKinds()];

function listDefinedKinds(): readonly NamedKind[] {
  return definedResources.map(({ group, kind, plural, versions, shortNames }) => ({
    group,
    kind,
    version: versions[0] ?? "v1",
    names: new Set([kind.toLowerCase(), guessPlural(kind), plural, ...shortNames]),
  }));
}

/** The rows of tables/kinds that are about one kind, and not about a pattern such as `*.crossplane.io`. */
function listTableKinds(): readonly NamedKind[] {
  return listKindRows()
    .filter(({ group, kind }) => !`${group}${kind}`.includes("*"))
    .map(({ group, kind }) => ({
      group,
      kind,
      version: "v1",
      names: new Set([kind.toLowerCase(), guessPlural(kind)]),
    }));
}

/**
 * The kind that the type in a command names: `cdi`, `cdis.cdi.kubevirt.io`, `certificates.v1.cert-manager`. As in kubectl
 * the group may be shortened (cli-runtime, pkg/resource/builder.go, mappingFor). Undefined:
 *
 * - where no known kind has the name;
 * - where kinds of two groups have it, because only the cluster knows which of them is meant;
 * - where the kind is evaluated by a rule of its own, which needs more of an object than a pasted part.
 */
export const findCommandKind: KindFinder = (type) => {
  const [name = "", ...afterName] = type.toLowerCase().split(".");
  const versionAndGroup = afterName.join(".");
  const groupStart = /^v\d\w*\.(.+)$/.exec(versionAndGroup)?.[1] ?? versionAndGroup;
  const candidates = namedKinds.filter(({ group, names }) => names.has(name) && group.startsWith(groupStart));
  const [first] = candidates;
  if (first === undefined || hasRule(first)) return undefined;
  const isAmbiguous = candidates.some((candidate) => !isSameKind(candidate, first));
  return isAmbiguous ? undefined : { apiVersion: `${first.group}/${first.version}`, kind: first.kind };
};
