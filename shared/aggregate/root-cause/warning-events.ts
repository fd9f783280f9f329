import { definedFields } from "../../model/defined-fields.ts";
import { groupVersion, type KubeObject, keyOf, type Ref } from "../../model/object.ts";
import type { CauseEvent } from "../../model/report.ts";
import { normalizeUtc } from "../../model/time.ts";
import { textAt, toRecord, toText, valueAt, wholeNumber } from "../../parse/json-value.ts";
import { compareTexts } from "../evaluation/compare.ts";
import { computedOnce } from "../snapshot/computed-once.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";

/** An Event, read from either of the two APIs. */
export interface EventMessage extends CauseEvent {
  /** When it occurred for the first time. */
  readonly first?: string;
}

const most = 3;

/** Warning events about any of the objects: newest first, each text once, at most three. */
export function eventsAbout(refs: readonly Ref[], index: ObjectIndex): readonly CauseEvent[] {
  const byObject = warningsOf(index);
  const keys = refs.flatMap((ref) => [keyOf(ref), ...(ref.uid === undefined ? [] : [ref.uid])]);
  const found = new Set(keys.flatMap((key) => byObject.get(key) ?? []));
  // An object that was created again under the same name has a new uid. Events of the old uid do not count.
  const uids = new Map(refs.map((ref) => [keyOf(ref), ref.uid]));
  const own = [...found].filter(({ about }) => {
    const uid = uids.get(keyOf(about));
    return uid === undefined || about.uid === undefined || uid === about.uid;
  });
  return distinctEvents(own)
    .slice(0, most)
    .map(({ first: _, ...event }) => event);
}

/**
 * One Event per reason and message, newest first. `count` is the highest count of one copy. The operator writes each
 * event up to three times, on its Pod, the CR and the CSV (kubevirt/hyperconverged-cluster-operator
 * pkg/util/event_emitter.go). A combined event counts with its text.
 */
export function distinctEvents(all: readonly EventMessage[]): readonly EventMessage[] {
  const seen = new Map<string, EventMessage>();
  for (const event of all) {
    const key = `${event.reason}\n${event.message}`;
    const known = seen.get(key);
    const [newer, older] =
      known === undefined || (event.last ?? "") > (known.last ?? "") ? [event, known] : [known, event];
    const [first] = [newer.first, older?.first].filter((time) => time !== undefined).toSorted(compareTexts);
    const count = Math.max(newer.count, older?.count ?? 1);
    seen.set(key, { ...newer, count, ...definedFields({ first }) });
  }
  return [...seen.values()].toSorted((a, b) => compareTexts(b.last ?? "", a.last ?? ""));
}

/** Every Event of a list, with defaults for missing fields. */
export function readEventMessages(events: readonly KubeObject[]): readonly EventMessage[] {
  return events.map(toEventMessage);
}

const kinds = [
  { group: "", kind: "Event" },
  { group: "events.k8s.io", kind: "Event" },
];

/**
 * The Warning events by key and, where there is one, by uid of the object they are about. With very many roots each
 * index is read only once.
 */
const warningsOf = computedOnce((index: ObjectIndex): ReadonlyMap<string, readonly EventMessage[]> => {
  const map = new Map<string, EventMessage[]>();
  const warnings = kinds.flatMap((kind) => index.all(kind)).filter(({ raw }) => toText(raw["type"]) === "Warning");
  for (const warning of readEventMessages(warnings)) {
    const { about } = warning;
    for (const key of [keyOf(about), ...(about.uid === undefined ? [] : [about.uid])]) {
      const list = map.get(key);
      if (list === undefined) map.set(key, [warning]);
      else list.push(warning);
    }
  }
  return map;
});

/**
 * One Event in the form common to both APIs. v1 has involvedObject, message, count and lastTimestamp. events.k8s.io/v1
 * has regarding, note and series, and the old fields as deprecated (k8s.io/api core/v1 and events/v1, Event).
 */
function toEventMessage({ raw, createdAt }: KubeObject): EventMessage {
  const series = toRecord(raw["series"]);
  const last = [
    valueAt(series, "lastObservedTime"),
    raw["lastTimestamp"],
    raw["deprecatedLastTimestamp"],
    raw["eventTime"],
    createdAt,
  ]
    .map(normalizeUtc)
    .find((each) => each !== undefined);
  const first = [raw["firstTimestamp"], raw["deprecatedFirstTimestamp"], raw["eventTime"], createdAt]
    .map(normalizeUtc)
    .find((each) => each !== undefined);
  const counts = [valueAt(series, "count"), raw["count"], raw["deprecatedCount"]].map(wholeNumber);
  return {
    about: aboutOf(toRecord(raw["involvedObject"]) ?? toRecord(raw["regarding"])),
    reason: toText(raw["reason"]),
    message: (toText(raw["message"]) || toText(raw["note"])).replace(/^\(combined from similar events\): /, ""),
    count: Math.max(1, counts.find((each) => each !== undefined) ?? 1),
    ...definedFields({ last, first }),
  };
}

function aboutOf(value: unknown): Ref {
  const namespace = textAt(value, "namespace");
  const uid = textAt(value, "uid");
  return {
    group: groupVersion(textAt(value, "apiVersion")).group,
    kind: textAt(value, "kind"),
    ...(namespace !== "" && { namespace }),
    name: textAt(value, "name"),
    ...(uid !== "" && { uid }),
  };
}
