import { describe, expect, test } from "vitest";
import { listEventsAbout } from "../../../shared/aggregate/root-cause/warning-events.ts";
import { indexSnapshot } from "../../../shared/aggregate/snapshot/object-index.ts";
import { snapshotOf } from "../../../shared/aggregate/snapshot-of-objects.ts";
import { toObject } from "../../../shared/parse/kube-object.ts";

const pod = { group: "", kind: "Pod", namespace: "cnv", name: "cdi-1", uid: "u1" };
const involved = { apiVersion: "v1", kind: "Pod", namespace: "cnv", name: "cdi-1", uid: "u1" };

function warning(part: object, name = JSON.stringify(part)): object {
  const metadata = { name, namespace: "cnv", creationTimestamp: "2026-11-21T11:00:00Z" };
  return { apiVersion: "v1", kind: "Event", metadata, type: "Warning", involvedObject: involved, ...part };
}

function listWarningsAbout(...events: object[]): string[] {
  const source = { kind: "files", name: "test" } as const;
  const index = indexSnapshot(snapshotOf(events.map(toObject), { source, takenAt: "2026-11-21T12:00:00Z" }));
  return listEventsAbout([pod], index).map(
    ({ reason, message, count, last }) => `${reason} ${message} ${count} ${last}`,
  );
}

const minuteOf = (minute: number): string => `2026-11-21T11:${String(minute).padStart(2, "0")}:00Z`;

describe("the warnings about an object", () => {
  const rows = [
    { rule: "none", events: [], said: [] },
    {
      rule: "another object's are none",
      events: [warning({ involvedObject: { ...involved, name: "cdi-2", uid: "u2" } })],
      said: [],
    },
    {
      rule: "those of an object of this name before it are none",
      events: [warning({ involvedObject: { ...involved, uid: "old" } })],
      said: [],
    },
    { rule: "a normal one is none", events: [warning({ type: "Normal", reason: "Pulled" })], said: [] },
    {
      rule: "v1",
      events: [warning({ reason: "A", message: "a", count: 7, lastTimestamp: minuteOf(5) })],
      said: [`A a 7 ${minuteOf(5)}`],
    },
    {
      rule: "events.k8s.io/v1, and a series",
      events: [
        {
          ...warning({ reason: "A", note: "a", eventTime: "2026-11-21T11:05:00.123456Z" }),
          apiVersion: "events.k8s.io/v1",
          involvedObject: undefined,
          regarding: involved,
          series: { count: 4, lastObservedTime: minuteOf(9) },
        },
      ],
      said: [`A a 4 ${minuteOf(9)}`],
    },
    {
      rule: "the old fields of events.k8s.io/v1",
      events: [
        warning({
          reason: "A",
          message: "a",
          deprecatedCount: 3,
          deprecatedLastTimestamp: minuteOf(4),
          lastTimestamp: null,
        }),
      ],
      said: [`A a 3 ${minuteOf(4)}`],
    },
    {
      rule: "no time of its own: when it was made",
      events: [warning({ reason: "A", message: "a" })],
      said: [`A a 1 ${minuteOf(0)}`],
    },
    {
      rule: "named without a uid",
      events: [warning({ reason: "A", message: "a", involvedObject: { ...involved, uid: undefined } })],
      said: [`A a 1 ${minuteOf(0)}`],
    },
    {
      rule: "the same text once, as often as one copy says, and as late as the last",
      events: [
        warning({ reason: "A", message: "a", count: 2, lastTimestamp: minuteOf(5) }, "1"),
        warning(
          { reason: "A", message: "(combined from similar events): a", count: 9, lastTimestamp: minuteOf(3) },
          "2",
        ),
      ],
      said: [`A a 9 ${minuteOf(5)}`],
    },
    {
      rule: "three at most, newest first",
      events: [1, 2, 3, 4].map((minute) =>
        warning({ reason: `R${minute}`, message: "", lastTimestamp: minuteOf(minute) }),
      ),
      said: [4, 3, 2].map((minute) => `R${minute}  1 ${minuteOf(minute)}`),
    },
    {
      rule: "nonsense in every field is nothing",
      events: [warning({ reason: 7, message: {}, count: "x", lastTimestamp: 5, series: [] })],
      said: [`7  1 ${minuteOf(0)}`],
    },
  ];
  test.for(rows)("$rule", ({ events, said }) => {
    expect(listWarningsAbout(...events)).toEqual(said);
  });
});
