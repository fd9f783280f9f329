import { sanitizeLabel } from "../../../characters/sanitize-label.ts";
import type { FieldFacts, FieldFix, FieldProblem, FieldType, ScalarValue } from "../../../model/manifest/schema.ts";
import { type LinePiece, type MarkdownPart, paragraphPart } from "../hover/markdown-parts.ts";

/** The most allowed values that are listed. */
const maxValues = 12;

/** The most characters of a description beside a completion. */
const maxDescriptionLength = 2000;

/** The most characters of a description in a hover. */
const maxHoverDescriptionLength = 360;

/** The most characters of one paragraph of a description. */
const maxParagraphLength = 360;

/** The most characters of a live value. */
const maxValueLength = 120;

/**
 * Where a paragraph of a description ends: an empty line, or an entry of a list. Other line breaks are those of the
 * comment in Go from which controller-gen takes the description.
 */
const paragraphEnd = /\r?\n(?:[ \t]*\r?\n)+|\r?\n(?=[ \t]*(?:[-*•]|\d+[.)])[ \t])/u;

/** The CRD from which the description of a field comes. */
export interface SchemaSource {
  readonly kind: string;
  readonly version: string;
  /** The name of the cluster or the file that has the CRD. */
  readonly place: string;
  /** Whether the CRD was read before, and cannot be read now. */
  readonly isOld: boolean;
}

/** The value of a field of the live object; undefined where it is not set. */
export interface LiveValue {
  readonly value: unknown;
  readonly place: string;
}

/** What a field is, from its CRD: its type, description, values and default. The texts of the CRD are data. */
export function fieldParts(facts: FieldFacts, source: SchemaSource): readonly MarkdownPart[] {
  return [titlePart(facts), ...describeField(facts, source, maxDescriptionLength)];
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
  const parts = [titlePart(facts)];
  if (live !== undefined) parts.push(paragraphPart(`On ${live.place}: `, liveValuePiece(live.value)));
  return [...parts, ...describeField(facts, source, maxHoverDescriptionLength)];
}

function liveValuePiece(value: unknown): string | LinePiece {
  if (value === undefined) return "not set";
  return { as: "code", text: JSON.stringify(value).slice(0, maxValueLength) };
}

/** The name of a field and its type: **replicas** `integer, required`. */
function titlePart(facts: FieldFacts): MarkdownPart {
  const name = { as: "strong", text: facts.name } as const;
  const type = typeText(facts);
  return type === "" ? paragraphPart(name) : paragraphPart(name, " ", { as: "code", text: type });
}

/** The description of a field, its allowed values, its default and its CRD. */
function describeField(
  { description, choices, fallback }: FieldFacts,
  source: SchemaSource,
  maxLength: number,
): readonly MarkdownPart[] {
  const parts = splitDescription(description, maxLength).map((paragraph) => paragraphPart(...withCode(paragraph)));
  if (choices.length > 0) parts.push(paragraphPart(allowedValuesText(listValues(choices))));
  if (fallback !== undefined) parts.push(paragraphPart(`Default: ${valueText(fallback)}`));
  parts.push(paragraphPart(sourceText(toHarmlessSource(source))));
  return parts;
}

/** A sentence with the parts between backticks as code, which descriptions of fields have: `` set `a` or `b` ``. */
function withCode(line: string): readonly (string | LinePiece)[] {
  return line.split(/`([^`]+)`/u).map((text, index) => (index % 2 === 0 ? text : { as: "code", text }));
}

/** The type of a field as `kubectl explain` writes it, and whether it is required: `[]string, required`. */
export function typeText({ types, contents, isRequired }: FieldFacts): string {
  const words: string[] = [];
  const type = contents === undefined ? joinTypes(types) : containerTypeText(contents);
  if (type !== "") words.push(type);
  if (isRequired) words.push("required");
  return words.join(", ");
}

/** `[]string`, `map[string]any`. */
function containerTypeText({ of, types }: FieldFacts["contents"] & {}): string {
  return `${of === "list" ? "[]" : "map[string]"}${joinTypes(types) || "any"}`;
}

function joinTypes(types: readonly FieldType[]): string {
  return types.map(typeInExplain).join("|");
}

/** The name of a type in `kubectl explain`. */
function typeInExplain(type: FieldType): string {
  if (type === "object") return "Object";
  return type === "array" ? "[]" : type;
}

/** The message of a problem, for the list of problems. */
export function problemText(problem: FieldProblem, source: SchemaSource): string {
  const name = sanitizeLabel(problem.name, 60);
  switch (problem.code) {
    case "unknown-field":
      return unknownFieldText(name, toHarmlessSource(source), suggestionText(problem.nearest));
    case "wrong-type":
      return `${name} must be ${typePhrases(problem.expected)}, not ${typePhrase(problem.written)}`;
    case "wrong-value": {
      const value = sanitizeLabel(problem.value, 60);
      const allowed = allowedValuesText(listValues(problem.choices));
      return `${value} is not a value of ${name}${suggestionText(problem.nearest) || "."} ${allowed}`;
    }
  }
}

/** `, did you mean replicas?`; empty where no name or value is near. */
function suggestionText(nearest: string | undefined): string {
  return nearest === undefined ? "" : `, did you mean ${sanitizeLabel(nearest)}?`;
}

/** The title of a quick fix. The text to write is cut to a readable length. */
export function fixText({ as, text }: FieldFix): string {
  const shownText = sanitizeLabel(text, 60);
  switch (as) {
    case "nearest":
      return `Change to ${shownText}`;
    case "quote":
      return `Put quotes around the value: ${shownText}`;
    case "unquote":
      return `Remove the quotes: ${shownText}`;
  }
}

function toHarmlessSource({ kind, version, place, isOld }: SchemaSource): SchemaSource {
  return { kind: sanitizeLabel(kind, 40), version: sanitizeLabel(version, 20), place: sanitizeLabel(place, 40), isOld };
}

/** `a, b, …`. */
function listValues(values: readonly ScalarValue[]): string {
  const shown = values.slice(0, maxValues).map(valueText);
  if (values.length > maxValues) shown.push("…");
  return shown.join(", ");
}

function valueText(value: ScalarValue): string {
  return value === "" ? '""' : sanitizeLabel(`${value}`, 40);
}

/** The first `maxLength` characters of a description in paragraphs that are short enough to be shown whole. */
function splitDescription(description: string, maxLength: number): readonly string[] {
  const beginning = description.slice(0, maxLength);
  const paragraphs = beginning
    .split(paragraphEnd)
    .flatMap((paragraph) => splitLongParagraph(paragraph.replace(/\s+/gu, " ").trim()));
  if (description.length === beginning.length) return paragraphs;
  return [...paragraphs.slice(0, -1), `${paragraphs.at(-1) ?? ""}…`];
}

/** The sentences of a paragraph in paragraphs of at most {@link maxParagraphLength}. A longer sentence stays whole. */
function splitLongParagraph(text: string): readonly string[] {
  const paragraphs: string[] = [];
  for (const sentence of text.match(/.+?(?:[.!?](?=\s)|$)\s*/gu) ?? []) {
    const last = paragraphs.at(-1);
    const hasRoom = last !== undefined && last.length + sentence.length <= maxParagraphLength;
    if (hasRoom) paragraphs[paragraphs.length - 1] = last + sentence;
    else paragraphs.push(sentence);
  }
  return paragraphs;
}

/** `From the CRD of HyperConverged v1beta1 on prod, as last read`. */
function sourceText({ kind, version, place, isOld }: SchemaSource): string {
  const text = `From the CRD of ${kind} ${version} on ${place}`;
  return isOld ? `${text}, as last read` : text;
}

function allowedValuesText(values: string): string {
  return `Allowed values: ${values}`;
}

/** `unknown field a: HyperConverged v1beta1 on prod has no such field here`, as kubectl begins it. */
function unknownFieldText(field: string, source: SchemaSource, suggestion: string): string {
  const { kind, version, place, isOld } = source;
  const where = isOld ? `${place} (as last read)` : place;
  return `unknown field ${field}${suggestion || ":"} ${kind} ${version} on ${where} has no such field here`;
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
