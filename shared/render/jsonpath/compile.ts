import { cutText } from "../../characters/cut-text.ts";
import { maxTemplateDepth, newBudget, spendCharacters } from "./budget.ts";
import { executeTemplate } from "./execute.ts";
import type { TemplateNode } from "./node.ts";
import { parseTemplate } from "./parse.ts";
import { printGoValue } from "./print.ts";
import { quoteGoString } from "./quote.ts";
import { attemptTemplate, deepDocumentText, maxMessageLength, TemplateError } from "./template-error.ts";
import { asValue, type GoValue, sortedMembers } from "./value.ts";

/** The result of printing: a template may refer to missing data. The error may have several lines. */
export type PrintResult = { readonly text: string } | { readonly error: string };

/** Prints a document, or reports what is wrong with the template; errors are kubectl's sentences. */
export type Compiled<Document> = { readonly print: (document: Document) => PrintResult } | { readonly error: string };

/** The printer of any JSON document. */
export type CompiledTemplate = Compiled<unknown>;

/** What one level of jsonpath-as-json is indented by, as kubectl does. */
const jsonIndent = "    ";

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
  return compileTemplate(template, (values) => values.map(valueText).join(" "));
}

/** The printer of `-o jsonpath-as-json=`: for every text and action a JSON list of what it finds, keys sorted. */
export function compileJsonpathAsJson(template: string): CompiledTemplate {
  return compileTemplate(template, (values) => {
    const items = values.map((value) => goJson(value, jsonIndent, 1));
    return `${writeInBrackets("[", items, "]", jsonIndent, 0)}\n`;
  });
}

/** The printer of a template. `write` prints the values that one text or action has found. */
function compileTemplate(text: string, write: (values: readonly GoValue[]) => string): CompiledTemplate {
  const template = text.toWellFormed();
  const shownTemplate = cutText(template, maxMessageLength);
  const parsed = attemptTemplate(() => ({ nodes: parseTemplate(template) }));
  if ("error" in parsed) return { error: `error parsing jsonpath ${shownTemplate}, ${parsed.error}` };
  return {
    print: (document) => {
      const printed = attemptTemplate(() => ({ text: printNodes(parsed.nodes, document, write) }));
      if ("text" in printed) return printed;
      const place = quoteGoString(shownTemplate);
      return { error: `error executing jsonpath ${place}: Error executing template: ${printed.error}` };
    },
  };
}

/** @throws TemplateError when the template does not fit the document, or prints more than the budget allows */
function printNodes(
  nodes: readonly TemplateNode[],
  document: unknown,
  write: (values: readonly GoValue[]) => string,
): string {
  const budget = newBudget();
  const texts = executeTemplate(nodes, asValue(document), budget).map((values) => {
    const text = write(values);
    spendCharacters(budget, text.length);
    return text;
  });
  return texts.join("");
}

/**
 * A value between others as jsonpath prints it (PrintResults, evalToText): maps and lists as JSON, all others as fmt
 * does.
 */
function valueText(value: GoValue): string {
  switch (value.type) {
    case "map":
    case "list":
      return goJson(value, "", 0);
    case "null":
      return "null";
    case "nothing":
      return "<no value>";
    default:
      return printGoValue(value);
  }
}

/**
 * `value` as Go's encoding/json writes it: keys sorted, `<`, `>`, `&` and the line separators escaped. `indent` goes
 * before every line of a level; where it is empty, everything is one line.
 */
function goJson(value: GoValue, indent: string, depth: number): string {
  if (depth > maxTemplateDepth) throw new TemplateError(deepDocumentText(maxTemplateDepth));
  const writeInner = (data: unknown): string => goJson(asValue(data), indent, depth + 1);
  switch (value.type) {
    case "map": {
      const colon = indent === "" ? ":" : ": ";
      const members = sortedMembers(value.data).map(
        ([name, data]) => `${goJsonString(name)}${colon}${writeInner(data)}`,
      );
      return writeInBrackets("{", members, "}", indent, depth);
    }
    case "list":
      return writeInBrackets("[", value.data.map(writeInner), "]", indent, depth);
    case "string":
      return goJsonString(value.data);
    case "float64":
      return Object.is(value.data, -0) ? "-0" : String(value.data);
    default:
      return String(value.data);
  }
}

/** A JSON string as Go writes it, with characters escaped that HTML could act on: `"\u003cb\u003e"`. */
function goJsonString(data: string): string {
  return JSON.stringify(data.toWellFormed()).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** `{"a":1,"b":2}`, or with an indent each part on a line of its own. */
function writeInBrackets(open: string, parts: readonly string[], close: string, indent: string, depth: number): string {
  if (parts.length === 0 || indent === "") return `${open}${parts.join(",")}${close}`;
  const lineStart = `\n${indent.repeat(depth)}`;
  const innerLineStart = `${lineStart}${indent}`;
  return `${open}${innerLineStart}${parts.join(`,${innerLineStart}`)}${lineStart}${close}`;
}
