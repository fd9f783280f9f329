import { definedFields } from "../model/defined-fields.ts";
import type { ManifestObject, TextSpan } from "../model/manifest/manifest.ts";
import type { FieldProblem, FieldType } from "../model/manifest/schema.ts";
import { moveSpan } from "../parse/manifest/incremental-pieces.ts";
import type { EntryNode, ManifestNode, TextNode } from "../parse/manifest/node.ts";
import { findWrittenNode } from "../parse/manifest/positions.ts";
import { nearestSpelling } from "../parse/spelling.ts";
import { goScalarType } from "../parse/yaml/go-scalars.ts";
import { quoteIfNeeded } from "./insert-text.ts";
import type { KindSchema } from "./kind-schema.ts";
import { findChild, type SchemaNode } from "./schema-node.ts";

/** The most problems of one object. */
const maxProblems = 50;

/** The most fields of one object that are checked, and the deepest. */
const maxFields = 20_000;
const maxDepth = 100;

/** The problems by a schema. Spans count from the start of the piece. */
interface CheckedObject {
  readonly root: SchemaNode;
  readonly problems: readonly FieldProblem[];
}

/** The last result for each object of a piece, by its part and path. */
const checkedObjectsOfPieces = new WeakMap<ManifestObject["piece"], Map<string, CheckedObject>>();

/**
 * Lists what contradicts the schema in an object, in the order of the text: unknown fields, wrong types, and values that are
 * not listed. A missing field is no problem while a manifest is being written. Fields and values with templates are skipped,
 * as is an object that could not be read completely. The result of an unchanged document is remembered.
 */
export function checkFields(object: ManifestObject, schema: KindSchema, root: SchemaNode): readonly FieldProblem[] {
  const checkedObjects = checkedObjectsOfPieces.get(object.piece) ?? new Map<string, CheckedObject>();
  checkedObjectsOfPieces.set(object.piece, checkedObjects);
  const key = `${object.partIndex}/${object.path.join("/")}`;
  let checked = checkedObjects.get(key);
  if (checked?.root !== root) {
    checked = { root, problems: object.isPartial ? [] : findProblems(object, schema, root) };
    checkedObjects.set(key, checked);
  }
  return moveProblems(checked.problems, object.pieceStart);
}

/** The problems of an object. Their spans count from the start of its piece. */
function findProblems(object: ManifestObject, schema: KindSchema, root: SchemaNode): readonly FieldProblem[] {
  const written = findWrittenNode(object);
  if (written === undefined) return [];
  const partStart = written.partStart - object.pieceStart;
  const problems: FieldProblem[] = [];
  let remainingFields = maxFields;
  checkNode(written.node, root, object.kind, 0);
  return moveProblems(problems, partStart);

  /** Checks a node against the schema of the field `name`. The target of an alias is checked at its anchor. */
  function checkNode(node: ManifestNode, field: SchemaNode, name: string, depth: number): void {
    remainingFields -= 1;
    if (remainingFields < 0 || depth > maxDepth || problems.length >= maxProblems) return;
    if (node.is === "mapping") checkMapping(node, field, name, depth);
    else if (node.is === "list") checkList(node, field, name, depth);
    else if (node.is === "text") problems.push(...checkScalar(node, field, name, readSpan(node)));
  }

  function checkMapping(
    node: Extract<ManifestNode, { readonly is: "mapping" }>,
    field: SchemaNode,
    name: string,
    depth: number,
  ): void {
    if (!acceptsType(field, "object")) {
      problems.push({ code: "wrong-type", span: firstLine(node), name, expected: field.types, written: "object" });
      return;
    }
    for (const entry of node.entries) {
      if (isNoField(entry.name)) continue;
      const child = findChild(field, entry.name);
      if (child !== undefined) {
        checkNode(entry.value, child, entry.name, depth + 1);
      } else if (!schema.keepsUnknown && problems.length < maxProblems) {
        problems.push(makeUnknownField(entry, readSpan(entry.key), node.entries, field));
      }
    }
  }

  function checkList(
    node: Extract<ManifestNode, { readonly is: "list" }>,
    field: SchemaNode,
    name: string,
    depth: number,
  ): void {
    if (!acceptsType(field, "array")) {
      problems.push({ code: "wrong-type", span: firstLine(node), name, expected: field.types, written: "array" });
      return;
    }
    const itemSchema = findChild(field, 0);
    if (itemSchema === undefined) return;
    for (const item of node.items) checkNode(item.value, itemSchema, name, depth + 1);
  }

  function readSpan({ start, end }: TextSpan): string {
    return object.piece.text.slice(partStart + start, partStart + end);
  }

  /** The part of a block that is marked: its first line, so that one mistake does not mark a page. */
  function firstLine({ start, end }: TextSpan): TextSpan {
    const lineLength = /^[^\r\n]*/.exec(readSpan({ start, end: Math.min(end, start + 200) }))?.[0].length ?? 0;
    return { start, end: start + Math.max(1, lineLength) };
  }
}

/**
 * Lists what is wrong with a scalar, at most one problem, by the first of these that fits:
 *   1. none for an absent value, which is half-typed, and for a template
 *   2. `wrong-type` for null, unless the field is nullable or has a default: then the server drops null (kubernetes.io,
 *      "Defaulting and Nullable")
 *   3. `wrong-type` for another type than the schema's
 *   4. `wrong-value` for a value that the schema does not list
 * @param written the value with its quotes
 */
function checkScalar(node: TextNode, field: SchemaNode, name: string, written: string): readonly FieldProblem[] {
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
  const fix: FieldProblem["fix"] =
    nearest === undefined ? undefined : { as: "nearest", span, text: writeLike(written, nearest) };
  return [{ code: "wrong-value", span, name, value: text, choices, ...definedFields({ nearest, fix }) }];
}

/** A text with the quotes of the value that it replaces: `"a"`, `b` -> `"b"`. */
function writeLike(written: string, text: string): string {
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

function acceptsType({ types }: SchemaNode, type: FieldType): boolean {
  return types.length === 0 || types.includes(type) || (type === "integer" && types.includes("number"));
}

/** What a template engine replaces: `{{ .Values.size }}`, and `${SIZE}` of Flux, envsubst and OpenShift Templates. */
const placeholder = /\{\{|\$\{/;

/** A merge key, a template, or an instruction of a patch, such as `$patch` (kustomize, strategic merge). */
function isNoField(name: string): boolean {
  return name === "<<" || name.startsWith("$") || name.includes("{{");
}

/** The problem of an unknown field, with the nearest name of the schema that its mapping does not have yet. */
function makeUnknownField(
  { key, name }: EntryNode,
  writtenKey: string,
  entries: readonly EntryNode[],
  { fields }: SchemaNode,
): FieldProblem {
  const present = new Set(entries.map((entry) => entry.name));
  const missing = [...fields.keys()].filter((field) => !present.has(field));
  const nearest = findNearestName(name, missing);
  if (nearest === undefined) return { code: "unknown-field", span: key, name };
  const fix = { as: "nearest", span: key, text: writeLike(writtenKey, nearest) } as const;
  return { code: "unknown-field", span: key, name, nearest, fix };
}

function moveProblems(problems: readonly FieldProblem[], by: number): readonly FieldProblem[] {
  if (by === 0 || problems.length === 0) return problems;
  return problems.map((problem) => {
    const fix = problem.fix && { ...problem.fix, span: moveSpan(by, problem.fix.span) };
    return { ...problem, span: moveSpan(by, problem.span), ...definedFields({ fix }) };
  });
}

/** The name that was probably meant. Other capitals are the most frequent mistake. Undefined if no name is near. */
function findNearestName(typed: string, names: readonly string[]): string | undefined {
  const small = typed.toLowerCase();
  const plain = names.filter((name) => /^[\w./-]+$/.test(name));
  return plain.find((name) => name.toLowerCase() === small) ?? nearestSpelling(typed, plain);
}
