import { type Condition, type ConditionStatus, lastConditionOfType } from "../model/condition.ts";
import type { MalformedEvidence } from "../model/finding/evidence.ts";
import type { KubeObject } from "../model/object.ts";
import { normalizeUtc } from "../model/time.ts";
import { isZeroTime } from "./given-time.ts";
import { type Fields, generationNumber, toRecord, toText, valueAt } from "./json-value.ts";

/** The result of reading a conditions field: usable conditions, malformed entries, and the shape of the field. */
export interface ConditionsReading {
  /** In the order of the field; a repeated type keeps all entries. */
  readonly conditions: readonly Condition[];
  /** In the order of the field. */
  readonly malformed: readonly MalformedEvidence[];
  /** `absent` is undefined or null, as Go writes a nil list. */
  readonly shape: "absent" | "list" | "other";
}

/** The conditions of an object: `status.conditions`, or else Greenhouse's `status.statusConditions.conditions`. */
export function conditionsAt(object: Pick<KubeObject, "status"> & Partial<Pick<KubeObject, "raw">>): ConditionsReading {
  const usual = valueAt(object.status, "conditions");
  const nested = valueAt(object.status, "statusConditions", "conditions");
  const reading = readConditions(!Array.isArray(usual) && Array.isArray(nested) ? nested : usual);
  const odd = oddGenerations([
    valueAt(object.raw, "metadata", "generation"),
    valueAt(object.status, "observedGeneration"),
  ]);
  return odd.length === 0 ? reading : { ...reading, malformed: [...reading.malformed, ...odd] };
}

/** The last condition of this type. */
export function conditionOf(object: Parameters<typeof conditionsAt>[0], type: string): Condition | undefined {
  return lastConditionOfType(conditionsAt(object).conditions, type);
}

/** Generations that are not numbers: without them it is unknown whether the conditions are about the current spec. */
function oddGenerations(values: readonly unknown[]): readonly MalformedEvidence[] {
  const odd = values.filter((value) => !isNothing(value) && generationNumber(value) === undefined);
  return odd.map((value) => ({ code: "odd-generation", ...shownValue(value) }));
}

/**
 * Reads a value where a conditions list is expected. A status other than the three values becomes Unknown. An entry
 * with a phase in place of a type belongs to a log of phases and is skipped. A reason or message that is not text
 * becomes empty, and an invalid time is absent. Each of these is an oddity. Never throws.
 */
export function readConditions(value: unknown): ConditionsReading {
  if (value === undefined || value === null) return { conditions: [], malformed: [], shape: "absent" };
  if (!Array.isArray(value)) {
    return { conditions: [], malformed: [{ code: "conditions-not-a-list", ...shownValue(value) }], shape: "other" };
  }
  const conditions: Condition[] = [];
  const malformed: MalformedEvidence[] = [];
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const entry of value) {
    const fields = toRecord(entry);
    const type = fields && ownField(fields, "type");
    if (fields === undefined) {
      malformed.push({ code: "condition-not-an-object", ...shownValue(entry) });
    } else if (type === undefined && typeof ownField(fields, "phase") === "string") {
      // A log of phases by this name, as a ClusterServiceVersion keeps one.
    } else if (typeof type !== "string" || type === "") {
      malformed.push({ code: "condition-without-type", ...shownValue(type) });
    } else {
      // Once per type: further copies add nothing.
      if (seen.has(type) && !repeated.has(type)) {
        repeated.add(type);
        malformed.push({ code: "duplicate-condition", type });
      }
      seen.add(type);
      conditions.push(readCondition(fields, type, malformed));
    }
  }
  return { conditions, malformed: malformed, shape: "list" };
}

function wordOfBoolean(value: boolean): ConditionStatus {
  return value ? "True" : "False";
}

function readCondition(fields: Fields, type: string, malformed: MalformedEvidence[]): Condition {
  // YAML that people write has no quotes around it.
  const written = ownField(fields, "status");
  const status = typeof written === "boolean" ? wordOfBoolean(written) : written;
  const given = ownField(fields, "lastTransitionTime");
  const since = isZeroTime(given) ? undefined : normalizeUtc(given);
  const observed = ownField(fields, "observedGeneration");
  const observedGeneration = generationNumber(observed);
  if (!isStatus(status)) malformed.push({ code: "odd-status", type, ...shownValue(status) });
  if (since === undefined && !isZeroTime(given) && !isNothing(given)) {
    malformed.push({ code: "odd-time", type, ...shownValue(given) });
  }
  const condition: Writable<Condition> = {
    type,
    status: isStatus(status) ? status : "Unknown",
    reason: readText(fields, "reason", type, malformed),
    message: readText(fields, "message", type, malformed),
  };
  // Spreading optional fields would double the time for a hundred thousand conditions.
  if (since !== undefined) condition.since = since;
  if (observedGeneration !== undefined) condition.observedGeneration = observedGeneration;
  else if (!isNothing(observed)) malformed.push({ code: "odd-generation", type, ...shownValue(observed) });
  return condition;
}

type Writable<T> = { -readonly [Field in keyof T]: T[Field] };

function readText(fields: Fields, field: "reason" | "message", type: string, malformed: MalformedEvidence[]): string {
  const found = ownField(fields, field);
  if (typeof found === "string") return found;
  if (!isNothing(found)) malformed.push({ code: "odd-text", type, ...shownValue(found) });
  return "";
}

// `at` with a path would create a list per field: some objects have thousands of conditions.
function ownField(fields: Fields, key: string): unknown {
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}

function isStatus(value: unknown): value is ConditionStatus {
  return value === "True" || value === "False" || value === "Unknown";
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null;
}

/** The unexpected value, shortened; for a list or a mapping only its type. */
function shownValue(value: unknown): { readonly value?: string } {
  if (isNothing(value)) return {};
  if (typeof value === "object") return { value: Array.isArray(value) ? "[...]" : "{...}" };
  return { value: toText(value).slice(0, 80) };
}
