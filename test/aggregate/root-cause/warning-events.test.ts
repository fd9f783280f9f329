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
  const rows: [sentence: string, events: object[], said: string[]][] = [
    ["none", [], []],
    ["another object's are none", [warning({ involvedObject: { ...involved, name: "cdi-2", uid: "u2" } })], []],
    [
      "those of an object of this name before it are none",
      [warning({ involvedObject: { ...involved, uid: "old" } })],
      [],
    ],
    ["a normal one is none", [warning({ type: "Normal", reason: "Pulled" })], []],
    ["v1", [warning({ reason: "A", message: "a", count: 7, lastTimestamp: minuteOf(5) })], [`A a 7 ${minuteOf(5)}`]],
    [
      "events.k8s.io/v1, and a series",
      [
        {
          ...warning({ reason: "A", note: "a", eventTime: "2026-11-21T11:05:00.123456Z" }),
          apiVersion: "events.k8s.io/v1",
          involvedObject: undefined,
          regarding: involved,
          series: { count: 4, lastObservedTime: minuteOf(9) },
        },
      ],
      [`A a 4 ${minuteOf(9)}`],
    ],
    [
      "the old fields of events.k8s.io/v1",
      [
        warning({
          reason: "A",
          message: "a",
          deprecatedCount: 3,
          deprecatedLastTimestamp: minuteOf(4),
          lastTimestamp: null,
        }),
      ],
      [`A a 3 ${minuteOf(4)}`],
    ],
    ["no time of its own: when it was made", [warning({ reason: "A", message: "a" })], [`A a 1 ${minuteOf(0)}`]],
    [
      "named without a uid",
      [warning({ reason: "A", message: "a", involvedObject: { ...involved, uid: undefined } })],
      [`A a 1 ${minuteOf(0)}`],
    ],
    [
      "the same text once, as often as one copy says, and as late as the last",
      [
        warning({ reason: "A", message: "a", count: 2, lastTimestamp: minuteOf(5) }, "1"),
        warning(
          { reason: "A", message: "(combined from similar events): a", count: 9, lastTimestamp: minuteOf(3) },
          "2",
        ),
      ],
      [`A a 9 ${minuteOf(5)}`],
    ],
    [
      "three at most, newest first",
      [1, 2, 3, 4].map((minute) => warning({ reason: `R${minute}`, message: "", lastTimestamp: minuteOf(minute) })),
      [4, 3, 2].map((minute) => `R${minute}  1 ${minuteOf(minute)}`),
    ],
    [
      "nonsense in every field is nothing",
      [warning({ reason: 7, message: {}, count: "x", lastTimestamp: 5, series: [] })],
      [`7  1 ${minuteOf(0)}`],
    ],
  ];
  test.for(rows)("%s", ([, events, said]) => {
    expect(listWarningsAbout(...events)).toEqual(said);
  });
});
