import { capitalize } from "../../model/capitalize.ts";
import { compareTexts } from "../../model/compare-texts.ts";
import type { Condition } from "../../model/condition.ts";
import type { KubeObject } from "../../model/object.ts";
import { isCondition, readConditions } from "../../parse/conditions.ts";
import { givenTime } from "../../parse/given-time.ts";
import { type Fields, listAt, textAt, toRecord, toText, valueAt } from "../../parse/json-value.ts";
import { valuesAtPath } from "../../parse/value-paths.ts";
import { partWordFields } from "../../tables/status-words.ts";
import { hasLasted, maxWorkSeconds } from "../core/object-health.ts";
import { isConditionsName, listStatusParts } from "./status-parts.ts";

type ConditionList = readonly unknown[];

/**
 * The conditions of an object in other places than `status.conditions`:
 * 1. below a field of the status: `listeners: [{ conditions: [{ type: Ready, … }] }]`,
 * 2. beside the metadata of an object without a status,
 * 3. at the paths that the row of the kind names.
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
 * Whether the text of an object was cut within a condition, so that the part that is missing may be a fault. A condition needs
 * a type and a status (Kubernetes API conventions). Two kinds of lists look cut and are not: a log of phases, which has a
 * phase in place of a type, and a list without any status, which has only the conditions that hold (Argo CD).
 *
 *     [{ type: "Ready", status: "True" }, { type: "Degra" }]      true
 *     [{ type: "Ready", status: "True" }, { status: "True" }]     true
 *     [{ type: "SyncError" }, { type: "ComparisonError" }]        false
 */
export function hasCutCondition({ status }: Pick<KubeObject, "status">): boolean {
  const conditions = listAt(status, "conditions");
  if (conditions.some(hasConditionStatus) && conditions.some(lacksStatus)) return true;
  // A word in place of a status makes the entry a state of a log, which may have no type.
  const withoutStates = conditions.filter((entry) => hasConditionStatus(entry) || textAt(entry, "status") === "");
  const nestedConditions = findListsBelow(status).flat().filter(hasConditionStatus);
  return [...withoutStates, ...nestedConditions].some(isNameless);
}

function hasConditionStatus(entry: unknown): boolean {
  return isConditionStatus(String(valueAt(entry, "status")));
}

function lacksStatus(entry: unknown): boolean {
  return textAt(entry, "type") !== "" && valueAt(entry, "status") === undefined && textAt(entry, "phase") === "";
}

/** The fields by which an entry says what it is about. Some controllers write another one than the type. */
const nameFields: readonly string[] = ["type", "phase", "name", "conditionType"];

function isNameless(entry: unknown): boolean {
  return nameFields.every((name) => textAt(entry, name) === "");
}

/** A condition whose status is another word than True, False and Unknown. */
interface WordedCondition {
  readonly word: string;
  readonly reason: string;
  readonly message: string;
}

/**
 * The conditions in any place below the status with another word than True, False and Unknown: Established, Error (Liqo
 * ForeignCluster), Progressing (Gardener ManagedResource), Degraded (Prometheus).
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
 * Drops all entries without a type but the newest: they are a log of states (Volcano Job: volcano-sh/apis,
 * pkg/apis/batch/v1alpha1/job.go, JobCondition).
 */
function dropOlderStates(list: ConditionList): ConditionList {
  const readTime = (entry: unknown): string => textAt(entry, "lastTransitionTime");
  const [newestState] = list.filter(isNameless).toSorted((a, b) => compareTexts(readTime(b), readTime(a)));
  return list.filter((entry) => entry === newestState || !isNameless(entry));
}

/**
 * The lists below a status, except `status.conditions` itself, in three forms:
 *
 *     listeners: [{ conditions: [{ type: Ready, … }] }]      Gateway API; also parents, ancestors, ingress, diskStatus
 *     componentConditions: { Ready: "False" }                a mapping by type
 *     condition: { type: Ready, status: "False" }            the only condition of a ResourcePoolClaim
 *
 * Parts that are turned off, and revisions beside the one in use, do not count.
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

/** Whether a word of a part says that it is turned off. `stopped` is no such word, because a part may stop by a failure. */
function isTurnedOff(fields: Fields): boolean {
  return partWordFields.some((name) => /^(disabled|paused|suspended|hibernated)$/i.test(toText(fields[name])));
}

/** Whether a field holds revisions by its name: `releases`, `availableRevisions`. */
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
