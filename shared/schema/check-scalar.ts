import { definedFields } from "../model/defined-fields.ts";
import type { FieldProblem, FieldType } from "../model/manifest/schema.ts";
import type { TextNode } from "../parse/manifest/node.ts";
import { nearestSpelling } from "../parse/spelling.ts";
import { goScalarType } from "../parse/yaml/go-scalars.ts";
import { quoteIfNeeded } from "./insert-text.ts";
import type { SchemaNode } from "./schema-node.ts";

/**
 * Lists what is wrong with a scalar, at most one problem, by the first of these that fits:
 *   1. none for an absent value, which is half-typed, and for a template
 *   2. `wrong-type` for null, unless the field is nullable or has a default: then the server drops null (kubernetes.io,
 *      "Defaulting and Nullable")
 *   3. `wrong-type` for another type than the schema's
 *   4. `wrong-value` for a value that the schema does not list
 * @param written the value with its quotes
 */
export function checkScalar(node: TextNode, field: SchemaNode, name: string, written: string): readonly FieldProblem[] {
  const { text, isPlain, start, end } = node;
  if ((isPlain && text === "") || placeholder.test(text)) return [];
  const span = { start, end };
  const type = isPlain ? goScalarType(text) : "string";
  if (type === "null") {
    if (field.isNullable || field.hasDefault) return [];
    return [{ code: "wrong-type", span, name, expected: field.types, written: type }];
  }
  if (!acceptsType(field, type)) {
    const change = changeQuotes(field, text, isPlain, written);
    const fix = change && { ...change, span };
    return [{ code: "wrong-type", span, name, expected: field.types, written: type, ...definedFields({ fix }) }];
  }
  const { choices } = field;
  if (choices.length === 0 || choices.some((choice) => isWrittenAs(choice, text, type))) return [];
  const textChoices = choices.filter((choice) => typeof choice === "string");
  const nearest = type === "string" ? findNearestName(text, textChoices) : undefined;
  const problem: FieldProblem = { code: "wrong-value", span, name, value: text, choices };
  if (nearest === undefined) return [problem];
  return [{ ...problem, nearest, fix: { as: "nearest", span, text: writeLike(written, nearest) } }];
}

/** A text with the quotes of the value that it replaces: `"a"`, `b` -> `"b"`. */
export function writeLike(written: string, text: string): string {
  const quote = /^["']/.exec(written)?.[0];
  return quote === undefined ? quoteIfNeeded(text) : quote + text + quote;
}

/** Whether a value of a type is one of the schema's choices. As booleans, YAML 1.1 also has `yes` and `on`. */
function isWrittenAs(choice: SchemaNode["choices"][number], text: string, type: FieldType): boolean {
  if (typeof choice === "string") return type === "string" && choice === text;
  if (typeof choice === "number") return (type === "integer" || type === "number") && Number(text) === choice;
  return typeof choice === "boolean" && type === "boolean" && /^(?:y|true|on)/i.test(text) === choice;
}

/**
 * The value with quotes added or removed, if that gives it a type of the schema: `1` -> `"1"` for a string, `"1"` -> `1` for a
 * number.
 */
function changeQuotes(
  field: SchemaNode,
  text: string,
  isPlain: boolean,
  written: string,
): { readonly as: "quote" | "unquote"; readonly text: string } | undefined {
  if (isPlain) return field.types.includes("string") ? { as: "quote", text: JSON.stringify(text) } : undefined;
  const type = goScalarType(text);
  const isScalar = type === "boolean" || type === "integer" || type === "number";
  const isQuoted = /^["']/.test(written);
  return isQuoted && isScalar && acceptsType(field, type) ? { as: "unquote", text } : undefined;
}

/** Whether a field may have a value of a type. A field without types accepts any, and one of numbers also integers. */
export function acceptsType({ types }: SchemaNode, type: FieldType): boolean {
  return types.length === 0 || types.includes(type) || (type === "integer" && types.includes("number"));
}

/** What a template engine replaces: `{{ .Values.size }}`, and `${SIZE}` of Flux, envsubst and OpenShift Templates. */
const placeholder = /\{\{|\$\{/;

/** The name that was probably meant. Other capitals are the most frequent mistake. Undefined if no name is near. */
export function findNearestName(typed: string, names: readonly string[]): string | undefined {
  const smallLetters = typed.toLowerCase();
  const plainNames = names.filter((name) => /^[\w./-]+$/.test(name));
  return plainNames.find((name) => name.toLowerCase() === smallLetters) ?? nearestSpelling(typed, plainNames);
}
