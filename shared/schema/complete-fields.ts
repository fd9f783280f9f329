import { compareTexts } from "../model/compare-texts.ts";
import type { Manifest, ManifestObject } from "../model/manifest/manifest.ts";
import type { FieldFacts, FieldSuggestion, ScalarValue } from "../model/manifest/schema.ts";
import { findCursor, type WritingCursor } from "./find-cursor.ts";
import { formatValue, makeFieldText, quoteIfNeeded } from "./insert-text.ts";
import { serverFields } from "./object-meta.ts";
import { findChild, findNodeAtPath, makeFieldFacts, readSchemaNode, type SchemaNode } from "./schema-node.ts";

/** The most fields of one block that are shown. */
const maxSuggestions = 500;

/**
 * Lists the fields and values that can be written at an offset: required fields first, then by name. Fields that exist are
 * omitted, as are those that only the server writes.
 * @param schemaOf returns the schema of an object in its version; undefined if it is not known.
 */
export function completeFields(
  manifest: Manifest,
  offset: number,
  schemaOf: (object: ManifestObject) => SchemaNode | undefined,
): readonly FieldSuggestion[] {
  const cursor = findCursor(manifest, offset);
  const root = cursor && schemaOf(cursor.object);
  const node = cursor && root && findNodeAtPath(root, cursor.path);
  if (cursor === undefined || node === undefined) return [];
  const isList = node.types.includes("array");
  const isItem = isList && cursor.style === "block" && !cursor.isValue;
  const isInFlowList = isList && cursor.style !== "block";
  // In a list, an item is written.
  const cursorNode = isItem || isInFlowList ? readSchemaNode(node.items) : node;
  if (cursorNode.fields.size > 0) {
    return cursor.isValue ? [] : listFieldSuggestions(cursorNode, cursor, isItem).slice(0, maxSuggestions);
  }
  const isListOnKeyLine = isList && cursor.isValue && cursor.style === "block";
  if (isListOnKeyLine || cursor.isKey) return [];
  const name = `${cursor.path.findLast((step) => typeof step === "string") ?? ""}`;
  return listValueSuggestions(makeFieldFacts(name, cursorNode, undefined), cursorNode, cursor, isItem);
}

function listFieldSuggestions(node: SchemaNode, cursor: WritingCursor, isItem: boolean): readonly FieldSuggestion[] {
  const missingNames = [...node.fields.keys()].filter(
    (name) => isWritable(name) && !cursor.present.has(name) && !isServerField([...cursor.path, name]),
  );
  const fields = missingNames.flatMap((name) => {
    const child = findChild(node, name);
    return child === undefined ? [] : [{ child, facts: makeFieldFacts(name, child, node) }];
  });
  return fields
    .toSorted(
      ({ facts: a }, { facts: b }) => Number(b.isRequired) - Number(a.isRequired) || compareTexts(a.name, b.name),
    )
    .map(({ child, facts }) => ({
      ...makeSuggestion("field", facts.name, cursor, facts),
      insert: makeFieldText(facts, cursor, isItem),
      hasValues: !cursor.isKey && listValues(child).length > 0,
    }));
}

function listValueSuggestions(
  facts: FieldFacts,
  node: SchemaNode,
  cursor: WritingCursor,
  isItem: boolean,
): readonly FieldSuggestion[] {
  const dash = isItem ? "- " : "";
  return listValues(node)
    .filter((value) => isWritable(`${value}`))
    .map((value) => ({
      ...makeSuggestion("value", `${value}`, cursor, facts),
      insert: { before: dash + formatValue(value, cursor.style), after: "" },
    }));
}

function makeSuggestion(
  as: FieldSuggestion["as"],
  label: string,
  { typed, word }: WritingCursor,
  facts: FieldFacts,
): Omit<FieldSuggestion, "insert"> {
  const quote = /^["']/.exec(typed)?.[0] ?? "";
  const written = quoteIfNeeded(label).startsWith('"') && quote === "" ? label : quote + label;
  return { as, label, filter: written, replaces: word, hasValues: false, facts };
}

/** The values to suggest: those that the schema lists, both booleans, or the default. */
function listValues({ choices, types, fallback }: SchemaNode): readonly ScalarValue[] {
  if (choices.length > 0) return choices;
  if (types.length === 1 && types[0] === "boolean") return fallback === true ? [true, false] : [false, true];
  return fallback === undefined || fallback === "" ? [] : [fallback];
}

/** Whether only the server writes a field: `["status"]`, `["metadata", "uid"]`. */
function isServerField(path: readonly (string | number)[]): boolean {
  const [section, name] = path;
  if (section === "status") return path.length === 1;
  return section === "metadata" && path.length === 2 && serverFields.includes(`${name}`);
}

/** Whether a text of the CRD may be written into a manifest: it has no character that acts or hides. */
function isWritable(text: string): boolean {
  return text !== "" && text.length <= 200 && !/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u.test(text);
}
