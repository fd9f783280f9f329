import { describe, expect, test } from "vitest";
import { indexSnapshot } from "../../../shared/aggregate/snapshot/object-index.ts";
import { listEventsAbout } from "../../../shared/aggregate/snapshot/warning-events.ts";
import { snapshotOf } from "../../../shared/aggregate/snapshot-of-objects.ts";
import { toObject } from "../../../shared/parse/kube-object.ts";

const pod = { group: "", kind: "Pod", namespace: "cnv", name: "cdi-1", uid: "u1" };
const involvedPod = { apiVersion: "v1", kind: "Pod", namespace: "cnv", name: "cdi-1", uid: "u1" };

function buildWarning(part: object, name = JSON.stringify(part)): object {
  const metadata = { name, namespace: "cnv", creationTimestamp: "2026-11-21T11:00:00Z" };
  return { apiVersion: "v1", kind: "Event", metadata, type: "Warning", involvedObject: involvedPod, ...part };
}

/** `REASON MESSAGE COUNT TIME` of each warning about the pod. */
function listWarningsAbout(...events: object[]): string[] {
  const source = { kind: "files", name: "test" } as const;
  const index = indexSnapshot(snapshotOf(events.map(toObject), { source, takenAt: "2026-11-21T12:00:00Z" }));
  return listEventsAbout([pod], index).map(
    ({ reason, message, count, last }) => `${reason} ${message} ${count} ${last}`,
  );
}

const formatMinute = (minute: number): string => `2026-11-21T11:${String(minute).padStart(2, "0")}:00Z`;

describe("the warnings about an object are its events of type Warning", () => {
  const rows = [
    { rule: "an object without events has no warnings", events: [], warnings: [] },
    {
      rule: "the event of another object is no warning of the object",
      events: [buildWarning({ involvedObject: { ...involvedPod, name: "cdi-2", uid: "u2" } })],
      warnings: [],
    },
    {
      rule: "the event of an older object with the same name is no warning of the object",
      events: [buildWarning({ involvedObject: { ...involvedPod, uid: "old" } })],
      warnings: [],
    },
    {
      rule: "an event of type Normal is no warning",
      events: [buildWarning({ type: "Normal", reason: "Pulled" })],
      warnings: [],
    },
    {
      rule: "an event of v1 has its count and its last time",
      events: [buildWarning({ reason: "A", message: "a", count: 7, lastTimestamp: formatMinute(5) })],
      warnings: [`A a 7 ${formatMinute(5)}`],
    },
    {
      rule: "an event of events.k8s.io/v1 has the count and the time of its series",
      events: [
        {
          ...buildWarning({ reason: "A", note: "a", eventTime: "2026-11-21T11:05:00.123456Z" }),
          apiVersion: "events.k8s.io/v1",
          involvedObject: undefined,
          regarding: involvedPod,
          series: { count: 4, lastObservedTime: formatMinute(9) },
        },
      ],
      warnings: [`A a 4 ${formatMinute(9)}`],
    },
    {
      rule: "an event of events.k8s.io/v1 has the count and the time of its deprecated fields",
      events: [
        buildWarning({
          reason: "A",
          message: "a",
          deprecatedCount: 3,
          deprecatedLastTimestamp: formatMinute(4),
          lastTimestamp: null,
        }),
      ],
      warnings: [`A a 3 ${formatMinute(4)}`],
    },
    {
      rule: "an event without a time has the time of its creation",
      events: [buildWarning({ reason: "A", message: "a" })],
      warnings: [`A a 1 ${formatMinute(0)}`],
    },
    {
      rule: "an event without the uid of the object is found by its name",
      events: [buildWarning({ reason: "A", message: "a", involvedObject: { ...involvedPod, uid: undefined } })],
      warnings: [`A a 1 ${formatMinute(0)}`],
    },
    {
      rule: "equal messages are one warning with the highest count and the latest time",
      events: [
        buildWarning({ reason: "A", message: "a", count: 2, lastTimestamp: formatMinute(5) }, "1"),
        buildWarning(
          { reason: "A", message: "(combined from similar events): a", count: 9, lastTimestamp: formatMinute(3) },
          "2",
        ),
      ],
      warnings: [`A a 9 ${formatMinute(5)}`],
    },
    {
      rule: "the three latest warnings are listed, the latest first",
      events: [1, 2, 3, 4].map((minute) =>
        buildWarning({ reason: `R${minute}`, message: "", lastTimestamp: formatMinute(minute) }),
      ),
      warnings: [4, 3, 2].map((minute) => `R${minute}  1 ${formatMinute(minute)}`),
    },
    {
      rule: "fields of a wrong type are read as text or omitted",
      events: [buildWarning({ reason: 7, message: {}, count: "x", lastTimestamp: 5, series: [] })],
      warnings: [`7  1 ${formatMinute(0)}`],
    },
  ];
  test.for(rows)("$rule", ({ events, warnings }) => {
    expect(listWarningsAbout(...events)).toEqual(warnings);
  });
});
