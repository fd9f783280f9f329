import { setTimeout as pause } from "node:timers/promises";
import type { Query } from "../model/snapshot.ts";
import type { Answer } from "./answer.ts";
import type { Connection } from "./connection.ts";
import { ConnectionError } from "./errors.ts";
import { type Reply, replyOf } from "./reply.ts";

// A server under load asks for a second; one that wants more than this is better reported than waited for.
const longestPause = 10;
const shortPause = 0.25;

/** Whether a busy server is asked again at once; whoever asks for hours waits by his own clock. */
export type Patience = "again" | "once";

/** A reply that no waiting would change. */
export type Settled = Exclude<Reply, { readonly is: "busy" | "refused" }>;

/** One question, and how its answer is to be read. */
export interface Question {
  readonly path: string;
  readonly accept: string;
  readonly read: (answer: Answer) => Reply;
}

/** Asks for what a query names. @throws what {@link settle} does. */
export function ask(
  connection: Connection,
  path: string,
  query: Query,
  signal: AbortSignal | undefined,
  patience?: Patience,
): Promise<Settled> {
  const question = { path, accept: acceptOf(query), read: (answer: Answer) => replyOf(answer, query) };
  return settle(connection, question, signal, patience);
}

/**
 * Asks, and once more after a pause where the server is busy: twice for 429, which says that asking again is right.
 * @throws ConnectionError where there is no answer, or the server does not know us.
 */
export async function settle(
  connection: Connection,
  { path, accept, read }: Question,
  signal: AbortSignal | undefined,
  patience: Patience = "again",
): Promise<Settled> {
  const options = { accept, ...(signal !== undefined && { signal }) };
  for (let attempt = 1; ; attempt += 1) {
    const reply = read(await connection.get(path, options));
    if (reply.is === "refused") throw refused(connection, reply.cause);
    if (reply.is !== "busy") return reply;
    const seconds = reply.seconds ?? (reply.status === 429 ? 1 : shortPause);
    const most = patience === "once" ? 0 : reply.status === 429 ? 2 : 1;
    if (attempt > most || seconds > longestPause)
      return { is: "unread", cause: reply.cause, ...(reply.seconds !== undefined && { seconds: reply.seconds }) };
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

function refused({ server }: Connection, cause: string): ConnectionError {
  return new ConnectionError(
    `${server} does not accept the credentials of this context (401: ${cause}); log in again, or renew the token or certificate`,
    { reason: "credentials" },
  );
}
