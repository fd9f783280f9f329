import type { FieldFacts, InsertedText, ScalarValue } from "../model/manifest/schema.ts";
import { goScalarType } from "../parse/yaml/go-scalars.ts";
import type { WritingCursor } from "./find-cursor.ts";

/** Returns what to insert for a field: its key, and the beginning of its value. */
export function fieldText(facts: FieldFacts, cursor: WritingCursor, isItem: boolean): InsertedText {
  const { style, isKey, dashes, step } = cursor;
  const key = style === "json" ? JSON.stringify(facts.name) : plainText(facts.name);
  if (isKey) return { before: key, after: "" };
  const dash = isItem ? "- " : "";
  const below = `\n${" ".repeat(dashes + dash.length + step)}`;
  const has = (type: "object" | "array"): boolean => facts.types.length === 1 && facts.types[0] === type;
  if (style === "block") {
    if (has("object")) return { before: `${dash}${key}:${below}`, after: "" };
    return { before: has("array") ? `${dash}${key}:${below}- ` : `${dash}${key}: `, after: "" };
  }
  if (has("object")) return { before: `${key}: {`, after: "}" };
  if (has("array")) return { before: `${key}: [`, after: "]" };
  const isText = style === "json" && facts.types.length === 1 && facts.types[0] === "string";
  return isText && facts.choices.length === 0 ? { before: `${key}: "`, after: '"' } : { before: `${key}: `, after: "" };
}

/** Returns a value as it is written in YAML or JSON. */
export function valueText(value: ScalarValue, style: WritingCursor["style"]): string {
  return typeof value === "string" && style !== "json" ? plainText(value) : JSON.stringify(value);
}

/** A text of YAML, in quotes where kubectl would read it as something else. */
export function plainText(text: string): string {
  const isPlain = /^[A-Za-z_/.][\w./-]*$/.test(text) && goScalarType(text) === "string";
  return isPlain ? text : JSON.stringify(text);
}
