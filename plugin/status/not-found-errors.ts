import { resourceNamed } from "../../shared/aggregate/naming/find-resource.ts";
import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import type { Report } from "../../shared/model/report.ts";
import { isLive, type Snapshot, type Source } from "../../shared/model/snapshot.ts";
import { rootResources } from "../../shared/profiles/resource-names.ts";
import {
  forbiddenText,
  missingDefinitionText,
  missingObjectText,
  neitherNameNorTypeText,
  noResourcesText,
  type SearchedPlace,
  similarTypeText,
  similarWordText,
  uncollectedTypeText,
  unknownCommandText,
  unknownTypeText,
  unreadGroupsText,
  unreadObjectText,
} from "../../shared/render/words/plugin/missing.ts";
import { suggestCommand } from "../cli/mistyped-command.ts";
import type { NamedKind, RequestedObjects, UnknownType } from "../naming/requested-objects.ts";

/**
 * The objects that were asked for and not found, a line each, in kubectl's words. Where reading was forbidden or
 * failed, the line says that instead.
 */
export function notFoundErrors(
  { wanted = [], unknown, word, hint, skipped = [] }: RequestedObjects,
  report: Report,
  snapshot: Snapshot,
  namespace: string | undefined,
): readonly string[] {
  const isSeen = (named: NamedKind): boolean =>
    report.roots.some(({ ref }) => isOf(named, ref) && ref.name === named.name);
  const lost = wanted.filter((named) => named.name !== undefined && !isSeen(named));
  const gone = wanted.filter((named) => named.name === undefined && isNoType(named, snapshot));
  // The word is neither a type nor a name, so one line covers both. Where the server refuses to say which names exist,
  // the refusal has its own line.
  const isNothing = word !== undefined && unknown.length > 0;
  const isRefused = lost.some((named) => refusalOf(named, snapshot, namespace) !== undefined);
  const messages = [
    ...unknown.map((one) => `${noType(one, snapshot.source, isNothing && isRefused)}${unreadGroupsText(skipped)}`),
    ...gone.map((named) => noKind(named, snapshot.source)),
    ...lost.flatMap((named) => {
      if (isNoType(named, snapshot)) return [noKind(named, snapshot.source)];
      const refusal = refusalOf(named, snapshot, namespace);
      if (isNothing && (refusal === undefined || !isLive(snapshot.source))) return [];
      const missing = missingObjectText(objectOf(named), namespaceOf(named, namespace), placeOf(snapshot.source));
      return [`${refusal ?? missing}${similarTypeText(hint)}`];
    }),
  ];
  return [...new Set(messages)].map(sanitizeLine);
}

/**
 * kubectl's words where a type has no objects (kubectl, pkg/cmd/get/get.go). It names the namespace only where one was
 * searched.
 */
export function noResources(wanted: readonly NamedKind[], namespace: string | undefined): string {
  const isInNamespace = namespace !== undefined && wanted.every(({ kind }) => kind.namespaced);
  return noResourcesText(isInNamespace ? namespace : undefined);
}

/** The object as kubectl quotes it: `deployments.apps "web"`. */
function objectOf({ kind, name = "" }: NamedKind): string {
  return `${kind.plural}${kind.group === "" ? "" : `.${kind.group}`} "${name}"`;
}

/** The namespace in which the object was looked for. */
function namespaceOf({ kind }: NamedKind, namespace: string | undefined): string | undefined {
  return kind.namespaced ? namespace : undefined;
}

function placeOf(source: Source): SearchedPlace {
  return isLive(source) ? { is: "server" } : { is: "files", name: source.snapshot ?? source.name };
}

function noType({ type, hint, isNoName }: UnknownType, source: Source, isRefused = false): string {
  const place = placeOf(source);
  const crd = isLive(source) ? resourceNamed(type, rootResources) : undefined;
  if (crd !== undefined) {
    // A type of the same name in another group is worth a hint, one with a similar name is not.
    const other = hint?.includes(".") ? hint : undefined;
    return `${missingDefinitionText(`${crd.plural}.${crd.group}`)}${similarWordText(other)}`;
  }
  // A hint with a group is the type of a word with an s too many, which is no mistyped command.
  const command = isRefused || hint?.includes(".") === true ? undefined : suggestCommand(type);
  if (command !== undefined) return unknownCommandText(type, command);
  const messages = isNoName && !isRefused ? neitherNameNorTypeText(type, place) : unknownTypeText(type, place);
  return `${messages}${similarWordText(hint)}`;
}

/** The error for a known type that the source does not have. */
function noKind(named: NamedKind, source: Source): string {
  const { kind } = named;
  if (isLive(source) || kind.plural === "") return noType(typeNamed(named), source);
  const type = kind.group === "" ? kind.plural : `${kind.plural}.${kind.group}`;
  return `${uncollectedTypeText(type, source.snapshot ?? source.name)}${similarWordText(named.hint)}`;
}

function typeNamed({ word = "", hint }: NamedKind): UnknownType {
  return { type: word, ...(hint !== undefined && { hint }) };
}

/** Whether the user named the type, and the server does not serve it. */
function isNoType(named: NamedKind, snapshot: Snapshot): boolean {
  return named.word !== undefined && readingsOf(named, snapshot).some(({ outcome }) => outcome === "noSuchKind");
}

/**
 * The error where the object could not be read. Without permission, or without data, the plugin cannot say that a name
 * does not exist.
 */
function refusalOf(named: NamedKind, snapshot: Snapshot, namespace: string | undefined): string | undefined {
  const { source } = snapshot;
  const readings = readingsOf(named, snapshot);
  for (const reading of readings) {
    if (reading.outcome === "forbidden") {
      const isWide = named.kind.namespaced && namespace === undefined && isLive(source);
      return forbiddenText(reading.cause, isWide);
    }
    if (reading.outcome === "unread")
      return unreadObjectText(objectOf(named), namespaceOf(named, namespace), placeOf(source), reading.cause);
  }
  return undefined;
}

function readingsOf(named: NamedKind, { readings }: Snapshot): Snapshot["readings"] {
  return readings.filter(({ query }) => isOf(named, query) && (query.name === undefined || query.name === named.name));
}

function isOf({ kind }: NamedKind, ref: { readonly group: string; readonly kind: string }): boolean {
  return ref.group === kind.group && ref.kind === kind.kind;
}
