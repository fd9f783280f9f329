import { capitalize } from "../../model/capitalize.ts";
import type { Condition } from "../../model/condition.ts";
import type { KubeObject } from "../../model/object.ts";
import { isCondition, readConditions } from "../../parse/conditions.ts";
import { givenTime } from "../../parse/given-time.ts";
import { type Fields, listAt, textAt, toRecord, toText, valueAt } from "../../parse/json-value.ts";
import { valuesAtPath } from "../../parse/value-paths.ts";
import { partWordFields } from "../../tables/status-words.ts";
import { hasLasted, maxWorkSeconds } from "../core/object-health.ts";
import { isConditionsName, listStatusParts } from "./status-parts.ts";

// Controllers keep conditions in more places than `status.conditions`. Each place has a function here.

type ConditionList = readonly unknown[];

/**
 * The conditions of an object that are not in `status.conditions`: below a field of the status, beside the name of an
 * object without a status, and at `paths`, which the row of the kind names.
 */
export function listNestedConditions(
  { status, raw }: KubeObject,
  takenAt: string,
  paths: readonly string[] = [],
): readonly Condition[] {
  const lists: unknown[] = [...findListsBelow(status)];
  if (status === undefined) lists.push(...findListsBesideName(raw, takenAt));
  for (const path of paths) lists.push(...valuesAtPath(raw, path));
  return lists.flatMap((list) => readConditions(normalizeStatuses(list)).conditions);
}

/** Whether a text is one of the three statuses that the API has, in any letters: `true`, `FALSE`, `Unknown`. */
export function isConditionStatus(text: string): boolean {
  return /^(true|false|unknown)$/i.test(text);
}

/** The conditions with their statuses as the API writes them: `{ status: "true" }` -> `{ status: "True" }`. */
export function normalizeStatuses(list: unknown): unknown {
  if (!Array.isArray(list)) return list;
  return list.map((entry: unknown) => {
    const status = textAt(entry, "status");
    const normalized = capitalize(status.toLowerCase());
    if (!isConditionStatus(status) || status === normalized) return entry;
    return { ...toRecord(entry), status: normalized };
  });
}

/**
 * The lists of an object without a status, such as the report of an agent: `AntreaAgentInfo.agentConditions` (Antrea,
 * pkg/apis/crd/v1beta1/types.go). A condition is Unknown if its agent has sent no heartbeat for an hour.
 */
function findListsBesideName(raw: unknown, takenAt: string): readonly ConditionList[] {
  const lists: ConditionList[] = [];
  for (const [name, list] of Object.entries(toRecord(raw) ?? {})) {
    if (!isConditionsName(name) || !Array.isArray(list)) continue;
    lists.push(
      list.map((entry: unknown) => (isAgentSilent(entry, takenAt) ? { ...toRecord(entry), status: "Unknown" } : entry)),
    );
  }
  return lists;
}

function isAgentSilent(condition: unknown, takenAt: string): boolean {
  const heartbeat = givenTime(valueAt(condition, "lastHeartbeatTime"));
  return heartbeat !== "" && hasLasted(heartbeat, takenAt, maxWorkSeconds);
}

/**
 * Whether the text of the object was cut within a condition, so that what is missing may be a fault. A condition needs a
 * type and a status (Kubernetes API conventions). Two kinds of lists have neither fault: a log of phases has a phase in
 * place of a type, and a list in which no condition has a status has only those that hold, as Argo CD's.
 *
 *     [{ type: "Ready", status: "True" }, { type: "Degra" }]      true
 *     [{ type: "Ready", status: "True" }, { status: "True" }]     true
 *     [{ type: "SyncError" }, { type: "ComparisonError" }]        false
 */
export function hasCutCondition({ status }: Pick<KubeObject, "status">): boolean {
  const conditions = listAt(status, "conditions");
  if (conditions.some(hasConditionStatus) && conditions.some(lacksStatus)) return true;
  const inUsualPlace = conditions.filter((entry) => hasConditionStatus(entry) || textAt(entry, "status") === "");
  const below = findListsBelow(status).flat().filter(hasConditionStatus);
  return [...inUsualPlace, ...below].some(isNameless);
}

function hasConditionStatus(entry: unknown): boolean {
  return isConditionStatus(String(valueAt(entry, "status")));
}

function lacksStatus(entry: unknown): boolean {
  return textAt(entry, "type") !== "" && valueAt(entry, "status") === undefined && textAt(entry, "phase") === "";
}

/** The fields by which an entry says what it is about. Without a type, some controllers use one of the others. */
const nameFields: readonly string[] = ["type", "phase", "name", "conditionType"];

function isNameless(entry: unknown): boolean {
  return nameFields.every((name) => textAt(entry, name) === "");
}

/** A condition whose status is a word of its own. */
interface WordedCondition {
  readonly word: string;
  readonly reason: string;
  readonly message: string;
}

/**
 * The conditions in any place below the status whose status is a word other than True, False and Unknown: Established,
 * Error (Liqo ForeignCluster), Progressing (Gardener ManagedResource), Degraded (Prometheus).
 */
export function listWordedConditions({ status }: Pick<KubeObject, "status">): readonly WordedCondition[] {
  const worded: WordedCondition[] = [];
  for (const list of [valueAt(status, "conditions"), ...findListsBelow(status)]) {
    if (!Array.isArray(list)) continue;
    for (const entry of dropOlderStates(list)) {
      const word = textAt(entry, "status");
      if (word === "" || isConditionStatus(word)) continue;
      worded.push({ word, reason: textAt(entry, "reason"), message: textAt(entry, "message") });
    }
  }
  return worded;
}

/**
 * A list without outdated entries: some lists are a log of states without a type, of which only the newest counts (Volcano
 * Job: volcano-sh/apis, pkg/apis/batch/v1alpha1/job.go, JobCondition).
 */
function dropOlderStates(list: ConditionList): ConditionList {
  const states = list.filter(isNameless);
  const timeOf = (entry: unknown): string => textAt(entry, "lastTransitionTime");
  const [newest] = states.toSorted((a, b) => timeOf(b).localeCompare(timeOf(a)));
  return list.filter((entry) => entry === newest || !isNameless(entry));
}

/**
 * The lists below a status, except `status.conditions` itself, in three forms:
 *
 *     listeners: [{ conditions: [{ type: Ready, … }] }]      Gateway API; also parents, ancestors, ingress, diskStatus
 *     componentConditions: { Ready: "False" }                a mapping by type
 *     condition: { type: Ready, status: "False" }            ResourcePoolClaim: its only condition
 *
 * Parts that are turned off, and older revisions beside the one in use, do not count.
 */
function findListsBelow(status: unknown): readonly ConditionList[] {
  const lists: ConditionList[] = [];
  for (const { fields, names, depth } of listStatusParts(status)) {
    const isPart = depth > 0;
    if ((isPart && isTurnedOff(fields)) || names.some(isNameOfRevisions)) continue;
    for (const [name, value] of Object.entries(fields)) {
      if (name === "condition") {
        if (isCondition(value)) lists.push([value]);
      } else if (isConditionsName(name)) {
        const isUsualPlace = !isPart && name === "conditions";
        if (!Array.isArray(value)) lists.push(readConditionsByType(value));
        else if (!isUsualPlace) lists.push(value);
      }
    }
  }
  return lists;
}

/** Whether a word of a part says that it is turned off. A part that has stopped counts: it may have failed. */
function isTurnedOff(fields: Fields): boolean {
  return partWordFields.some((name) => /^(disabled|paused|suspended|hibernated)$/i.test(toText(fields[name])));
}

/** `releases`, `availableRevisions` */
function isNameOfRevisions(name: string): boolean {
  return /(^r|R)(eleases|evisions)$/.test(name);
}

/** `{ Ready: { status: "False" } }` or `{ Ready: "False" }` -> `[{ type: "Ready", status: "False" }]`. Other entries are skipped. */
function readConditionsByType(value: unknown): ConditionList {
  return Object.entries(toRecord(value) ?? {}).flatMap(([type, entry]) => {
    const status = textAt(entry, "status") || toText(entry);
    return isConditionStatus(status) ? [{ ...toRecord(entry), type, status }] : [];
  });
}
