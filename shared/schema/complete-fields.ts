import type { Manifest, ManifestObject } from "../model/manifest/manifest.ts";
import type { FieldFacts, FieldSuggestion, ScalarValue } from "../model/manifest/schema.ts";
import { findCursor, type WritingCursor } from "./find-cursor.ts";
import { fieldText, plainText, valueText } from "./insert-text.ts";
import { serverFields } from "./object-meta.ts";
import { childNode, fieldFacts, nodeAtPath, readSchemaNode, type SchemaNode } from "./schema-node.ts";

/**
 * Returns the fields and values that can be written at an offset: required fields first, then by name. Fields that exist
 * are omitted, as are those that only the server writes.
 *
 * @param schemaOf returns the schema of an object in its version; undefined if it is not known.
 */
export function completeFields(
  manifest: Manifest,
  offset: number,
  schemaOf: (object: ManifestObject) => SchemaNode | undefined,
): readonly FieldSuggestion[] {
  const cursor = findCursor(manifest, offset);
  const root = cursor && schemaOf(cursor.object);
  const node = cursor && root && nodeAtPath(root, cursor.path);
  if (cursor === undefined || node === undefined) return [];
  const isList = node.types.includes("array");
  const isItem = isList && cursor.style === "block" && !cursor.isValue;
  const inner = isItem || (isList && cursor.style !== "block") ? readSchemaNode(node.items) : node;
  const name = `${cursor.path.findLast((step) => typeof step === "string") ?? ""}`;
  if (inner.fields.size > 0)
    return cursor.isValue ? [] : fieldSuggestions(inner, cursor, isItem).slice(0, maxSuggestions);
  if (isList && cursor.isValue && cursor.style === "block") return [];
  return cursor.isKey ? [] : valueSuggestions(fieldFacts(name, inner, undefined), inner, cursor, isItem);
}

/** The most fields of one block that are shown. */
const maxSuggestions = 500;

function fieldSuggestions(node: SchemaNode, cursor: WritingCursor, isItem: boolean): readonly FieldSuggestion[] {
  return [...node.fields.keys()]
    .filter((name) => isWritable(name) && !cursor.present.has(name) && !isOfServer([...cursor.path, name]))
    .flatMap((name) => {
      const child = childNode(node, name);
      return child === undefined ? [] : [{ child, facts: fieldFacts(name, child, node) }];
    })
    .toSorted(({ facts: a }, { facts: b }) => Number(b.isRequired) - Number(a.isRequired) || compareNames(a, b))
    .map(({ child, facts }) => ({
      ...suggestion("field", facts.name, cursor, facts),
      insert: fieldText(facts, cursor, isItem),
      hasValues: !cursor.isKey && valuesOf(child).length > 0,
    }));
}

function valueSuggestions(
  facts: FieldFacts,
  node: SchemaNode,
  cursor: WritingCursor,
  isItem: boolean,
): readonly FieldSuggestion[] {
  const dash = isItem ? "- " : "";
  return valuesOf(node)
    .filter((value) => isWritable(`${value}`))
    .map((value) => ({
      ...suggestion("value", `${value}`, cursor, facts),
      insert: { before: dash + valueText(value, cursor.style), after: "" },
    }));
}

function suggestion(
  as: FieldSuggestion["as"],
  label: string,
  { typed, word }: WritingCursor,
  facts: FieldFacts,
): Omit<FieldSuggestion, "insert"> {
  const quote = /^["']/.exec(typed)?.[0] ?? "";
  const written = plainText(label).startsWith('"') && quote === "" ? label : quote + label;
  return { as, label, filter: written, replaces: word, hasValues: false, facts };
}

function valuesOf({ choices, types, fallback }: SchemaNode): readonly ScalarValue[] {
  if (choices.length > 0) return choices;
  if (types.length === 1 && types[0] === "boolean") return fallback === true ? [true, false] : [false, true];
  return fallback === undefined || fallback === "" ? [] : [fallback];
}

function isOfServer([first, ...rest]: readonly (string | number)[]): boolean {
  if (first === "status") return rest.length === 0;
  return first === "metadata" && rest.length === 1 && serverFields.includes(`${rest[0]}`);
}

/** Whether a text of the CRD may be written into a manifest: it has no character that acts or hides. */
function isWritable(text: string): boolean {
  return text !== "" && text.length <= 200 && !/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u.test(text);
}

function compareNames({ name: a }: FieldFacts, { name: b }: FieldFacts): number {
  return a < b ? -1 : 1;
}
