import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import type { Ref } from "../../shared/model/object.ts";
import type { Report } from "../../shared/model/report.ts";
import { foundObjects, isUnread } from "../../shared/model/snapshot.ts";
import { formFor, joinNames, shortenNames } from "../../shared/outline/words/names.ts";
import { explainNoMatch } from "../../shared/outline/words/nothing-found.ts";
import { uniqueObjects } from "../../shared/parse/unique-objects.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import type { NamedKind, RequestedObjects } from "../naming/requested-objects.ts";
import type { ReadSnapshot } from "../naming/resolve-names.ts";

// The sentences about a Report without roots, where no requested name is missing (for that see not-found-errors.ts).

/** The most kinds or namespaces that a sentence names. */
const maxNames = 4;

/**
 * What files hold, where that is nothing to report on: `Nothing to report in cm.yaml: ConfigMap c has no status; …`.
 * Undefined for other sources, where a selector leaves objects out, and where the Report without roots names damage.
 */
export function contentsOfFiles(
  { snapshot, requested: { wanted }, otherNamespaces = [] }: ReadSnapshot,
  { namespace, selector, fieldSelector }: CommandLineOptions,
): string | undefined {
  const { source, readings, damage } = snapshot;
  if (source.kind !== "files" || source.snapshot !== undefined) return undefined;
  if (selector !== undefined || fieldSelector !== undefined) return undefined;
  const { name } = source;
  const refs = uniqueObjects(readings.flatMap(foundObjects)).map(({ ref }) => ref);
  const isByType = wanted?.some(({ word }) => word !== undefined) === true;
  if (!isByType && damage.length > 0) return undefined;
  const beginning = isByType ? "No resources found" : "Nothing to report";
  const [first] = refs;
  if (first === undefined) return sanitizeLine(`${beginning} in ${name}: ${noObjectsText(namespace, otherNamespaces)}`);
  if (isByType) {
    const place = namespace === undefined ? name : `namespace ${namespace} of ${name}`;
    return sanitizeLine(`${beginning} in ${place}, which has only ${objectsText(refs)}`);
  }
  const has = formFor(refs.length, "has", "have");
  const them = formFor(refs.length, "it", "them");
  const type = first.kind.toLowerCase();
  return sanitizeLine(
    `${beginning} in ${name}: ${objectsText(refs)} ${has} no status; to report on ${them} all the same, add the type, such as ${type}`,
  );
}

/** Why no object of files is chosen: there is none, or all are in other namespaces than that of `-n`. */
function noObjectsText(namespace: string | undefined, otherNamespaces: readonly string[]): string {
  if (namespace === undefined || otherNamespaces.length === 0) return "it has no objects";
  const namespaces = joinNames(shortenNames(otherNamespaces, maxNames));
  return `no object is in namespace ${namespace}, all are in ${namespaces}; use -A for all namespaces`;
}

/** `ConfigMap c` of one object; of several their kinds, `ConfigMap (2) and Secret`. */
function objectsText(refs: readonly Ref[]): string {
  const [first] = refs;
  if (first !== undefined && refs.length === 1) return `${first.kind} ${first.name}`;
  const kinds = [...Map.groupBy(refs, ({ kind }) => kind)].map(([kind, { length }]) =>
    length === 1 ? kind : `${kind} (${length})`,
  );
  return joinNames(shortenNames(kinds, maxNames));
}

/**
 * The sentence that no object matches the selector, or that none is of the requested types. Undefined where reading was
 * refused or failed, so that an object may exist, and where the options select nothing.
 */
export function absenceMessage(
  options: CommandLineOptions,
  { wanted }: RequestedObjects,
  report: Report,
): string | undefined {
  const { namespace, selector = options.fieldSelector } = options;
  if (report.completeness.gaps.some((gap) => gap.required && isUnread(gap))) return undefined;
  if (selector !== undefined)
    return explainNoMatch(sanitizeLine(selector), namespace, report.source, listKinds(wanted));
  if (wanted === undefined || wanted.some(({ word, name }) => word === undefined || name !== undefined))
    return undefined;
  // kubectl's words (kubectl, pkg/cmd/get/get.go). They name the namespace only if all types have namespaces.
  const isInNamespace = namespace !== undefined && wanted.every(({ kind }) => kind.namespaced);
  return isInNamespace ? `No resources found in ${sanitizeLine(namespace)} namespace.` : "No resources found";
}

/** The requested kinds; HyperConverged where the command line names none. */
function listKinds(wanted: readonly NamedKind[] = []): readonly string[] {
  const kinds = wanted.map(({ kind }) => kind.kind);
  return kinds.length === 0 ? ["HyperConverged"] : [...new Set(kinds)];
}
