import type { Redaction } from "../model/snapshot.ts";
import { at, type Fields, text } from "../parse/value.ts";
import { isCredentialName, isEnvironmentName, isReferenceName } from "./credential-words.ts";
import { redactAnnotations } from "./redact-annotations.ts";
import { redactWords } from "./redact-command-line.ts";
import {
  chartValues,
  commandLine,
  freeKeys,
  headers,
  keptVariables,
  payloadBelow,
  payloadKind,
} from "./redact-rules.ts";
import { headerLine, textAt } from "./redact-text.ts";
import { type Count, type Here, mapped, scalar } from "./redact-value.ts";
import { redacted } from "./redacted.ts";

/** The parser's own bound, less what the file puts around an object (parse/yaml.ts). */
const deepest = 400;

/** A value without what the table names: by the key that it stands under, and by what it holds. */
export function redactValue(value: unknown, here: Here, count: Count): unknown {
  const { key, depth, holdsPayload } = here;
  if (typeof value === "string") return textAt(value, here, count, redactValue);
  if (typeof value !== "object" || value === null) return isCredentialName(key) ? scalar(value, "field", count) : value;
  if (depth > deepest) {
    count("depth");
    return redacted;
  }
  const below = { ...here, depth: depth + 1 };
  if (isEnvironmentName(key)) return everyScalar(value, "env", below, count);
  if (key === "stringData" || (holdsPayload && payloadBelow.has(key))) return everyScalar(value, "data", below, count);
  if (isCredentialName(key)) return everyScalar(value, "field", below, count);
  if (commandLine.test(key) && Array.isArray(value) && value.every(isScalar))
    return redactWords(value, /command|cmd|entrypoint/i.test(key), count);
  if (headers.test(key)) return redactHeaders(value, below, count);
  // An item is known by the list that it stands in; what a selector lists are no chart's values.
  if (Array.isArray(value)) {
    const isList = chartValues.test(key) && value.every(isScalar);
    return value.map((item) => redactValue(item, isList ? { ...below, key: "" } : below, count));
  }
  if (chartValues.test(key)) {
    count("values");
    return redacted;
  }
  if (key === "annotations") return redactAnnotations(value as Fields, count);
  if (freeKeys.has(key)) return withFreeKeys(value as Fields, below, count);
  return pairs(value as Fields, { ...below, under: key }, count);
}

function isScalar(value: unknown): boolean {
  return typeof value !== "object";
}

function withFreeKeys(fields: Fields, below: Here, count: Count): Fields {
  return mapped(Object.entries(fields), (key, value) =>
    redactValue(value, { ...below, key: isScalar(value) ? "" : key }, count),
  );
}

function redactHeaders(value: object, below: Here, count: Count): unknown {
  if (!Array.isArray(value)) return everyScalar(value, "field", below, count);
  return value.map((item: unknown) =>
    typeof item === "string" ? headerLine(item, count) : redactValue(item, { ...below, key: "" }, count),
  );
}

/** Of what has a name this is the value, whatever stands beside it: a variable, a header, a parameter. */
const valueOfName = /^(?:value|string|array|map)$/i;
/** Of what has the name of a credential these are, too. */
const valueOfCredential = /^(?:val(?:ue)?|default|text|string|array|map|data|content)s?$/i;

/**
 * A mapping; what has a name and a value is a variable, a header or a parameter, and so is what a JSON patch puts, and
 * whatever is called a credential by its name or key. An object of a kind that holds payload holds it here, too.
 */
function pairs(fields: Fields, here: Here, count: Count): Fields {
  const name = ["name", "Name", "key", "id"].map((each) => text(fields[each])).find((each) => each !== "") ?? "";
  const isNamed = Object.hasOwn(fields, "name") || Object.hasOwn(fields, "Name");
  const isCredential = isCredentialName(name);
  const isPatch = Object.hasOwn(fields, "op") && Object.hasOwn(fields, "path");
  const kind = text(fields["kind"]);
  const holds = payloadKind.test(kind);
  const below = { ...here, holdsPayload: here.holdsPayload || (holds && /secret/i.test(kind)) };
  return mapped(Object.entries(fields), (key, value) => {
    if (holds && payloadBelow.has(key)) return everyScalar(value, "data", below, count);
    if ((isNamed && valueOfName.test(key)) || (isCredential && valueOfCredential.test(key)))
      return variable(name, value, "parameter", below, count);
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
    if (key === "valueFrom" || (what === "field" && isReferenceName(key)))
      return redactValue(item, { ...below, key: isScalar(item) ? "" : key }, count);
    if (isNamed && key === "name" && what === "env") return redactValue(item, { ...below, key }, count);
    if (what !== "env") return everyScalar(item, what, below, count);
    const name = isNamed ? text(at(value, ["name"])) : key;
    return variable(name, item, what, below, count);
  });
}

function variable(name: string, value: unknown, what: Redaction["what"], here: Here, count: Count): unknown {
  if (typeof value === "object" && value !== null) return everyScalar(value, what, here, count);
  return keptVariables.has(name) ? redactValue(value, { ...here, key: "" }, count) : scalar(value, what, count);
}
