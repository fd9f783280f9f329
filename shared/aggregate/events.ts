import { type KubeObject, keyOf, type Ref } from "../model/object.ts";
import type { CauseEvent } from "../model/report.ts";
import { utc } from "../model/time.ts";
import { at, record, text, wholeNumber } from "../parse/value.ts";
import type { Index } from "./lookup.ts";
import { compareTexts } from "./texts.ts";

/** What an Event says, whichever of the two APIs it was read from. */
export type Said = CauseEvent;

const most = 3;

/** Warning events about any of the objects, newest first, each text once, at most three. */
export function eventsAbout(refs: readonly Ref[], index: Index): readonly CauseEvent[] {
  const byObject = warningsOf(index);
  const keys = refs.flatMap((ref) => [keyOf(ref), ...(ref.uid === undefined ? [] : [ref.uid])]);
  const found = new Set(keys.flatMap((key) => byObject.get(key) ?? []));
  // An object that was made anew under the same name has a uid of its own, and so do its events.
  const uids = new Map(refs.map((ref) => [keyOf(ref), ref.uid]));
  const own = [...found].filter(({ about }) => {
    const uid = uids.get(keyOf(about));
    return uid === undefined || about.uid === undefined || uid === about.uid;
  });
  return distinct(own).slice(0, most);
}

/**
 * One per reason and message, newest first; `count` is the most that one copy says: the operator writes each event up to
 * three times, on its Pod, the CR and the CSV (facts hco 2.7). What was combined counts with its text.
 */
export function distinct(all: readonly Said[]): readonly Said[] {
  const seen = new Map<string, Said>();
  for (const said of all) {
    const key = `${said.reason}\n${said.message}`;
    const known = seen.get(key);
    const [newer, older] =
      known === undefined || (said.last ?? "") > (known.last ?? "") ? [said, known] : [known, said];
    seen.set(key, { ...newer, count: Math.max(newer.count, older?.count ?? 1) });
  }
  return [...seen.values()].toSorted((a, b) => compareTexts(b.last ?? "", a.last ?? ""));
}

/** Every Event of a list, made total. */
export function saidBy(events: readonly KubeObject[]): readonly Said[] {
  return events.map(said);
}

const kinds = [
  { group: "", kind: "Event" },
  { group: "events.k8s.io", kind: "Event" },
];

/** Told of a great many roots, each index is gone through once. */
const known = new WeakMap<Index, ReadonlyMap<string, readonly Said[]>>();

/** By key and, where there is one, by uid of the object they are about. */
function warningsOf(index: Index): ReadonlyMap<string, readonly Said[]> {
  const before = known.get(index);
  if (before !== undefined) return before;
  const map = new Map<string, Said[]>();
  const warnings = kinds.flatMap((kind) => index.all(kind)).filter(({ raw }) => text(raw["type"]) === "Warning");
  for (const warning of saidBy(warnings)) {
    const { about } = warning;
    for (const key of [keyOf(about), ...(about.uid === undefined ? [] : [about.uid])]) {
      const list = map.get(key);
      if (list === undefined) map.set(key, [warning]);
      else list.push(warning);
    }
  }
  known.set(index, map);
  return map;
}

/**
 * v1 says involvedObject, message, count, lastTimestamp; events.k8s.io/v1 regarding, note, series, and the old ones as
 * deprecated (k8s.io/api core/v1 and events/v1, Event).
 */
function said({ raw, createdAt }: KubeObject): Said {
  const series = record(raw["series"]);
  const last = [
    at(series, ["lastObservedTime"]),
    raw["lastTimestamp"],
    raw["deprecatedLastTimestamp"],
    raw["eventTime"],
    createdAt,
  ]
    .map(utc)
    .find((each) => each !== undefined);
  const counts = [at(series, ["count"]), raw["count"], raw["deprecatedCount"]].map(wholeNumber);
  return {
    about: aboutOf(record(raw["involvedObject"]) ?? record(raw["regarding"])),
    reason: text(raw["reason"]),
    message: (text(raw["message"]) || text(raw["note"])).replace(/^\(combined from similar events\): /, ""),
    count: Math.max(1, counts.find((each) => each !== undefined) ?? 1),
    ...(last === undefined ? {} : { last }),
  };
}

function aboutOf(value: unknown): Ref {
  const apiVersion = text(at(value, ["apiVersion"]));
  const [namespace, uid] = [text(at(value, ["namespace"])), text(at(value, ["uid"]))];
  return {
    group: apiVersion.includes("/") ? apiVersion.slice(0, apiVersion.indexOf("/")) : "",
    kind: text(at(value, ["kind"])),
    ...(namespace === "" ? {} : { namespace }),
    name: text(at(value, ["name"])),
    ...(uid === "" ? {} : { uid }),
  };
}
