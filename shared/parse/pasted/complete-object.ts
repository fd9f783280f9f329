import { capitalize } from "../../model/capitalize.ts";
import { isBuiltInKind } from "../../model/kind.ts";
import { groupVersion, pastedGroup, unnamed } from "../../model/object.ts";
import { type Fields, recordAt, textAt, toRecord, toText, valueAt } from "../json-value.ts";

/**
 * Completes what people paste in part: `items` without a list, a status or conditions without an object, an object
 * without a name. Anything else stays as it is.
 * @param known the kind of a status that names none, where it is known
 */
export function completeObject(value: unknown, known: Fields = {}): unknown {
  if (Array.isArray(value) && value.length > 0 && value.every(isWrittenCondition))
    return bareStatus({ conditions: value }, known);
  if (Array.isArray(value)) return value.map((each) => completeObject(each, known));
  const fields = toRecord(value);
  if (fields === undefined) return value;
  const kind = toText(fields["kind"]);
  if (isItems(fields)) return completeObject({ ...fields, apiVersion: "v1", kind: "List" }, known);
  if (Array.isArray(fields["items"]) && kind.endsWith("List"))
    return { ...fields, items: completeObject(fields["items"], known) };
  if (toText(fields["apiVersion"]) === "") {
    const status = toRecord(fields["status"]);
    if (status !== undefined) return bareStatus(status, known, fields);
    if (kind === "" && isStatus(fields)) return bareStatus(fields, known);
    if (kind === "" && isWrittenCondition(fields)) return bareStatus({ conditions: [fields] }, known);
  }
  if (kind === "" || textAt(fields, "metadata", "name") !== "") return value;
  return { ...fields, metadata: { ...toRecord(fields["metadata"]), name: unnamed } };
}

/** Whether a value has the items of a list, and not the list. */
export function isItems(value: unknown): boolean {
  return Array.isArray(valueAt(value, "items")) && textAt(value, "kind") === "";
}

/**
 * Whether a mapping has what only a status has: conditions, a generation that was observed, counts of what is ready, or
 * the phase of an object that has nothing else but texts and numbers.
 */
function isStatus(fields: Fields): boolean {
  if (Array.isArray(fields["conditions"])) return true;
  const has = (name: string): boolean => typeof fields[name] === "number";
  // `workers: 3` beside `readyWorkers: 1`
  const isCounted = (name: string): boolean => has(name) && has(`ready${capitalize(name)}`);
  if (has("observedGeneration") || Object.keys(fields).some(isCounted)) return true;
  if (has("replicas") && (has("availableReplicas") || has("unavailableReplicas"))) return true;
  return /^[A-Z][A-Za-z]+$/.test(toText(fields["phase"])) && fields["metadata"] === undefined;
}

function isWrittenCondition(value: unknown): boolean {
  return textAt(value, "type") !== "" && textAt(value, "status") !== "";
}

/** An object around a status, of an unknown kind where none is known. Its group is that of no API. */
function bareStatus(status: object, known: Fields, around: Fields = {}): Fields {
  const kind = toText(around["kind"]);
  const type = kind === "" ? { kind: "Object", ...known } : { kind };
  const metadata = { name: unnamed, ...toRecord(around["metadata"]) };
  return { ...around, apiVersion: `${pastedGroup}/v1`, ...type, metadata, status };
}

/** A value of a text, and where it stands. */
interface PlacedValue {
  readonly value: unknown;
  readonly where: string;
}

/**
 * The objects of the events that `kubectl get --output-watch-events` prints, without those that were deleted
 * (apimachinery, pkg/watch). Other values stay as they are.
 */
export function withoutEvents(values: readonly PlacedValue[]): readonly PlacedValue[] {
  const deleted = new Set<string>();
  const kept = values.toReversed().flatMap((value): readonly PlacedValue[] => {
    const type = textAt(value.value, "type");
    const object = recordAt(value.value, "object");
    if (object === undefined || !/^(ADDED|MODIFIED|DELETED|BOOKMARK|ERROR)$/.test(type)) return [value];
    const identity = identityOf(object);
    if (type === "DELETED") deleted.add(identity);
    const isNews = /^(ADDED|MODIFIED)$/.test(type) && !deleted.has(identity);
    return isNews ? [{ value: object, where: value.where }] : [];
  });
  return kept.toReversed();
}

/** A text that two objects share only where they are one. */
export function identityOf(object: object): string {
  const paths = [["apiVersion"], ["kind"], ["metadata", "namespace"], ["metadata", "name"]];
  return JSON.stringify(paths.map((path) => textAt(object, ...path)));
}

/**
 * Groups and kinds of the families that are evaluated with their components, where what is absent is a fact: the roots,
 * and the components of HyperConverged (tables/components.ts).
 */
const wholeGroups: ReadonlySet<string> = new Set(["hco.kubevirt.io", "app.k8s.io", "greenhouse.sap"]);
const wholeKinds: ReadonlySet<string> = new Set(
  "KubeVirt CDI NetworkAddonsConfig VMImportConfig MTQ AAQ MigController FileRestoreOperator TektonTasks SSP".split(
    " ",
  ),
);

/**
 * Whether an object may be read where a part of it is missing, because missing evidence never makes it healthy. The rules
 * of Kubernetes' own kinds need all of it.
 */
export function mayBeCut(object: Fields): boolean {
  const { group } = groupVersion(toText(object["apiVersion"]));
  return !isBuiltInKind({ group }) && !wholeGroups.has(group) && !wholeKinds.has(toText(object["kind"]));
}
