import type { Query } from "../../model/snapshot.ts";
import { toList, toText, valueAt } from "../../parse/json-value.ts";
import type { ServerConnection } from "../connection/connection.ts";
import type { ByteBudget } from "../transport/byte-budget.ts";
import { listParameters } from "./resource-path.ts";
import { type RetryMode, requestQuery, type SettledReply } from "./retry.ts";

// 200,000 objects: more than any cluster has of a kind that is read here. It ends a list that never ends.
const mostPages = 400;

/** The most bytes of the pages of all lists under way, as JSON. Their objects take two to three times as many. */
export const mostPageBytes: number = 48 * 2 ** 20;

// What a small object takes beyond its JSON.
const objectBytes = 512;

/** How lists are read over one connection. */
export interface ListReading {
  readonly patience?: RetryMode | undefined;
  /** Gets the number of objects of each page. */
  readonly told?: ((objects: number) => void) | undefined;
  readonly budget: ByteBudget;
}

/**
 * All pages of a list as one. The list ends where its pages exceed what is left of `budget`, which other lists under way
 * share. Where the continue token expires, the list is read again in one piece. `told` gets the
 * number of objects of each page.
 */
export async function wholeList(
  connection: ServerConnection,
  path: string,
  query: Query,
  signal: AbortSignal | undefined,
  { patience, told, budget }: ListReading,
): Promise<SettledReply> {
  let held = 0;
  try {
    return await readPages(connection, path, query, signal, { patience, told, budget: { ...budget, take } });
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
  { patience, told, budget }: ListReading,
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
    told?.(page.length);
    after = toText(valueAt(reply.value, ["metadata", "continue"]));
    if (after === "") return { ...reply, value: { ...reply.value, items: pages.flat() } };
  }
  return { is: "unread", cause: `the list does not end: ${mostPages} pages` };
}
