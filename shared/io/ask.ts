import { setTimeout as pause } from "node:timers/promises";
import type { Query } from "../model/snapshot.ts";
import type { Connection } from "./connection.ts";
import { type Reply, replyOf } from "./reply.ts";

// A server under load asks for a second; one that wants more than this is better reported than waited for.
const longestPause = 10;
const shortPause = 0.25;

/** A reply that no waiting would change. */
export type Settled = Exclude<Reply, { readonly is: "busy" }>;

/**
 * Asks, and once more after a pause where the server is busy: twice for 429, which says that asking again is right.
 * @throws ConnectionError where there is no answer.
 */
export async function ask(
  connection: Connection,
  path: string,
  query: Query,
  signal: AbortSignal | undefined,
): Promise<Settled> {
  const options = { accept: acceptOf(query), ...(signal !== undefined && { signal }) };
  for (let attempt = 1; ; attempt += 1) {
    const reply = replyOf(await connection.get(path, options), query);
    if (reply.is !== "busy") return reply;
    const seconds = reply.seconds ?? (reply.status === 429 ? 1 : shortPause);
    if (attempt > (reply.status === 429 ? 2 : 1) || seconds > longestPause) return { is: "unread", cause: reply.cause };
    await pause(seconds * 1000, undefined, signal === undefined ? {} : { signal }).catch(() =>
      signal?.throwIfAborted(),
    );
  }
}

// Of a Secret nothing but its name and labels is ever asked for.
function acceptOf({ group, kind, verb, metadataOnly }: Query): string {
  if (metadataOnly === undefined && (group !== "" || kind !== "Secret")) return "application/json";
  const as = verb === "list" ? "PartialObjectMetadataList" : "PartialObjectMetadata";
  return `application/json;as=${as};g=meta.k8s.io;v=v1`;
}
