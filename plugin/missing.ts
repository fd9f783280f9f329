import type { Report } from "../shared/model/report.ts";
import { isLive, type Snapshot, type Source } from "../shared/model/snapshot.ts";
import { harmless } from "../shared/render/safe.ts";
import type { Asked, Named, Unknown } from "./wanted.ts";

/** What was asked for and is not there, a line each, in kubectl's words; where nobody could look, that it could not be. */
export function missesOf(
  { wanted = [], unknown, word, hint, skipped = [] }: Asked,
  report: Report,
  snapshot: Snapshot,
  namespace: string | undefined,
): readonly string[] {
  const isSeen = (named: Named): boolean => report.roots.some(({ ref }) => isOf(named, ref) && ref.name === named.name);
  const lost = wanted.filter((named) => named.name !== undefined && !isSeen(named));
  const gone = wanted.filter((named) => named.name === undefined && isNoType(named, snapshot));
  // A bare word that is no type either: one line for both, but where a server refuses to say who is called so.
  const isNothing = word !== undefined && unknown.length > 0;
  const isRefused = lost.some((named) => refusalOf(named, snapshot, namespace) !== undefined);
  const told = [
    ...unknown.map((one) => `${noType(one, snapshot.source, isNothing && isRefused)}${elsewhere(skipped)}`),
    ...gone.map(({ word = "" }) => noType({ type: word }, snapshot.source)),
    ...lost.flatMap((named) => {
      if (isNoType(named, snapshot)) return [noType({ type: named.word ?? "" }, snapshot.source)];
      const refusal = refusalOf(named, snapshot, namespace);
      if (isNothing && (refusal === undefined || !isLive(snapshot.source))) return [];
      return refusal !== undefined
        ? [`${refusal}${guess(hint, "the type ")}`]
        : [`${notFound(named, namespace, snapshot.source)}${guess(hint, "the type ")}`];
    }),
  ];
  return [...new Set(told)].map(harmless);
}

/** kubectl's words where a type has no objects (kubectl, pkg/cmd/get/get.go): the namespace only where one was looked in. */
export function noResources(wanted: readonly Named[], namespace: string | undefined): string {
  const isInNamespace = namespace !== undefined && wanted.every(({ kind }) => kind.namespaced);
  return isInNamespace ? `No resources found in ${harmless(namespace)} namespace.` : "No resources found";
}

function notFound(named: Named, namespace: string | undefined, source: Source): string {
  const missing = `${objectOf(named)} not found`;
  if (isLive(source)) return `Error from server (NotFound): ${missing}`;
  return `error: ${missing}${placeOf(named, namespace)} in ${source.snapshot ?? source.name}`;
}

/** `deployments.apps "web"`. */
function objectOf({ kind, name = "" }: Named): string {
  return `${kind.plural}${kind.group === "" ? "" : `.${kind.group}`} "${name}"`;
}

function placeOf({ kind }: Named, namespace: string | undefined): string {
  return namespace === undefined || !kind.namespaced ? "" : ` in namespace ${namespace}`;
}

function noType({ type, hint, isNoName }: Unknown, source: Source, isRefused = false): string {
  const isServer = isLive(source);
  if (isNoName && !isRefused) {
    const missing = `hyperconvergeds.hco.kubevirt.io "${type}" not found, nor a resource type of that name`;
    const told = isServer
      ? `Error from server (NotFound): ${missing}`
      : `error: ${missing} in ${source.snapshot ?? source.name}`;
    return `${told}${guess(hint)}`;
  }
  if (isServer) return `error: the server doesn't have a resource type "${type}"${guess(hint)}`;
  return `error: there is no resource type "${type}" in ${source.snapshot ?? source.name}${guess(hint)}`;
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

/** Somebody who may not look, or has nothing to look through, cannot say that a name does not exist. */
function refusalOf(named: Named, snapshot: Snapshot, namespace: string | undefined): string | undefined {
  const { source } = snapshot;
  const readings = readingsOf(named, snapshot);
  const isServer = isLive(source);
  for (const reading of readings) {
    if (reading.outcome === "forbidden") {
      const isWide = named.kind.namespaced && namespace === undefined && isServer;
      return `Error from server (Forbidden): ${reading.cause}${isWide ? "; name a namespace that you may read with -n" : ""}`;
    }
    if (reading.outcome === "unread") {
      const verb = isServer ? "cannot read" : "cannot look for";
      const place = isServer ? "" : `${placeOf(named, namespace)} in ${source.snapshot ?? source.name}`;
      return `error: ${verb} ${objectOf(named)}${place}: ${reading.cause}`;
    }
  }
  return undefined;
}

function readingsOf(named: Named, { readings }: Snapshot): Snapshot["readings"] {
  return readings.filter(({ query }) => isOf(named, query) && (query.name === undefined || query.name === named.name));
}

function isOf({ kind }: Named, ref: { readonly group: string; readonly kind: string }): boolean {
  return ref.group === kind.group && ref.kind === kind.kind;
}
