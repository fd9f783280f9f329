import {
  CORE_SCHEMA,
  constructFromEvents,
  EVENT_ID,
  type Event,
  floatCoreTag,
  intCoreTag,
  mergeTag,
  parseEvents,
  type ScalarTagDefinition,
  type Schema,
  YAMLException,
} from "js-yaml";
import type { InputFault } from "../../model/fault/input.ts";
import { comma, dash, lineFeed, openBrace, openBracket, space } from "../character-codes.ts";
import { countDenseValues } from "../input-budget.ts";
import { deepestNesting } from "../measure-json.ts";
import { maxFields, widestYamlObject } from "../object-size.ts";

/** The result of reading one text, or the offset where reading ended and why. */
export type YamlAttempt = { readonly value: unknown; readonly fault?: never } | { readonly fault: OffsetFault };

/** Why reading ended, and at which offset. */
export interface OffsetFault {
  readonly offset: number;
  readonly cause: InputFault;
}

/** How a plain scalar becomes a value, and whether a mapping may repeat a key: then the last one counts. */
export interface YamlDialect {
  readonly schema: Schema;
  readonly takesLast: boolean;
}

/** The most aliases of one document. */
const maxAliases = 1000;

/**
 * The most characters and collections of the values to which the aliases of one document refer, counted once for each
 * alias.
 */
const maxCopiedSize = 1_000_000;

/** The most characters of one document, which takes thirty to a hundred times as much memory. */
const maxCharacters = 32_000_000;

/** The most dense values (`countDenseYamlValues`) of one document. Its events and its tree take 500 bytes for each. */
export const maxDenseValues = 300_000;

/** The fewest characters that a field of a mapping takes. */
const minCharactersPerField = 3;

/** The most characters of a parser's reason that a fault quotes. */
const maxReasonLength = 200;

/**
 * The dense values (`countDenseValues`) that a YAML text can have, found without parsing it: one on each line, and one
 * for each character that divides or opens a collection. Texts with commas count too often.
 */
export function countDenseYamlValues(text: string): number {
  let values = 1;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    const isItem = unit === dash && text.charCodeAt(index + 1) === space;
    if (isItem || unit === lineFeed || unit === comma || unit === openBracket || unit === openBrace) values++;
  }
  return countDenseValues(values, text.length);
}

/**
 * The tag of a number whose scalar stays text where JavaScript would change the number, as in a resourceVersion or a
 * name.
 */
function keepTextOfLostNumbers(
  isLost: (number: number) => boolean,
  tag: ScalarTagDefinition<number>,
): ScalarTagDefinition {
  function resolve(source: string, isExplicit: boolean, tagName: string): unknown {
    const number = tag.resolve(source, isExplicit, tagName);
    return typeof number === "number" && isLost(number) ? source : number;
  }
  return { ...tag, resolve };
}

const usualDialect: YamlDialect = {
  schema: CORE_SCHEMA.withTags(
    mergeTag,
    keepTextOfLostNumbers((number) => !Number.isSafeInteger(number), intCoreTag),
    keepTextOfLostNumbers((number) => !Number.isFinite(number), floatCoreTag),
  ),
  takesLast: false,
};

/**
 * Reads one YAML document as plain data: `a: [1, on]` -> `{value: {a: [1, "on"]}}`. Times stay text, merge keys are
 * merged as kubectl does, and an empty document is null. Nesting and aliases are bounded, so that a small text cannot
 * become a large value.
 */
export function readYaml(text: string, { schema, takesLast }: YamlDialect = usualDialect): YamlAttempt {
  const excess = findExcess(text);
  if (excess !== undefined) return { fault: { offset: 0, cause: excess } };
  try {
    const events = parseEvents(text, { maxDepth: deepestNesting });
    const fault = findAliasFault(events, text);
    if (fault !== undefined) return { fault };
    const values = constructFromEvents(events, { source: text, schema, json: takesLast, maxAliases });
    return { value: values.at(-1) ?? null };
  } catch (error) {
    if (error instanceof YAMLException) {
      return { fault: { offset: error.mark?.position ?? 0, cause: makeYamlFault(error.reason) } };
    }
    return { fault: { offset: 0, cause: { code: "no-yaml", reason: escapeReason(String(error)) } } };
  }
}

/**
 * What a text has too much of to be parsed. Undefined if it has not. A text is only counted if its length permits so
 * many values or fields.
 */
function findExcess(text: string): InputFault | undefined {
  if (text.length > maxCharacters) return { code: "too-long", megabytes: maxCharacters / 1_000_000 };
  if (text.length > maxDenseValues && countDenseYamlValues(text) > maxDenseValues) {
    return { code: "too-many-values", limit: maxDenseValues };
  }
  if (text.length > minCharactersPerField * maxFields && widestYamlObject(text) > maxFields) {
    return { code: "oversized-object", limit: maxFields };
  }
  return undefined;
}

/** The size of a value that has not ended: an alias in it would refer to the value that contains the alias. */
const unfinishedSize = Number.POSITIVE_INFINITY;

/** The sizes of the values that anchors name, computed while the events of a document come. */
class AnchorSizes {
  readonly #sizes = new Map<string, number>();
  /** The collections that have not ended, the outermost first. */
  readonly #openCollections: { readonly anchor: string; size: number }[] = [];

  read(anchor: string): number {
    return this.#sizes.get(anchor) ?? 0;
  }

  openDocument(): void {
    this.#openCollections.push({ anchor: "", size: 0 });
  }

  openCollection(anchor: string): void {
    if (anchor !== "") this.#sizes.set(anchor, unfinishedSize);
    this.#openCollections.push({ anchor, size: 1 });
  }

  /** Ends the innermost collection, which adds its size to the one around it. */
  close(): void {
    const closed = this.#openCollections.pop();
    if (closed !== undefined) this.add(closed.anchor, closed.size);
  }

  /** Adds a value to the innermost collection. The anchor is empty for a value without one. */
  add(anchor: string, size: number): void {
    if (anchor !== "") this.#sizes.set(anchor, size);
    const parent = this.#openCollections.at(-1);
    if (parent !== undefined) parent.size += size;
  }
}

/**
 * The first alias that would copy too much, or the value that contains it. js-yaml shares the target of an alias, but
 * every reader walks each copy.
 */
function findAliasFault(events: readonly Event[], text: string): OffsetFault | undefined {
  const sizes = new AnchorSizes();
  let copiedSize = 0;
  for (const event of events) {
    switch (event.type) {
      case EVENT_ID.DOCUMENT:
        sizes.openDocument();
        break;
      case EVENT_ID.POP:
        sizes.close();
        break;
      case EVENT_ID.ALIAS: {
        const size = sizes.read(text.slice(event.anchorStart, event.anchorEnd));
        const offsetOfStar = event.anchorStart - 1;
        if (size === unfinishedSize) return { offset: offsetOfStar, cause: { code: "alias-in-itself" } };
        copiedSize += size;
        if (copiedSize > maxCopiedSize) return { offset: offsetOfStar, cause: { code: "copying-aliases" } };
        sizes.add("", size);
        break;
      }
      case EVENT_ID.SCALAR:
        sizes.add(text.slice(event.anchorStart, event.anchorEnd), 1 + event.valueEnd - event.valueStart);
        break;
      default:
        sizes.openCollection(text.slice(event.anchorStart, event.anchorEnd));
    }
  }
  return undefined;
}

/** The fault for a reason of js-yaml. */
function makeYamlFault(reason: string): InputFault {
  if (reason.startsWith("nesting exceeded")) return { code: "nested-too-deep", limit: deepestNesting };
  if (reason.startsWith("aliases exceeded")) return { code: "too-many-aliases", limit: maxAliases };
  if (reason.includes("complex keys")) return { code: "key-of-parts" };
  return { code: "no-yaml", reason: escapeReason(reason) };
}

/** A reason on one line without control characters. It can quote the text, such as the name of a tag. */
function escapeReason(reason: string): string {
  return reason
    .slice(0, maxReasonLength)
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
