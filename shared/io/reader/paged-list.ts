import { dropUnreadFields } from "../../aggregate/snapshot/unread-fields.ts";
import { typeName } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { Query } from "../../model/snapshot.ts";
import { denseValues, type InputShare } from "../../parse/input-budget.ts";
import { type Fields, listAt, textAt, toRecord } from "../../parse/json-value.ts";
import { toObject } from "../../parse/kube-object.ts";
import { measureJson } from "../../parse/measure-json.ts";
import { maxFields } from "../../parse/object-size.ts";
import type { ServerConnection } from "../connection/connection.ts";
import { maxUnmeasuredCharacters, measuredFlaw } from "../connection/query-result.ts";
import { isReducedList, isSmallWith, weighObjects, weightParts } from "./object-weight.ts";
import { hasSmallerPages, listParameters } from "./resource-path.ts";
import { type RetryMode, requestQuery, type SettledResult } from "./retry.ts";

/** How the lists of a reader are read. */
export interface ListSettings {
  readonly retryMode: RetryMode;
  /** Gets the number of objects of each page. */
  readonly onProgress?: ((objects: number) => void) | undefined;
  /** Called before a text is measured, which takes time with each of its characters. */
  readonly onLargeText?: (() => void) | undefined;
}

/** How one list is read. */
interface ListReading extends ListSettings {
  readonly version: string;
  /** What the list may hold. Where it is not read to its end, all is given back. */
  readonly share: InputShare;
}

/** The result of all pages of a list. */
export type ListResult =
  | SettledResult
  | { readonly is: "found"; readonly value: Fields; readonly objects: readonly KubeObject[] };

// 200,000 objects: more than any cluster has of a kind that is read here. It ends a list that never ends.
const maxPages = 400;

/**
 * Reads all pages of a list. What no rule reads of the objects of a long list is dropped with each page. Where the
 * continue token expires, the list is read again in one piece.
 * @throws what {@link requestQuery} does; InputLimitError where more would be held than the share has left.
 */
export async function readWholeList(
  connection: ServerConnection,
  path: string,
  query: Query,
  signal: AbortSignal | undefined,
  reading: ListReading,
): Promise<ListResult> {
  let isRead = false;
  try {
    const result = await readPages(connection, path, query, signal, reading);
    isRead = result.is === "found";
    return result;
  } finally {
    if (!isRead) reading.share.release();
  }
}

async function readPages(
  connection: ServerConnection,
  path: string,
  query: Query,
  signal: AbortSignal | undefined,
  reading: ListReading,
): Promise<ListResult> {
  const { retryMode, onProgress, onLargeText, share, version } = reading;
  const where = listTitle(query, connection.server);
  // Objects are made at the end, because they take more than what the server sent, and many lists have none.
  const kept: Fields[] = [];
  let pages = 0;
  let isLarge = false;
  let after = "";

  function flawOf(text: string): string | undefined {
    if (isSmallWith(text.length, share)) return undefined;
    onLargeText?.();
    const measure = measureJson(text);
    const flaw = measuredFlaw(measure, text) ?? largeObjectFlaw(measure.largestItem);
    if (flaw !== undefined) return flaw;
    share.ensure("objects", where, measure.items);
    share.ensure("values", where, denseValues(measure.values, text.length));
    return undefined;
  }

  function keep(value: Fields, bytes: number): void {
    const items = listAt(value, "items")
      .map(toRecord)
      .filter((item) => item !== undefined);
    const count = items.length;
    share.ensure("objects", where, count);
    // A list of several pages is long, whatever one of them holds.
    const isReduced = isReducedList(after === "" ? kept.length + count : Number.POSITIVE_INFINITY, query);
    const page = isReduced ? items.map((item) => dropUnreadFields(item, query)) : items;
    const text = isReduced || !isSmallWith(bytes, share) ? JSON.stringify(page) : undefined;
    const weight = weighObjects(count, text?.length ?? bytes, text);
    for (const part of weightParts) share.take(part, where, weight[part]);
    for (const item of page) kept.push(item);
    onProgress?.(items.length);
  }

  function withObjects(result: Extract<SettledResult, { readonly is: "found" }>): ListResult {
    const objects = kept.map((item) => toObject(withItemKinds(item, query, version)));
    return { ...result, value: { ...result.value, items: [] }, objects };
  }

  while (pages < maxPages) {
    const page = path + listParameters(query, { after, isLong: isLarge || pages > 0 });
    const result = await requestQuery(connection, page, query, signal, retryMode, flawOf);
    if (result.is === "expired") {
      share.release();
      kept.length = 0;
      const inOnePiece = path + listParameters(query, "whole");
      const whole = await requestQuery(connection, inOnePiece, query, signal, retryMode, flawOf);
      if (whole.is !== "found") return whole;
      keep(whole.value, whole.bytes);
      return withObjects(whole);
    }
    if (result.is === "unread" && result.isLarge === true && !isLarge && hasSmallerPages(query, pages)) {
      isLarge = true;
      continue;
    }
    if (result.is !== "found") return result;
    after = textAt(result.value, "metadata", "continue");
    keep(result.value, result.bytes);
    pages += 1;
    if (after === "") return withObjects(result);
  }
  return { is: "unread", cause: `the list does not end: ${maxPages} pages` };
}

/** Why the text of one object is not parsed. Undefined: it may be parsed. */
export function objectFlaw(text: string): string | undefined {
  if (text.length <= maxUnmeasuredCharacters) return undefined;
  const measure = measureJson(text);
  return measuredFlaw(measure, text) ?? largeObjectFlaw(measure.values);
}

function largeObjectFlaw(values: number): string | undefined {
  return values > maxFields ? `an object of the response has more than ${maxFields} fields and items` : undefined;
}

/** How an error names a list: `pods in namespace "a" of https://…`. */
export function listTitle(query: Query, server: string): string {
  const place = query.namespace === undefined ? " in all namespaces" : ` in namespace "${query.namespace}"`;
  return `${typeName(query)}${query.namespaced ? place : ""} of ${server}`;
}

/** `item` with its kind and API version. Items of built-in lists have none, and metadata has PartialObjectMetadata. */
export function withItemKinds(item: Fields, query: Pick<Query, "group" | "kind">, version: string): Fields {
  const kind = textAt(item, "kind");
  if (kind !== "" && kind !== "PartialObjectMetadata") return item;
  return { ...item, apiVersion: query.group === "" ? version : `${query.group}/${version}`, kind: query.kind };
}
