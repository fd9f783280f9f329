import { maxTemplateDepth, newBudget, spendCharacters } from "./budget.ts";
import { executeTemplate } from "./execute.ts";
import { parseTemplate } from "./parse.ts";
import { printGoValue } from "./print.ts";
import { quoteGoString } from "./quote.ts";
import { attemptTemplate, deepDocumentText, inBrief, maxMessageLength, TemplateError } from "./template-error.ts";
import { asValue, type GoValue, sortedMembers } from "./value.ts";

/** The result of printing: a template may refer to missing data. The error may have several lines. */
export type PrintResult = { readonly text: string } | { readonly error: string };

/** Prints one document, or reports what is wrong with the template; errors are kubectl's sentences. */
export type CompiledTemplate = { readonly print: (document: unknown) => PrintResult } | { readonly error: string };

/**
 * The printer of `-o jsonpath=TEMPLATE` and of the text of a jsonpath-file, as in `kubectl get`. Missing keys print
 * nothing, and no line break is added. Texts come out raw, control characters included, since scripts read them:
 * terminal output must be made harmless. The same goes for errors, which may repeat what is in the document.
 *
 * Unlike kubectl, maps are walked in the order of their keys, not in a random one. An error does not append the whole
 * document. Work, depth and length are bounded. Where kubectl panics (an index into the current object of a range over
 * nothing), nothing is found.
 */
export function compileJsonpath(template: string): CompiledTemplate {
  return compiled(template, (values) => values.map(valueText).join(" "));
}

/** The printer of `-o jsonpath-as-json=`: for every text and action a JSON list of what it finds, keys sorted. */
export function compileJsonpathAsJson(template: string): CompiledTemplate {
  return compiled(template, (values) => `${jsonList(values)}\n`);
}

/** `values` as a list of their own, four spaces deep, as `jsonpath-as-json` prints what each action has found. */
function jsonList(values: readonly GoValue[]): string {
  const indent = "    ";
  return enclosed(
    "[]",
    values.map((value) => goJson(value, indent, 1)),
    indent,
    0,
  );
}

function compiled(given: string, write: (values: readonly GoValue[]) => string): CompiledTemplate {
  const template = given.toWellFormed();
  const shown = inBrief(template, maxMessageLength);
  const parsed = attemptTemplate(() => ({ nodes: parseTemplate(template) }));
  if ("error" in parsed) return { error: `error parsing jsonpath ${shown}, ${parsed.error}` };
  return {
    print: (document) => {
      const result = attemptTemplate(() => {
        const budget = newBudget();
        const pieces = executeTemplate(parsed.nodes, asValue(document), budget).map((values) => {
          const text = write(values);
          spendCharacters(budget, text.length);
          return text;
        });
        return { text: pieces.join("") };
      });
      if ("text" in result) return result;
      return { error: `error executing jsonpath ${quoteGoString(shown)}: Error executing template: ${result.error}` };
    },
  };
}

/** A JSON string as Go writes it, with characters escaped that HTML could act on. */
function goJsonString(data: string): string {
  return JSON.stringify(data.toWellFormed()).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/**
 * A value between others as jsonpath prints it: maps and lists as JSON, the rest as fmt does (PrintResults,
 * evalToText).
 */
function valueText(value: GoValue): string {
  if (value.type === "map" || value.type === "list") return goJson(value, "", 0);
  if (value.type === "null") return "null";
  return value.type === "nothing" ? "<no value>" : printGoValue(value);
}

/**
 * `value` as Go's encoding/json writes it: keys sorted, `<`, `>`, `&` and the line separators escaped. `indent` goes
 * before every line of a level; without it everything is one line.
 */
function goJson(value: GoValue, indent: string, depth: number): string {
  if (depth > maxTemplateDepth) throw new TemplateError(deepDocumentText(maxTemplateDepth));
  switch (value.type) {
    case "map":
      return enclosed(
        "{}",
        sortedMembers(value.data).map(
          ([name, data]) => `${goJsonString(name)}:${indent && " "}${goJson(asValue(data), indent, depth + 1)}`,
        ),
        indent,
        depth,
      );
    case "list":
      return enclosed(
        "[]",
        value.data.map((data) => goJson(asValue(data), indent, depth + 1)),
        indent,
        depth,
      );
    case "string":
      return goJsonString(value.data);
    case "float64":
      return Object.is(value.data, -0) ? "-0" : String(value.data);
    default:
      return String(value.data);
  }
}

function enclosed(brackets: string, parts: readonly string[], indent: string, depth: number): string {
  const [open, close] = brackets;
  if (parts.length === 0) return brackets;
  if (indent === "") return `${open}${parts.join(",")}${close}`;
  const inner = `\n${indent.repeat(depth + 1)}`;
  return `${open}${inner}${parts.join(`,${inner}`)}\n${indent.repeat(depth)}${close}`;
}
