import type { FieldFacts, FieldType, InsertedText, ScalarValue } from "../model/manifest/schema.ts";
import { goScalarType } from "../parse/yaml/go-scalars.ts";
import type { WritingCursor } from "./find-cursor.ts";

/**
 * What to insert for a field: its key, and the beginning of its value. With the cursor at `|`:
 *
 *     object    `spec:` and an indented line `|`;  in brackets  `spec: {|}`
 *     array     `items:` and an indented line `- |`;  in brackets  `items: [|]`
 *     other     `name: |`;  a string in JSON  `"name": "|"`
 */
export function makeFieldText(facts: FieldFacts, cursor: WritingCursor, isItem: boolean): InsertedText {
  const { style, isKey, dashes, step } = cursor;
  const key = style === "json" ? JSON.stringify(facts.name) : quoteIfNeeded(facts.name);
  if (isKey) return { before: key, after: "" };
  const dash = isItem ? "- " : "";
  const below = `\n${" ".repeat(dashes + dash.length + step)}`;
  const isOnly = (type: FieldType): boolean => facts.types.length === 1 && facts.types[0] === type;
  if (style === "block") {
    if (isOnly("object")) return { before: `${dash}${key}:${below}`, after: "" };
    return { before: isOnly("array") ? `${dash}${key}:${below}- ` : `${dash}${key}: `, after: "" };
  }
  if (isOnly("object")) return { before: `${key}: {`, after: "}" };
  if (isOnly("array")) return { before: `${key}: [`, after: "]" };
  const isFreeText = style === "json" && isOnly("string") && facts.choices.length === 0;
  return isFreeText ? { before: `${key}: "`, after: '"' } : { before: `${key}: `, after: "" };
}

/** A value as it is written in YAML or JSON. */
export function formatValue(value: ScalarValue, style: WritingCursor["style"]): string {
  return typeof value === "string" && style !== "json" ? quoteIfNeeded(value) : JSON.stringify(value);
}

/** A text as it is written in YAML, in quotes if kubectl would read it as something else: `on` -> `"on"`. */
export function quoteIfNeeded(text: string): string {
  const isPlain = /^[A-Za-z_/.][\w./-]*$/.test(text) && goScalarType(text) === "string";
  return isPlain ? text : JSON.stringify(text);
}
