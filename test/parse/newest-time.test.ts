import { describe, expect, test } from "vitest";
import { toObject } from "../../shared/parse/kube-object.ts";
import { newestTime } from "../../shared/parse/newest-time.ts";

const old = "2026-01-01T00:00:00Z";
const late = "2026-11-21T06:00:00Z";
const base = { apiVersion: "v1", kind: "Pod", metadata: { name: "a", creationTimestamp: old } };

describe("what happened counts", () => {
  const rows: [what: string, raw: object][] = [
    ["creation", { ...base, metadata: { creationTimestamp: late } }],
    ["an update by a manager", { ...base, metadata: { managedFields: [{ time: old }, { time: late }, null] } }],
    [
      "a condition's transition",
      { ...base, status: { conditions: [{ lastTransitionTime: late }, { lastTransitionTime: old }] } },
    ],
    ["a condition's heartbeat", { ...base, status: { conditions: [{ lastHeartbeatTime: late }] } }],
    ["a condition's probe", { ...base, status: { conditions: [{ lastProbeTime: late }] } }],
    ["a condition's update", { ...base, status: { conditions: [{ lastUpdateTime: late }] } }],
    [
      "a condition further down",
      { ...base, status: { statusConditions: { conditions: [{ lastTransitionTime: late }] } } },
    ],
    ["a condition in a list", { ...base, status: { guests: [{ conditions: [{ lastTransitionTime: late }] }] } }],
    ["a container's start", { ...base, status: { containerStatuses: [{ state: { running: { startedAt: late } } }] } }],
    ["a Pod's or Job's start", { ...base, status: { startTime: late } }],
    ["a Job's end", { ...base, status: { completionTime: late } }],
    ["a CronJob's last run", { ...base, status: { lastScheduleTime: late } }],
    ["an autoscaler's last step", { ...base, status: { lastScaleTime: late } }],
    ["an event of events.k8s.io", { ...base, kind: "Event", deprecatedLastTimestamp: late }],
    ["an event", { ...base, kind: "Event", lastTimestamp: late, firstTimestamp: old }],
    [
      "an event's series",
      { ...base, kind: "Event", eventTime: old, series: { lastObservedTime: "2026-11-21T06:00:00.999999Z" } },
    ],
    [
      "a lease's renewal",
      { ...base, kind: "Lease", spec: { renewTime: "2026-11-21T06:00:00.000000Z", acquireTime: old } },
    ],
  ];
  test.for(rows)("%s", ([, raw]) => {
    expect(newestTime([toObject(base), toObject(raw)])).toBe(late);
  });
});

describe("plans, deletions and what is no time do not count", () => {
  const rows: [what: string, raw: object][] = [
    ["deletion", { ...base, metadata: { deletionTimestamp: late } }],
    ["spec", { ...base, spec: { conditions: [{ lastTransitionTime: late }], renewTime: late } }],
    ["a lease-like field of a Pod", { ...base, spec: { renewTime: late }, lastTimestamp: late }],
    ["another field of the status", { ...base, status: { expires: late, conditions: { lastTransitionTime: late } } }],
    ["a number", { ...base, metadata: { creationTimestamp: 1_900_000_000 } }],
    ["a word", { ...base, metadata: { creationTimestamp: "2026-11-21" } }],
    ["1970", { ...base, metadata: { creationTimestamp: "1970-06-01T00:00:00Z" } }],
  ];
  test.for(rows)("%s", ([, raw]) => {
    expect(newestTime([toObject(base), toObject(raw)])).toBe(old);
  });

  test.for([[[]], [[{ ...base, metadata: { creationTimestamp: "1970-01-01T00:00:00Z" } }]], [[{}]]])(
    "%j reports no time",
    ([raws]) => {
      expect(newestTime((raws ?? []).map(toObject))).toBeUndefined();
    },
  );
});
