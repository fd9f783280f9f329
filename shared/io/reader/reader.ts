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

/** A reading, and where a watch can continue from it. */
export interface PositionedReading {
  readonly reading: Reading;
  /** Absent: no watch can continue from the reading. */
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
  const servedVersions = new Map<string, string>();

  async function readPlaced(query: Query, signal?: AbortSignal): Promise<PositionedReading> {
    if (query.plural !== "") return readVersions(query, signal);
    const resolved = resolveQuery(query, await discovery(signal));
    if (!isServed(resolved)) return { reading: resolved };
    const placed = await readVersions(resolved, signal);
    return { ...placed, reading: { ...placed.reading, query } };
  }

  /** Requests one version after the other, until the server serves one and can convert the objects to it. */
  async function readVersions(query: Query, signal: AbortSignal | undefined): Promise<PositionedReading> {
    let conversionFailure: string | undefined;
    for (const version of sortVersions(query, servedVersions.get(query.group))) {
      const path = resourcePath(query, version);
      if (path === undefined) {
        const cause = impossibleNameText(formatRequestedName(query));
        return { reading: { query, outcome: "unread", cause } };
      }
      const share = createInputShare(budget);
      const result =
        query.verb === "list"
          ? await readWholeList({ ...settings, connection, query, path, version, signal, share, retryMode })
          : await requestQuery(connection, path, query, { signal, retryMode, findFlaw: objectFlaw });
      if (result.is === "unserved") continue;
      if (result.is === "unconverted") {
        conversionFailure ??= result.cause;
        continue;
      }
      const isRead = result.is === "found" || result.is === "absent";
      if (isRead && conversionFailure === undefined) servedVersions.set(query.group, version);
      const reading = makeReading(result, query, version, conversionFailure);
      if (result.is === "found")
        return { reading, share, ...definedFields({ place: readPosition(result, path, version) }) };
      return result.is === "unread" ? { reading, ...definedFields({ seconds: result.seconds }) } : { reading };
    }
    return { reading: makeUnservedReading(query, conversionFailure) };
  }

  return { readPlaced, read: async (query, signal) => (await readPlaced(query, signal)).reading };
}

/** The versions of a query, first the one in which the server served the group before. */
function sortVersions({ versions }: Query, servedVersion: string | undefined): readonly string[] {
  if (servedVersion === undefined || !versions.includes(servedVersion)) return versions;
  return [servedVersion, ...versions.filter((version) => version !== servedVersion)];
}

type FinalResult = Exclude<ListResult, { readonly is: "unserved" | "unconverted" }>;

/** @param warning Why the objects could not be read in a version that the query prefers. */
function makeReading(result: FinalResult, query: Query, version: string, warning: string | undefined): Reading {
  switch (result.is) {
    case "found": {
      const objects = "objects" in result ? result.objects : [toObject(withItemKinds(result.value, query, version))];
      return { query, outcome: "found", objects, ...definedFields({ warning }) };
    }
    case "absent":
      return { query, outcome: "absent" };
    case "forbidden":
      return { query, outcome: "forbidden", cause: result.cause };
    default:
      return { query, outcome: "unread", cause: result.cause };
  }
}

/** The position after a result. Undefined where the server stated no resourceVersion. */
function readPosition(
  { value }: Extract<FinalResult, { readonly is: "found" }>,
  path: string,
  version: string,
): ListPosition | undefined {
  const resourceVersion = textAt(value, "metadata", "resourceVersion");
  return resourceVersion === "" ? undefined : { path, version, resourceVersion };
}

/**
 * The reading where the server serves no version of the query. A failed conversion shows that the object exists, which
 * outweighs a version that is not served.
 */
function makeUnservedReading(query: Query, conversionFailure: string | undefined): Reading {
  if (conversionFailure !== undefined) return { query, outcome: "unread", cause: conversionFailure };
  const cause = `the server has no ${typeName(query)} in ${query.versions.join(" or ")}`;
  return { query, outcome: "noSuchKind", cause };
}

/** `pods/namespace/name`, without the parts that a query does not have. */
function formatRequestedName({ plural, namespace, name }: Query): string {
  return [plural, namespace, name].filter((part) => part !== undefined).join("/");
}
