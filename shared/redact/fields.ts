import type { Redaction } from "../model/snapshot.ts";
import { type Fields, parseJson, textAt, toText } from "../parse/json-value.ts";
import { redactAnnotations } from "./annotations.ts";
import { redactWords } from "./command-words.ts";
import { redactedMark } from "./conceal-assignments.ts";
import { isCredentialName, isEnvironmentName, isReferenceName } from "./credential-names.ts";
import {
  chartValues,
  commandLine,
  documentText,
  freeKeys,
  headerName,
  keptVariables,
  messageField,
  payloadBelow,
  payloadKind,
} from "./rules.ts";
import {
  type CountRedaction,
  mapFields,
  type RedactContext,
  redactCredentials,
  redactScalar,
  replaceText,
} from "./value.ts";

/** The limit of nesting: that of the parser, minus the levels that the file puts around an object (yaml/read-yaml.ts). */
const maxDepth = 400;

/** A value without what the rules name. The first rule for its key or its contents decides. */
export function redactValue(value: unknown, context: RedactContext, count: CountRedaction): unknown {
  const { key, depth, holdsPayload } = context;
  if (typeof value === "string") return redactText(value, context, count);
  if (typeof value !== "object" || value === null)
    return isCredentialName(key) ? redactScalar(value, "field", count) : value;
  if (depth > maxDepth) {
    count("depth");
    return redactedMark;
  }
  const below = { ...context, depth: depth + 1 };
  if (isEnvironmentName(key)) return redactEveryScalar(value, "env", below, count);
  if (key === "stringData" || (holdsPayload && payloadBelow.has(key)))
    return redactEveryScalar(value, "data", below, count);
  if (isCredentialName(key)) return redactEveryScalar(value, "field", below, count);
  if (commandLine.test(key) && Array.isArray(value) && value.every(isScalar)) {
    const isCommand = /command|cmd|entrypoint/i.test(key);
    return redactWords(value, isCommand, count);
  }
  if (headerName.test(key)) return redactHeaders(value, below, count);
  // An item of a list is handled by the list's key. The items of a selector are not a chart's values.
  if (Array.isArray(value)) {
    const isSelector = chartValues.test(key) && value.every(isScalar);
    const ofItem = isSelector ? { ...below, key: "" } : below;
    return value.map((item) => redactValue(item, ofItem, count));
  }
  if (chartValues.test(key)) {
    count("values");
    return redactedMark;
  }
  if (key === "annotations") return redactAnnotations(value as Fields, count);
  if (freeKeys.has(key)) return redactFreeKeys(value as Fields, below, count);
  return redactPairs(value as Fields, { ...below, under: key }, count);
}

/**
 * A text without credentials. By its key, by what it begins with, or as any text:
 *   the value of a credential, a variable, a Secret or a chart, and a command line, are removed
 *   a message stays, without the credentials in it
 *   a header keeps its name, a URL with data `data:`, a web hook its host
 *   JSON is handled as a value
 *   a document of several lines is removed
 */
function redactText(text: string, context: RedactContext, count: CountRedaction): string {
  const { key, under, depth, holdsPayload } = context;
  if (isCredentialName(key)) return toText(redactScalar(text, "field", count));
  if (isEnvironmentName(key)) return toText(redactScalar(text, "env", count));
  if (holdsPayload && payloadBelow.has(key)) return toText(redactScalar(text, "data", count));
  if (messageField.test(key)) return redactCredentials(text, count);
  if (chartValues.test(key)) return toText(redactScalar(text, "values", count));
  if (commandLine.test(key)) return toText(redactScalar(text, "argument", count));
  if (headerName.test(key)) return redactHeaderLine(text, count);
  const isWebHook = /hook/i.test(`${under} ${key}`);
  const beginning = dataUrl.exec(text)?.[1] ?? (isWebHook ? httpUrl.exec(text)?.[1] : undefined);
  if (beginning !== undefined) return replaceText(text, `${beginning}${redactedMark}`, "field", count);
  const json = /^\s*[{[]/.test(text) ? parseJson(text) : undefined;
  if (json !== undefined) {
    const redacted = JSON.stringify(redactValue(json, { ...context, depth: depth + 1 }, count));
    return redacted === JSON.stringify(json) ? redactCredentials(text, count) : redacted;
  }
  // A file of several lines may hold anything, and no Report uses one.
  const isDocument = text.trimEnd().includes("\n") || documentText.test(key);
  return isDocument ? toText(redactScalar(text, "text", count)) : redactCredentials(text, count);
}

/** A URL with data (RFC 2397), as Ignition has its files. The group is what stays. */
const dataUrl = /^(data:)[\s\S]+$/i;

/** The URL of a web hook, whose path is its credential: every client that knows it can call it. The group is what stays. */
const httpUrl = /^(https?:\/\/[^\s/?#@]+\/)[^\s]+$/i;

function isScalar(value: unknown): boolean {
  return typeof value !== "object";
}

/** A mapping whose keys the user chose, so that the key of a scalar says nothing about it. */
function redactFreeKeys(fields: Fields, below: RedactContext, count: CountRedaction): Fields {
  return mapFields(Object.entries(fields), (key, value) =>
    redactValue(value, { ...below, key: isScalar(value) ? "" : key }, count),
  );
}

/** Headers in a mapping, `{ "X-Any": "a" }`, or a list: `["X-Any: a"]`, `[{ name: "X-Any", value: "a" }]`. */
function redactHeaders(value: object, below: RedactContext, count: CountRedaction): unknown {
  if (!Array.isArray(value)) return redactEveryScalar(value, "field", below, count);
  return value.map((item: unknown) =>
    typeof item === "string" ? redactHeaderLine(item, count) : redactValue(item, { ...below, key: "" }, count),
  );
}

/** `X-Any: a` -> `X-Any: REDACTED`. A line without a name is removed. */
function redactHeaderLine(line: string, count: CountRedaction): string {
  const name = /^[\w-]+:/.exec(line)?.[0];
  if (name === undefined) return toText(redactScalar(line, "field", count));
  return replaceText(line, `${name} ${redactedMark}`, "field", count);
}

/** Fields that hold the value of a named thing, whatever its other fields: a variable, a header, a parameter. */
const valueOfName = /^(?:value|string|array|map)$/i;
/** Fields that also hold the value where the name is that of a credential. */
const valueOfCredential = /^(?:val(?:ue)?|default|text|string|array|map|data|content)s?$/i;

/**
 * A mapping without its credentials. Each of its values is handled by the first of these that fits:
 *   1. the data of a Secret or ConfigMap are removed
 *   2. the value of a variable, a header or a parameter (`{ name: "a", value: "b" }`), and that of a mapping with the name of
 *      a credential, are removed
 *   3. the value of an operation of a JSON patch has the last field name of its path as its key
 *   4. any other value has its own key
 */
function redactPairs(fields: Fields, context: RedactContext, count: CountRedaction): Fields {
  const names = ["name", "Name", "key", "id"].map((key) => toText(fields[key]));
  const name = names.find((text) => text !== "") ?? "";
  const isNamed = Object.hasOwn(fields, "name") || Object.hasOwn(fields, "Name");
  const isCredential = isCredentialName(name);
  const isPatch = Object.hasOwn(fields, "op") && Object.hasOwn(fields, "path");
  const kind = toText(fields["kind"]);
  const isPayloadKind = payloadKind.test(kind);
  const isSecret = isPayloadKind && /secret/i.test(kind);
  const below = { ...context, holdsPayload: context.holdsPayload || isSecret };
  return mapFields(Object.entries(fields), (key, value) => {
    if (isPayloadKind && payloadBelow.has(key)) return redactEveryScalar(value, "data", below, count);
    const isValueOfPair = (isNamed && valueOfName.test(key)) || (isCredential && valueOfCredential.test(key));
    if (isValueOfPair) return redactVariable(name, value, "parameter", below, count);
    const isPatchValue = key === "value" && isPatch;
    const nameOfField = isPatchValue ? readLastField(toText(fields["path"])) : key;
    return redactValue(value, { ...below, key: nameOfField }, count);
  });
}

/** The last field name in a JSON pointer: `/spec/env/0/value` -> `env`. */
function readLastField(path: string): string {
  const names = path.split("/").filter((name) => !/^(?:\d+|-|value|)$/.test(name));
  return names.at(-1) ?? "";
}

/** The value without any text, at any depth. Names and references to a source (`valueFrom`) are kept. */
function redactEveryScalar(
  value: unknown,
  what: Redaction["what"],
  context: RedactContext,
  count: CountRedaction,
): unknown {
  if (typeof value !== "object" || value === null) return redactScalar(value, what, count);
  if (context.depth > maxDepth) return redactValue(value, context, count);
  const below = { ...context, depth: context.depth + 1 };
  if (Array.isArray(value)) return value.map((item) => redactEveryScalar(item, what, below, count));
  const isNamed = Object.hasOwn(value, "name");
  return mapFields(Object.entries(value), (key, item) => {
    if (key === "valueFrom" || (what === "field" && isReferenceName(key)))
      return redactValue(item, { ...below, key: isScalar(item) ? "" : key }, count);
    if (isNamed && key === "name" && what === "env") return redactValue(item, { ...below, key }, count);
    if (what !== "env") return redactEveryScalar(item, what, below, count);
    const name = isNamed ? textAt(value, "name") : key;
    return redactVariable(name, item, what, below, count);
  });
}

/** The value of a variable, which stays only if a Report uses the variable. */
function redactVariable(
  name: string,
  value: unknown,
  what: Redaction["what"],
  context: RedactContext,
  count: CountRedaction,
): unknown {
  if (typeof value === "object" && value !== null) return redactEveryScalar(value, what, context, count);
  return keptVariables.has(name)
    ? redactValue(value, { ...context, key: "" }, count)
    : redactScalar(value, what, count);
}
