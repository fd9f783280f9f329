import type { Condition, ConditionStatus } from "../model/condition.ts";
import type { KubeObject, Oddity } from "../model/object.ts";
import { utc } from "../model/time.ts";
import { at, type Fields, generationNumber, record, text } from "./value.ts";

/** A conditions field read tolerantly: what could be used, what was odd, and what it was at all. */
export interface ConditionsReading {
  /** In the order of the field; of a repeated type all entries. */
  readonly conditions: readonly Condition[];
  /** In the order of the field. */
  readonly oddities: readonly Oddity[];
  /** `absent` is undefined or null, as Go writes a nil list. */
  readonly shape: "absent" | "list" | "other";
}

/** The conditions of an object: `status.conditions`, else Greenhouse's `status.statusConditions.conditions`. */
export function conditionsAt(object: Pick<KubeObject, "status"> & Partial<Pick<KubeObject, "raw">>): ConditionsReading {
  const usual = at(object.status, ["conditions"]);
  const nested = at(object.status, ["statusConditions", "conditions"]);
  const reading = readConditions(!Array.isArray(usual) && Array.isArray(nested) ? nested : usual);
  const odd = oddGenerations([at(object.raw, ["metadata", "generation"]), at(object.status, ["observedGeneration"])]);
  return odd.length === 0 ? reading : { ...reading, oddities: [...reading.oddities, ...odd] };
}

/** Without them nobody can tell whether the conditions are about the spec of today. */
function oddGenerations(values: readonly unknown[]): readonly Oddity[] {
  const odd = values.filter((value) => !isNothing(value) && generationNumber(value) === undefined);
  return odd.map((value) => ({ code: "odd-generation", ...shown(value) }));
}

/**
 * Reads whatever stands where a conditions list is expected. A status that is none of the three words is Unknown, a
 * reason or message that is no text is empty, a time that is none is absent; each of these is an oddity. Never throws.
 */
export function readConditions(value: unknown): ConditionsReading {
  if (value === undefined || value === null) return { conditions: [], oddities: [], shape: "absent" };
  if (!Array.isArray(value)) {
    return { conditions: [], oddities: [{ code: "conditions-not-a-list", ...shown(value) }], shape: "other" };
  }
  const conditions: Condition[] = [];
  const oddities: Oddity[] = [];
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const entry of value) {
    const fields = record(entry);
    const type = fields && own(fields, "type");
    if (fields === undefined) {
      oddities.push({ code: "condition-not-an-object", ...shown(entry) });
    } else if (typeof type !== "string" || type === "") {
      oddities.push({ code: "condition-without-type", ...shown(type) });
    } else {
      // Once per type: a list of copies is one thing to say.
      if (seen.has(type) && !repeated.has(type)) {
        repeated.add(type);
        oddities.push({ code: "duplicate-condition", type });
      }
      seen.add(type);
      conditions.push(readCondition(fields, type, oddities));
    }
  }
  return { conditions, oddities, shape: "list" };
}

function readCondition(fields: Fields, type: string, oddities: Oddity[]): Condition {
  const status = own(fields, "status");
  const given = own(fields, "lastTransitionTime");
  const since = given === neverTime ? undefined : utc(given);
  const observed = own(fields, "observedGeneration");
  const observedGeneration = generationNumber(observed);
  if (!isStatus(status)) oddities.push({ code: "odd-status", type, ...shown(status) });
  if (since === undefined && given !== neverTime && !isNothing(given)) {
    oddities.push({ code: "odd-time", type, ...shown(given) });
  }
  const condition: Writable<Condition> = {
    type,
    status: isStatus(status) ? status : "Unknown",
    reason: words(fields, "reason", type, oddities),
    message: words(fields, "message", type, oddities),
  };
  // Spreading what may be absent would double the time of a hundred thousand.
  if (since !== undefined) condition.since = since;
  if (observedGeneration !== undefined) condition.observedGeneration = observedGeneration;
  else if (!isNothing(observed)) oddities.push({ code: "odd-generation", type, ...shown(observed) });
  return condition;
}

type Writable<T> = { -readonly [Field in keyof T]: T[Field] };

function words(fields: Fields, field: "reason" | "message", type: string, oddities: Oddity[]): string {
  const found = own(fields, field);
  if (typeof found === "string") return found;
  if (!isNothing(found)) oddities.push({ code: "odd-text", type, ...shown(found) });
  return "";
}

// `at` with a path would cost a list per field: there are objects with thousands of conditions.
function own(fields: Fields, key: string): unknown {
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}

// Go's zero time, written out by controllers that do not use metav1.Time: nobody said when.
const neverTime = "0001-01-01T00:00:00Z";

function isStatus(value: unknown): value is ConditionStatus {
  return value === "True" || value === "False" || value === "Unknown";
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null;
}

/** What stood there, short; for a list or a mapping only which of the two. */
function shown(value: unknown): { readonly value?: string } {
  if (isNothing(value)) return {};
  if (typeof value === "object") return { value: Array.isArray(value) ? "[...]" : "{...}" };
  return { value: text(value).slice(0, 80) };
}
