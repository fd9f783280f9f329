import { dropUnreadFields } from "../../aggregate/snapshot/unread-fields.ts";
import { typeName } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { Query } from "../../model/snapshot.ts";
import { countDenseValues, type InputShare } from "../../parse/input-budget.ts";
import { type Fields, listAt, textAt, toRecord } from "../../parse/json-value.ts";
import { toObject } from "../../parse/kube-object.ts";
import { measureJson } from "../../parse/measure-json.ts";
import { maxFields } from "../../parse/object-size.ts";
import type { ServerConnection } from "../connection/connection.ts";
import { findMeasuredFlaw, maxUnmeasuredCharacters } from "../connection/query-result.ts";
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

/** One list, and how it is read. */
interface ListReading extends ListSettings {
  readonly connection: ServerConnection;
  readonly query: Query;
  /** The path of the collection, in this version. */
  readonly path: string;
  readonly version: string;
  readonly signal: AbortSignal | undefined;
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
export async function readWholeList(reading: ListReading): Promise<ListResult> {
  let isRead = false;
  try {
    const result = await new PagedList(reading).readPages();
    isRead = result.is === "found";
    return result;
  } finally {
    if (!isRead) reading.share.release();
  }
}

type FoundPage = Extract<SettledResult, { readonly is: "found" }>;

/** A list that is read page by page. */
class PagedList {
  readonly #reading: ListReading;
  readonly #query: Query;
  /** How an error names the list. */
  readonly #title: string;
  /** Objects are made at the end, because they take more than what the server sent, and many lists have none. */
  readonly #items: Fields[] = [];

  constructor(reading: ListReading) {
    this.#reading = reading;
    this.#query = reading.query;
    this.#title = listTitle(reading.query, reading.connection.server);
  }

  async readPages(): Promise<ListResult> {
    let pages = 0;
    /** The server's pages are too large, so smaller ones are requested. */
    let isLarge = false;
    let continueToken = "";
    while (pages < maxPages) {
      const isLong = isLarge || pages > 0;
      const result = await this.#request(listParameters(this.#query, { after: continueToken, isLong }));
      if (result.is === "expired") return this.#readInOnePiece();
      const isTooLarge = result.is === "unread" && result.isLarge === true;
      if (isTooLarge && !isLarge && hasSmallerPages(this.#query, pages)) {
        isLarge = true;
        continue;
      }
      if (result.is !== "found") return result;
      continueToken = textAt(result.value, "metadata", "continue");
      this.#keep(result, { hasMorePages: continueToken !== "" });
      pages += 1;
      if (continueToken === "") return this.#withObjects(result);
    }
    return { is: "unread", cause: `the list does not end: ${maxPages} pages` };
  }

  async #readInOnePiece(): Promise<ListResult> {
    this.#reading.share.release();
    this.#items.length = 0;
    const result = await this.#request(listParameters(this.#query, "whole"));
    if (result.is !== "found") return result;
    this.#keep(result, { hasMorePages: true });
    return this.#withObjects(result);
  }

  #request(parameters: string): ReturnType<typeof requestQuery> {
    const { connection, path, signal, retryMode } = this.#reading;
    const findFlaw = (text: string): string | undefined => this.#pageFlaw(text);
    return requestQuery(connection, path + parameters, this.#query, { signal, retryMode, findFlaw });
  }

  /** Why the text of a page is not parsed. Undefined: it may be parsed. @throws InputLimitError */
  #pageFlaw(text: string): string | undefined {
    const { share, onLargeText } = this.#reading;
    if (isSmallWith(text.length, share)) return undefined;
    onLargeText?.();
    const measure = measureJson(text);
    const flaw = findMeasuredFlaw(measure, text) ?? largeObjectFlaw(measure.largestItem);
    if (flaw !== undefined) return flaw;
    share.ensure("objects", this.#title, measure.items);
    share.ensure("values", this.#title, countDenseValues(measure.values, text.length));
    return undefined;
  }

  /** Keeps the items of a page. `hasMorePages`: there are others, or there were before the list was read in one piece. */
  #keep({ value, bytes }: FoundPage, { hasMorePages }: { readonly hasMorePages: boolean }): void {
    const { share, onProgress } = this.#reading;
    const items = listAt(value, "items")
      .map(toRecord)
      .filter((item) => item !== undefined);
    share.ensure("objects", this.#title, items.length);
    // A list of several pages is long, whatever one of them holds.
    const length = hasMorePages ? Number.POSITIVE_INFINITY : this.#items.length + items.length;
    const isReduced = isReducedList(length, this.#query);
    const kept = isReduced ? items.map((item) => dropUnreadFields(item, this.#query)) : items;
    const text = isReduced || !isSmallWith(bytes, share) ? JSON.stringify(kept) : undefined;
    const weight = weighObjects(items.length, text?.length ?? bytes, text);
    for (const part of weightParts) share.take(part, this.#title, weight[part]);
    for (const item of kept) this.#items.push(item);
    onProgress?.(items.length);
  }

  #withObjects(result: FoundPage): ListResult {
    const objects = this.#items.map((item) => toObject(withItemKinds(item, this.#query, this.#reading.version)));
    return { ...result, value: { ...result.value, items: [] }, objects };
  }
}

/** Why the text of one object is not parsed. Undefined: it may be parsed. */
export function objectFlaw(text: string): string | undefined {
  if (text.length <= maxUnmeasuredCharacters) return undefined;
  const measure = measureJson(text);
  return findMeasuredFlaw(measure, text) ?? largeObjectFlaw(measure.values);
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
