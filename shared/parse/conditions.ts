import { type Condition, type ConditionStatus, lastConditionOfType } from "../model/condition.ts";
import type { MalformedEvidence } from "../model/finding/evidence.ts";
import type { KubeObject } from "../model/object.ts";
import { normalizeUtc } from "../model/time.ts";
import { isZeroTime } from "./given-time.ts";
import { type Fields, generationNumber, textAt, toRecord, toText, valueAt } from "./json-value.ts";

/** The result of reading a conditions field: usable conditions, malformed entries, and the shape of the field. */
export interface ConditionsReading {
  /** In the order of the field; a repeated type keeps all entries. */
  readonly conditions: readonly Condition[];
  /** In the order of the field. */
  readonly malformed: readonly MalformedEvidence[];
  /** `absent` is undefined or null, as Go writes a nil list. */
  readonly shape: "absent" | "list" | "other";
}

/** The longest text of an unexpected value that is reported, in characters. */
const maxReportedLength = 80;

/**
 * The conditions of an object: those in `status.conditions`, or if that is no list those in Greenhouse's
 * `status.statusConditions.conditions`. A generation that is no number is reported as malformed, because without it it is
 * unknown whether the conditions are about the current spec.
 */
export function conditionsAt(object: Pick<KubeObject, "status"> & Partial<Pick<KubeObject, "raw">>): ConditionsReading {
  const usualField = valueAt(object.status, "conditions");
  const greenhouseField = valueAt(object.status, "statusConditions", "conditions");
  const isOfGreenhouse = !Array.isArray(usualField) && Array.isArray(greenhouseField);
  const reading = readConditions(isOfGreenhouse ? greenhouseField : usualField);
  const generations = [valueAt(object.raw, "metadata", "generation"), valueAt(object.status, "observedGeneration")];
  const malformedGenerations = reportMalformedGenerations(generations);
  if (malformedGenerations.length === 0) return reading;
  return { ...reading, malformed: [...reading.malformed, ...malformedGenerations] };
}

/** The last condition of this type. */
export function conditionOf(object: Parameters<typeof conditionsAt>[0], type: string): Condition | undefined {
  return lastConditionOfType(conditionsAt(object).conditions, type);
}

/** Whether a value has a type and a status, as every condition has. Either may be wrong: see {@link readConditions}. */
export function isCondition(value: unknown): boolean {
  return textAt(value, "type") !== "" && textAt(value, "status") !== "";
}

function reportMalformedGenerations(values: readonly unknown[]): readonly MalformedEvidence[] {
  const malformed = values.filter((value) => !isNothing(value) && generationNumber(value) === undefined);
  return malformed.map((value) => ({ code: "odd-generation", ...describeValue(value) }));
}

/**
 * Reads a value where a conditions list is expected. Never throws. What is not as expected is reported as malformed:
 * - An entry that is no mapping, or has no type, is skipped. One with a phase in place of a type belongs to a log of phases,
 *   as a ClusterServiceVersion keeps one, and is skipped without a report.
 * - A type that comes twice is reported once. All its conditions are returned.
 * - A status other than the three values becomes Unknown.
 * - A reason or message that is not text becomes empty, and an invalid time is absent.
 */
export function readConditions(value: unknown): ConditionsReading {
  if (isNothing(value)) return { conditions: [], malformed: [], shape: "absent" };
  if (!Array.isArray(value)) {
    return { conditions: [], malformed: [{ code: "conditions-not-a-list", ...describeValue(value) }], shape: "other" };
  }
  const conditions: Condition[] = [];
  const malformed: MalformedEvidence[] = [];
  const seenTypes = new Set<string>();
  const repeatedTypes = new Set<string>();
  for (const entry of value) {
    const fields = toRecord(entry);
    if (fields === undefined) {
      malformed.push({ code: "condition-not-an-object", ...describeValue(entry) });
      continue;
    }
    const type = readOwnField(fields, "type");
    const isOfPhaseLog = type === undefined && typeof readOwnField(fields, "phase") === "string";
    if (isOfPhaseLog) continue;
    if (typeof type !== "string" || type === "") {
      malformed.push({ code: "condition-without-type", ...describeValue(type) });
      continue;
    }
    if (seenTypes.has(type) && !repeatedTypes.has(type)) {
      repeatedTypes.add(type);
      malformed.push({ code: "duplicate-condition", type });
    }
    seenTypes.add(type);
    conditions.push(readCondition(fields, type, malformed));
  }
  return { conditions, malformed, shape: "list" };
}

type Writable<T> = { -readonly [Field in keyof T]: T[Field] };

/** Reads one condition, and adds to `malformed` what is not as expected. */
function readCondition(fields: Fields, type: string, malformed: MalformedEvidence[]): Condition {
  const status = readStatus(fields);
  if (!isStatus(status)) malformed.push({ code: "odd-status", type, ...describeValue(status) });
  const time = readOwnField(fields, "lastTransitionTime");
  const since = isZeroTime(time) ? undefined : normalizeUtc(time);
  if (since === undefined && !isZeroTime(time) && !isNothing(time)) {
    malformed.push({ code: "odd-time", type, ...describeValue(time) });
  }
  const condition: Writable<Condition> = {
    type,
    status: isStatus(status) ? status : "Unknown",
    reason: readText(fields, "reason", type, malformed),
    message: readText(fields, "message", type, malformed),
  };
  // To spread optional fields would double the time for a hundred thousand conditions.
  if (since !== undefined) condition.since = since;
  const generation = readOwnField(fields, "observedGeneration");
  const observedGeneration = generationNumber(generation);
  if (observedGeneration !== undefined) condition.observedGeneration = observedGeneration;
  else if (!isNothing(generation)) malformed.push({ code: "odd-generation", type, ...describeValue(generation) });
  return condition;
}

/** The status of a condition. YAML that people write may have a boolean, without quotes around it. */
function readStatus(fields: Fields): unknown {
  const status = readOwnField(fields, "status");
  if (status === true) return "True";
  return status === false ? "False" : status;
}

function isStatus(value: unknown): value is ConditionStatus {
  return value === "True" || value === "False" || value === "Unknown";
}

function readText(fields: Fields, field: "reason" | "message", type: string, malformed: MalformedEvidence[]): string {
  const value = readOwnField(fields, field);
  if (typeof value === "string") return value;
  if (!isNothing(value)) malformed.push({ code: "odd-text", type, ...describeValue(value) });
  return "";
}

/** As `valueAt` with one key, but without its list of keys: some objects have thousands of conditions. */
function readOwnField(fields: Fields, key: string): unknown {
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null;
}

/** An unexpected value as evidence, shortened. Of a list or a mapping only the type is reported. */
function describeValue(value: unknown): { readonly value?: string } {
  if (isNothing(value)) return {};
  if (typeof value === "object") return { value: Array.isArray(value) ? "[...]" : "{...}" };
  return { value: toText(value).slice(0, maxReportedLength) };
}
