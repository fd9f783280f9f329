import { sanitizeLabel } from "../../../characters/sanitize-label.ts";
import type { FieldFacts, FieldFix, FieldProblem, FieldType, ScalarValue } from "../../../model/manifest/schema.ts";
import { type LinePiece, type MarkdownPart, paragraphPart } from "../hover/markdown-parts.ts";

/** What a field is, from its CRD: its type, description, values and default. The texts of the CRD are data. */
export function fieldParts(facts: FieldFacts, source: SchemaSource): readonly MarkdownPart[] {
  return [fieldHead(facts), ...factParts(facts, source, maxLengths.description)];
}

/**
 * The same for a hover, in which the state of the component that the field drives stands below: the value of the live
 * object, and only the beginning of a long description.
 */
export function fieldHoverParts(
  facts: FieldFacts,
  source: SchemaSource,
  live: LiveValue | undefined,
): readonly MarkdownPart[] {
  const value = live === undefined ? [] : [paragraphPart(`On ${live.place}: `, liveText(live.value))];
  return [fieldHead(facts), ...value, ...factParts(facts, source, maxLengths.hover)];
}

/** The value of a field of the live object; undefined where it is not set. */
export interface LiveValue {
  readonly value: unknown;
  readonly place: string;
}

function liveText(value: unknown): string | LinePiece {
  return value === undefined ? "not set" : { as: "code", text: JSON.stringify(value).slice(0, maxLengths.value) };
}

function fieldHead(facts: FieldFacts): MarkdownPart {
  const type = typeText(facts);
  return paragraphPart(
    { as: "strong", text: facts.name },
    ...(type === "" ? [] : [" ", { as: "code" as const, text: type }]),
  );
}

function factParts(
  { description, choices, fallback }: FieldFacts,
  source: SchemaSource,
  most: number,
): readonly MarkdownPart[] {
  return [
    ...descriptionLines(description, most).map((line) => paragraphPart(...withCode(line))),
    ...(choices.length === 0 ? [] : [paragraphPart(allowedValuesText(valueList(choices)))]),
    ...(fallback === undefined ? [] : [paragraphPart(`Default: ${labelOf(fallback)}`)]),
    paragraphPart(schemaSourceText(harmlessSource(source))),
  ];
}

/** A sentence with the parts between backticks as code, which descriptions of fields have: `` set `a` or `b` ``. */
function withCode(line: string): readonly (string | LinePiece)[] {
  return line.split(/`([^`]+)`/u).map((text, index) => (index % 2 === 0 ? text : { as: "code", text }));
}

/** The type of a field as `kubectl explain` writes it, and whether it is required: `[]string, required`. */
export function typeText({ types, contents, isRequired }: FieldFacts): string {
  const inner = (some: readonly FieldType[]): string => some.map(explained).join("|") || "any";
  const type =
    contents === undefined
      ? types.map(explained).join("|")
      : `${contents.of === "list" ? "[]" : "map[string]"}${inner(contents.types)}`;
  return [...(type === "" ? [] : [type]), ...(isRequired ? ["required"] : [])].join(", ");
}

function explained(type: FieldType): string {
  if (type === "object") return "Object";
  return type === "array" ? "[]" : type;
}

/** The message of a problem, for the list of problems. */
export function problemText(problem: FieldProblem, source: SchemaSource): string {
  const name = sanitizeLabel(problem.name, 60);
  const nearest = "nearest" in problem && problem.nearest !== undefined ? sanitizeLabel(problem.nearest) : undefined;
  switch (problem.code) {
    case "unknown-field":
      return unknownFieldText(name, harmlessSource(source), nearest);
    case "wrong-type":
      return wrongTypeText(name, typePhrases(problem.expected), problem.written);
    case "wrong-value":
      return wrongValueText(
        name,
        sanitizeLabel(problem.value, 60),
        allowedValuesText(valueList(problem.choices)),
        nearest,
      );
  }
}

export function fixText({ as, text }: FieldFix): string {
  return fixTitle({ as, text: sanitizeLabel(text, 60) });
}

function harmlessSource({ kind, version, place, isOld }: SchemaSource): SchemaSource {
  return { kind: sanitizeLabel(kind, 40), version: sanitizeLabel(version, 20), place: sanitizeLabel(place, 40), isOld };
}

/** The most values that are listed. */
const maxValues = 12;

function valueList(values: readonly ScalarValue[]): string {
  const shown = values.slice(0, maxValues).map(labelOf);
  return [...shown, ...(values.length > maxValues ? ["…"] : [])].join(", ");
}

function labelOf(value: ScalarValue): string {
  return value === "" ? '""' : sanitizeLabel(`${value}`, 40);
}

/** The most characters of a description that are shown, beside a completion and in a hover; of one paragraph and of a value. */
const maxLengths = { description: 2000, hover: 360, paragraph: 360, value: 120 } as const;

/**
 * Where a paragraph of a description ends: an empty line, or an entry of a list. Other line breaks are those of the
 * comment in Go from which controller-gen takes the description.
 */
const paragraphEnd = /\r?\n(?:[ \t]*\r?\n)+|\r?\n(?=[ \t]*(?:[-*•]|\d+[.)])[ \t])/u;

/** The sentences of a description, in paragraphs that are short enough to be shown whole. */
function descriptionLines(description: string, most: number): readonly string[] {
  const text = description.slice(0, most);
  const lines = text.split(paragraphEnd).flatMap((line) => sentencesIn(line.replace(/\s+/gu, " ").trim()));
  return description.length > text.length ? [...lines.slice(0, -1), `${lines.at(-1) ?? ""}…`] : lines;
}

function sentencesIn(line: string): readonly string[] {
  const paragraphs: string[] = [];
  for (const sentence of line.match(/.+?(?:[.!?](?=\s)|$)\s*/gu) ?? []) {
    const last = paragraphs.at(-1);
    if (last !== undefined && last.length + sentence.length <= maxLengths.paragraph) {
      paragraphs[paragraphs.length - 1] = last + sentence;
    } else paragraphs.push(sentence);
  }
  return paragraphs;
}

// The texts of fields that a CRD describes, and of what contradicts it.

/** Where the schema comes from. */
function schemaSourceText({ kind, version, place, isOld }: SchemaSource): string {
  return isOld
    ? `From the CRD of ${kind} ${version} on ${place}, as last read`
    : `From the CRD of ${kind} ${version} on ${place}`;
}

/** A kind with its version, and the place whose CRD it is. `isOld`: the CRD was read before, and is not now. */
export interface SchemaSource {
  readonly kind: string;
  readonly version: string;
  readonly place: string;
  readonly isOld: boolean;
}

function allowedValuesText(values: string): string {
  return `Allowed values: ${values}`;
}

/** An entry of the list of problems, as kubectl begins it: `unknown field a`. */
function unknownFieldText(
  field: string,
  { kind, version, place, isOld }: SchemaSource,
  nearest: string | undefined,
): string {
  const where = isOld ? `${place} (as last read)` : place;
  return nearest === undefined
    ? `unknown field ${field}: ${kind} ${version} on ${where} has no such field here`
    : `unknown field ${field}, did you mean ${nearest}? ${kind} ${version} on ${where} has no such field here`;
}

function wrongTypeText(
  field: string,
  expected: string,
  written: (FieldProblem & { readonly code: "wrong-type" })["written"],
): string {
  return `${field} must be ${expected}, not ${typePhrase(written)}`;
}

function wrongValueText(field: string, value: string, allowed: string, nearest: string | undefined): string {
  return nearest === undefined
    ? `${value} is not a value of ${field}. ${allowed}`
    : `${value} is not a value of ${field}, did you mean ${nearest}? ${allowed}`;
}

/** One of several types: `an integer or a string`. */
function typePhrases(types: readonly FieldType[]): string {
  const [first, second] = types;
  if (first === undefined) return "";
  if (second === undefined || types.length > 2) return types.map((type) => typePhrase(type)).join(", ");
  return `${typePhrase(first)} or ${typePhrase(second)}`;
}

function typePhrase(type: FieldType | "null"): string {
  switch (type) {
    case "object":
      return "an object";
    case "array":
      return "a list";
    case "string":
      return "a string";
    case "integer":
      return "an integer";
    case "number":
      return "a number";
    case "boolean":
      return "true or false";
    case "null":
      return "null";
  }
}

/** The title of a quick fix. */
function fixTitle({ as, text }: { readonly as: FieldFix["as"]; readonly text: string }): string {
  switch (as) {
    case "nearest":
      return `Change to ${text}`;
    case "quote":
      return `Put quotes around the value: ${text}`;
    case "unquote":
      return `Remove the quotes: ${text}`;
  }
}
