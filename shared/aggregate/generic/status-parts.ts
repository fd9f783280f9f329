import { givenTime } from "../../parse/given-time.ts";
import { type Fields, toRecord, toText } from "../../parse/json-value.ts";
import { omittedFlags, pastFieldEnd, pastFieldStart } from "../../tables/part-names.ts";

/** A mapping below a status: of a field, of an item of a list, or of a name. */
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

/**
 * The status and every mapping below it, from the top down. What a field keeps about the past is skipped, and so are
 * conditions and what is turned off. At most ten levels, and 100,000 mappings, which is more than etcd stores in one
 * object.
 */
export function listStatusParts(status: unknown): readonly StatusPart[] {
  const fields = toRecord(status);
  if (fields === undefined) return [];
  const known = parts.get(fields);
  if (known !== undefined) return known;
  const found: StatusPart[] = [{ fields, depth: 0, isInner: false, path: "", names: [] }];
  for (let next = 0; next < found.length && found.length < maxParts; next++) {
    const part = found[next];
    if (part === undefined || part.depth >= maxDepth) continue;
    for (const below of partsBelow(part).slice(0, maxParts - found.length)) found.push(below);
  }
  parts.set(fields, found);
  return found;
}

const parts = new WeakMap<Fields, readonly StatusPart[]>();
const maxDepth = 10;
const maxParts = 100_000;

function partsBelow(part: StatusPart): readonly StatusPart[] {
  const depth = part.depth + 1;
  return Object.entries(part.fields).flatMap(([name, value]): readonly StatusPart[] => {
    if (/ondition(s|List)$/.test(name) || isAboutThePast(name)) return [];
    const names = [...part.names, name];
    const path = [part.path, shorten(name)].filter((each) => each !== "").join(".");
    const field = toRecord(value);
    if (field !== undefined)
      return isOmitted(field) ? [] : [{ fields: field, depth, isInner: part.depth > 0, path, names }];
    if (!Array.isArray(value)) return [];
    return value.flatMap((item, place) => {
      const fields = toRecord(item);
      if (fields === undefined || isOmitted(fields)) return [];
      return { fields, depth, isInner: true, path: `${path}[${shorten(toText(fields["name"])) || place}]`, names };
    });
  });
}

/** A name of a hundred letters names nothing. */
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

/** Whether a field holds conditions by its name, `componentConditions`, `conditionList`, and no rules: `stopConditions`. */
export function isConditionsName(name: string): boolean {
  return /(^c|C)ondition(s|List)$/.test(name) && !/^(alert|stop|start|termination|exit|trigger)C/.test(name);
}

/** Whether a field tells what was, such as `lastBackup`, `history` and `previousRuns`, or a form that is given up. */
export function isAboutThePast(name: string): boolean {
  return pastFieldStart.test(name) || pastFieldEnd.test(name);
}
