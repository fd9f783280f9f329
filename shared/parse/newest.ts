import type { KubeObject } from "../model/object.ts";
import { millisecondsOf, stampOf } from "../model/time.ts";
import { at, list, record } from "./value.ts";

/**
 * The newest time that something in the objects is said to have happened at, RFC 3339 UTC in whole seconds: what the
 * age of a dump is told by. Undefined where no object tells any. Deadlines, deletions and specs are plans, not news.
 */
export function newestTime(objects: readonly KubeObject[]): string | undefined {
  let newest = earliest;
  for (const object of objects) {
    for (const time of timesOf(object)) newest = Math.max(newest, millisecondsOf(time) ?? earliest);
  }
  return newest === earliest ? undefined : stampOf(newest);
}

// A time in 1970 is a zero that somebody converted.
const earliest = 365 * 24 * 60 * 60 * 1000;

function* timesOf({ ref, raw, status }: KubeObject): Generator<unknown> {
  yield at(raw, ["metadata", "creationTimestamp"]);
  for (const entry of list(at(raw, ["metadata", "managedFields"]))) yield at(entry, ["time"]);
  yield* statusTimes(status);
  if (ref.kind === "Event") {
    for (const field of eventTimes) yield at(raw, [field]);
    yield at(raw, ["series", "lastObservedTime"]);
  }
  if (ref.kind === "Lease") {
    for (const field of ["renewTime", "acquireTime"]) yield at(raw, ["spec", field]);
  }
}

/** Of every conditions list below the status and every container, wherever they stand. */
function* statusTimes(status: unknown): Generator<unknown> {
  const open: unknown[] = [status];
  while (open.length > 0) {
    const here = open.pop();
    if (Array.isArray(here)) {
      for (const item of here) open.push(item);
      continue;
    }
    for (const [key, value] of Object.entries(record(here) ?? {})) {
      if (happened.has(key)) yield value;
      if (key === "conditions") for (const entry of list(value)) yield* conditionTimes(entry);
      if (typeof value === "object" && value !== null) open.push(value);
    }
  }
}

/** What containers, Pods, Jobs, CronJobs and HorizontalPodAutoscalers write when something happens to them. */
const happened: ReadonlySet<string> = new Set([
  ...["startedAt", "finishedAt", "startTime", "completionTime"],
  ...["lastScheduleTime", "lastSuccessfulTime", "lastScaleTime"],
]);

/** In core/v1 and in events.k8s.io/v1. */
const eventTimes: readonly string[] = [
  ...["firstTimestamp", "lastTimestamp", "eventTime"],
  ...["deprecatedFirstTimestamp", "deprecatedLastTimestamp"],
];

function conditionTimes(entry: unknown): readonly unknown[] {
  return ["lastTransitionTime", "lastHeartbeatTime", "lastProbeTime", "lastUpdateTime"].map((field) =>
    at(entry, [field]),
  );
}
