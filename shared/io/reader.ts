import type { Query, Reading } from "../model/snapshot.ts";
import { toObject } from "../parse/object.ts";
import { at, type Fields, list, record, text } from "../parse/value.ts";
import { ask, type Settled } from "./ask.ts";
import type { Connection } from "./connection.ts";
import { type Discovery, discoveryOf } from "./discovery-once.ts";
import { pathOf } from "./resource-path.ts";
import { isServed, servedQuery } from "./served-query.ts";
import { wholeList } from "./whole-list.ts";

/** Answers queries, whatever stands behind it. */
export interface Reader {
  /**
   * What became of one query: every refusal of the server is a Reading.
   * @throws ConnectionError where no server answers, or it does not know us; the reason of `signal` where that ended it.
   */
  read(query: Query, signal?: AbortSignal): Promise<Reading>;
}

/**
 * Reads the API of one server; it learns which version of a group is served and begins with that the next time. What a
 * query leaves open, plural, versions and scope, comes from `discovery`.
 */
export function readerOf(connection: Connection, discovery: Discovery = discoveryOf(connection)): Reader {
  const served = new Map<string, string>();

  async function read(query: Query, signal?: AbortSignal): Promise<Reading> {
    if (query.plural !== "") return readServed(query, signal);
    const known = servedQuery(query, await discovery(signal));
    if (!isServed(known)) return known;
    return { ...(await readServed(known, signal)), query };
  }

  async function readServed(query: Query, signal?: AbortSignal): Promise<Reading> {
    const troubles: Trouble[] = [];
    for (const version of versionsOf(query, served.get(query.group))) {
      const path = pathOf(query, version);
      if (path === undefined)
        return { query, outcome: "unread", cause: `${nameOf(query)} cannot be a name in the API` };
      const reply = await (query.verb === "list" ? wholeList : ask)(connection, path, query, signal);
      if (reply.is !== "unserved" && reply.is !== "unconverted") {
        const isAnswered = reply.is === "found" || reply.is === "absent";
        if (isAnswered && !troubles.some(isUnconverted)) served.set(query.group, version);
        return readingOf(reply, query, version, troubles.find(isUnconverted)?.cause);
      }
      troubles.push(reply);
    }
    return unreadable(query, troubles);
  }

  return { read };
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

// The items of a built-in kind's list do not say what they are, and metadata alone says that it is metadata.
function typed(item: Fields, query: Query, version: string): Fields {
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
