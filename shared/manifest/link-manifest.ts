import { findKnownKind, isKnownKind } from "../aggregate/snapshot/known-kind.ts";
import { computeOnce } from "../model/compute-once.ts";
import { definedFields, trueFlags } from "../model/defined-fields.ts";
import { countWarnings } from "../model/finding/root-findings.ts";
import { keepFirstAtLastPlace } from "../model/items-by-key.ts";
import type { KnownPlace, LinkedObject, LinkFailure, ManifestLink, VersionDiffers } from "../model/manifest/link.ts";
import type { ManifestObject } from "../model/manifest/manifest.ts";
import { groupVersion, type KubeObject, keyOf, type Ref } from "../model/object.ts";
import type { Report, ReportNode, RootNode } from "../model/report.ts";
import { foundObjects, type Reading } from "../model/snapshot.ts";
import { listAt, textAt, valueAt } from "../parse/json-value.ts";
import { findDuplicate } from "./duplicate-objects.ts";
import { isFollowed } from "./followed-objects.ts";
import { explainMiss, indexSeenObjects, nameKey, type SeenObjects } from "./seen-objects.ts";

/**
 * The link from one document of an editor to the object that it describes. Identity is group, kind and name, but not
 * the version. The namespace is the document's, else a followed one, else the context's, else that of the only match.
 * Only an object that the source reports absent is absent. An object that was not requested stays `unread`. An object
 * that was found stays linked while the server is unreachable.
 *
 * @param siblings all objects of the same manifest, so that a second document of the same object is reported.
 */
export function linkManifest(
  object: ManifestObject,
  known: KnownPlace,
  siblings: readonly ManifestObject[] = [],
): ManifestLink {
  const { state, name } = object;
  if (state !== "named") return { state };
  if (name === undefined) return { state: "unnamed" };
  const snapshots = [known.snapshot, known.namedSnapshot].filter((snapshot) => snapshot !== undefined);
  const seen = snapshots.map(indexSeenObjects);
  const matches = listMatches(object, name, known, seen);
  const [match, ...others] = matches;
  if (match === undefined) return explainMissedLink(object, name, known, seen);
  if (others.length > 0) return { state: "several", refs: matches };
  return linkObject(object, match, known, seen, siblings);
}

/**
 * The namespaces for objects without a namespace of their own (client-go, tools/clientcmd/client_config.go, Namespace).
 */
function listUsualNamespaces({ place, namespace }: KnownPlace): readonly string[] {
  if (place.kind === "files") return [];
  return place.namespaces.length > 0 ? place.namespaces : [namespace ?? "default"];
}

/** The objects that the document may describe, one if it is unambiguous. */
function listMatches(
  { group, kind, namespace }: ManifestObject,
  name: string,
  known: KnownPlace,
  seen: readonly SeenObjects[],
): readonly Ref[] {
  const requested = { group, kind, name };
  const namedRefs = [...seen.flatMap((objects) => objects.named(requested)), ...findInReports(known, requested)];
  const namesakes = keepFirstAtLastPlace(namedRefs, keyOf);
  const isNamespaced = namesakes.some((ref) => ref.namespace !== undefined);
  // kubectl drops the namespace of a cluster-scoped object (cli-runtime, pkg/resource/helper.go, NamespaceIfScoped).
  if (!isNamespaced) return namesakes;
  if (namespace !== undefined) return namesakes.filter((ref) => ref.namespace === namespace);
  const usualNamespaces = listUsualNamespaces(known);
  const inUsualNamespaces = namesakes.filter((ref) => usualNamespaces.includes(ref.namespace ?? ""));
  return inUsualNamespaces.length > 0 ? inUsualNamespaces : namesakes;
}

function linkObject(
  document: ManifestObject,
  match: Ref,
  known: KnownPlace,
  seen: readonly SeenObjects[],
  siblings: readonly ManifestObject[],
): LinkedObject {
  const key = keyOf(match);
  const [object] = seen.flatMap((objects) => objects.whole(key) ?? []);
  const positionInTree = known.report && listPlacesInReport(known.report).get(key);
  const position = positionInTree ?? (known.named && listPlacesInReport(known.named).get(key));
  const isOutsideTree = position !== undefined && positionInTree === undefined;
  const warningCount = countWarningsOfRoot(isOutsideTree ? known.named : known.report, position) || undefined;
  const [usualNamespace] = listUsualNamespaces(known);
  return {
    state: "linked",
    ref: object?.ref ?? match,
    ...position,
    ...trueFlags({ isOutsideTree }),
    ...definedFields({
      warningCount,
      object,
      versionDiffers: compareVersions(document, object ?? match, seen),
      twin: findDuplicate(document, siblings, usualNamespace),
    }),
  };
}

/** The warnings about a root that is healthy; 0 for anything else. */
function countWarningsOfRoot(report: Report | undefined, position: NodePosition | undefined): number {
  if (report === undefined || position === undefined) return 0;
  const { node, root } = position;
  return node === root && root.verdict === "healthy" ? countWarnings(report, root) : 0;
}

/**
 * Compares the document's version with the one in which the object was read, and finds out whether the server serves it: by
 * the kind's definition where that was read. Without it a version is not served if the reader passed it over, and unknown if
 * it did not.
 */
function compareVersions(
  { group, version, kind }: ManifestObject,
  match: KubeObject | Ref,
  seen: readonly SeenObjects[],
): VersionDiffers | undefined {
  const read = "apiVersion" in match ? groupVersion(match.apiVersion).version : match.version;
  if (read === undefined || read === "" || read === version) return undefined;
  const servedByDefinition = seen
    .map((objects) => isServedByDefinition(objects, group, kind, version))
    .find((isServed) => isServed !== undefined);
  const readings = seen.flatMap((objects) => objects.readings({ group, kind }));
  const servedByReadings = readings.some((reading) => isPassedOver(reading, version, read)) ? false : undefined;
  return { file: version, read, ...definedFields({ isServed: servedByDefinition ?? servedByReadings }) };
}

/**
 * Whether the server does not serve the version. The reader tries the next version where the previous one is not served
 * or could not be read. In the latter case the server sends a warning.
 */
function isPassedOver(reading: Reading, version: string, read: string): boolean {
  if (reading.outcome !== "found" || reading.objects.length === 0 || reading.warning !== undefined) return false;
  const { versions } = reading.query;
  const isRead = reading.objects.some(({ apiVersion }) => groupVersion(apiVersion).version === read);
  return isRead && versions.includes(version) && versions.indexOf(version) < versions.indexOf(read);
}

/** Whether the CustomResourceDefinition serves the version, by its versions[].served. */
function isServedByDefinition(seen: SeenObjects, group: string, kind: string, version: string): boolean | undefined {
  const definitions = seen
    .readings({ group: "apiextensions.k8s.io", kind: "CustomResourceDefinition" })
    .flatMap(foundObjects);
  const definition = definitions.find(
    ({ spec }) => textAt(spec, "group") === group && textAt(spec, "names", "kind") === kind,
  );
  const versions = listAt(definition?.spec, "versions");
  if (versions.length === 0) return undefined;
  return versions.some((entry) => valueAt(entry, "name") === version && valueAt(entry, "served") === true);
}

function explainMissedLink(
  object: ManifestObject,
  name: string,
  known: KnownPlace,
  seen: readonly SeenObjects[],
): ManifestLink {
  const { phase } = known;
  const failure = explainMiss(seen, { ...object, name }, listPlaces(object, known));
  switch (phase) {
    case "shown":
    case "empty":
      break;
    case "forbidden":
      if (isUnrequested(failure)) return { state: "forbidden", cause: "" };
      break;
    case "noSuchKind":
      if (isUnrequested(failure) && isKnownKind(object)) return { state: "noSuchKind", cause: "" };
      break;
    case "connecting":
      // Responses that already arrived count, the others are still pending.
      if (failure.state === "unread") return { state: phase };
      break;
    default:
      return { state: phase };
  }
  return isUnrequested(failure) && !isFollowed(object) ? { state: "notFollowed" } : failure;
}

function isUnrequested(failure: LinkFailure): boolean {
  return failure.state === "unread" && failure.cause === "";
}

/** The namespaces to search for the object. Undefined is all namespaces, or a cluster-scoped kind. */
function listPlaces({ group, kind, namespace }: ManifestObject, known: KnownPlace): readonly (string | undefined)[] {
  if (findKnownKind({ group, kind })?.namespaced === false) return [undefined];
  if (namespace !== undefined) return [namespace];
  const { place } = known;
  return place.kind === "cluster" && place.namespaces.length > 0 ? place.namespaces : [undefined];
}

interface NodePosition {
  readonly node: ReportNode;
  readonly root: RootNode;
}

/** The matching objects of the Reports, so that they are linked even where no snapshot is at hand. */
function findInReports({ report, named }: KnownPlace, requested: Pick<Ref, "group" | "kind" | "name">): readonly Ref[] {
  const reports = [report, named].filter((shown) => shown !== undefined);
  const positions = reports.flatMap((shown) => indexNodesByName(shown).get(nameKey(requested)) ?? []);
  return positions.map(({ node }) => node.ref);
}

/** Every object that the Report found, in its first position: as a root, else the highest node. */
const listPlacesInReport = computeOnce((report: Report) => {
  const positions = new Map<string, NodePosition>();
  let level: readonly NodePosition[] = report.roots.map((root) => ({ node: root, root }));
  while (level.length > 0) {
    for (const position of level.filter(isObject)) {
      const key = keyOf(position.node.ref);
      if (!positions.has(key)) positions.set(key, position);
    }
    level = level.flatMap(({ node, root }) => node.children.map((child) => ({ node: child, root })));
  }
  return positions;
});

const indexNodesByName = computeOnce((report: Report) =>
  Map.groupBy(listPlacesInReport(report).values(), ({ node }) => nameKey(node.ref)),
);

/** Whether a node has an object of its own. A container has only its Pod's. */
function isObject({ node }: NodePosition): boolean {
  return node.role !== "container" && node.outcome === "found";
}
