import type { Query, Reading } from "../model/snapshot.ts";
import { toObject } from "../parse/object.ts";
import { at, type Fields, list, record, text } from "../parse/value.ts";
import { ask, type Patience, type Settled } from "./ask.ts";
import type { Connection } from "./connection.ts";
import { type Discovery, discoveryOf } from "./discovery-once.ts";
import { pathOf } from "./resource-path.ts";
import { isServed, servedQuery } from "./served-query.ts";
import { wholeList } from "./whole-list.ts";

/** Where a list was read, so that a watch can go on from there. */
export interface Place {
  /** Of the collection, in the version that was served. */
  readonly path: string;
  readonly version: string;
  readonly resourceVersion: string;
}

/** A Reading, and where it was read; without a place there is nothing to go on from. */
export interface Placed {
  readonly reading: Reading;
  readonly place?: Place;
  /** A busy server wants to be left alone for so many seconds. */
  readonly seconds?: number;
}

/** Answers queries, whatever stands behind it. */
export interface Reader {
  /**
   * What became of one query: every refusal of the server is a Reading.
   * @throws ConnectionError where no server answers, or it does not know us; the reason of `signal` where that ended it.
   */
  read(query: Query, signal?: AbortSignal): Promise<Reading>;
}

/** A reader that also says where it read. */
export interface PlacingReader extends Reader {
  /** As {@link Reader.read}. */
  readPlaced(query: Query, signal?: AbortSignal): Promise<Placed>;
}

/**
 * Reads the API of one server; it learns which version of a group is served and begins with that the next time. What a
 * query leaves open, plural, versions and scope, comes from `discovery`.
 */
export function readerOf(
  connection: Connection,
  discovery: Discovery = discoveryOf(connection),
  patience: Patience = "again",
): PlacingReader {
  const served = new Map<string, string>();

  async function readPlaced(query: Query, signal?: AbortSignal): Promise<Placed> {
    if (query.plural !== "") return readServed(query, signal);
    const known = servedQuery(query, await discovery(signal));
    if (!isServed(known)) return { reading: known };
    const { reading, ...where } = await readServed(known, signal);
    return { ...where, reading: { ...reading, query } };
  }

  async function readServed(query: Query, signal?: AbortSignal): Promise<Placed> {
    const troubles: Trouble[] = [];
    for (const version of versionsOf(query, served.get(query.group))) {
      const path = pathOf(query, version);
      if (path === undefined)
        return { reading: { query, outcome: "unread", cause: `${nameOf(query)} cannot be a name in the API` } };
      const reply = await (query.verb === "list" ? wholeList : ask)(connection, path, query, signal, patience);
      if (reply.is !== "unserved" && reply.is !== "unconverted") {
        const isAnswered = reply.is === "found" || reply.is === "absent";
        if (isAnswered && !troubles.some(isUnconverted)) served.set(query.group, version);
        const reading = readingOf(reply, query, version, troubles.find(isUnconverted)?.cause);
        const resourceVersion = reply.is === "found" ? text(at(reply.value, ["metadata", "resourceVersion"])) : "";
        if (reply.is === "unread" && reply.seconds !== undefined) return { reading, seconds: reply.seconds };
        return { reading, ...(resourceVersion !== "" && { place: { path, version, resourceVersion } }) };
      }
      troubles.push(reply);
    }
    return { reading: unreadable(query, troubles) };
  }

  return { readPlaced, read: async (query, signal) => (await readPlaced(query, signal)).reading };
}

type Trouble = Extract<Settled, { readonly is: "unserved" | "unconverted" }>;
type Plain = Exclude<Settled, Trouble>;

function isUnconverted(trouble: Trouble): boolean {
  return trouble.is === "unconverted";
}

function versionsOf(query: Query, served: string | undefined): readonly string[] {
  if (served === undefined || !query.versions.includes(served)) return query.versions;
  return [served, ...query.versions.filter((version) => version !== served)];
}

function readingOf(reply: Plain, query: Query, version: string, warning: string | undefined): Reading {
  if (reply.is === "found") {
    const found: readonly unknown[] = query.verb === "list" ? list(at(reply.value, ["items"])) : [reply.value];
    const items = found.map(record).filter((item) => item !== undefined);
    const objects = items.map((item) => toObject(typed(item, query, version)));
    return { query, outcome: "found", objects, ...(warning !== undefined && { warning }) };
  }
  if (reply.is === "absent") return { query, outcome: "absent" };
  return { query, outcome: reply.is === "forbidden" ? "forbidden" : "unread", cause: reply.cause };
}

/** The items of a built-in kind's list do not say what they are, and metadata alone says that it is metadata. */
export function typed(item: Fields, query: Pick<Query, "group" | "kind">, version: string): Fields {
  const kind = text(at(item, ["kind"]));
  if (kind !== "" && kind !== "PartialObjectMetadata") return item;
  return { ...item, apiVersion: query.group === "" ? version : `${query.group}/${version}`, kind: query.kind };
}

// A webhook that fails says that the object is there: it outweighs a version that is not.
function unreadable(query: Query, troubles: readonly Trouble[]): Reading {
  const unconverted = troubles.find(isUnconverted);
  if (unconverted !== undefined) return { query, outcome: "unread", cause: unconverted.cause };
  const resource = query.group === "" ? query.plural : `${query.plural}.${query.group}`;
  return { query, outcome: "noSuchKind", cause: `the server has no ${resource} in ${query.versions.join(" or ")}` };
}

function nameOf(query: Query): string {
  return [query.plural, query.namespace, query.name].filter((part) => part !== undefined).join("/");
}
