import { deepDocumentText } from "../words/commands/jsonpath-values.ts";
import { deepestTemplate } from "./budget.ts";
import { TemplateError } from "./template-error.ts";
import { asValue, type GoValue, sortedMembers } from "./value.ts";

/**
 * `value` as Go's encoding/json writes it: keys sorted, `<`, `>`, `&` and the line separators escaped. `indent` goes
 * before every line of a level; without it everything is one line.
 */
export function goJson(value: GoValue, indent = ""): string {
  return written(value, indent, 0);
}

function written(value: GoValue, indent: string, depth: number): string {
  if (depth > deepestTemplate) throw new TemplateError(deepDocumentText(deepestTemplate));
  switch (value.type) {
    case "map":
      return enclosed(
        "{}",
        sortedMembers(value.data).map(
          ([name, data]) => `${text(name)}:${indent && " "}${written(asValue(data), indent, depth + 1)}`,
        ),
        indent,
        depth,
      );
    case "list":
      return enclosed(
        "[]",
        value.data.map((data) => written(asValue(data), indent, depth + 1)),
        indent,
        depth,
      );
    case "string":
      return text(value.data);
    case "float64":
      return Object.is(value.data, -0) ? "-0" : String(value.data);
    default:
      return String(value.data);
  }
}

/** `values` as a list of their own, four spaces deep, as `jsonpath-as-json` prints what each action has found. */
export function jsonList(values: readonly GoValue[]): string {
  const indent = "    ";
  return enclosed(
    "[]",
    values.map((value) => written(value, indent, 1)),
    indent,
    0,
  );
}

function enclosed(brackets: string, parts: readonly string[], indent: string, depth: number): string {
  const [open, close] = brackets;
  if (parts.length === 0) return brackets;
  if (indent === "") return `${open}${parts.join(",")}${close}`;
  const inner = `\n${indent.repeat(depth + 1)}`;
  return `${open}${inner}${parts.join(`,${inner}`)}\n${indent.repeat(depth)}${close}`;
}

/** A JSON string as Go writes it, with characters escaped that HTML could act on. */
function text(data: string): string {
  return JSON.stringify(data.toWellFormed()).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
