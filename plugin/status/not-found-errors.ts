import { findResource } from "../../shared/aggregate/naming/find-resource.ts";
import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import { isSameKind, typeName } from "../../shared/model/kind.ts";
import type { Report } from "../../shared/model/report.ts";
import { isLive, type Snapshot, type Source } from "../../shared/model/snapshot.ts";
import { rootResources } from "../../shared/profiles/resource-names.ts";
import { suggestCommand } from "../cli/commands.ts";
import type { NamedKind, RequestedObjects, UnknownType } from "../naming/requested-objects.ts";

/**
 * The objects that were asked for and not found, a line each, in kubectl's words. Where reading was forbidden or
 * failed, the line says that instead.
 */
export function notFoundErrors(...question: Parameters<typeof findMisses>): readonly string[] {
  return findMisses(...question).map(({ lead, text }) => `${lead}${text}`);
}

/** The same sentences without kubectl's `error: `, for a row. */
export function notFoundSentences(...question: Parameters<typeof findMisses>): readonly string[] {
  return findMisses(...question).map(({ text }) => text);
}

/** What kubectl writes before a sentence about something that was not found, and the sentence. */
interface Miss {
  readonly lead: "error: " | "Error from server (NotFound): " | "Error from server (Forbidden): ";
  readonly text: string;
}

function findMisses(
  { wanted = [], unknown, word, hint, skipped = [] }: RequestedObjects,
  report: Report,
  snapshot: Snapshot,
  namespace: string | undefined,
): readonly Miss[] {
  const isSeen = (named: NamedKind): boolean =>
    report.roots.some(({ ref }) => isSameKind(named.kind, ref) && ref.name === named.name);
  const lost = wanted.filter((named) => named.name !== undefined && !isSeen(named));
  const gone = wanted.filter((named) => named.name === undefined && isNoType(named, snapshot));
  // The word is neither a type nor a name, so one line covers both. Where the server refuses to say which names exist,
  // the refusal has its own line.
  const isNothing = word !== undefined && unknown.length > 0;
  const isRefused = lost.some((named) => refusalOf(named, snapshot, namespace) !== undefined);
  const misses: readonly Miss[] = [
    ...unknown.map((one) => withMore(noType(one, snapshot.source, isNothing && isRefused), unreadGroupsText(skipped))),
    ...gone.map((named) => noKind(named, snapshot.source)),
    ...lost.flatMap((named) => {
      if (isNoType(named, snapshot)) return [noKind(named, snapshot.source)];
      const refusal = refusalOf(named, snapshot, namespace);
      if (isNothing && (refusal === undefined || !isLive(snapshot.source))) return [];
      const missing = missingObjectText(
        objectOf(named),
        searchedNamespace(named, namespace),
        searchedPlace(snapshot.source),
      );
      return [withMore(refusal ?? missing, similarTypeText(hint))];
    }),
  ];
  const harmless = misses.map(({ lead, text }): Miss => ({ lead, text: sanitizeLine(text) }));
  return [...new Map(harmless.map((miss) => [`${miss.lead}${miss.text}`, miss])).values()];
}

function withMore({ lead, text }: Miss, more: string): Miss {
  return { lead, text: `${text}${more}` };
}

/** The error for an object that does not exist. `object` is quoted as kubectl quotes it. */
function missingObjectText(object: string, namespace: string | undefined, place: SearchedPlace): Miss {
  const missing = `${object} not found`;
  if (place.is === "server") return { lead: "Error from server (NotFound): ", text: missing };
  return { lead: "error: ", text: `${missing}${namespaceText(namespace)} in ${place.name}` };
}

function namespaceText(namespace: string | undefined): string {
  return namespace === undefined ? "" : ` in namespace ${namespace}`;
}

/** What an error about a name adds where a similar type is known. */
function similarTypeText(hint: string | undefined): string {
  return hint === undefined ? "" : `; did you mean the type "${hint}"?`;
}

/** What an error about an unknown type adds where API groups could not be read. */
function unreadGroupsText(groups: readonly string[]): string {
  return groups.length === 0 ? "" : `; ${groups.join(", ")} could not be searched`;
}

/**
 * kubectl's words where a type has no objects (kubectl, pkg/cmd/get/get.go). It names the namespace only where one was
 * searched.
 */
export function noResources(wanted: readonly NamedKind[], namespace: string | undefined): string {
  const isInNamespace = namespace !== undefined && wanted.every(({ kind }) => kind.namespaced);
  return noResourcesText(isInNamespace ? namespace : undefined);
}

// The errors about missing objects and types are kubectl's where the source is a server.

/** kubectl's words where a type has no objects. `namespace` is the one that was searched, if it was one. */
function noResourcesText(namespace: string | undefined): string {
  return namespace === undefined ? "No resources found" : `No resources found in ${sanitizeLine(namespace)} namespace.`;
}

/** The object as kubectl quotes it: `deployments.apps "web"`. */
function objectOf({ kind, name = "" }: NamedKind): string {
  return `${kind.plural}${kind.group === "" ? "" : `.${kind.group}`} "${name}"`;
}

/** The namespace in which the object was looked for. */
function searchedNamespace({ kind }: NamedKind, namespace: string | undefined): string | undefined {
  return kind.namespaced ? namespace : undefined;
}

function searchedPlace(source: Source): SearchedPlace {
  return isLive(source) ? { is: "server" } : { is: "files", name: source.snapshot ?? source.name };
}

/** Where objects were looked for: on a server, or in files of this name. */
type SearchedPlace = { readonly is: "server" } | { readonly is: "files"; readonly name: string };

function noType({ type, hint, isNoName }: UnknownType, source: Source, isRefused = false): Miss {
  const place = searchedPlace(source);
  const crd = isLive(source) ? findResource(type, rootResources) : undefined;
  if (crd !== undefined) {
    // A type of the same name in another group is worth a hint, one with a similar name is not.
    const other = hint?.includes(".") ? hint : undefined;
    return { lead: "error: ", text: `CRD ${crd.plural}.${crd.group} is not installed${similarWordText(other)}` };
  }
  // A hint with a group is the type of a word with an s too many, which is no mistyped command.
  const command = isRefused || hint?.includes(".") === true ? undefined : suggestCommand(type);
  if (command !== undefined)
    return {
      lead: "error: ",
      text: `unknown command "${type}": no resource type and no HyperConverged has this name. Did you mean "${command}"?`,
    };
  const miss = isNoName && !isRefused ? neitherNameNorType(type, place) : unknownType(type, place);
  return withMore(miss, similarWordText(hint));
}

/** The error for a word that is neither the name of a HyperConverged nor a type. */
function neitherNameNorType(word: string, place: SearchedPlace): Miss {
  const missing = `hyperconvergeds.hco.kubevirt.io "${word}" not found, and no resource type has that name`;
  if (place.is === "server") return { lead: "Error from server (NotFound): ", text: missing };
  return { lead: "error: ", text: `${missing} in ${place.name}` };
}

/** The error for an unknown type. */
function unknownType(type: string, place: SearchedPlace): Miss {
  if (place.is === "server") return { lead: "error: ", text: `the server doesn't have a resource type "${type}"` };
  return { lead: "error: ", text: `there is no resource type "${type}" in ${place.name}` };
}

/** The error for a known type that the source does not have. */
function noKind(named: NamedKind, source: Source): Miss {
  const { kind } = named;
  if (isLive(source) || kind.plural === "") return noType(typeNamed(named), source);
  const type = typeName(kind);
  const text = `${source.snapshot ?? source.name} has no ${type}, neither objects nor their CRD; collect them in a new must-gather, or use a live cluster${similarWordText(named.hint)}`;
  return { lead: "error: ", text };
}

/** What an error adds where a similar type or name is known. */
function similarWordText(hint: string | undefined): string {
  return hint === undefined ? "" : `; did you mean "${hint}"?`;
}

function typeNamed({ word = "", hint }: NamedKind): UnknownType {
  return { type: word, ...definedFields({ hint }) };
}

/** Whether the user named the type, and the server does not serve it. */
function isNoType(named: NamedKind, snapshot: Snapshot): boolean {
  return named.word !== undefined && readingsOf(named, snapshot).some(({ outcome }) => outcome === "noSuchKind");
}

/**
 * The error where the object could not be read. Without permission, or without data, the plugin cannot say that a name
 * does not exist.
 */
function refusalOf(named: NamedKind, snapshot: Snapshot, namespace: string | undefined): Miss | undefined {
  const { source } = snapshot;
  const readings = readingsOf(named, snapshot);
  for (const reading of readings) {
    if (reading.outcome === "forbidden") {
      const isWide = named.kind.namespaced && namespace === undefined && isLive(source);
      const advice = isWide ? "; use -n with a namespace that you have permission to read" : "";
      return { lead: "Error from server (Forbidden): ", text: `${reading.cause}${advice}` };
    }
    if (reading.outcome === "unread")
      return unreadObject(objectOf(named), searchedNamespace(named, namespace), searchedPlace(source), reading.cause);
  }
  return undefined;
}

/** The error for an object that could not be read. `object` is quoted as kubectl quotes it. */
function unreadObject(object: string, namespace: string | undefined, place: SearchedPlace, cause: string): Miss {
  if (place.is === "server") return { lead: "error: ", text: `cannot read ${object}: ${cause}` };
  return { lead: "error: ", text: `cannot look for ${object}${namespaceText(namespace)} in ${place.name}: ${cause}` };
}

function readingsOf(named: NamedKind, { readings }: Snapshot): Snapshot["readings"] {
  return readings.filter(
    ({ query }) => isSameKind(named.kind, query) && (query.name === undefined || query.name === named.name),
  );
}
