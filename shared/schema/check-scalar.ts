import type { FieldProblem, FieldType } from "../model/manifest/schema.ts";
import type { TextNode } from "../parse/manifest/node.ts";
import { goScalarType } from "../parse/yaml/go-scalars.ts";
import { plainText } from "./insert-text.ts";
import { nearestName } from "./nearest-name.ts";
import type { SchemaNode } from "./schema-node.ts";

/**
 * Returns what is wrong with a value of one line. An absent value is half-typed and no problem. Null counts where the
 * server would refuse it: it drops null from a field with a default (kubernetes.io, "Defaulting and Nullable").
 *
 * @param written the value with its quotes.
 */
export function checkScalar(node: TextNode, field: SchemaNode, name: string, written: string): readonly FieldProblem[] {
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
        ...{ code: "wrong-type", span, name, expected: field.types, written: type },
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
      ...{ code: "wrong-value", span, name, value: text, choices },
      ...(nearest !== undefined && { nearest }),
      ...(better !== undefined && { fix: { as: "nearest", span, text: better } }),
    },
  ];
}

/** What a template engine replaces: `{{ .Values.size }}`, and `${SIZE}` of Flux, envsubst and OpenShift Templates. */
const placeholder = /\{\{|\$\{/;

function acceptsType({ types }: SchemaNode, type: FieldType): boolean {
  return types.length === 0 || types.includes(type) || (type === "integer" && types.includes("number"));
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

function isWrittenAs(choice: SchemaNode["choices"][number], text: string, type: FieldType): boolean {
  if (typeof choice === "string") return type === "string" && choice === text;
  if (typeof choice === "number") return (type === "integer" || type === "number") && Number(text) === choice;
  return typeof choice === "boolean" && type === "boolean" && /^(?:y|true|on)/i.test(text) === choice;
}
