import type { KubeObject } from "../model/object.ts";
import type { Kind } from "../model/profile.ts";
import { type ProfileName, profileNames } from "../model/report.ts";
import {
  type AskedOf,
  type Damage,
  outcomes,
  type Query,
  type Reading,
  type Redaction,
  redactedThings,
  type Snapshot,
  type Source,
  sourceKinds,
} from "../model/snapshot.ts";
import { utc } from "../model/time.ts";
import { entries, Fault, oneOf, optional, section, string, wrong } from "./checked.ts";
import { fieldSelectorOf, labelSelectorOf } from "./label-selector.ts";
import { toObject } from "./object.ts";
import { at, type Fields, text } from "./value.ts";

/**
 * Whether a document says that it is a snapshot, of whatever version: a List that has one of ours in it, or that has answers,
 * which no other List has; without the one the other is a part of a snapshot, and no list of objects.
 */
export function isSnapshotDocument(value: unknown): boolean {
  const [kind, version] = ["kind", "apiVersion"].map((key) => text(at(value, ["snapshot", key])));
  const isOurs = kind === "Snapshot" && (version ?? "").startsWith("hco-status/");
  return isOurs || (text(at(value, ["kind"])) === "List" && at(value, ["readings"]) !== undefined);
}

/**
 * The snapshot that a document holds, word for word, or what is wrong with it: of a part of one nothing is taken, for what
 * is not there would count as not being there. Fields that are not known are left alone. Never throws.
 */
export function snapshotIn(value: unknown): Snapshot | { readonly fault: string } {
  try {
    return read(section(value, "the document"));
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { fault: error.message };
  }
}

function read(document: Fields): Snapshot {
  const about = section(document["snapshot"], "snapshot");
  const version = text(at(about, ["apiVersion"]));
  if (version !== "hco-status/v1")
    throw new Fault(
      `it is a snapshot of ${JSON.stringify(version).slice(0, 80)}, and only hco-status/v1 is understood`,
    );
  if (about["kind"] !== "Snapshot") throw wrong("snapshot.kind", "Snapshot", about["kind"]);
  const takenAt = utc(about["takenAt"]);
  if (takenAt === undefined) throw wrong("snapshot.takenAt", "a time (RFC 3339)", about["takenAt"]);
  const objects = entries(document, "items").map(([item, place]) => objectIn(item, place));
  const used = new Set<number>();
  const readings = entries(document, "readings").map(([reading, place]) => readingIn(reading, place, objects, used));
  const unused = objects.findIndex((_, index) => !used.has(index));
  if (unused >= 0) throw new Fault(`items[${unused}] was the answer to nothing; was something left out of readings?`);
  const redacted = entries(about, "redacted", "snapshot").map(([entry, place]) => redactionIn(entry, place));
  const source = sourceIn(about["source"]);
  // Of files there may be no object in a namespace; a cluster or a must-gather was asked something.
  const isAsked = source.kind === "cluster" || source.kind === "must-gather";
  if (isAsked && readings.length === 0) throw wrong("readings", "the answers that it is made of", undefined);
  return {
    source,
    takenAt,
    readings,
    damage: entries(document, "damage").map(([entry, place]) => damageIn(entry, place)),
    asked: askedIn(about["asked"]),
    redacted,
  };
}

function sourceIn(value: unknown): Source {
  const fields = section(value, "snapshot.source");
  return {
    kind: oneOf(fields["kind"], sourceKinds, "snapshot.source.kind"),
    name: string(fields["name"], "snapshot.source.name"),
    ...optional(fields, "server", "snapshot.source"),
  };
}

function objectIn(value: unknown, place: string): KubeObject {
  const object = toObject(section(value, place));
  for (const [field, given] of [
    ["apiVersion", object.apiVersion],
    ["kind", object.ref.kind],
    ["metadata.name", object.ref.name],
  ])
    if (given === "") throw new Fault(`${place}: expected a Kubernetes object, found a mapping without ${field}`);
  return object;
}

function readingIn(value: unknown, place: string, objects: readonly KubeObject[], used: Set<number>): Reading {
  const fields = section(value, place);
  const query = queryIn(fields["query"], `${place}.query`);
  const outcome = oneOf(fields["outcome"], outcomes, `${place}.outcome`);
  if (outcome === "absent") return { query, outcome };
  if (outcome !== "found") return { query, outcome, cause: string(fields["cause"], `${place}.cause`) };
  const found = entries(fields, "items", place).map(([index, where]) => {
    const object = typeof index === "number" ? objects[index] : undefined;
    if (object === undefined) throw wrong(where, `the place of one of ${objects.length} items`, index);
    if (object.ref.kind !== query.kind || object.ref.group !== query.group)
      throw new Fault(`${where} is ${object.ref.kind} ${object.ref.name}, and ${place} asks for ${query.kind}`);
    used.add(index as number);
    return object;
  });
  if (query.verb === "get" && found.length !== 1) throw wrong(`${place}.items`, "one object", fields["items"]);
  return { query, outcome, objects: found, ...optional(fields, "warning", place) };
}

function queryIn(value: unknown, place: string): Query {
  const fields = section(value, place);
  const { metadataOnly } = fields;
  if (metadataOnly !== undefined && metadataOnly !== true) throw wrong(`${place}.metadataOnly`, "true", metadataOnly);
  const verb = oneOf(fields["verb"], ["get", "list"] as const, `${place}.verb`);
  const query: Query = {
    verb,
    ...kindIn(fields, place),
    ...optional(fields, "fieldSelector", place),
    ...optional(fields, "labelSelector", place),
    ...(metadataOnly === true && { metadataOnly }),
    ...optional(fields, "name", place),
    ...optional(fields, "namespace", place),
  };
  if (verb === "get" && query.name === undefined) throw wrong(`${place}.name`, "text", undefined);
  return query;
}

function kindIn(fields: Fields, place: string): Kind {
  const { namespaced } = fields;
  if (typeof namespaced !== "boolean") throw wrong(`${place}.namespaced`, "true or false", namespaced);
  return {
    group: string(fields["group"], `${place}.group`),
    kind: string(fields["kind"], `${place}.kind`),
    plural: string(fields["plural"], `${place}.plural`),
    versions: entries(fields, "versions", place).map(([version, where]) => string(version, where)),
    namespaced,
  };
}

function askedIn(value: unknown): AskedOf {
  const fields = section(value, "snapshot.asked");
  const { profile } = fields;
  const wanted = fields["wanted"] === undefined ? undefined : entries(fields, "wanted", "snapshot.asked");
  return {
    ...(wanted !== undefined && {
      wanted: wanted.map(([one, place]) => {
        const each = section(one, place);
        const kind = kindIn(section(each["kind"], `${place}.kind`), `${place}.kind`);
        return { kind, ...optional(each, "name", place), ...optional(each, "word", place) };
      }),
    }),
    ...optional(fields, "namespace", "snapshot.asked"),
    ...selector(fields, "selector", labelSelectorOf),
    ...selector(fields, "fieldSelector", fieldSelectorOf),
    ...(profile !== undefined && { profile: oneOf<ProfileName>(profile, profileNames, "snapshot.asked.profile") }),
    ...ways(fields, "tree"),
    ...ways(fields, "deep"),
    ...ways(fields, "related"),
  };
}

function ways<Key extends "tree" | "deep" | "related">(fields: Fields, key: Key): { readonly [K in Key]?: true } {
  const given = fields[key];
  if (given !== undefined && given !== true) throw wrong(`snapshot.asked.${key}`, "true", given);
  return given === true ? ({ [key]: true } as { readonly [K in Key]: true }) : {};
}

function selector<Key extends "selector" | "fieldSelector">(
  fields: Fields,
  key: Key,
  parse: (written: string) => unknown,
): { readonly [K in Key]?: string } {
  const found = optional(fields, key, "snapshot.asked");
  const written = found[key];
  if (written !== undefined && typeof parse(written) !== "function")
    throw wrong(`snapshot.asked.${key}`, "a selector", written);
  return found;
}

function damageIn(value: unknown, place: string): Damage {
  const fields = section(value, place);
  return { where: string(fields["where"], `${place}.where`), cause: string(fields["cause"], `${place}.cause`) };
}

function redactionIn(value: unknown, place: string): Redaction {
  const fields = section(value, place);
  const { count } = fields;
  if (typeof count !== "number" || !Number.isSafeInteger(count) || count < 1)
    throw wrong(`${place}.count`, "a number from 1 on", count);
  return {
    what: oneOf(fields["what"], redactedThings, `${place}.what`),
    of: string(fields["of"], `${place}.of`),
    count,
  };
}
