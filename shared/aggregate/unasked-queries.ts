import type { Query, Reading, Snapshot } from "../model/snapshot.ts";
import { hcoProfile } from "../profiles/hco/profile.ts";
import { platformKinds } from "./platform/platform-plan.ts";
import { queryRequested, type RequestedKind } from "./snapshot/queries.ts";

/** What the user requests of a saved snapshot, which may be more than was requested when it was read. */
interface CurrentRequest {
  readonly wanted?: readonly RequestedKind[];
  /** Without it, all namespaces are requested. */
  readonly namespace?: string;
  /** What an upgrade stands on beside the roots is requested too. */
  readonly platform?: boolean;
  /** The reason to give for a reading that the snapshot does not have. */
  readonly cause: string;
}

/**
 * Adds to a saved snapshot an unread reading for each requested query without a reading. The original request did not include
 * such a query, so its objects are unread, and not absent. Files are complete, except for the namespaces that the original
 * request omitted.
 */
export function addUnaskedQueries(snapshot: Snapshot, request: CurrentRequest): Snapshot {
  const { wanted = [{ kind: hcoProfile.root }], namespace, platform, cause } = request;
  const requestedKinds: RequestedKind[] = [...wanted];
  if (platform === true) requestedKinds.push(...platformKinds.map((kind) => ({ kind })));
  const unread: Reading[] = [];
  for (const requested of requestedKinds) {
    const query = queryRequested(requested, namespace);
    if (!hasReading(query, requested, snapshot)) unread.push({ query, outcome: "unread", cause });
  }
  if (unread.length === 0) return snapshot;
  return { ...snapshot, readings: [...snapshot.readings, ...unread], unasked: unread.map(({ query }) => query) };
}

/** Whether a snapshot has a reading of a query. `requested` is the kind and name that the query is for. */
function hasReading(
  query: Query,
  { name }: RequestedKind,
  { readings, source, request: original = {} }: Snapshot,
): boolean {
  if (source.kind === "files" || source.kind === "buffer") {
    return !query.namespaced || original.namespace === undefined || original.namespace === query.namespace;
  }
  return readings.some((reading) => {
    const { group, kind } = reading.query;
    if (group !== query.group || kind !== query.kind) return false;
    return reading.outcome === "noSuchKind" || coversQuery(reading, query, name, original.selector !== undefined);
  });
}

/**
 * Whether a reading of the same kind covers a query. A get must have the same name and namespace. A list must be of the
 * namespace of the query or of all namespaces. A list by labels that was found must also be the one that the user selected by
 * labels (`isSelected`), because that selector still applies, and the query must have no name.
 */
function coversQuery(reading: Reading, query: Query, name: string | undefined, isSelected: boolean): boolean {
  const { verb, namespace, fieldSelector, labelSelector } = reading.query;
  if (verb === "get") return reading.query.name === name && namespace === query.namespace;
  const coversNamespace = !query.namespaced || namespace === undefined || namespace === query.namespace;
  if (!coversNamespace) return false;
  if (fieldSelector !== undefined && fieldSelector !== `metadata.name=${name}`) return false;
  return labelSelector === undefined || (isSelected && name === undefined) || reading.outcome !== "found";
}
