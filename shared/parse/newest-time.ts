import type { KubeObject } from "../model/object.ts";
import { formatStamp, parseMilliseconds } from "../model/time.ts";
import { listAt, toList, toRecord, valueAt } from "./json-value.ts";

/**
 * The newest time in the objects at which something happened, RFC 3339 UTC in whole seconds. The age of a must-gather
 * is computed from it. Undefined if no object has such a time. Deadlines, deletions and specs are plans and do not
 * count.
 */
export function newestTime(objects: readonly KubeObject[]): string | undefined {
  let newest = earliest;
  for (const object of objects) {
    for (const time of timesInObject(object)) newest = Math.max(newest, parseMilliseconds(time) ?? earliest);
  }
  return newest === earliest ? undefined : formatStamp(newest);
}

// A time in 1970 is a converted zero.
const earliest = 365 * 24 * 60 * 60 * 1000;

function* timesInObject({ ref, raw, status }: KubeObject): Generator<unknown> {
  yield valueAt(raw, "metadata", "creationTimestamp");
  for (const entry of listAt(raw, "metadata", "managedFields")) yield valueAt(entry, "time");
  yield* listStatusTimes(status);
  if (ref.kind === "Event") {
    for (const field of eventTimes) yield valueAt(raw, field);
    yield valueAt(raw, "series", "lastObservedTime");
  }
  if (ref.kind === "Lease") {
    for (const field of ["renewTime", "acquireTime"]) yield valueAt(raw, "spec", field);
  }
}

/** The times of every conditions list and every container below the status, at any depth. */
function listStatusTimes(status: unknown): readonly unknown[] {
  const times: unknown[] = [];
  const open: unknown[] = [status];
  while (open.length > 0) {
    const current = open.pop();
    if (Array.isArray(current)) {
      for (const item of current) open.push(item);
      continue;
    }
    const fields = toRecord(current) ?? {};
    for (const key of Object.keys(fields)) {
      const value = fields[key];
      if (happenedFields.has(key)) times.push(value);
      if (key === "conditions") for (const entry of toList(value)) times.push(...conditionTimes(entry));
      if (typeof value === "object" && value !== null) open.push(value);
    }
  }
  return times;
}

/** Fields that containers, Pods, Jobs, CronJobs and HorizontalPodAutoscalers set when something happens to them. */
const happenedFields: ReadonlySet<string> = new Set([
  "startedAt",
  "finishedAt",
  "startTime",
  "completionTime",
  "lastScheduleTime",
  "lastSuccessfulTime",
  "lastScaleTime",
]);

/** The times of Events in core/v1 and in events.k8s.io/v1. */
const eventTimes: readonly string[] = [
  "firstTimestamp",
  "lastTimestamp",
  "eventTime",
  "deprecatedFirstTimestamp",
  "deprecatedLastTimestamp",
];

function conditionTimes(entry: unknown): readonly unknown[] {
  return ["lastTransitionTime", "lastHeartbeatTime", "lastProbeTime", "lastUpdateTime"].map((field) =>
    valueAt(entry, field),
  );
}
