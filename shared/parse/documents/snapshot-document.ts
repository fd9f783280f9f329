import { type ContainerLog, logOrigins } from "../../model/container-log.ts";
import { type ProfileName, profileNames } from "../../model/families.ts";
import type { DocumentFault } from "../../model/fault/document.ts";
import type { Kind } from "../../model/kind.ts";
import { isSameKind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import {
  type Damage,
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
import { normalizeUtc } from "../../model/time.ts";
import {
  attemptDocument,
  checkEntries,
  checkOneOf,
  checkOptional,
  checkSection,
  checkString,
  DocumentError,
  unexpectedValue,
} from "../checked-fields.ts";
import { type Fields, textAt, valueAt } from "../json-value.ts";
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
  return attemptDocument(() => readSnapshot(checkSection(value, "")));
}

function readSnapshot(document: Fields): Snapshot {
  const about = checkSection(document["snapshot"], "snapshot");
  const version = textAt(about, "apiVersion");
  if (version !== "hco-status/v1") throw new DocumentError({ code: "other-snapshot-version", version });
  if (about["kind"] !== "Snapshot") throw unexpectedValue("snapshot.kind", { literal: "Snapshot" }, about["kind"]);
  const takenAt = normalizeUtc(about["takenAt"]);
  if (takenAt === undefined) throw unexpectedValue("snapshot.takenAt", "time", about["takenAt"]);
  const whole = checkEntries(document, "items").map(([item, path]) => objectIn(item, path));
  const lacking = document["cuts"] === undefined ? [] : checkEntries(document, "cuts");
  const cuts = new Set(lacking.map(([cut, path]) => cutIn(cut, path, whole.length)));
  const objects = whole.map((object, index) => (cuts.has(index) ? { ...object, cut: true as const } : object));
  const used = new Set<number>();
  const readings = checkEntries(document, "readings").map(([reading, path]) => readingIn(reading, path, objects, used));
  const unused = objects.findIndex((_, index) => !used.has(index));
  if (unused >= 0) throw new DocumentError({ code: "unused-item", index: unused });
  const redacted = checkEntries(about, "redacted", "snapshot").map(([entry, path]) => redactionIn(entry, path));
  const source = sourceIn(about["source"]);
  const readerClock = about["readerClock"];
  // Files may contain no object in a namespace; for a cluster or a must-gather there is always a query.
  const hasQueries = source.kind === "cluster" || source.kind === "must-gather";
  if (hasQueries && readings.length === 0) throw unexpectedValue("readings", "readings", undefined);
  return {
    source,
    takenAt,
    ...(typeof readerClock === "number" && { readerClock }),
    readings,
    damage: checkEntries(document, "damage").map(([entry, path]) => damageIn(entry, path)),
    request: requestIn(about["asked"]),
    ...(document["logs"] !== undefined && {
      logs: checkEntries(document, "logs").map(([entry, path]) => logIn(entry, path)),
    }),
    redacted,
  };
}

function logIn(value: unknown, path: string): ContainerLog {
  const fields = checkSection(value, path);
  const lines = checkEntries(fields, "lines", path).map(([line, where]) => checkString(line, where));
  return {
    ...checkOptional(fields, "namespace", path),
    pod: checkString(fields["pod"], `${path}.pod`),
    container: checkString(fields["container"], `${path}.container`),
    from: checkOneOf(fields["from"], logOrigins, `${path}.from`),
    lines,
    quoted: checkEntries(fields, "quoted", path).map(([index, where]) => {
      if (typeof index === "number" && lines[index] !== undefined) return index;
      throw unexpectedValue(where, { indexBelow: lines.length }, index);
    }),
  };
}

function sourceIn(value: unknown): Source {
  const fields = checkSection(value, "snapshot.source");
  const { takenFrom } = fields;
  return {
    kind: checkOneOf(fields["kind"], sourceKinds, "snapshot.source.kind"),
    name: checkString(fields["name"], "snapshot.source.name"),
    ...checkOptional(fields, "server", "snapshot.source"),
    ...(takenFrom !== undefined && {
      takenFrom: checkOneOf(takenFrom, ["must-gather", "newest", "file"] as const, "snapshot.source.takenFrom"),
    }),
  };
}

function objectIn(value: unknown, path: string): KubeObject {
  const object = toObject(checkSection(value, path));
  for (const [field, given] of [
    ["apiVersion", object.apiVersion],
    ["kind", object.ref.kind],
    ["metadata.name", object.ref.name],
  ] as const)
    if (given === "") throw new DocumentError({ code: "unnamed-object", path: path, missing: field });
  return object;
}

/** The index of an item that was read from a text with a missing part. */
function cutIn(value: unknown, path: string, count: number): number {
  const { item } = checkSection(value, path);
  if (typeof item !== "number" || !Number.isInteger(item) || item < 0 || item >= count)
    throw unexpectedValue(`${path}.item`, { indexBelow: count }, item);
  return item;
}

function readingIn(value: unknown, path: string, objects: readonly KubeObject[], used: Set<number>): Reading {
  const fields = checkSection(value, path);
  const query = queryIn(fields["query"], `${path}.query`);
  const outcome = checkOneOf(fields["outcome"], readOutcomes, `${path}.outcome`);
  if (outcome === "absent") return { query, outcome };
  if (outcome !== "found") return { query, outcome, cause: checkString(fields["cause"], `${path}.cause`) };
  const found = checkEntries(fields, "items", path).map(([index, where]) => {
    const object = typeof index === "number" ? objects[index] : undefined;
    if (object === undefined) throw unexpectedValue(where, { indexBelow: objects.length }, index);
    if (!isSameKind(object.ref, query))
      throw new DocumentError({
        code: "other-kind",
        path: where,
        kind: object.ref.kind,
        name: object.ref.name,
        reading: path,
        expected: query.kind,
      });
    used.add(index as number);
    return object;
  });
  if (query.verb === "get" && found.length !== 1) throw unexpectedValue(`${path}.items`, "one-object", fields["items"]);
  return { query, outcome, objects: found, ...checkOptional(fields, "warning", path) };
}

function queryIn(value: unknown, path: string): Query {
  const fields = checkSection(value, path);
  const { metadataOnly } = fields;
  if (metadataOnly !== undefined && metadataOnly !== true)
    throw unexpectedValue(`${path}.metadataOnly`, { literal: "true" }, metadataOnly);
  const verb = checkOneOf(fields["verb"], ["get", "list"] as const, `${path}.verb`);
  const query: Query = {
    verb,
    ...kindIn(fields, path),
    ...checkOptional(fields, "fieldSelector", path),
    ...checkOptional(fields, "labelSelector", path),
    ...(metadataOnly === true && { metadataOnly }),
    ...checkOptional(fields, "name", path),
    ...checkOptional(fields, "namespace", path),
  };
  if (verb === "get" && query.name === undefined) throw unexpectedValue(`${path}.name`, "text", undefined);
  return query;
}

function kindIn(fields: Fields, path: string): Kind {
  const { namespaced } = fields;
  if (typeof namespaced !== "boolean") throw unexpectedValue(`${path}.namespaced`, "boolean", namespaced);
  return {
    group: checkString(fields["group"], `${path}.group`),
    kind: checkString(fields["kind"], `${path}.kind`),
    plural: checkString(fields["plural"], `${path}.plural`),
    versions: checkEntries(fields, "versions", path).map(([version, where]) => checkString(version, where)),
    namespaced,
  };
}

function requestIn(value: unknown): ReadRequest {
  const fields = checkSection(value, "snapshot.asked");
  const { profile } = fields;
  const wanted = fields["wanted"] === undefined ? undefined : checkEntries(fields, "wanted", "snapshot.asked");
  return {
    ...(wanted !== undefined && {
      wanted: wanted.map(([entry, path]) => {
        const request = checkSection(entry, path);
        const kind = kindIn(checkSection(request["kind"], `${path}.kind`), `${path}.kind`);
        return { kind, ...checkOptional(request, "name", path), ...checkOptional(request, "word", path) };
      }),
    }),
    ...checkOptional(fields, "namespace", "snapshot.asked"),
    ...selector(fields, "selector", parseLabelSelector),
    ...selector(fields, "fieldSelector", parseFieldSelector),
    ...(profile !== undefined && { profile: checkOneOf<ProfileName>(profile, profileNames, "snapshot.asked.profile") }),
    ...trueFlag(fields, "tree"),
    ...trueFlag(fields, "deep"),
    ...trueFlag(fields, "related"),
  };
}

function trueFlag<Key extends "tree" | "deep" | "related">(fields: Fields, key: Key): { readonly [K in Key]?: true } {
  const given = fields[key];
  if (given !== undefined && given !== true) throw unexpectedValue(`snapshot.asked.${key}`, { literal: "true" }, given);
  return given === true ? ({ [key]: true } as { readonly [K in Key]: true }) : {};
}

function selector<Key extends "selector" | "fieldSelector">(
  fields: Fields,
  key: Key,
  parse: (written: string) => unknown,
): { readonly [K in Key]?: string } {
  const found = checkOptional(fields, key, "snapshot.asked");
  const written = found[key];
  if (written !== undefined && typeof parse(written) !== "function")
    throw unexpectedValue(`snapshot.asked.${key}`, "selector", written);
  return found;
}

function damageIn(value: unknown, path: string): Damage {
  const fields = checkSection(value, path);
  return {
    where: checkString(fields["where"], `${path}.where`),
    cause: checkString(fields["cause"], `${path}.cause`),
    ...(fields["isTruncated"] === true && { isTruncated: true }),
  };
}

function redactionIn(value: unknown, path: string): Redaction {
  const fields = checkSection(value, path);
  const { count } = fields;
  if (typeof count !== "number" || !Number.isSafeInteger(count) || count < 1)
    throw unexpectedValue(`${path}.count`, "count", count);
  return {
    what: checkOneOf(fields["what"], redactedThings, `${path}.what`),
    of: checkString(fields["of"], `${path}.of`),
    count,
  };
}
