import type { Ref } from "../../../model/object.ts";
import { joinNames, shortenNames } from "../../../outline/words/names.ts";

/** The files, the namespace that `-n` chose, and the namespaces of the objects that it leaves out. */
interface FilePlace {
  readonly name: string;
  readonly namespace?: string;
  readonly otherNamespaces: readonly string[];
}

/**
 * What files hold, where that is nothing to report on: `Nothing to report in cm.yaml: ConfigMap c has no status; …`.
 * @param refs the objects of the chosen namespace
 */
export function nothingToReportText(place: FilePlace, refs: readonly Ref[]): string {
  const subject = `Nothing to report in ${place.name}`;
  const [first] = refs;
  if (first === undefined) return `${subject}: ${emptyText(place)}`;
  const isOne = refs.length === 1;
  const type = first.kind.toLowerCase();
  return `${subject}: ${objectsText(refs)} ${isOne ? "has" : "have"} no status; to report on ${isOne ? "it" : "them"} all the same, add the type, such as ${type}`;
}

/** kubectl's sentence about types without objects, with what the files hold instead. */
export function otherResourcesText(place: FilePlace, refs: readonly Ref[]): string {
  if (refs.length === 0) return `No resources found in ${place.name}: ${emptyText(place)}`;
  const where = place.namespace === undefined ? place.name : `namespace ${place.namespace} of ${place.name}`;
  return `No resources found in ${where}, which has only ${objectsText(refs)}`;
}

function emptyText({ namespace, otherNamespaces }: FilePlace): string {
  if (namespace === undefined || otherNamespaces.length === 0) return "it has no objects";
  const places = joinNames(shortenNames(otherNamespaces, 4));
  return `no object is in namespace ${namespace}, all are in ${places}; use -A for all namespaces`;
}

/** `ConfigMap c` of one object; of several their kinds, `ConfigMap (2) and Secret`. */
function objectsText(refs: readonly Ref[]): string {
  const [first, ...others] = refs;
  if (first !== undefined && others.length === 0) return `${first.kind} ${first.name}`;
  const kinds = Array.from(
    Map.groupBy(refs, ({ kind }) => kind),
    ([kind, some]) => (some.length === 1 ? kind : `${kind} (${some.length})`),
  );
  return joinNames(shortenNames(kinds, 4));
}
