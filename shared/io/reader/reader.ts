import type { Query, Reading } from "../../model/snapshot.ts";
import { type Fields, toList, toRecord, toText, valueAt } from "../../parse/json-value.ts";
import { toObject } from "../../parse/kube-object.ts";
import type { ServerConnection } from "../connection/connection.ts";
import { type ByteBudget, createByteBudget } from "../transport/byte-budget.ts";
import { createDiscovery, type DiscoverOnce } from "./lazy-discovery.ts";
import { impossibleNameText, listParameters, resourcePath } from "./resource-path.ts";
import { type RetryMode, requestQuery, type SettledReply } from "./retry.ts";
import { isServed, servedQuery } from "./served-query.ts";

/** The position of a list that was read, from which a watch can continue. */
export interface ListPosition {
  /** The path of the collection, in the version that was served. */
  readonly path: string;
  readonly version: string;
  readonly resourceVersion: string;
}

/** A reading, and the place for a watch. Without a place no watch can continue from it. */
export interface PositionedReading {
  readonly reading: Reading;
  readonly place?: ListPosition;
  /** How many seconds a busy server asked to wait. */
  readonly seconds?: number;
}

/** Answers queries, from any source. */
export interface QueryReader {
  /**
   * The result of one query. Every refusal of the server is a Reading.
   * @throws ConnectionError where no server responds, or it rejects the credentials; the reason of `signal` where that
   * ended it.
   */
  read(query: Query, signal?: AbortSignal): Promise<Reading>;
}

/** A reader that also returns the place of each reading. */
export interface PlacingReader extends QueryReader {
  /** As {@link QueryReader.read}. */
  readPlaced(query: Query, signal?: AbortSignal): Promise<PositionedReading>;
}

/**
 * A reader of the API of one server. It remembers which version of a group the server serves, and tries that first.
 * Plural, versions and scope come from `discovery` where a query does not name the plural. `onProgress` gets the number of
 * objects of each page of a list.
 */
export function createReader(
  connection: ServerConnection,
  discovery: DiscoverOnce = createDiscovery(connection),
  patience: RetryMode = "again",
  onProgress?: (objects: number) => void,
): PlacingReader {
  const served = new Map<string, string>();
  const budget = createByteBudget(mostPageBytes, { untilEmpty: true });

  async function readPlaced(query: Query, signal?: AbortSignal): Promise<PositionedReading> {
    if (query.plural !== "") return readServed(query, signal);
    const known = servedQuery(query, await discovery(signal));
    if (!isServed(known)) return { reading: known };
    const { reading, ...where } = await readServed(known, signal);
    return { ...where, reading: { ...reading, query } };
  }

  async function readServed(query: Query, signal?: AbortSignal): Promise<PositionedReading> {
    const troubles: Trouble[] = [];
    for (const version of versionsOf(query, served.get(query.group))) {
      const path = resourcePath(query, version);
      if (path === undefined)
        return { reading: { query, outcome: "unread", cause: impossibleNameText(nameOf(query)) } };
      const reply =
        query.verb === "list"
          ? await wholeList(connection, path, query, signal, { patience, onProgress, budget })
          : await requestQuery(connection, path, query, signal, patience);
      if (reply.is !== "unserved" && reply.is !== "unconverted") {
        const isAnswered = reply.is === "found" || reply.is === "absent";
        if (isAnswered && !troubles.some(isUnconverted)) served.set(query.group, version);
        const reading = readingOf(reply, query, version, troubles.find(isUnconverted)?.cause);
        const resourceVersion =
          reply.is === "found" ? toText(valueAt(reply.value, ["metadata", "resourceVersion"])) : "";
        if (reply.is === "unread" && reply.seconds !== undefined) return { reading, seconds: reply.seconds };
        return { reading, ...(resourceVersion !== "" && { place: { path, version, resourceVersion } }) };
      }
      troubles.push(reply);
    }
    return { reading: unreadable(query, troubles) };
  }

  return { readPlaced, read: async (query, signal) => (await readPlaced(query, signal)).reading };
}

type Trouble = Extract<SettledReply, { readonly is: "unserved" | "unconverted" }>;
type Plain = Exclude<SettledReply, Trouble>;

function isUnconverted(trouble: Trouble): boolean {
  return trouble.is === "unconverted";
}

function versionsOf(query: Query, served: string | undefined): readonly string[] {
  if (served === undefined || !query.versions.includes(served)) return query.versions;
  return [served, ...query.versions.filter((version) => version !== served)];
}

function readingOf(reply: Plain, query: Query, version: string, warning: string | undefined): Reading {
  if (reply.is === "found") {
    const found: readonly unknown[] = query.verb === "list" ? toList(valueAt(reply.value, ["items"])) : [reply.value];
    const items = found.map(toRecord).filter((item) => item !== undefined);
    const objects = items.map((item) => toObject(withItemKinds(item, query, version)));
    return { query, outcome: "found", objects, ...(warning !== undefined && { warning }) };
  }
  if (reply.is === "absent") return { query, outcome: "absent" };
  return { query, outcome: reply.is === "forbidden" ? "forbidden" : "unread", cause: reply.cause };
}

/** `item` with its kind and API version. Items of built-in lists have none, and metadata has PartialObjectMetadata. */
export function withItemKinds(item: Fields, query: Pick<Query, "group" | "kind">, version: string): Fields {
  const kind = toText(valueAt(item, ["kind"]));
  if (kind !== "" && kind !== "PartialObjectMetadata") return item;
  return { ...item, apiVersion: query.group === "" ? version : `${query.group}/${version}`, kind: query.kind };
}

// A failed conversion webhook means that the object exists. That outweighs a version that is not served.
function unreadable(query: Query, troubles: readonly Trouble[]): Reading {
  const unconverted = troubles.find(isUnconverted);
  if (unconverted !== undefined) return { query, outcome: "unread", cause: unconverted.cause };
  const resource = query.group === "" ? query.plural : `${query.plural}.${query.group}`;
  return { query, outcome: "noSuchKind", cause: `the server has no ${resource} in ${query.versions.join(" or ")}` };
}

function nameOf(query: Query): string {
  return [query.plural, query.namespace, query.name].filter((part) => part !== undefined).join("/");
}

// 200,000 objects: more than any cluster has of a kind that is read here. It ends a list that never ends.
const mostPages = 400;

/** The most bytes of the pages of all lists under way, as JSON. Their objects take two to three times as many. */
const mostPageBytes: number = 48 * 2 ** 20;

// What a small object takes beyond its JSON.
const objectBytes = 512;

/** How lists are read over one connection. */
interface ListReading {
  readonly patience?: RetryMode | undefined;
  /** Gets the number of objects of each page. */
  readonly onProgress?: ((objects: number) => void) | undefined;
  readonly budget: ByteBudget;
}

/**
 * All pages of a list as one. The list ends where its pages exceed what is left of `budget`, which other lists under way
 * share. Where the continue token expires, the list is read again in one piece. `onProgress` gets the
 * number of objects of each page.
 */
async function wholeList(
  connection: ServerConnection,
  path: string,
  query: Query,
  signal: AbortSignal | undefined,
  { patience, onProgress, budget }: ListReading,
): Promise<SettledReply> {
  let held = 0;
  try {
    return await readPages(connection, path, query, signal, { patience, onProgress, budget: { ...budget, take } });
  } finally {
    budget.giveBack(held);
  }

  function take(bytes: number): boolean {
    if (!budget.take(bytes)) return false;
    held += bytes;
    return true;
  }
}

async function readPages(
  connection: ServerConnection,
  path: string,
  query: Query,
  signal: AbortSignal | undefined,
  { patience, onProgress, budget }: ListReading,
): Promise<SettledReply> {
  const pages: (readonly unknown[])[] = [];
  let after = "";
  while (pages.length < mostPages) {
    const reply = await requestQuery(connection, path + listParameters(query, { after }), query, signal, patience);
    if (reply.is === "expired")
      return requestQuery(connection, path + listParameters(query, "whole"), query, signal, patience);
    if (reply.is !== "found") return reply;
    const page = toList(valueAt(reply.value, ["items"]));
    if (!budget.take(reply.bytes + page.length * objectBytes))
      return {
        is: "unread",
        cause: `the lists in progress are larger than ${mostPageBytes / 2 ** 20} MiB together; name a namespace or an object`,
      };
    pages.push(page);
    onProgress?.(page.length);
    after = toText(valueAt(reply.value, ["metadata", "continue"]));
    if (after === "") return { ...reply, value: { ...reply.value, items: pages.flat() } };
  }
  return { is: "unread", cause: `the list does not end: ${mostPages} pages` };
}
