import type { Report } from "../shared/model/report.ts";
import type { Snapshot, Source } from "../shared/model/snapshot.ts";
import { harmless } from "../shared/render/safe.ts";
import type { Asked, Named, Unknown } from "./wanted.ts";

/** What was asked for and is not there, a line each, in kubectl's words; a refusal only where others were found. */
export function missesOf(
  { wanted = [], unknown, hint, skipped = [] }: Asked,
  report: Report,
  snapshot: Snapshot,
  namespace: string | undefined,
): readonly string[] {
  const isSeen = (named: Named): boolean => report.roots.some(({ ref }) => isOf(named, ref) && ref.name === named.name);
  const lost = wanted.filter((named) => named.name !== undefined && !isSeen(named));
  const isAlone = wanted.length + unknown.length === 1 && report.roots.length === 0;
  const gone = wanted.filter((named) => named.name === undefined && isNoType(named, snapshot));
  const told = [
    ...unknown.map((one) => `${noType(one, snapshot.source)}${elsewhere(skipped)}`),
    ...gone.map(({ word = "" }) => noType({ type: word }, snapshot.source)),
    ...lost.flatMap((named) => {
      if (isNoType(named, snapshot)) return [noType({ type: named.word ?? "" }, snapshot.source)];
      const cause = refusalOf(named, snapshot);
      if (cause === undefined) return [`${notFound(named, namespace, snapshot.source)}${guess(hint, "the type ")}`];
      return isAlone ? [] : [cause];
    }),
  ];
  return [...new Set(told)].map(harmless);
}

/** kubectl's words where a type has no objects (kubectl, pkg/cmd/get/get.go): the namespace only where one was looked in. */
export function noResources(wanted: readonly Named[], namespace: string | undefined): string {
  const isInNamespace = namespace !== undefined && wanted.every(({ kind }) => kind.namespaced);
  return isInNamespace ? `No resources found in ${harmless(namespace)} namespace.` : "No resources found";
}

function notFound({ kind, name = "" }: Named, namespace: string | undefined, source: Source): string {
  const missing = `${kind.plural}${kind.group === "" ? "" : `.${kind.group}`} "${name}" not found`;
  if (source.kind === "cluster") return `Error from server (NotFound): ${missing}`;
  const place = namespace === undefined || !kind.namespaced ? "" : ` in namespace ${namespace}`;
  return `error: ${missing}${place} in ${source.name}`;
}

function noType({ type, hint }: Unknown, source: Source): string {
  if (source.kind === "cluster") return `error: the server doesn't have a resource type "${type}"${guess(hint)}`;
  return `error: there is no resource type "${type}" in ${source.name}${guess(hint)}`;
}

function guess(hint: string | undefined, what = ""): string {
  return hint === undefined ? "" : `; did you mean ${what}"${hint}"?`;
}

function elsewhere(skipped: readonly string[]): string {
  return skipped.length === 0 ? "" : `; ${skipped.join(", ")} could not be looked through`;
}

/** The type was named, and the server does not serve it. */
function isNoType(named: Named, snapshot: Snapshot): boolean {
  return named.word !== undefined && readingsOf(named, snapshot).some(({ outcome }) => outcome === "noSuchKind");
}

/** Somebody who may not look cannot say that a name does not exist. */
function refusalOf(named: Named, snapshot: Snapshot): string | undefined {
  for (const reading of readingsOf(named, snapshot)) {
    if (reading.outcome === "forbidden") return `Error from server (Forbidden): ${reading.cause}`;
    if (reading.outcome === "unread") return `error: cannot read ${named.kind.plural}: ${reading.cause}`;
  }
  return undefined;
}

function readingsOf(named: Named, { readings }: Snapshot): Snapshot["readings"] {
  return readings.filter(({ query }) => isOf(named, query) && (query.name === undefined || query.name === named.name));
}

function isOf({ kind }: Named, ref: { readonly group: string; readonly kind: string }): boolean {
  return ref.group === kind.group && ref.kind === kind.kind;
}
