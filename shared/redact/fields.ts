import { lastAppliedAnnotation } from "../model/last-applied.ts";
import type { Redaction } from "../model/snapshot.ts";
import { maximumIn, propertyAnnotations, textOfMaximum } from "../parse/bundle-properties.ts";
import { type Fields, parseJson, textAt, toRecord, toText, valueAt } from "../parse/json-value.ts";
import { redactedMark } from "./conceal-assignments.ts";
import { concealText, holdsCredential } from "./conceal-text.ts";
import { isCredentialName, isEnvironmentName, isReferenceName } from "./credential-names.ts";
import {
  chartValues,
  commandLine,
  documentText,
  freeKeys,
  headerName,
  jsonAnnotations,
  keptVariables,
  messageField,
  packedObject,
  patchAnnotations,
  payloadBelow,
  payloadKind,
  plainAnnotation,
  versionForm,
} from "./rules.ts";
import { type CountRedaction, mapFields, type RedactContext, redactCredentials, redactScalar } from "./value.ts";

/** The limit of nesting: that of the parser, minus the levels that the file puts around an object (yaml/read-yaml.ts). */
const maxDepth = 400;

/** A value without what the rules name, decided by its key and by its contents. */
export function redactValue(value: unknown, context: RedactContext, count: CountRedaction): unknown {
  const { key, depth, holdsPayload } = context;
  if (typeof value === "string") return redactText(value, context, count, redactValue);
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
  if (commandLine.test(key) && Array.isArray(value) && value.every(isScalar))
    return redactWords(value, /command|cmd|entrypoint/i.test(key), count);
  if (headerName.test(key)) return redactHeaders(value, below, count);
  // An item of a list is handled by the list's key. The items of a selector are not a chart's values.
  if (Array.isArray(value)) {
    const isList = chartValues.test(key) && value.every(isScalar);
    return value.map((item) => redactValue(item, isList ? { ...below, key: "" } : below, count));
  }
  if (chartValues.test(key)) {
    count("values");
    return redactedMark;
  }
  if (key === "annotations") return redactAnnotations(value as Fields, count);
  if (freeKeys.has(key)) return redactFreeKeys(value as Fields, below, count);
  return redactPairs(value as Fields, { ...below, under: key }, count);
}

/** A text without credentials, decided by its key. `below` handles JSON inside the text. */
function redactText(
  value: string,
  context: RedactContext,
  count: CountRedaction,
  below: (value: unknown, context: RedactContext, count: CountRedaction) => unknown,
): string {
  const { key, under, depth, holdsPayload } = context;
  if (isCredentialName(key)) return toText(redactScalar(value, "field", count));
  if (isEnvironmentName(key)) return toText(redactScalar(value, "env", count));
  if (holdsPayload && payloadBelow.has(key)) return toText(redactScalar(value, "data", count));
  if (messageField.test(key)) return redactCredentials(value, count);
  if (chartValues.test(key)) return toText(redactScalar(value, "values", count));
  if (commandLine.test(key)) return toText(redactScalar(value, "argument", count));
  if (headerName.test(key)) return redactHeaderLine(value, count);
  const embedded = /^(data:)[\s\S]+$|^(https?:\/\/[^\s/?#@]+\/)[^\s]+$/i.exec(value);
  // RFC 2397, as Ignition has its files. The path of a web hook is its credential: every client that knows it can call
  // it.
  const start = embedded?.[1] ?? (/hook/i.test(`${under} ${key}`) ? embedded?.[2] : undefined);
  if (start !== undefined) {
    if (value !== `${start}${redactedMark}`) count("field");
    return `${start}${redactedMark}`;
  }
  const inner = /^\s*[{[]/.test(value) ? (parseJson(value) as object | undefined) : undefined;
  if (inner !== undefined) {
    const remaining = JSON.stringify(below(inner, { ...context, depth: depth + 1 }, count));
    return remaining === JSON.stringify(inner) ? redactCredentials(value, count) : remaining;
  }
  // A file of several lines may hold anything, and no Report uses one.
  const isDocument = value.trimEnd().includes("\n") || documentText.test(key);
  return isDocument ? toText(redactScalar(value, "text", count)) : redactCredentials(value, count);
}

/** A command line without its values. The program and the names of flags stay. No Report depends on the rest. */
function redactWords(values: readonly unknown[], isCommand: boolean, count: CountRedaction): readonly unknown[] {
  return values.map((value, index) => {
    const word = toText(value);
    const isProgram = index === 0 && isCommand && program.test(word);
    if (isProgram || /^-{1,2}$/.test(word)) return value;
    const [, flagName = "", flagValue = ""] = longFlag.exec(word) ?? shortFlag.exec(word) ?? [];
    if (flagName === "") return redactScalar(value, "argument", count);
    if (flagValue === "") return value;
    const concealed = `${flagName}${redactedMark}`;
    if (concealed !== word) count("argument");
    return concealed;
  });
}

/** `--name=value`, or `--name` alone. */
const longFlag = /^(--[A-Za-z][\w.-]{0,80}(?:=|$))([\s\S]*)$/;

/** `-nvalue`, or `-n` alone. */
const shortFlag = /^(-[A-Za-z])([\s\S]*)$/;

const program = /^(?:[\w.-]|\/(?!\/)){1,200}$/;

/**
 * The annotations without copies of objects, credentials, and values that may hold either: templates, snippets,
 * configurations.
 */
function redactAnnotations(fields: Fields, count: CountRedaction): Fields {
  // The API server would refuse an annotation that is not text, and no Report uses it.
  const remaining = Object.entries(fields).filter(([key, value]) => {
    const isRemoved = key === lastAppliedAnnotation || (typeof value === "object" && value !== null);
    if (isRemoved) count("annotation");
    return !isRemoved;
  });
  return mapFields(remaining, (key, value) => {
    if (typeof value === "string" && patchAnnotations.has(key)) return redactPatch(value, count);
    if (typeof value === "string" && propertyAnnotations.includes(key))
      return redactBundleProperties(key, value, count);
    const written = toText(value);
    if (jsonAnnotations.has(key)) return redactCredentials(written, count);
    const isPlain = plainAnnotation.test(written) && !packedObject.test(written) && !holdsCredential(written);
    return isPlain && !isCredentialName(key) ? value : redactScalar(value, "annotation", count);
  });
}

/** The operations of a patch and their paths, without the values. A value that is not a patch is removed. */
function redactPatch(value: string, count: CountRedaction): unknown {
  const operations = parseJson(value) as object | undefined;
  if (!Array.isArray(operations) || !operations.every((each) => toRecord(each) !== undefined))
    return redactScalar(value, "annotation", count);
  const remaining = operations.map((operation: unknown) =>
    Object.fromEntries(
      ["op", "path", "from"].flatMap((key) => {
        const given = valueAt(operation, key);
        return typeof given === "string" ? [[key, concealText(given)]] : [];
      }),
    ),
  );
  const after = JSON.stringify(remaining);
  if (after === JSON.stringify(operations)) return value;
  count("annotation");
  return after;
}

/** The newest OpenShift that an operator supports, of all properties of its bundle. No other one is used. */
function redactBundleProperties(key: string, value: string, count: CountRedaction): unknown {
  const maximum = maximumIn(key, value);
  if (maximum === undefined) return redactScalar(value, "annotation", count);
  const isVersion = versionForm.test(String(maximum.value));
  const after = textOfMaximum(key, isVersion ? maximum : {});
  if (after !== value) count("annotation");
  return after;
}

function isScalar(value: unknown): boolean {
  return typeof value !== "object";
}

function redactFreeKeys(fields: Fields, below: RedactContext, count: CountRedaction): Fields {
  return mapFields(Object.entries(fields), (key, value) =>
    redactValue(value, { ...below, key: isScalar(value) ? "" : key }, count),
  );
}

function redactHeaders(value: object, below: RedactContext, count: CountRedaction): unknown {
  if (!Array.isArray(value)) return redactEveryScalar(value, "field", below, count);
  return value.map((item: unknown) =>
    typeof item === "string" ? redactHeaderLine(item, count) : redactValue(item, { ...below, key: "" }, count),
  );
}

/** A header line, of which `X-Any: …` keeps the name. */
function redactHeaderLine(value: string, count: CountRedaction): string {
  const name = /^[\w-]+:/.exec(value)?.[0];
  if (name === undefined) return toText(redactScalar(value, "field", count));
  if (value !== `${name} ${redactedMark}`) count("field");
  return `${name} ${redactedMark}`;
}

/** Fields that hold the value of a named thing, whatever its other fields: a variable, a header, a parameter. */
const valueOfName = /^(?:value|string|array|map)$/i;
/** Fields that also hold the value where the name is that of a credential. */
const valueOfCredential = /^(?:val(?:ue)?|default|text|string|array|map|data|content)s?$/i;

/**
 * A mapping without its credentials. A mapping with a name and a value is a variable, a header or a parameter. So is
 * one with the name of a credential. The value of a JSON patch is handled by the last field name of its path. An object
 * of a payload kind holds payload here too.
 */
function redactPairs(fields: Fields, context: RedactContext, count: CountRedaction): Fields {
  const name = ["name", "Name", "key", "id"].map((each) => toText(fields[each])).find((each) => each !== "") ?? "";
  const isNamed = Object.hasOwn(fields, "name") || Object.hasOwn(fields, "Name");
  const isCredential = isCredentialName(name);
  const isPatch = Object.hasOwn(fields, "op") && Object.hasOwn(fields, "path");
  const kind = toText(fields["kind"]);
  const isPayloadKind = payloadKind.test(kind);
  const below = { ...context, holdsPayload: context.holdsPayload || (isPayloadKind && /secret/i.test(kind)) };
  return mapFields(Object.entries(fields), (key, value) => {
    if (isPayloadKind && payloadBelow.has(key)) return redactEveryScalar(value, "data", below, count);
    if ((isNamed && valueOfName.test(key)) || (isCredential && valueOfCredential.test(key)))
      return redactVariable(name, value, "parameter", below, count);
    if (key === "value" && isPatch)
      return redactValue(value, { ...below, key: readLastField(toText(fields["path"])) }, count);
    return redactValue(value, { ...below, key }, count);
  });
}

/** The last field name in a JSON pointer: for `/spec/env/0/value` it is the list's. */
function readLastField(path: string): string {
  const names = path.split("/").filter((each) => !/^(?:\d+|-|value|)$/.test(each));
  return names.at(-1) ?? "";
}

/** The value without any text, whatever its structure. Names and references to a source are kept. */
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
