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

const maxAliases = 1000;
const maxCopied = 1_000_000;

/** The most characters of one document; it takes thirty to a hundred times as much memory. */
const maxCharacters = 32_000_000;

/** The most {@link countDenseYamlValues} of one document: its events and its tree take 500 bytes for each. */
export const maxDenseValues = 300_000;

/**
 * The {@link countDenseValues} that a YAML text can have, found without parsing it: one on each line, and one for each
 * character that divides or opens a collection. Texts with commas count too often.
 */
export function countDenseYamlValues(text: string): number {
  let values = 1;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === lineFeed || unit === comma || unit === openBracket || unit === openBrace) values++;
    else if (unit === dash && text.charCodeAt(index + 1) === space) values++;
  }
  return countDenseValues(values, text.length);
}

/** How a plain scalar becomes a value, and whether a mapping may repeat a key: then the last one counts. */
export interface YamlDialect {
  readonly schema: Schema;
  readonly takesLast: boolean;
}

/**
 * Reads one YAML document as plain data. Times stay text, merge keys are merged as kubectl does, and an empty document
 * is null. Nesting and aliases are bounded, so that a small text cannot become a large value.
 */
export function readYaml(text: string, { schema, takesLast }: YamlDialect = usualDialect): YamlAttempt {
  if (text.length > maxCharacters)
    return { fault: { offset: 0, cause: { code: "too-long", megabytes: maxCharacters / 1_000_000 } } };
  // A short text is never counted: it has fewer.
  if (text.length > maxDenseValues && countDenseYamlValues(text) > maxDenseValues)
    return { fault: { offset: 0, cause: { code: "too-many-values", limit: maxDenseValues } } };
  // Each takes three characters at least.
  if (text.length > 3 * maxFields && widestYamlObject(text) > maxFields)
    return { fault: { offset: 0, cause: { code: "oversized-object", limit: maxFields } } };
  try {
    const events = parseEvents(text, { maxDepth: deepestNesting });
    const fault = aliasFault(events, text);
    if (fault !== undefined) return { fault };
    const values = constructFromEvents(events, { source: text, schema, json: takesLast, maxAliases: maxAliases });
    return { value: values.at(-1) ?? null };
  } catch (error) {
    if (!(error instanceof YAMLException))
      return { fault: { offset: 0, cause: { code: "no-yaml", reason: oneLine(String(error)) } } };
    return { fault: { offset: error.mark?.position ?? 0, cause: yamlFault(error.reason) } };
  }
}

// A number that JavaScript cannot hold stays text, so that a resourceVersion or a name never changes.
function keepText(isLost: (number: number) => boolean, tag: ScalarTagDefinition<number>): ScalarTagDefinition {
  function resolve(source: string, isExplicit: boolean, tagName: string): unknown {
    const number = tag.resolve(source, isExplicit, tagName);
    return typeof number === "number" && isLost(number) ? source : number;
  }
  return { ...tag, resolve };
}

const usualDialect: YamlDialect = {
  schema: CORE_SCHEMA.withTags(
    mergeTag,
    keepText((number) => !Number.isSafeInteger(number), intCoreTag),
    keepText((number) => !Number.isFinite(number), floatCoreTag),
  ),
  takesLast: false,
};

/**
 * The first alias that would copy too much, or itself. js-yaml shares the target of an alias, but every reader walks
 * each copy.
 */
function aliasFault(events: readonly Event[], text: string): OffsetFault | undefined {
  const sizes = new Map<string, number>();
  const open: { readonly anchor: string; size: number }[] = [];
  let copied = 0;
  for (const event of events) {
    if (event.type === EVENT_ID.DOCUMENT) {
      open.push({ anchor: "", size: 0 });
    } else if (event.type === EVENT_ID.POP) {
      const closed = open.pop();
      add(closed?.anchor ?? "", closed?.size ?? 0);
    } else {
      const anchor = text.slice(event.anchorStart, event.anchorEnd);
      if (event.type === EVENT_ID.ALIAS) {
        const size = sizes.get(anchor) ?? 0;
        const star = event.anchorStart - 1;
        if (size === unfinished) return { offset: star, cause: { code: "alias-in-itself" } };
        copied += size;
        if (copied > maxCopied) return { offset: star, cause: { code: "copying-aliases" } };
        add("", size);
      } else if (event.type === EVENT_ID.SCALAR) {
        add(anchor, 1 + event.valueEnd - event.valueStart);
      } else {
        if (anchor !== "") sizes.set(anchor, unfinished);
        open.push({ anchor, size: 1 });
      }
    }
  }
  return undefined;

  function add(anchor: string, size: number): void {
    if (anchor !== "") sizes.set(anchor, size);
    const parent = open.at(-1);
    if (parent !== undefined) parent.size += size;
  }
}

const unfinished = Number.POSITIVE_INFINITY;

function yamlFault(reason: string): InputFault {
  if (reason.startsWith("nesting exceeded")) return { code: "nested-too-deep", limit: deepestNesting };
  if (reason.startsWith("aliases exceeded")) return { code: "too-many-aliases", limit: maxAliases };
  if (reason.includes("complex keys")) return { code: "key-of-parts" };
  return { code: "no-yaml", reason: oneLine(reason) };
}

// A reason can quote the text, such as the name of a tag.
function oneLine(reason: string): string {
  return reason.slice(0, 200).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (found) => `\\u{${found.codePointAt(0)?.toString(16)}}`);
}
