import { definedFields } from "../model/defined-fields.ts";
import type { ManifestObject, TextSpan } from "../model/manifest/manifest.ts";
import type { FieldProblem, FieldType } from "../model/manifest/schema.ts";
import type { EntryNode, ManifestNode, TextNode } from "../parse/manifest/node.ts";
import { writtenNode } from "../parse/manifest/positions.ts";
import { nearestSpelling } from "../parse/spelling.ts";
import { goScalarType } from "../parse/yaml/go-scalars.ts";
import { plainText } from "./insert-text.ts";
import type { KindSchema } from "./kind-schema.ts";
import { childNode, type SchemaNode } from "./schema-node.ts";

/**
 * Returns what contradicts the schema in an object: unknown fields, wrong types, and values that are not listed, in the
 * order of the text. A missing field is no problem while a manifest is being written. Fields and values with templates
 * are skipped, as is an object that could not be read completely. The result of an unchanged document is remembered.
 */
export function checkFields(object: ManifestObject, schema: KindSchema, root: SchemaNode): readonly FieldProblem[] {
  const checkedObjects = checked.get(object.piece) ?? new Map<string, Checked>();
  checked.set(object.piece, checkedObjects);
  const key = `${object.part}/${object.path.join("/")}`;
  const before = checkedObjects.get(key);
  if (before?.root === root) return movedProblems(before.problems, object.at);
  const problems = object.isPartial ? [] : findProblems(object, schema, root);
  checkedObjects.set(key, { root, problems });
  return movedProblems(problems, object.at);
}

/** The most problems of one object. */
const maxProblems = 50;

/** The most fields of one object that are checked, and the deepest. */
const maxFields = 20_000;
const maxDepth = 100;

/** What was found by a schema; offsets count from the start of the piece. */
interface Checked {
  readonly root: SchemaNode;
  readonly problems: readonly FieldProblem[];
}

const checked = new WeakMap<ManifestObject["piece"], Map<string, Checked>>();

function findProblems(object: ManifestObject, schema: KindSchema, root: SchemaNode): readonly FieldProblem[] {
  const written = writtenNode(object);
  if (written === undefined) return [];
  const problems: FieldProblem[] = [];
  const from = written.from - object.at;
  const textAt = ({ start, end }: TextSpan): string => object.piece.text.slice(from + start, from + end);
  let remainingFields = maxFields;
  check(written.node, root, object.kind, 0);
  return movedProblems(problems, from);

  function check(node: ManifestNode, field: SchemaNode, name: string, depth: number): void {
    remainingFields -= 1;
    if (remainingFields < 0 || depth > maxDepth || problems.length >= maxProblems) return;
    if (node.is === "mapping") checkMapping(node, field, name, depth);
    else if (node.is === "list") checkList(node, field, name, depth);
    else if (node.is === "text") problems.push(...checkScalar(node, field, name, textAt(node)));
    // What an alias leads to is checked where it is written.
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
      const child = childNode(field, entry.name);
      if (child !== undefined) check(entry.value, child, entry.name, depth + 1);
      else if (!schema.keepsUnknown && problems.length < maxProblems)
        problems.push(unknownField(entry, node, field, textAt));
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
    const items = childNode(field, 0);
    if (items !== undefined) for (const item of node.items) check(item.value, items, name, depth + 1);
  }

  /** The part of a block that is marked: its first line, so that one mistake does not mark a page. */
  function firstLine({ start, end }: TextSpan): TextSpan {
    const line = /^[^\r\n]*/.exec(textAt({ start, end: Math.min(end, start + 200) }))?.[0].length ?? 0;
    return { start, end: start + Math.max(1, line) };
  }
}

/**
 * Returns what is wrong with a value of one line. An absent value is half-typed and no problem. Null counts where the
 * server would refuse it: it drops null from a field with a default (kubernetes.io, "Defaulting and Nullable").
 *
 * @param written the value with its quotes.
 */
function checkScalar(node: TextNode, field: SchemaNode, name: string, written: string): readonly FieldProblem[] {
  const { text, isPlain, start, end } = node;
  if ((isPlain && text === "") || placeholder.test(text)) return [];
  const type = isPlain ? goScalarType(text) : "string";
  const span = { start, end };
  if (type === "null") {
    if (field.isNullable || field.hasDefault) return [];
    return [{ code: "wrong-type", span, name, expected: field.types, written: type }];
  }
  if (!acceptsType(field, type)) {
    const fix = quotesFix(field, text, isPlain, written);
    return [
      {
        code: "wrong-type",
        span,
        name,
        expected: field.types,
        written: type,
        ...(fix !== undefined && { fix: { ...fix, span } }),
      },
    ];
  }
  const { choices } = field;
  if (choices.length === 0 || choices.some((choice) => isWrittenAs(choice, text, type))) return [];
  const texts = choices.filter((choice) => typeof choice === "string");
  const nearest = type === "string" ? nearestName(text, texts) : undefined;
  const quote = /^["']/.exec(written)?.[0];
  const better = nearest && (quote === undefined ? plainText(nearest) : quote + nearest + quote);
  return [
    {
      code: "wrong-value",
      span,
      name,
      value: text,
      choices,
      ...definedFields({ nearest }),
      ...(better !== undefined && { fix: { as: "nearest", span, text: better } }),
    },
  ];
}

function isWrittenAs(choice: SchemaNode["choices"][number], text: string, type: FieldType): boolean {
  if (typeof choice === "string") return type === "string" && choice === text;
  if (typeof choice === "number") return (type === "integer" || type === "number") && Number(text) === choice;
  return typeof choice === "boolean" && type === "boolean" && /^(?:y|true|on)/i.test(text) === choice;
}

/** Numbers and booleans are often meant as text, and texts as numbers or booleans. */
function quotesFix(
  field: SchemaNode,
  text: string,
  isPlain: boolean,
  written: string,
): { readonly as: "quote" | "unquote"; readonly text: string } | undefined {
  if (isPlain) return field.types.includes("string") ? { as: "quote", text: JSON.stringify(text) } : undefined;
  const type = goScalarType(text);
  const isScalar = /^["']/.test(written) && (type === "boolean" || type === "integer" || type === "number");
  return isScalar && acceptsType(field, type) ? { as: "unquote", text } : undefined;
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

function unknownField(
  { key, name }: EntryNode,
  { entries }: { readonly entries: readonly EntryNode[] },
  { fields }: SchemaNode,
  textAt: (span: TextSpan) => string,
): FieldProblem {
  const present = new Set(entries.map((entry) => entry.name));
  const nearest = nearestName(
    name,
    [...fields.keys()].filter((field) => !present.has(field)),
  );
  const quote = /^["']/.exec(textAt(key))?.[0] ?? "";
  return {
    code: "unknown-field",
    span: key,
    name,
    ...(nearest !== undefined && { nearest, fix: { as: "nearest", span: key, text: quote + nearest + quote } }),
  };
}

function movedProblems(problems: readonly FieldProblem[], by: number): readonly FieldProblem[] {
  if (by === 0 || problems.length === 0) return problems;
  const moved = ({ start, end }: TextSpan): TextSpan => ({ start: start + by, end: end + by });
  return problems.map((problem) => ({
    ...problem,
    span: moved(problem.span),
    ...(problem.fix !== undefined && { fix: { ...problem.fix, span: moved(problem.fix.span) } }),
  }));
}

/** Returns the name that was probably meant. Other capitals are the most frequent mistake. */
function nearestName(typed: string, names: readonly string[]): string | undefined {
  const small = typed.toLowerCase();
  const plain = names.filter((name) => /^[\w./-]+$/.test(name));
  return plain.find((name) => name.toLowerCase() === small) ?? nearestSpelling(typed, plain);
}
