import { type ContainerLog, logOrigins } from "../../model/container-log.ts";
import { definedFields, trueFlags } from "../../model/defined-fields.ts";
import { profileNames } from "../../model/families.ts";
import type { DocumentFault } from "../../model/fault/document.ts";
import { isSameKind, type Kind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import {
  type Damage,
  foundObjects,
  type Query,
  type Reading,
  type ReadRequest,
  type Redaction,
  readOutcomes,
  redactedThings,
  type Snapshot,
  type Source,
  sourceKinds,
} from "../../model/snapshot.ts";
import { attemptDocument, CheckedFields, DocumentError } from "../checked-fields.ts";
import { textAt, valueAt } from "../json-value.ts";
import { toObject } from "../kube-object.ts";
import { parseFieldSelector, parseLabelSelector } from "../label-selector.ts";

/**
 * Whether a document is a snapshot, of any version. A List is one if it contains our snapshot header, or if it has
 * readings, which no other List has. With only one of the two it is an incomplete snapshot, and no list of objects.
 */
export function isSnapshotDocument(value: unknown): boolean {
  const isOurs =
    textAt(value, "snapshot", "kind") === "Snapshot" &&
    textAt(value, "snapshot", "apiVersion").startsWith("hco-status/");
  return isOurs || (textAt(value, "kind") === "List" && valueAt(value, "readings") !== undefined);
}

/**
 * The snapshot in a document, unchanged, or what is wrong with it. An incomplete snapshot is rejected, because a
 * missing object would count as absent. Unknown fields are ignored. Never throws.
 */
export function snapshotIn(value: unknown): Snapshot | { readonly fault: DocumentFault } {
  return attemptDocument(() => readSnapshot(new CheckedFields(value, "")));
}

function readSnapshot(document: CheckedFields): Snapshot {
  const header = document.section("snapshot");
  const version = textAt(header.fields, "apiVersion");
  if (version !== "hco-status/v1") throw new DocumentError({ code: "other-snapshot-version", version });
  if (header.value("kind") !== "Snapshot") throw header.unexpected("kind", { literal: "Snapshot" });
  const takenAt = header.time("takenAt");
  const objects = readObjects(document);
  const readings = document.sections("readings").map((reading) => readReading(reading, objects));
  const objectsOfReadings = new Set(readings.flatMap(foundObjects));
  const unusedIndex = objects.findIndex((object) => !objectsOfReadings.has(object));
  if (unusedIndex >= 0) throw new DocumentError({ code: "unused-item", index: unusedIndex });
  const redacted = header.sections("redacted").map(readRedaction);
  const source = readSource(header.section("source"));
  // Files may contain no object in a namespace; for a cluster or a must-gather there is always a query.
  const hasQueries = source.kind === "cluster" || source.kind === "must-gather";
  if (hasQueries && readings.length === 0) {
    throw new DocumentError({ code: "unexpected", path: "readings", expected: "readings", found: "nothing" });
  }
  const readerClock = header.value("readerClock");
  return {
    source,
    takenAt,
    ...(typeof readerClock === "number" && { readerClock }),
    readings,
    damage: document.sections("damage").map(readDamage),
    request: readRequest(header.section("asked")),
    ...(document.value("logs") !== undefined && { logs: document.sections("logs").map(readLog) }),
    redacted,
  };
}

/** The objects under `items`. Those that `cuts` names were read from a text with a missing part. */
function readObjects(document: CheckedFields): readonly KubeObject[] {
  const objects = document.sections("items").map(readObject);
  const cutIndices = new Set(document.optionalSections("cuts").map((cut) => cut.index("item", objects.length)));
  return objects.map((object, index) => (cutIndices.has(index) ? { ...object, cut: true as const } : object));
}

function readObject({ fields, path }: CheckedFields): KubeObject {
  const object = toObject(fields);
  const required = { apiVersion: object.apiVersion, kind: object.ref.kind, "metadata.name": object.ref.name };
  for (const [missing, value] of Object.entries(required)) {
    if (value === "") throw new DocumentError({ code: "unnamed-object", path, missing });
  }
  return object;
}

/** @param objects all objects of the snapshot, of which a reading has the indices */
function readReading(reading: CheckedFields, objects: readonly KubeObject[]): Reading {
  const query = readQuery(reading.section("query"));
  const outcome = reading.oneOf("outcome", readOutcomes);
  if (outcome === "absent") return { query, outcome };
  if (outcome !== "found") return { query, outcome, cause: reading.text("cause") };
  const found = reading.indices("items", objects.length).map((index) => objects[index] as KubeObject);
  for (const [position, { ref }] of found.entries()) {
    if (isSameKind(ref, query)) continue;
    throw new DocumentError({
      code: "other-kind",
      path: `${reading.path}.items[${position}]`,
      kind: ref.kind,
      name: ref.name,
      reading: reading.path,
      expected: query.kind,
    });
  }
  if (query.verb === "get" && found.length !== 1) throw reading.unexpected("items", "one-object");
  return { query, outcome, objects: found, ...reading.optionalTexts("warning") };
}

function readQuery(query: CheckedFields): Query {
  const metadataOnly = query.optionalTrue("metadataOnly");
  const verb = query.oneOf("verb", ["get", "list"]);
  const kind = readKind(query);
  if (verb === "get") query.text("name");
  return {
    verb,
    ...kind,
    ...query.optionalTexts("fieldSelector", "labelSelector"),
    ...definedFields({ metadataOnly }),
    ...query.optionalTexts("name", "namespace"),
  };
}

function readKind(kind: CheckedFields): Kind {
  const namespaced = kind.boolean("namespaced");
  return {
    group: kind.text("group"),
    kind: kind.text("kind"),
    plural: kind.text("plural"),
    versions: kind.texts("versions"),
    namespaced,
  };
}

function readRequest(request: CheckedFields): ReadRequest {
  const wanted = request.optionalSections("wanted").map((entry) => ({
    kind: readKind(entry.section("kind")),
    ...entry.optionalTexts("name", "word"),
  }));
  return {
    ...(request.value("wanted") !== undefined && { wanted }),
    ...request.optionalTexts("namespace"),
    ...definedFields({
      selector: readSelector(request, "selector", parseLabelSelector),
      fieldSelector: readSelector(request, "fieldSelector", parseFieldSelector),
      profile: request.value("profile") === undefined ? undefined : request.oneOf("profile", profileNames),
      tree: request.optionalTrue("tree"),
      deep: request.optionalTrue("deep"),
      related: request.optionalTrue("related"),
    }),
  };
}

/** @param parse returns a function for a selector that it can parse */
function readSelector(
  request: CheckedFields,
  key: "selector" | "fieldSelector",
  parse: (text: string) => unknown,
): string | undefined {
  const selector = request.optionalText(key);
  if (selector !== undefined && typeof parse(selector) !== "function") throw request.unexpected(key, "selector");
  return selector;
}

function readSource(source: CheckedFields): Source {
  const takenFrom = source.value("takenFrom") === undefined ? undefined : source.oneOf("takenFrom", takenFromWords);
  return {
    kind: source.oneOf("kind", sourceKinds),
    name: source.text("name"),
    ...source.optionalTexts("server"),
    ...definedFields({ takenFrom }),
  };
}

const takenFromWords = ["must-gather", "newest", "file"] as const;

function readDamage(damage: CheckedFields): Damage {
  return {
    where: damage.text("where"),
    cause: damage.text("cause"),
    ...trueFlags({ isTruncated: damage.value("isTruncated") === true }),
  };
}

function readLog(log: CheckedFields): ContainerLog {
  const lines = log.texts("lines");
  return {
    ...log.optionalTexts("namespace"),
    pod: log.text("pod"),
    container: log.text("container"),
    from: log.oneOf("from", logOrigins),
    lines,
    quoted: log.indices("quoted", lines.length),
  };
}

function readRedaction(redaction: CheckedFields): Redaction {
  const count = redaction.count("count");
  return { what: redaction.oneOf("what", redactedThings), of: redaction.text("of"), count };
}
