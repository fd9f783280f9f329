import { sanitizeLabel } from "../../../characters/sanitize-label.ts";
import type { FieldFacts, FieldFix, FieldProblem, FieldType, ScalarValue } from "../../../model/manifest/schema.ts";
import type { Translate } from "../../../outline/translate.ts";
import {
  allowedValuesText,
  defaultValueText,
  fixTitle,
  requiredWord,
  type SchemaSource,
  schemaSourceText,
  typePhrases,
  unknownFieldText,
  wrongTypeText,
  wrongValueText,
} from "../../words/editor/schema.ts";
import { type MarkdownPart, paragraphPart } from "../hover/markdown-parts.ts";

/** What a field is, from its CRD: its type, description, values and default. The texts of the CRD are data. */
export function fieldParts(say: Translate, facts: FieldFacts, source: SchemaSource): readonly MarkdownPart[] {
  const { name, choices, fallback } = facts;
  const type = typeText(say, facts);
  return [
    paragraphPart({ as: "strong", text: name }, ...(type === "" ? [] : [" ", { as: "code" as const, text: type }])),
    ...descriptionLines(facts.description).map((line) => paragraphPart(line)),
    ...(choices.length === 0 ? [] : [paragraphPart(allowedValuesText(say, valueList(choices)))]),
    ...(fallback === undefined ? [] : [paragraphPart(defaultValueText(say, labelOf(fallback)))]),
    paragraphPart(schemaSourceText(say, harmlessSource(source))),
  ];
}

/** The type of a field as `kubectl explain` writes it, and whether it is required: `[]string, required`. */
export function typeText(say: Translate, { types, contents, isRequired }: FieldFacts): string {
  const inner = (some: readonly FieldType[]): string => some.map(explained).join("|") || "any";
  const type =
    contents === undefined
      ? types.map(explained).join("|")
      : `${contents.of === "list" ? "[]" : "map[string]"}${inner(contents.types)}`;
  return [...(type === "" ? [] : [type]), ...(isRequired ? [requiredWord(say)] : [])].join(", ");
}

function explained(type: FieldType): string {
  if (type === "object") return "Object";
  return type === "array" ? "[]" : type;
}

/** The message of a problem, for the list of problems. */
export function problemText(say: Translate, problem: FieldProblem, source: SchemaSource): string {
  const name = sanitizeLabel(problem.name, 60);
  const nearest = "nearest" in problem && problem.nearest !== undefined ? sanitizeLabel(problem.nearest) : undefined;
  switch (problem.code) {
    case "unknown-field":
      return unknownFieldText(say, name, harmlessSource(source), nearest);
    case "wrong-type":
      return wrongTypeText(say, name, typePhrases(say, problem.expected), problem.written);
    case "wrong-value":
      return wrongValueText(
        say,
        name,
        sanitizeLabel(problem.value, 60),
        allowedValuesText(say, valueList(problem.choices)),
        nearest,
      );
  }
}

export function fixText(say: Translate, { as, text }: FieldFix): string {
  return fixTitle(say, { as, text: sanitizeLabel(text, 60) });
}

function harmlessSource({ kind, version, place, isOld }: SchemaSource): SchemaSource {
  return { kind: sanitizeLabel(kind, 40), version: sanitizeLabel(version, 20), place: sanitizeLabel(place, 40), isOld };
}

/** The most values that are listed. */
const mostValues = 12;

function valueList(values: readonly ScalarValue[]): string {
  const shown = values.slice(0, mostValues).map(labelOf);
  return [...shown, ...(values.length > mostValues ? ["…"] : [])].join(", ");
}

function labelOf(value: ScalarValue): string {
  return value === "" ? '""' : sanitizeLabel(`${value}`, 40);
}

/** The most characters of a description that are shown, and of one paragraph. */
const longest = { description: 2000, paragraph: 360 } as const;

/**
 * Where a paragraph of a description ends: an empty line, or an entry of a list. Other line breaks are those of the
 * comment in Go from which controller-gen takes the description.
 */
const paragraphEnd = /\r?\n(?:[ \t]*\r?\n)+|\r?\n(?=[ \t]*(?:[-*•]|\d+[.)])[ \t])/u;

/** The sentences of a description, in paragraphs that are short enough to be shown whole. */
function descriptionLines(description: string): readonly string[] {
  const text = description.slice(0, longest.description);
  const lines = text.split(paragraphEnd).flatMap((line) => sentencesIn(line.replace(/\s+/gu, " ").trim()));
  return description.length > text.length ? [...lines.slice(0, -1), `${lines.at(-1) ?? ""}…`] : lines;
}

function sentencesIn(line: string): readonly string[] {
  const paragraphs: string[] = [];
  for (const sentence of line.match(/.+?(?:[.!?](?=\s)|$)\s*/gu) ?? []) {
    const last = paragraphs.at(-1);
    if (last !== undefined && last.length + sentence.length <= longest.paragraph) {
      paragraphs[paragraphs.length - 1] = last + sentence;
    } else paragraphs.push(sentence);
  }
  return paragraphs;
}
