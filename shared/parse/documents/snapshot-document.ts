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
  const [kind, version] = ["kind", "apiVersion"].map((key) => textAt(value, "snapshot", key));
  const isOurs = kind === "Snapshot" && (version ?? "").startsWith("hco-status/");
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
  const whole = checkEntries(document, "items").map(([item, place]) => objectIn(item, place));
  const lacking = document["cuts"] === undefined ? [] : checkEntries(document, "cuts");
  const cuts = new Set(lacking.map(([cut, place]) => cutIn(cut, place, whole.length)));
  const objects = whole.map((object, index) => (cuts.has(index) ? { ...object, cut: true as const } : object));
  const used = new Set<number>();
  const readings = checkEntries(document, "readings").map(([reading, place]) =>
    readingIn(reading, place, objects, used),
  );
  const unused = objects.findIndex((_, index) => !used.has(index));
  if (unused >= 0) throw new DocumentError({ code: "unused-item", index: unused });
  const redacted = checkEntries(about, "redacted", "snapshot").map(([entry, place]) => redactionIn(entry, place));
  const source = sourceIn(about["source"]);
  const readerClock = about["readerClock"];
  // Files may contain no object in a namespace; for a cluster or a must-gather there is always a query.
  const isAsked = source.kind === "cluster" || source.kind === "must-gather";
  if (isAsked && readings.length === 0) throw unexpectedValue("readings", "readings", undefined);
  return {
    source,
    takenAt,
    ...(typeof readerClock === "number" && { readerClock }),
    readings,
    damage: checkEntries(document, "damage").map(([entry, place]) => damageIn(entry, place)),
    request: askedIn(about["asked"]),
    ...(document["logs"] !== undefined && {
      logs: checkEntries(document, "logs").map(([entry, place]) => logIn(entry, place)),
    }),
    redacted,
  };
}

function logIn(value: unknown, place: string): ContainerLog {
  const fields = checkSection(value, place);
  const lines = checkEntries(fields, "lines", place).map(([line, where]) => checkString(line, where));
  return {
    ...checkOptional(fields, "namespace", place),
    pod: checkString(fields["pod"], `${place}.pod`),
    container: checkString(fields["container"], `${place}.container`),
    from: checkOneOf(fields["from"], logOrigins, `${place}.from`),
    lines,
    quoted: checkEntries(fields, "quoted", place).map(([index, where]) => {
      if (typeof index === "number" && lines[index] !== undefined) return index;
      throw unexpectedValue(where, { indexBelow: lines.length }, index);
    }),
  };
}

function sourceIn(value: unknown): Source {
  const fields = checkSection(value, "snapshot.source");
  return {
    kind: checkOneOf(fields["kind"], sourceKinds, "snapshot.source.kind"),
    name: checkString(fields["name"], "snapshot.source.name"),
    ...checkOptional(fields, "server", "snapshot.source"),
    ...(fields["takenFrom"] === undefined
      ? {}
      : {
          takenFrom: checkOneOf(
            fields["takenFrom"],
            ["must-gather", "newest", "file"] as const,
            "snapshot.source.takenFrom",
          ),
        }),
  };
}

function objectIn(value: unknown, place: string): KubeObject {
  const object = toObject(checkSection(value, place));
  for (const [field, given] of [
    ["apiVersion", object.apiVersion],
    ["kind", object.ref.kind],
    ["metadata.name", object.ref.name],
  ] as const)
    if (given === "") throw new DocumentError({ code: "unnamed-object", place, missing: field });
  return object;
}

/** What an item lacks that was read from a text with a missing part. */
/** The place of an object with a missing part. What it lacks, as older files say, changes nothing. */
function cutIn(value: unknown, place: string, count: number): number {
  const { item } = checkSection(value, place);
  if (typeof item !== "number" || !Number.isInteger(item) || item < 0 || item >= count)
    throw unexpectedValue(`${place}.item`, { indexBelow: count }, item);
  return item;
}

function readingIn(value: unknown, place: string, objects: readonly KubeObject[], used: Set<number>): Reading {
  const fields = checkSection(value, place);
  const query = queryIn(fields["query"], `${place}.query`);
  const outcome = checkOneOf(fields["outcome"], readOutcomes, `${place}.outcome`);
  if (outcome === "absent") return { query, outcome };
  if (outcome !== "found") return { query, outcome, cause: checkString(fields["cause"], `${place}.cause`) };
  const found = checkEntries(fields, "items", place).map(([index, where]) => {
    const object = typeof index === "number" ? objects[index] : undefined;
    if (object === undefined) throw unexpectedValue(where, { indexBelow: objects.length }, index);
    if (!isSameKind(object.ref, query))
      throw new DocumentError({
        code: "other-kind",
        place: where,
        kind: object.ref.kind,
        name: object.ref.name,
        reading: place,
        expected: query.kind,
      });
    used.add(index as number);
    return object;
  });
  if (query.verb === "get" && found.length !== 1)
    throw unexpectedValue(`${place}.items`, "one-object", fields["items"]);
  return { query, outcome, objects: found, ...checkOptional(fields, "warning", place) };
}

function queryIn(value: unknown, place: string): Query {
  const fields = checkSection(value, place);
  const { metadataOnly } = fields;
  if (metadataOnly !== undefined && metadataOnly !== true)
    throw unexpectedValue(`${place}.metadataOnly`, { literal: "true" }, metadataOnly);
  const verb = checkOneOf(fields["verb"], ["get", "list"] as const, `${place}.verb`);
  const query: Query = {
    verb,
    ...kindIn(fields, place),
    ...checkOptional(fields, "fieldSelector", place),
    ...checkOptional(fields, "labelSelector", place),
    ...(metadataOnly === true && { metadataOnly }),
    ...checkOptional(fields, "name", place),
    ...checkOptional(fields, "namespace", place),
  };
  if (verb === "get" && query.name === undefined) throw unexpectedValue(`${place}.name`, "text", undefined);
  return query;
}

function kindIn(fields: Fields, place: string): Kind {
  const { namespaced } = fields;
  if (typeof namespaced !== "boolean") throw unexpectedValue(`${place}.namespaced`, "boolean", namespaced);
  return {
    group: checkString(fields["group"], `${place}.group`),
    kind: checkString(fields["kind"], `${place}.kind`),
    plural: checkString(fields["plural"], `${place}.plural`),
    versions: checkEntries(fields, "versions", place).map(([version, where]) => checkString(version, where)),
    namespaced,
  };
}

function askedIn(value: unknown): ReadRequest {
  const fields = checkSection(value, "snapshot.asked");
  const { profile } = fields;
  const wanted = fields["wanted"] === undefined ? undefined : checkEntries(fields, "wanted", "snapshot.asked");
  return {
    ...(wanted !== undefined && {
      wanted: wanted.map(([entry, place]) => {
        const request = checkSection(entry, place);
        const kind = kindIn(checkSection(request["kind"], `${place}.kind`), `${place}.kind`);
        return { kind, ...checkOptional(request, "name", place), ...checkOptional(request, "word", place) };
      }),
    }),
    ...checkOptional(fields, "namespace", "snapshot.asked"),
    ...selector(fields, "selector", parseLabelSelector),
    ...selector(fields, "fieldSelector", parseFieldSelector),
    ...(profile !== undefined && { profile: checkOneOf<ProfileName>(profile, profileNames, "snapshot.asked.profile") }),
    ...ways(fields, "tree"),
    ...ways(fields, "deep"),
    ...ways(fields, "related"),
  };
}

function ways<Key extends "tree" | "deep" | "related">(fields: Fields, key: Key): { readonly [K in Key]?: true } {
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

function damageIn(value: unknown, place: string): Damage {
  const fields = checkSection(value, place);
  return {
    where: checkString(fields["where"], `${place}.where`),
    cause: checkString(fields["cause"], `${place}.cause`),
    ...(fields["isTruncated"] === true && { isTruncated: true }),
  };
}

function redactionIn(value: unknown, place: string): Redaction {
  const fields = checkSection(value, place);
  const { count } = fields;
  if (typeof count !== "number" || !Number.isSafeInteger(count) || count < 1)
    throw unexpectedValue(`${place}.count`, "count", count);
  return {
    what: checkOneOf(fields["what"], redactedThings, `${place}.what`),
    of: checkString(fields["of"], `${place}.of`),
    count,
  };
}
