import { quietJson, renderJson } from "./json.ts";

/**
 * Strings that YAML 1.1 and 1.2 both read as that string without quotes; all others are quoted as JSON, which YAML
 * reads.
 */
const plainString = /^[A-Za-z][A-Za-z0-9]*([ ./-][A-Za-z0-9]+)*$/;
const reservedWords = /^(y|n|yes|no|on|off|true|false|null|nan|inf)$/i;

/** The most characters of a string without quotes: the pattern runs out of stack on texts of megabytes. */
const maxPlainLength = 1_000;

/** A Report, or another document of ours, as YAML in the block style kubectl writes, ending in a line break. */
export function renderYaml(report: object): string {
  return `${renderLines(report).join("\n")}\n`;
}

/** A document of ours as JSON or YAML. */
export function renderDocument(document: object, format: "json" | "yaml"): string {
  return format === "json" ? renderJson(document) : renderYaml(document);
}

/** The lines of any JSON value in YAML. Fields that JSON has not (undefined) are omitted. */
function renderLines(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.length === 0 ? ["[]"] : value.flatMap(renderItem);
  if (typeof value !== "object" || value === null) return [renderScalar(value)];
  const fields = Object.entries(value).filter(([, fieldValue]) => fieldValue !== undefined);
  return fields.length === 0 ? ["{}"] : fields.flatMap(([key, fieldValue]) => renderField(key, fieldValue));
}

/** `- name: a`, `  kind: b` */
function renderItem(value: unknown): readonly string[] {
  return renderLines(value).map((line, index) => `${index === 0 ? "- " : "  "}${line}`);
}

function renderField(key: string, value: unknown): readonly string[] {
  const head = `${renderScalar(key)}:`;
  const lines = renderLines(value);
  if (fitsBehindKey(value)) return [`${head} ${lines.join("")}`];
  // Lists stand at the depth of their key, as kubectl writes them.
  const indent = Array.isArray(value) ? "" : "  ";
  return [head, ...lines.map((line) => `${indent}${line}`)];
}

/** Whether the value is a scalar, an empty list or an empty map. */
function fitsBehindKey(value: unknown): boolean {
  return typeof value !== "object" || value === null || Object.keys(value).length === 0;
}

function renderScalar(value: unknown): string {
  if (typeof value !== "string" || value.length > maxPlainLength) return quietJson(value, 0, escapeCharacter);
  const isPlain = plainString.test(value) && !reservedWords.test(value);
  return isPlain ? value : quietJson(value, 0, escapeCharacter);
}

/** The YAML escape of a whole character: some parsers refuse the two halves of one. */
export function escapeCharacter(character: string): string {
  const digits = (character.codePointAt(0) ?? 0).toString(16);
  return digits.length > 4 ? `\\U${digits.padStart(8, "0")}` : `\\u${digits.padStart(4, "0")}`;
}
