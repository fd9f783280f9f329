import { quietJson, renderJson } from "./json.ts";

/**
 * Strings that YAML 1.1 and 1.2 both read as that string without quotes; all others are quoted as JSON, which YAML
 * reads.
 */
const plain = /^[A-Za-z][A-Za-z0-9]*([ ./-][A-Za-z0-9]+)*$/;
const reservedWords = /^(y|n|yes|no|on|off|true|false|null|nan|inf)$/i;

/** A Report, or another document of ours, as YAML in the block style kubectl writes, ending in a line break. */
export function renderYaml(report: object): string {
  return `${lines(report).join("\n")}\n`;
}

/** A document of ours as JSON or YAML. */
export function renderDocument(document: object, format: "json" | "yaml"): string {
  return format === "json" ? renderJson(document) : renderYaml(document);
}

/** The lines of any JSON value in YAML; what JSON leaves out (undefined) is omitted. */
function lines(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.length === 0 ? ["[]"] : value.flatMap(item);
  if (typeof value !== "object" || value === null) return [scalar(value)];
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  return entries.length === 0 ? ["{}"] : entries.flatMap(([key, entry]) => pair(key, entry));
}

function item(value: unknown): readonly string[] {
  return lines(value).map((line, index) => `${index === 0 ? "- " : "  "}${line}`);
}

function pair(key: string, value: unknown): readonly string[] {
  const name = `${scalar(key)}:`;
  if (isEmpty(value)) return [`${name} ${lines(value).join("")}`];
  // Lists stand at the depth of their key, as kubectl writes them.
  return Array.isArray(value) ? [name, ...lines(value)] : [name, ...lines(value).map((line) => `  ${line}`)];
}

/** Whether the value fits behind its key: a scalar, an empty list or map. */
function isEmpty(value: unknown): boolean {
  return typeof value !== "object" || value === null || Object.keys(value).length === 0;
}

/** The regular expression runs out of stack on texts of megabytes. Quoted, any text is right. */
const maxPlainLength = 1_000;

function scalar(value: unknown): string {
  if (typeof value === "string" && value.length <= maxPlainLength && plain.test(value) && !reservedWords.test(value))
    return value;
  return quietJson(value, 0, wholeCharacter);
}

/** The YAML escape of a whole character: some parsers refuse halves of one. */
function wholeCharacter(found: string): string {
  const digits = (found.codePointAt(0) ?? 0).toString(16);
  return digits.length > 4 ? `\\U${digits.padStart(8, "0")}` : `\\u${digits.padStart(4, "0")}`;
}
