import type { PasteStep } from "../../model/fault/input.ts";
import { pastedGroup, unnamed } from "../../model/object.ts";
import { type Fields, toRecord, toText, valueAt } from "../json-value.ts";

/** A value with what was missing for an object, and what was added. */
interface LooseValue {
  readonly value: unknown;
  readonly steps: readonly PasteStep[];
}

/**
 * Completes what people paste in part: `items` without a list, a status or conditions without an object, an object
 * without a name. Anything else stays as it is.
 * @param known the kind of a status that names none, where it is known
 */
export function completeObject(value: unknown, known: Fields = {}): LooseValue {
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every(isCondition)) return bareStatus({ conditions: value }, known);
    const all = value.map((each) => completeObject(each, known));
    return { value: all.map((each) => each.value), steps: all.flatMap(({ steps }) => steps) };
  }
  const fields = toRecord(value);
  if (fields === undefined) return { value, steps: [] };
  const kind = toText(fields["kind"]);
  if (Array.isArray(fields["items"]) && (kind === "" || kind.endsWith("List"))) {
    const { value: items, steps } = completeObject(fields["items"], known);
    const isCut = kind === "";
    return {
      value: { ...fields, ...(isCut ? { apiVersion: "v1", kind: "List" } : {}), items },
      steps: [...(isCut ? (["items"] as const) : []), ...steps],
    };
  }
  if (toText(fields["apiVersion"]) === "") {
    if (toRecord(fields["status"]) !== undefined) return bareStatus(toRecord(fields["status"]) ?? {}, known, fields);
  }
  if (kind === "" && toText(fields["apiVersion"]) === "") {
    if (isStatus(fields)) return bareStatus(fields, known);
    return isCondition(fields) ? bareStatus({ conditions: [fields] }, known) : { value, steps: [] };
  }
  if (kind === "" || toText(valueAt(fields, ["metadata", "name"])) !== "") return { value, steps: [] };
  return { value: { ...fields, metadata: { ...toRecord(fields["metadata"]), name: unnamed } }, steps: ["no-name"] };
}

/**
 * Whether a mapping has what only a status has: conditions, a generation that was observed, counts of what is ready, or
 * the phase of an object that has nothing else but texts and numbers.
 */
function isStatus(fields: Fields): boolean {
  if (Array.isArray(fields["conditions"])) return true;
  const has = (name: string): boolean => typeof fields[name] === "number";
  if (has("observedGeneration")) return true;
  const isCounted = (name: string): boolean => has(name) && has(`ready${name.charAt(0).toUpperCase()}${name.slice(1)}`);
  if (Object.keys(fields).some(isCounted)) return true;
  if (has("replicas") && ["readyReplicas", "availableReplicas", "unavailableReplicas"].some(has)) return true;
  return /^[A-Z][A-Za-z]+$/.test(toText(fields["phase"])) && fields["metadata"] === undefined;
}

function isCondition(value: unknown): boolean {
  return toText(valueAt(value, ["type"])) !== "" && toText(valueAt(value, ["status"])) !== "";
}

/** An object around a status, of an unknown kind where none is known. Its group is that of no API. */
function bareStatus(status: object, known: Fields, around: object = {}): LooseValue {
  const kind = toText(valueAt(around, ["kind"]));
  const metadata = { name: unnamed, ...toRecord(valueAt(around, ["metadata"])) };
  const type =
    kind === ""
      ? { apiVersion: `${pastedGroup}/v1`, kind: "Object", ...known }
      : { apiVersion: `${pastedGroup}/v1`, kind };
  return { value: { ...around, ...type, metadata, status }, steps: ["bare-status"] };
}
