import { definedFields } from "../../model/defined-fields.ts";
import { typeName } from "../../model/kind.ts";
import type { Query, Reading } from "../../model/snapshot.ts";
import { createInputBudget, createInputShare, type InputBudget, type InputShare } from "../../parse/input-budget.ts";
import { textAt } from "../../parse/json-value.ts";
import { toObject } from "../../parse/kube-object.ts";
import type { ServerConnection } from "../connection/connection.ts";
import { createDiscovery, type DiscoverOnce } from "./lazy-discovery.ts";
import { type ListResult, type ListSettings, objectFlaw, readWholeList, withItemKinds } from "./paged-list.ts";
import { impossibleNameText, resourcePath } from "./resource-path.ts";
import { requestQuery } from "./retry.ts";
import { isServed, resolveQuery } from "./served-query.ts";

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
  /** What the objects of a list take of the budget. A caller that drops them gives it back. */
  readonly share?: InputShare;
}

/** Reads the results of queries, from any source. */
export interface QueryReader {
  /**
   * The result of one query. Every refusal of the server is a Reading.
   * @throws ConnectionError where no server responds, or it rejects the credentials; the reason of `signal` where that
   * ended it; InputLimitError where all lists together hold more than a command may keep.
   */
  read(query: Query, signal?: AbortSignal): Promise<Reading>;
}

/** A reader that also returns the place of each reading. */
export interface PlacingReader extends QueryReader {
  /** As {@link QueryReader.read}. */
  readPlaced(query: Query, signal?: AbortSignal): Promise<PositionedReading>;
}

/** How a reader reads lists. */
export interface ReaderSettings extends Partial<ListSettings> {
  /** What all lists of a command may hold together, those of other readers too. Absent: one for this reader. */
  readonly budget?: InputBudget;
}

/**
 * A reader of the API of one server. It remembers which version of a group the server serves, and tries that first.
 * Plural, versions and scope come from `discovery` where a query does not name the plural.
 */
export function createReader(
  connection: ServerConnection,
  discovery: DiscoverOnce = createDiscovery(connection),
  { budget = createInputBudget("servers"), retryMode = "retry", ...settings }: ReaderSettings = {},
): PlacingReader {
  const served = new Map<string, string>();

  async function readPlaced(query: Query, signal?: AbortSignal): Promise<PositionedReading> {
    if (query.plural !== "") return readServed(query, signal);
    const known = resolveQuery(query, await discovery(signal));
    if (!isServed(known)) return { reading: known };
    const { reading, ...where } = await readServed(known, signal);
    return { ...where, reading: { ...reading, query } };
  }

  async function readServed(query: Query, signal?: AbortSignal): Promise<PositionedReading> {
    const failures: VersionFailure[] = [];
    for (const version of versionsOf(query, served.get(query.group))) {
      const path = resourcePath(query, version);
      if (path === undefined)
        return { reading: { query, outcome: "unread", cause: impossibleNameText(requestedName(query)) } };
      const share = createInputShare(budget);
      const list = { version, share, ...settings, retryMode };
      const result =
        query.verb === "list"
          ? await readWholeList(connection, path, query, signal, list)
          : await requestQuery(connection, path, query, signal, retryMode, objectFlaw);
      if (result.is !== "unserved" && result.is !== "unconverted") {
        const isRead = result.is === "found" || result.is === "absent";
        if (isRead && !failures.some(isUnconverted)) served.set(query.group, version);
        const reading = readingOf(result, query, version, failures.find(isUnconverted)?.cause);
        if (result.is === "unread" && result.seconds !== undefined) return { reading, seconds: result.seconds };
        if (result.is !== "found") return { reading };
        const resourceVersion = textAt(result.value, "metadata", "resourceVersion");
        return { reading, share, ...(resourceVersion !== "" && { place: { path, version, resourceVersion } }) };
      }
      failures.push(result);
    }
    return { reading: unreadable(query, failures) };
  }

  return { readPlaced, read: async (query, signal) => (await readPlaced(query, signal)).reading };
}

type VersionFailure = Extract<ListResult, { readonly is: "unserved" | "unconverted" }>;
type FinalResult = Exclude<ListResult, VersionFailure>;

function isUnconverted(failure: VersionFailure): boolean {
  return failure.is === "unconverted";
}

function versionsOf(query: Query, served: string | undefined): readonly string[] {
  if (served === undefined || !query.versions.includes(served)) return query.versions;
  return [served, ...query.versions.filter((version) => version !== served)];
}

function readingOf(result: FinalResult, query: Query, version: string, warning: string | undefined): Reading {
  if (result.is === "found") {
    const objects = "objects" in result ? result.objects : [toObject(withItemKinds(result.value, query, version))];
    return { query, outcome: "found", objects, ...definedFields({ warning }) };
  }
  if (result.is === "absent") return { query, outcome: "absent" };
  return { query, outcome: result.is === "forbidden" ? "forbidden" : "unread", cause: result.cause };
}

// A failed conversion webhook means that the object exists. That outweighs a version that is not served.
function unreadable(query: Query, failures: readonly VersionFailure[]): Reading {
  const unconverted = failures.find(isUnconverted);
  if (unconverted !== undefined) return { query, outcome: "unread", cause: unconverted.cause };
  const resource = typeName(query);
  return { query, outcome: "noSuchKind", cause: `the server has no ${resource} in ${query.versions.join(" or ")}` };
}

function requestedName(query: Query): string {
  return [query.plural, query.namespace, query.name].filter((part) => part !== undefined).join("/");
}
