import { capitalize } from "../../characters/capitalize.ts";
import type { Condition } from "../../model/condition.ts";
import type { KubeObject } from "../../model/object.ts";
import { readConditions } from "../../parse/conditions.ts";
import { givenTime } from "../../parse/given-time.ts";
import { type Fields, listAt, textAt, toRecord, toText, valueAt } from "../../parse/json-value.ts";
import { valuesAtPath } from "../../parse/value-paths.ts";
import { partWordFields } from "../../tables/status-words.ts";
import { hasLasted, maxWorkSeconds } from "../core/object-health.ts";
import { isConditionsName, listStatusParts } from "./status-parts.ts";

/**
 * The conditions that stand elsewhere than usual: below a field of the status (Gateway API: listeners, parents,
 * ancestors; OpenShift Route: ingress; Longhorn Node: diskStatus), under a name such as `componentConditions`, or as a
 * mapping by type. Then those at the paths of a row.
 */
export function listNestedConditions(
  { status, raw }: KubeObject,
  takenAt: string,
  paths: readonly string[] = [],
): readonly Condition[] {
  const beside = status === undefined ? findListsBesideName(raw, takenAt) : [];
  return [...findListsBelow(status), ...beside, ...paths.flatMap((path) => valuesAtPath(raw, path))].flatMap(
    (list) => readConditions(normalizeStatuses(list)).conditions,
  );
}

/** Conditions with the three statuses in any letters, `true`, as the API has them: no other word is meant. */
export function normalizeStatuses(list: unknown): unknown {
  if (!Array.isArray(list)) return list;
  return list.map((entry: unknown) => {
    const status = textAt(entry, "status");
    const written = capitalize(status.toLowerCase());
    const isOdd = /^(true|false|unknown)$/i.test(status) && status !== written;
    return isOdd ? { ...toRecord(entry), status: written } : entry;
  });
}

/**
 * The conditions of an object without a status, beside its name, such as those of a report of an agent (Antrea,
 * pkg/apis/crd/v1beta1/types.go, AgentConditions). An agent that has not sent a heartbeat for an hour tells nothing.
 */
function findListsBesideName(raw: unknown, takenAt: string): readonly (readonly unknown[])[] {
  const isStale = (entry: unknown): boolean => {
    const heartbeat = givenTime(valueAt(entry, "lastHeartbeatTime"));
    return heartbeat !== "" && hasLasted(heartbeat, takenAt, maxWorkSeconds);
  };
  return Object.entries(toRecord(raw) ?? {}).flatMap(([name, list]) =>
    isConditionsName(name) && Array.isArray(list)
      ? [list.map((entry: unknown) => (isStale(entry) ? { ...toRecord(entry), status: "Unknown" } : entry))]
      : [],
  );
}

/** Where an entry of a list of conditions names what it is about; the last three instead of a type. */
const typeNames: readonly string[] = ["type", "phase", "name", "conditionType"];

/**
 * Whether the text of the object was cut in a condition of it or of a part. The API conventions require a type and a
 * status, and what is missing may be the bad one. The entry of a log of phases has a phase in place of a type. A list in
 * which no condition has a status lists them only while they hold, as Argo CD does.
 *
 *     [{ type: "Ready", status: "True" }, { type: "Degra" }]      true
 *     [{ type: "Ready", status: "True" }, { status: "True" }]     true
 *     [{ type: "SyncError" }, { type: "ComparisonError" }]        false
 */
export function hasCutCondition({ status }: Pick<KubeObject, "status">): boolean {
  const isStatus = (each: unknown): boolean => /^(true|false|unknown)$/i.test(String(valueAt(each, "status")));
  const own = listAt(status, "conditions");
  const isWithoutStatus = (each: unknown): boolean =>
    textAt(each, "type") !== "" && valueAt(each, "status") === undefined && textAt(each, "phase") === "";
  if (own.some(isStatus) && own.some(isWithoutStatus)) return true;
  const conditions = own.filter((each) => isStatus(each) || textAt(each, "status") === "");
  return [...conditions, ...findListsBelow(status).flat().filter(isStatus)].some(isNameless);
}

function isNameless(entry: unknown): boolean {
  return typeNames.every((name) => textAt(entry, name) === "");
}

/**
 * The statuses of conditions, the object's own and those below, that are a word other than True, False and Unknown:
 * Established, Error (Liqo ForeignCluster), Progressing (Gardener ManagedResource), Degraded (Prometheus).
 */
export function listWordedConditions({ status }: Pick<KubeObject, "status">): readonly WordedCondition[] {
  return [valueAt(status, "conditions"), ...findListsBelow(status)]
    .flatMap((list) => (Array.isArray(list) ? keepNewestState(list) : []))
    .map((entry) => {
      const [word = "", reason = "", message = ""] = ["status", "reason", "message"].map((name) => textAt(entry, name));
      return { word, reason, message };
    })
    .filter(({ word }) => word !== "" && !/^(true|false|unknown)$/i.test(word));
}

/** The entries without those of a log of states but the newest, which have no type (Volcano Job: batch/v1alpha1/job.go, JobCondition). */
function keepNewestState(list: readonly unknown[]): readonly unknown[] {
  const states = list.filter(isNameless);
  const timeOf = (each: unknown): string => textAt(each, "lastTransitionTime");
  const [newest] = states.toSorted((a, b) => timeOf(b).localeCompare(timeOf(a)));
  return list.filter((each) => each === newest || !isNameless(each));
}

/** A condition whose status is a word of its own. */
interface WordedCondition {
  readonly word: string;
  readonly reason: string;
  readonly message: string;
}

function findListsBelow(status: unknown): readonly (readonly unknown[])[] {
  const present = listStatusParts(status).filter(
    ({ fields, names, depth }) => !(depth > 0 && isOff(fields)) && !names.some(isOfRevisions),
  );
  return present.flatMap(({ fields, depth }) =>
    Object.entries(fields).flatMap(([name, value]) => {
      if (name === "condition") return isCondition(value) ? [[value]] : [];
      if (!isConditionsName(name)) return [];
      if (!Array.isArray(value)) return [readConditionsByType(value)];
      // Greenhouse's are those of the object itself.
      return depth === 0 && name === "conditions" ? [] : [value];
    }),
  );
}

/** Whether a part is turned off by a word of its own. One that has stopped may have failed. */
function isOff(fields: Fields): boolean {
  return partWordFields.some((name) => /^(disabled|paused|suspended|hibernated)$/i.test(toText(fields[name])));
}

/** Older revisions stand beside the one that is in use. */
function isOfRevisions(name: string): boolean {
  return /(^r|R)(eleases|evisions)$/.test(name);
}

/** Whether a status holds its only condition under this name (ResourcePoolClaim). */
function isCondition(value: unknown): boolean {
  return ["type", "status"].every((name) => textAt(value, name) !== "");
}

/** The entries of a mapping by type, `Ready: {status: "False"}` or `Ready: "False"`; none of any other. */
function readConditionsByType(value: unknown): readonly unknown[] {
  return Object.entries(toRecord(value) ?? {}).flatMap(([type, entry]) => {
    const status = textAt(entry, "status") || toText(entry);
    const known = /^(true|false|unknown)$/i.test(status) ? capitalize(status) : "";
    return known === "" ? [] : [{ ...toRecord(entry), type, status: known }];
  });
}
