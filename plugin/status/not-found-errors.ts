import { findResource } from "../../shared/aggregate/naming/find-resource.ts";
import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import { keepFirstOfEachKey } from "../../shared/model/items-by-key.ts";
import { isSameKind, typeName } from "../../shared/model/kind.ts";
import type { Report } from "../../shared/model/report.ts";
import { isLive, type Reading, type Snapshot, type Source } from "../../shared/model/snapshot.ts";
import { rootResources } from "../../shared/profiles/resource-names.ts";
import { suggestCommand } from "../cli/commands.ts";
import type { NamedKind, RequestedObjects, UnknownType } from "../naming/requested-objects.ts";

// The errors about missing objects and types are kubectl's where the source is a server.

/**
 * An error for each requested type or object that was not found, on one line: `Error from server (NotFound): pods "web" not
 * found`. Where reading was forbidden or failed, the line says that instead.
 */
export function notFoundErrors(...request: Parameters<typeof listErrors>): readonly string[] {
  return listErrors(...request).map(({ prefix, sentence }) => `${prefix}${sentence}`);
}

/** Errors as {@link notFoundErrors} lists them, without kubectl's prefix, for the row of a table: `pods "web" not found`. */
export function notFoundSentences(...request: Parameters<typeof listErrors>): readonly string[] {
  return listErrors(...request).map(({ sentence }) => sentence);
}

/** An error about one requested type or object. */
interface RequestError {
  /** What kubectl writes before the sentence. */
  readonly prefix: "error: " | "Error from server (NotFound): " | "Error from server (Forbidden): ";
  readonly sentence: string;
}

function makeError(sentence: string): RequestError {
  return { prefix: "error: ", sentence };
}

/** The error for what a source does not have. `place` says where in files it was looked for: ` in namespace shop`. */
function makeNotFound(sentence: string, source: Source, place = ""): RequestError {
  if (isLive(source)) return { prefix: "Error from server (NotFound): ", sentence };
  return makeError(`${sentence}${place} in ${nameOfFiles(source)}`);
}

function appendText({ prefix, sentence }: RequestError, text: string): RequestError {
  return { prefix, sentence: `${sentence}${text}` };
}

function listErrors(
  { wanted = [], unknown, word, hint, skipped = [] }: RequestedObjects,
  report: Report,
  snapshot: Snapshot,
  namespace: string | undefined,
): readonly RequestError[] {
  const { source } = snapshot;
  const isFound = (named: NamedKind): boolean =>
    report.roots.some(({ ref }) => isSameKind(named.kind, ref) && ref.name === named.name);
  const missingTypes = wanted.filter((named) => named.name === undefined && isMissingType(named, snapshot));
  const missingObjects = wanted.filter((named) => named.name !== undefined && !isFound(named));
  const isReadingFailed = missingObjects.some((named) => describeReadFailure(named, snapshot, namespace) !== undefined);
  // One error is enough for a single word that is neither a type nor a name. If the server refuses to say which names exist,
  // the refusal is an error of its own.
  const isWordUnknown = word !== undefined && unknown.length > 0;
  const errors: RequestError[] = [];
  const unreadGroups = skipped.length === 0 ? "" : `; ${skipped.join(", ")} could not be searched`;
  for (const unknownType of unknown) {
    const error = describeUnknownType(unknownType, source, isWordUnknown && isReadingFailed);
    errors.push(appendText(error, unreadGroups));
  }
  for (const named of missingTypes) errors.push(describeMissingType(named, source));
  const similarType = hint === undefined ? "" : `; did you mean the type "${hint}"?`;
  for (const named of missingObjects) {
    const failure = describeReadFailure(named, snapshot, namespace);
    const isReportedByWord = isWordUnknown && (failure === undefined || !isLive(source));
    if (isMissingType(named, snapshot)) errors.push(describeMissingType(named, source));
    else if (!isReportedByWord)
      errors.push(appendText(failure ?? describeMissingObject(named, namespace, source), similarType));
  }
  const sanitizedErrors = errors.map(({ prefix, sentence }) => ({ prefix, sentence: sanitizeLine(sentence) }));
  return keepFirstOfEachKey(sanitizedErrors, ({ prefix, sentence }) => `${prefix}${sentence}`);
}

/** Whether the user named a type that the source does not have. */
function isMissingType(named: NamedKind, snapshot: Snapshot): boolean {
  return named.word !== undefined && listReadings(named, snapshot).some(({ outcome }) => outcome === "noSuchKind");
}

function listReadings(named: NamedKind, { readings }: Snapshot): readonly Reading[] {
  return readings.filter(
    ({ query }) => isSameKind(named.kind, query) && (query.name === undefined || query.name === named.name),
  );
}

/** The error for an object that could not be read, so that it may exist. Undefined where it could be read. */
function describeReadFailure(
  named: NamedKind,
  snapshot: Snapshot,
  namespace: string | undefined,
): RequestError | undefined {
  const { source } = snapshot;
  for (const reading of listReadings(named, snapshot)) {
    if (reading.outcome === "forbidden") {
      const searchesAllNamespaces = named.kind.namespaced && namespace === undefined && isLive(source);
      const advice = searchesAllNamespaces ? "; use -n with a namespace that you have permission to read" : "";
      return { prefix: "Error from server (Forbidden): ", sentence: `${reading.cause}${advice}` };
    }
    if (reading.outcome !== "unread") continue;
    const object = quoteObject(named);
    if (isLive(source)) return makeError(`cannot read ${object}: ${reading.cause}`);
    const place = `${namespaceText(named, namespace)} in ${nameOfFiles(source)}`;
    return makeError(`cannot look for ${object}${place}: ${reading.cause}`);
  }
  return undefined;
}

function describeMissingObject(named: NamedKind, namespace: string | undefined, source: Source): RequestError {
  return makeNotFound(`${quoteObject(named)} not found`, source, namespaceText(named, namespace));
}

/** The object as kubectl quotes it: `deployments.apps "web"`. */
function quoteObject({ kind, name = "" }: NamedKind): string {
  return `${kind.plural}${kind.group === "" ? "" : `.${kind.group}`} "${name}"`;
}

/** ` in namespace shop`. Empty for an object without a namespace, and where all namespaces were searched. */
function namespaceText({ kind }: NamedKind, namespace: string | undefined): string {
  return kind.namespaced && namespace !== undefined ? ` in namespace ${namespace}` : "";
}

function nameOfFiles({ snapshot, name }: Source): string {
  return snapshot ?? name;
}

/** The error for a known type that the source does not have. */
function describeMissingType({ kind, word = "", hint }: NamedKind, source: Source): RequestError {
  if (isLive(source) || kind.plural === "")
    return describeUnknownType({ type: word, ...definedFields({ hint }) }, source, false);
  const absence = `${nameOfFiles(source)} has no ${typeName(kind)}, neither objects nor their CRD`;
  return makeError(`${absence}; collect them in a new must-gather, or use a live cluster${similarWordText(hint)}`);
}

/**
 * The error for a word that is no type of the source. The first that applies:
 * 1. the type is a root of the plugin's: its CRD is not installed;
 * 2. the word is similar to a command: it is an unknown command;
 * 3. the word could be the name of a HyperConverged: no object and no type has that name;
 * 4. it is an unknown type.
 * @param isNameUnread whether the server refused to say which names exist, so that the word may be a name
 */
function describeUnknownType(
  { type, hint, isNoName }: UnknownType,
  source: Source,
  isNameUnread: boolean,
): RequestError {
  // The hint is the type of that name in another group, or the type of a word with an s too many: `deploys` ->
  // `deployments.apps`. Neither word is a mistyped command.
  const isHintWithGroup = hint?.includes(".") === true;
  const similar = similarWordText(hint);
  const root = isLive(source) ? findResource(type, rootResources) : undefined;
  if (root !== undefined)
    return makeError(`CRD ${root.plural}.${root.group} is not installed${isHintWithGroup ? similar : ""}`);
  const command = isNameUnread || isHintWithGroup ? undefined : suggestCommand(type);
  if (command !== undefined)
    return makeError(
      `unknown command "${type}": no resource type and no HyperConverged has this name. Did you mean "${command}"?`,
    );
  if (isNoName === true && !isNameUnread) {
    const sentence = `hyperconvergeds.hco.kubevirt.io "${type}" not found, and no resource type has that name`;
    return appendText(makeNotFound(sentence, source), similar);
  }
  if (isLive(source)) return makeError(`the server doesn't have a resource type "${type}"${similar}`);
  return makeError(`there is no resource type "${type}" in ${nameOfFiles(source)}${similar}`);
}

/** What an error about a word adds if a similar type is known. */
function similarWordText(hint: string | undefined): string {
  return hint === undefined ? "" : `; did you mean "${hint}"?`;
}
