import { capitalize } from "../../model/capitalize.ts";
import { isBuiltInKind } from "../../model/kind.ts";
import { groupVersion, pastedGroup, unnamed } from "../../model/object.ts";
import { hcoComponents } from "../../tables/components.ts";
import { isCondition } from "../conditions.ts";
import { type Fields, recordAt, textAt, toRecord, toText, valueAt } from "../json-value.ts";

/**
 * Completes a value that people paste in part, by the first of these that fits:
 *
 *     [{ type: Ready, status: "True" }]            an object with these conditions
 *     [kind: W …, kind: V …]                       each item, completed
 *     items: [kind: W …]                           a List, its items completed
 *     kind: WList, items: [kind: W …]              the list, its items completed
 *     status: { phase: Failed }                    an object with this status and the other fields
 *     phase: Failed                                an object with this status
 *     { type: Ready, status: "True" }              an object with this condition
 *     kind: W, metadata without a name             the object, named as one without a name
 *
 * Returns any other value as it is.
 * @param kindOfCommand `apiVersion` and `kind` for a status that has none, if known
 */
export function completeObject(value: unknown, kindOfCommand: Fields = {}): unknown {
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every(isCondition)) return wrapStatus({ conditions: value }, kindOfCommand);
    return value.map((item) => completeObject(item, kindOfCommand));
  }
  const fields = toRecord(value);
  if (fields === undefined) return value;
  const kind = toText(fields["kind"]);
  if (isItemsWithoutList(fields)) return completeObject({ ...fields, apiVersion: "v1", kind: "List" }, kindOfCommand);
  if (Array.isArray(fields["items"]) && kind.endsWith("List"))
    return { ...fields, items: completeObject(fields["items"], kindOfCommand) };
  if (toText(fields["apiVersion"]) === "") {
    const status = toRecord(fields["status"]);
    if (status !== undefined) return wrapStatus(status, kindOfCommand, fields);
    if (kind === "" && isStatus(fields)) return wrapStatus(fields, kindOfCommand);
    if (kind === "" && isCondition(fields)) return wrapStatus({ conditions: [fields] }, kindOfCommand);
  }
  if (kind === "" || textAt(fields, "metadata", "name") !== "") return value;
  return { ...fields, metadata: { ...toRecord(fields["metadata"]), name: unnamed } };
}

/** Whether a value has `items` without the kind of a list around them. */
export function isItemsWithoutList(value: unknown): boolean {
  return Array.isArray(valueAt(value, "items")) && textAt(value, "kind") === "";
}

/**
 * Whether a mapping has what only a status has: `conditions`, `observedGeneration`, `workers` with `readyWorkers`,
 * `replicas` with `availableReplicas` or `unavailableReplicas`, or a `phase` without `metadata`.
 */
function isStatus(fields: Fields): boolean {
  if (Array.isArray(fields["conditions"])) return true;
  const hasNumber = (name: string): boolean => typeof fields[name] === "number";
  const hasReadyCount = (name: string): boolean => hasNumber(name) && hasNumber(`ready${capitalize(name)}`);
  if (hasNumber("observedGeneration") || Object.keys(fields).some(hasReadyCount)) return true;
  if (hasNumber("replicas") && (hasNumber("availableReplicas") || hasNumber("unavailableReplicas"))) return true;
  return /^[A-Z][A-Za-z]+$/.test(toText(fields["phase"])) && fields["metadata"] === undefined;
}

/**
 * Makes an object of a status and the other fields of it. Its group is that of no API. Its kind is the one in the fields,
 * else that of the command, else `Object`.
 */
function wrapStatus(status: object, kindOfCommand: Fields, otherFields: Fields = {}): Fields {
  const kind = toText(otherFields["kind"]);
  const knownKind = kind === "" ? { kind: "Object", ...kindOfCommand } : { kind };
  const metadata = { name: unnamed, ...toRecord(otherFields["metadata"]) };
  return { ...otherFields, apiVersion: `${pastedGroup}/v1`, ...knownKind, metadata, status };
}

/** A value of a text, and its position there. */
interface PlacedValue {
  readonly value: unknown;
  readonly where: string;
}

/**
 * Replaces each event that `kubectl get --output-watch-events` prints by its object: `{ type: ADDED, object: W }` -> `W`.
 * Removes bookmarks, errors, and of an object that was deleted the deletion and all events before it (apimachinery,
 * pkg/watch). Other values stay.
 */
export function unwrapWatchEvents(values: readonly PlacedValue[]): readonly PlacedValue[] {
  const deleted = new Set<string>();
  const kept: PlacedValue[] = [];
  // From the last event to the first, so that a deletion is known before the events that precede it.
  for (const placed of values.toReversed()) {
    const type = textAt(placed.value, "type");
    const object = recordAt(placed.value, "object");
    if (object === undefined || !/^(ADDED|MODIFIED|DELETED|BOOKMARK|ERROR)$/.test(type)) {
      kept.push(placed);
      continue;
    }
    const identity = identityOf(object);
    if (type === "DELETED") deleted.add(identity);
    const isChange = type === "ADDED" || type === "MODIFIED";
    if (isChange && !deleted.has(identity)) kept.push({ value: object, where: placed.where });
  }
  return kept.toReversed();
}

/** The apiVersion, kind, namespace and name of an object as one text. Two values with the same text are one object. */
export function identityOf(object: object): string {
  const paths = [["apiVersion"], ["kind"], ["metadata", "namespace"], ["metadata", "name"]];
  return JSON.stringify(paths.map((path) => textAt(object, ...path)));
}

/** The groups of roots that are evaluated with their components, so that an absent field is a fact. */
const rootGroups: ReadonlySet<string> = new Set(["hco.kubevirt.io", "app.k8s.io", "greenhouse.sap"]);
/** The components of HyperConverged, for the same reason. */
const componentKinds: ReadonlySet<string> = new Set(hcoComponents.map(({ kind }) => kind));

/**
 * Whether an object may be evaluated although a part of it is missing, because missing evidence never makes it healthy. False
 * for Kubernetes' own kinds, for the roots and for their components, whose rules need all of an object.
 */
export function isReadableInPart(object: Fields): boolean {
  const { group } = groupVersion(toText(object["apiVersion"]));
  return !isBuiltInKind({ group }) && !rootGroups.has(group) && !componentKinds.has(toText(object["kind"]));
}
