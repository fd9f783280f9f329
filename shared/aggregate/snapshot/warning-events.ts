import { compareTexts } from "../../model/compare-texts.ts";
import { definedFields } from "../../model/defined-fields.ts";
import { groupByEachKey } from "../../model/items-by-key.ts";
import { groupVersion, type KubeObject, keyOf, type Ref } from "../../model/object.ts";
import type { CauseEvent } from "../../model/report.ts";
import { normalizeUtc } from "../../model/time.ts";
import { textAt, toRecord, toText, valueAt, wholeNumber } from "../../parse/json-value.ts";
import { memoizeByIndex } from "./memoize-by-index.ts";
import type { ObjectIndex } from "./object-index.ts";

/** An Event, read from either of the two APIs. */
export interface EventMessage extends CauseEvent {
  /** When it occurred for the first time, RFC 3339 UTC. */
  readonly first?: string;
}

/** The most events that a cause lists. */
const maxEvents = 3;

/** The kind Event in both APIs. */
const eventKinds = [
  { group: "", kind: "Event" },
  { group: "events.k8s.io", kind: "Event" },
];

/**
 * The newest Warning events about any of the objects, the newest first and each text once. Events about an earlier object of
 * the same name, which has another uid, do not count.
 *
 * @param counts whether an event counts
 */
export function listEventsAbout(
  refs: readonly Ref[],
  index: ObjectIndex,
  counts: (event: EventMessage) => boolean = () => true,
): readonly CauseEvent[] {
  const warningsByKey = indexWarnings(index);
  const warnings = new Set(refs.flatMap(listEventKeys).flatMap((key) => warningsByKey.get(key) ?? []));
  const uidsByKey = new Map(refs.map((ref) => [keyOf(ref), ref.uid]));
  const currentWarnings = [...warnings].filter((event) => {
    const { about } = event;
    const uid = uidsByKey.get(keyOf(about));
    return (uid === undefined || about.uid === undefined || uid === about.uid) && counts(event);
  });
  const newestWarnings = putFailureBeforeTimeout(mergeRepeatedEvents(currentWarnings)).slice(0, maxEvents);
  return newestWarnings.map(({ first: _first, ...event }) => event);
}

/** The reasons of the events about a volume that is not attached or mounted (kubernetes/kubernetes pkg/kubelet/events/event.go). */
export const volumeReasons: ReadonlySet<string> = new Set(["FailedAttachVolume", "FailedMapVolume", "FailedMount"]);

/** The message with which the kubelet repeats every two minutes that a volume is not attached or not mounted. */
const mountTimeout = /^Unable to attach or mount volumes\b/;

/**
 * The events, newest first. Where the newest only says that the time for a volume is over, the newest event that says why comes
 * before it: a Multi-Attach error is reported once, and the timeout again and again.
 */
function putFailureBeforeTimeout(events: readonly EventMessage[]): readonly EventMessage[] {
  const [newest] = events;
  if (newest === undefined || !mountTimeout.test(newest.message)) return events;
  const failure = events.find(({ reason, message }) => volumeReasons.has(reason) && !mountTimeout.test(message));
  return failure === undefined ? events : [failure, ...events.filter((event) => event !== failure)];
}

/** The first event of {@link listEventsAbout}. Computed once, because every container of a pod needs that of the pod. */
export const findNewestEvent: (index: ObjectIndex, object: KubeObject) => CauseEvent | undefined = memoizeByIndex(
  (index: ObjectIndex, { ref }: KubeObject) => listEventsAbout([ref], index)[0],
);

/**
 * Merges the Events with the same reason and message into the newest of them, newest first. `count` becomes the highest
 * count of the copies, not their sum: HyperConverged's operator writes each event up to three times, on its Pod, the CR
 * and the CSV (kubevirt/hyperconverged-cluster-operator pkg/util/event_emitter.go).
 */
export function mergeRepeatedEvents(events: readonly EventMessage[]): readonly EventMessage[] {
  const mergedByText = new Map<string, EventMessage>();
  for (const event of events) {
    const text = `${event.reason}\n${event.message}`;
    const merged = mergedByText.get(text);
    mergedByText.set(text, merged === undefined ? event : mergeEvents(merged, event));
  }
  return [...mergedByText.values()].toSorted((a, b) => compareTexts(b.last ?? "", a.last ?? ""));
}

/** The newer of two Events, with the higher count and the earlier first time of the two. */
function mergeEvents(a: EventMessage, b: EventMessage): EventMessage {
  const newer = (b.last ?? "") > (a.last ?? "") ? b : a;
  const [first] = [a.first, b.first].filter((time) => time !== undefined).toSorted(compareTexts);
  return { ...newer, count: Math.max(a.count, b.count), ...definedFields({ first }) };
}

/** Reads the Events of a list, with defaults for missing fields. */
export function readEventMessages(events: readonly KubeObject[]): readonly EventMessage[] {
  return events.map(readEventMessage);
}

/** The keys under which the events about an object are found: its own key, and its uid if that is known. */
function listEventKeys(ref: Ref): readonly string[] {
  return ref.uid === undefined ? [keyOf(ref)] : [keyOf(ref), ref.uid];
}

/** The Warning events by the keys of the objects that they are about. Computed once, because there may be many roots. */
const indexWarnings = memoizeByIndex((index: ObjectIndex): ReadonlyMap<string, readonly EventMessage[]> => {
  const events = eventKinds.flatMap((kind) => index.all(kind));
  const warnings = events.filter(({ raw }) => toText(raw["type"]) === "Warning");
  return groupByEachKey(readEventMessages(warnings), ({ about }) => listEventKeys(about));
});

/**
 * Reads one Event in the form common to both APIs. v1 has involvedObject, message, count and lastTimestamp.
 * events.k8s.io/v1 has regarding, note and series, and the old fields as deprecated
 * (https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/event-v1/).
 */
function readEventMessage({ raw, createdAt }: KubeObject): EventMessage {
  const series = toRecord(raw["series"]);
  const last = findFirstTime([
    valueAt(series, "lastObservedTime"),
    raw["lastTimestamp"],
    raw["deprecatedLastTimestamp"],
    raw["eventTime"],
    createdAt,
  ]);
  const first = findFirstTime([raw["firstTimestamp"], raw["deprecatedFirstTimestamp"], raw["eventTime"], createdAt]);
  const counts = [valueAt(series, "count"), raw["count"], raw["deprecatedCount"]].map(wholeNumber);
  const count = counts.find((number) => number !== undefined) ?? 1;
  const message = toText(raw["message"]) || toText(raw["note"]);
  return {
    about: readReference(toRecord(raw["involvedObject"]) ?? toRecord(raw["regarding"])),
    reason: toText(raw["reason"]),
    // A message that combines similar events counts as the message that it quotes.
    message: message.replace(/^\(combined from similar events\): /, ""),
    count: Math.max(1, count),
    ...definedFields({ last, first }),
  };
}

/** The first of the values that is a time, as RFC 3339 UTC. */
function findFirstTime(values: readonly unknown[]): string | undefined {
  return values.map(normalizeUtc).find((time) => time !== undefined);
}

/** The ref in an ObjectReference of core/v1. */
function readReference(value: unknown): Ref {
  const namespace = textAt(value, "namespace") || undefined;
  const uid = textAt(value, "uid") || undefined;
  return {
    group: groupVersion(textAt(value, "apiVersion")).group,
    kind: textAt(value, "kind"),
    ...definedFields({ namespace }),
    name: textAt(value, "name"),
    ...definedFields({ uid }),
  };
}
