import { keepFirstOfEachKey } from "../model/items-by-key.ts";
import { toList, toRecord, valueAt } from "./json-value.ts";

/** A write to an object, as far as a rule reads it. */
interface Write {
  readonly time: unknown;
  readonly subresource?: "status";
  /** The client, only of a write to the spec ({@link isSpecWrite}). */
  readonly manager?: string;
}

/**
 * Whether the client of an entry of `metadata.managedFields` owns fields of the spec and none of the status
 * (https://kubernetes.io/docs/reference/using-api/server-side-apply/#field-management). An operator that owns both writes
 * the status all the time, so that the time of its entry does not say when it wrote the spec. An entry may also be a write
 * that {@link readWrites} returned: it has no fields, and a client only if that wrote the spec.
 */
export function isSpecWrite(entry: unknown): boolean {
  if (valueAt(entry, "subresource") === "status") return false;
  const ownedFields = toRecord(valueAt(entry, "fieldsV1"));
  if (ownedFields === undefined) return typeof valueAt(entry, "manager") === "string";
  return Object.hasOwn(ownedFields, "f:spec") && !Object.hasOwn(ownedFields, "f:status");
}

/**
 * The writes that `metadata.managedFields` records, each once. By their times a roll-out and the state of a virtual machine are
 * evaluated, and by those to the spec what changed:
 * `[{ manager: "m", time: "t", subresource: "status", fieldsV1: {} }]` -> `[{ time: "t", subresource: "status" }]`,
 * `[{ manager: "m", time: "t", fieldsV1: { "f:spec": {} } }]` -> `[{ time: "t", manager: "m" }]`.
 */
export function readWrites(managedFields: unknown): readonly Write[] {
  return keepFirstOfEachKey(toList(managedFields).map(readWrite), writeKey);
}

function writeKey({ time, subresource, manager }: Write): string {
  return `${subresource ?? ""} ${manager ?? ""} ${String(time)}`;
}

function readWrite(entry: unknown): Write {
  const time = valueAt(entry, "time");
  if (valueAt(entry, "subresource") === "status") return { time, subresource: "status" };
  const manager = valueAt(entry, "manager");
  return typeof manager === "string" && isSpecWrite(entry) ? { time, manager } : { time };
}
