import { givenTime } from "../../parse/given-time.ts";
import { type Fields, toRecord, toText } from "../../parse/json-value.ts";
import { omittedFlags, pastFieldEnd, pastFieldStart } from "../../tables/part-names.ts";

/** A mapping in a status: the status itself, the value of a field, or an item of a list. */
export interface StatusPart {
  readonly fields: Fields;
  /** 0 is the status itself. */
  readonly depth: number;
  /** It is an item of a list, or stands deeper than a field of the status. */
  readonly isInner: boolean;
  /** Where it stands below the status, such as `members[m2]`; empty for the status itself. */
  readonly path: string;
  /** The names of the fields on the way to it, from the top down. */
  readonly names: readonly string[];
}

const maxDepth = 10;
const maxParts = 100_000;

/** A cache by status: several rules read the parts of each object, one object after the other. */
let partsByStatus = new WeakMap<Fields, readonly StatusPart[]>();
let cachedStatuses = 0;

/** The number of statuses after which the cache is emptied. The parts of a status take as much memory as the status. */
const maxCachedStatuses = 500;

/**
 * The status and every mapping below it, from the top down: `{ nodes: [{ name: "a" }] }` -> the status and `nodes[a]`. Omitted
 * are conditions, fields about the past, and parts that are turned off. It ends at ten levels, and at 100,000 mappings, which
 * is more than etcd stores in one object.
 */
export function listStatusParts(status: unknown): readonly StatusPart[] {
  const fields = toRecord(status);
  if (fields === undefined) return [];
  const cached = partsByStatus.get(fields);
  if (cached !== undefined) return cached;
  const parts: StatusPart[] = [{ fields, depth: 0, isInner: false, path: "", names: [] }];
  // The list grows while the loop reads it, so that each level follows the one above it.
  for (const part of parts) {
    if (parts.length >= maxParts) break;
    if (part.depth >= maxDepth) continue;
    for (const below of listPartsBelow(part).slice(0, maxParts - parts.length)) parts.push(below);
  }
  cacheParts(fields, parts);
  return parts;
}

function cacheParts(status: Fields, parts: readonly StatusPart[]): void {
  if (cachedStatuses >= maxCachedStatuses) {
    partsByStatus = new WeakMap();
    cachedStatuses = 0;
  }
  cachedStatuses++;
  partsByStatus.set(status, parts);
}

/** The mappings directly below a part: `{ nodes: [{ name: "a" }] }` -> one at `nodes[a]`. */
function listPartsBelow(part: StatusPart): readonly StatusPart[] {
  const depth = part.depth + 1;
  return Object.entries(part.fields).flatMap(([name, value]): readonly StatusPart[] => {
    if (/ondition(s|List)$/.test(name) || isAboutThePast(name)) return [];
    const names = [...part.names, name];
    const path = [part.path, shorten(name)].filter((step) => step !== "").join(".");
    const fields = toRecord(value);
    if (fields !== undefined) {
      return isOmitted(fields) ? [] : [{ fields, depth, isInner: part.depth > 0, path, names }];
    }
    if (!Array.isArray(value)) return [];
    return value.flatMap((item, index) => {
      const itemFields = toRecord(item);
      if (itemFields === undefined || isOmitted(itemFields)) return [];
      const itemName = shorten(toText(itemFields["name"])) || index;
      return { fields: itemFields, depth, isInner: true, path: `${path}[${itemName}]`, names };
    });
  });
}

/** The name of a field or item as it stands in a path. No name of Kubernetes is longer than 63 letters (RFC 1123). */
function shorten(name: string): string {
  return name.slice(0, 63);
}

/** Whether a part is turned off, not needed, or over: `enabled: false`, `resolvedAt`. */
function isOmitted(fields: Fields): boolean {
  return (
    omittedFlags.some(([name, omitted]) => fields[name] === omitted) ||
    givenTime(fields["resolvedAt"]) !== "" ||
    toText(fields["managementState"]) === "Removed"
  );
}

/**
 * Whether a field holds conditions by its name: `componentConditions`, `conditionList`. `stopConditions` and the like hold
 * rules.
 */
export function isConditionsName(name: string): boolean {
  return /(^c|C)ondition(s|List)$/.test(name) && !/^(alert|stop|start|termination|exit|trigger)C/.test(name);
}

/** Whether a field is about the past by its name: `lastBackup`, `history`, `previousRuns`, `deprecatedStatus`. */
export function isAboutThePast(name: string): boolean {
  return pastFieldStart.test(name) || pastFieldEnd.test(name);
}
