import { definedFields } from "../model/defined-fields.ts";
import type { ManifestObject, TextSpan } from "../model/manifest/manifest.ts";
import type { FieldProblem, FieldType } from "../model/manifest/schema.ts";
import { moveSpan } from "../parse/manifest/incremental-pieces.ts";
import type { EntryNode, ItemNode, ManifestNode } from "../parse/manifest/node.ts";
import { findWrittenNode } from "../parse/manifest/positions.ts";
import { acceptsType, checkScalar, findNearestName, writeLike } from "./check-scalar.ts";
import type { KindSchema } from "./kind-schema.ts";
import { findChild, type SchemaNode } from "./schema-node.ts";

/** The most problems of one object. */
const maxProblems = 50;

/** The most fields of one object that are checked, and the deepest. */
const maxFields = 20_000;
const maxDepth = 100;

/** The most characters of a block that are marked. */
const maxMarkedLength = 200;

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
  const check = new FieldCheck(object.piece.text.slice(partStart), schema.keepsUnknown);
  check.checkNode(written.node, root, object.kind, 0);
  return moveProblems(check.problems, partStart);
}

/** Collects the problems of a part of a text. Their spans count from the start of the part. */
class FieldCheck {
  readonly problems: FieldProblem[] = [];
  readonly #text: string;
  readonly #keepsUnknown: boolean;
  #remainingFields = maxFields;

  /** @param keepsUnknown whether fields are allowed that the schema does not have */
  constructor(text: string, keepsUnknown: boolean) {
    this.#text = text;
    this.#keepsUnknown = keepsUnknown;
  }

  /** Checks a node against the schema of the field `name`. The target of an alias is checked at its anchor. */
  checkNode(node: ManifestNode, field: SchemaNode, name: string, depth: number): void {
    this.#remainingFields -= 1;
    if (this.#remainingFields < 0 || depth > maxDepth || this.problems.length >= maxProblems) return;
    if (node.is === "text") {
      this.problems.push(...checkScalar(node, field, name, this.#readSpan(node)));
    } else if (node.is === "mapping" || node.is === "list") {
      const type = node.is === "mapping" ? "object" : "array";
      if (!acceptsType(field, type)) this.#addWrongType(node, field, name, type);
      else if (node.is === "mapping") this.#checkEntries(node.entries, field, depth);
      else this.#checkItems(node.items, field, name, depth);
    }
  }

  #checkEntries(entries: readonly EntryNode[], field: SchemaNode, depth: number): void {
    for (const entry of entries) {
      if (isNoField(entry.name)) continue;
      const child = findChild(field, entry.name);
      if (child !== undefined) {
        this.checkNode(entry.value, child, entry.name, depth + 1);
      } else if (!this.#keepsUnknown && this.problems.length < maxProblems) {
        this.problems.push(makeUnknownField(entry, this.#readSpan(entry.key), entries, field));
      }
    }
  }

  #checkItems(items: readonly ItemNode[], field: SchemaNode, name: string, depth: number): void {
    const itemSchema = findChild(field, 0);
    if (itemSchema === undefined) return;
    for (const item of items) this.checkNode(item.value, itemSchema, name, depth + 1);
  }

  /** Marks only the first line of a block, so that one mistake does not mark a page. */
  #addWrongType({ start, end }: TextSpan, field: SchemaNode, name: string, type: FieldType): void {
    const beginning = this.#readSpan({ start, end: Math.min(end, start + maxMarkedLength) });
    const lineLength = /^[^\r\n]*/.exec(beginning)?.[0].length ?? 0;
    const span = { start, end: start + Math.max(1, lineLength) };
    this.problems.push({ code: "wrong-type", span, name, expected: field.types, written: type });
  }

  #readSpan({ start, end }: TextSpan): string {
    return this.#text.slice(start, end);
  }
}

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
