import type { Redaction } from "../model/snapshot.ts";
import { at, type Fields, text } from "../parse/value.ts";
import { redacted } from "./conceal.ts";
import { redactAnnotations } from "./redact-annotations.ts";
import { redactWords } from "./redact-command-line.ts";
import { chartValues, commandLine, credentialField, environment, keptVariables, payload } from "./redact-rules.ts";
import { type Count, jsonOf, mapped, plainText, scalar } from "./redact-value.ts";

/** Where a value stands. */
interface Here {
  readonly key: string;
  readonly depth: number;
  /** The object is some kind of Secret: what it calls data is payload wherever it stands. */
  readonly holdsPayload: boolean;
}

/** The parser's own bound, less what the file puts around an object (parse/yaml.ts). */
const deepest = 400;

/** A value without what the table names: by the key that it stands under, and by what it holds. */
export function redactValue(value: unknown, here: Here, count: Count): unknown {
  const { key, depth, holdsPayload } = here;
  if (typeof value === "string") return textAt(value, here, count);
  if (typeof value !== "object" || value === null)
    return credentialField.test(key) ? scalar(value, "field", count) : value;
  if (depth > deepest) {
    count("depth");
    return redacted;
  }
  const below = { ...here, depth: depth + 1 };
  if (environment.test(key)) return everyScalar(value, "env", below, count);
  if (key === "stringData" || (holdsPayload && payload.has(key))) return everyScalar(value, "data", below, count);
  if (commandLine.has(key) && Array.isArray(value) && value.every(isWord)) return redactWords(value, count);
  // An item is known by the list that it stands in.
  if (Array.isArray(value)) return value.map((item) => redactValue(item, below, count));
  if (chartValues.has(key)) {
    count("values");
    return redacted;
  }
  if (key === "annotations") return redactAnnotations(value as Fields, count);
  if (labels.has(key)) return labelsAt(value as Fields, below, count);
  return pairs(value as Fields, below, count);
}

function isWord(value: unknown): boolean {
  return typeof value !== "object";
}

/** Whoever selects by them must find them as they are. */
const labels: ReadonlySet<string> = new Set(["labels", "matchLabels", "nodeSelector", "selector"]);

function labelsAt(fields: Fields, below: Here, count: Count): Fields {
  const isLabel = (value: unknown): boolean => typeof value !== "object";
  return mapped(Object.entries(fields), (key, value) =>
    redactValue(value, { ...below, key: isLabel(value) ? "" : key }, count),
  );
}

/**
 * A mapping; what has a name and a value is a variable, a header or a parameter, and so is what a JSON patch puts, and
 * whatever is called a credential by its name or key.
 */
function pairs(fields: Fields, below: Here, count: Count): Fields {
  const name = text(fields["name"]) || text(fields["key"]);
  const isPair = Object.hasOwn(fields, "name") && Object.keys(fields).length === 2;
  const isValue = (key: string): boolean => key === "value" && (isPair || credentialField.test(name));
  const isPatch = Object.hasOwn(fields, "op") && Object.hasOwn(fields, "path");
  return mapped(Object.entries(fields), (key, value) => {
    if (isValue(key)) return variable(name, value, "parameter", below, count);
    if (key === "value" && isPatch) return redactValue(value, { ...below, key: fieldOf(text(fields["path"])) }, count);
    return redactValue(value, { ...below, key }, count);
  });
}

/** The last name in a JSON pointer: of `/spec/env/0/value` it is the list's. */
function fieldOf(path: string): string {
  const names = path.split("/").filter((each) => !/^(?:\d+|-|value|)$/.test(each));
  return names.at(-1) ?? "";
}

/** Every text below, however it is laid out, but for names and where a value comes from. */
function everyScalar(value: unknown, what: Redaction["what"], here: Here, count: Count): unknown {
  if (typeof value !== "object" || value === null) return scalar(value, what, count);
  if (here.depth > deepest) return redactValue(value, here, count);
  const below = { ...here, depth: here.depth + 1 };
  if (Array.isArray(value)) return value.map((item) => everyScalar(item, what, below, count));
  const isNamed = Object.hasOwn(value, "name");
  return mapped(Object.entries(value), (key, item) => {
    if (isNamed && key === "name" && what === "env") return redactValue(item, { ...below, key }, count);
    if (key === "valueFrom") return redactValue(item, { ...below, key }, count);
    if (what !== "env") return everyScalar(item, what, below, count);
    const name = isNamed ? text(at(value, ["name"])) : key;
    return variable(name, item, what, below, count);
  });
}

function variable(name: string, value: unknown, what: Redaction["what"], here: Here, count: Count): unknown {
  if (typeof value === "object" && value !== null) return everyScalar(value, what, here, count);
  return keptVariables.has(name) ? redactValue(value, { ...here, key: "" }, count) : scalar(value, what, count);
}

function textAt(value: string, { key, depth, holdsPayload }: Here, count: Count): string {
  if (credentialField.test(key)) return text(scalar(value, "field", count));
  if (environment.test(key)) return text(scalar(value, "env", count));
  if (chartValues.has(key) && value.includes("\n")) return text(scalar(value, "values", count));
  const inner = /^\s*[{[]/.test(value) ? jsonOf(value) : undefined;
  if (inner !== undefined) {
    const kept = JSON.stringify(redactValue(inner, { key, depth: depth + 1, holdsPayload }, count));
    if (kept !== JSON.stringify(inner)) return kept;
  }
  return plainText(value, count);
}
