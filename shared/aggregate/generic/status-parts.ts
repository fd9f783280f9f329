import { type Fields, toRecord } from "../../parse/json-value.ts";

/** A mapping below a status: of a field, of an item of a list, or of a name. */
export interface StatusPart {
  readonly fields: Fields;
  /** 0 is the status itself. */
  readonly depth: number;
  /** It is an item of a list, or stands deeper than a field of the status. */
  readonly isInner: boolean;
}

/**
 * The status and every mapping below it, from the top down. What a field keeps about the past is skipped, and so are
 * conditions. At most five levels, and 100,000 mappings, which is more than etcd stores in one object.
 */
export function statusParts(status: unknown): readonly StatusPart[] {
  const fields = toRecord(status);
  if (fields === undefined) return [];
  const known = parts.get(fields);
  if (known !== undefined) return known;
  const found: StatusPart[] = [{ fields, depth: 0, isInner: false }];
  for (let next = 0; next < found.length && found.length < mostParts; next++) {
    const part = found[next];
    if (part === undefined || part.depth >= deepest) continue;
    for (const below of partsBelow(part).slice(0, mostParts - found.length)) found.push(below);
  }
  parts.set(fields, found);
  return found;
}

const parts = new WeakMap<Fields, readonly StatusPart[]>();
const deepest = 5;
const mostParts = 100_000;

function partsBelow({ fields, depth }: StatusPart): readonly StatusPart[] {
  return Object.entries(fields).flatMap(([name, value]): readonly StatusPart[] => {
    if (isConditionsName(name) || isAboutThePast(name)) return [];
    const field = toRecord(value);
    if (field !== undefined) return [{ fields: field, depth: depth + 1, isInner: depth > 0 }];
    if (!Array.isArray(value)) return [];
    return value.flatMap((item) => {
      const listed = toRecord(item);
      return listed === undefined ? [] : [{ fields: listed, depth: depth + 1, isInner: true }];
    });
  });
}

/** Whether a field holds conditions by its name: `conditions`, `componentConditions`, `conditionList`. */
export function isConditionsName(name: string): boolean {
  return /(^c|C)ondition(s|List)$/.test(name);
}

/** Whether a field tells what was, such as `lastBackup`, `history` and `previousRuns`, or a form that is given up. */
export function isAboutThePast(name: string): boolean {
  return pastStart.test(name) || pastEnd.test(name);
}

const pastStart = /^(last|previous|old|past|recent|deprecated)(?![a-z])/;
/** Lists that keep what ended beside what is, as those of backups do. */
const pastEnd =
  /[hH]istor(y|ies)$|(^r|R)(uns|etries|estores)$|(^a|A)ttempts$|(^e|E)(xecutions|vents)$|(^j|J)obs$|(^b|B)(ackups|uilds)$|(^s|S)napshots$/;
