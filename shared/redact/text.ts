import { toText } from "../parse/json-value.ts";
import { isCredentialName, isEnvironmentName } from "./credential-names.ts";
import { redactedMark } from "./redacted-mark.ts";
import { chartValues, commandLine, documentText, headerName, payloadBelow, saidText } from "./rules.ts";
import { type CountRedaction, parseEmbeddedJson, plainText, type RedactContext, redactScalar } from "./value.ts";

/** A text without credentials, decided by its key. `below` handles JSON inside the text. */
export function redactText(
  value: string,
  here: RedactContext,
  count: CountRedaction,
  below: (value: unknown, here: RedactContext, count: CountRedaction) => unknown,
): string {
  const { key, under, depth, holdsPayload } = here;
  if (isCredentialName(key)) return toText(redactScalar(value, "field", count));
  if (isEnvironmentName(key)) return toText(redactScalar(value, "env", count));
  if (holdsPayload && payloadBelow.has(key)) return toText(redactScalar(value, "data", count));
  if (saidText.test(key)) return plainText(value, count);
  if (chartValues.test(key)) return toText(redactScalar(value, "values", count));
  if (commandLine.test(key)) return toText(redactScalar(value, "argument", count));
  if (headerName.test(key)) return headerLine(value, count);
  const embedded = /^(data:)[\s\S]+$|^(https?:\/\/[^\s/?#@]+\/)[^\s]+$/i.exec(value);
  // RFC 2397, as Ignition has its files. The path of a web hook is its credential: every client that knows it can call
  // it.
  const start = embedded?.[1] ?? (/hook/i.test(`${under} ${key}`) ? embedded?.[2] : undefined);
  if (start !== undefined) {
    if (value !== `${start}${redactedMark}`) count("field");
    return `${start}${redactedMark}`;
  }
  const inner = /^\s*[{[]/.test(value) ? parseEmbeddedJson(value) : undefined;
  if (inner !== undefined) {
    const remaining = JSON.stringify(below(inner, { ...here, depth: depth + 1 }, count));
    return remaining === JSON.stringify(inner) ? plainText(value, count) : remaining;
  }
  // A file of several lines may hold anything, and no Report uses one.
  const isDocument = value.trimEnd().includes("\n") || documentText.test(key);
  return isDocument ? toText(redactScalar(value, "text", count)) : plainText(value, count);
}

/** A header line, of which `X-Any: …` keeps the name. */
export function headerLine(value: string, count: CountRedaction): string {
  const name = /^[\w-]+:/.exec(value)?.[0];
  if (name === undefined) return toText(redactScalar(value, "field", count));
  if (value !== `${name} ${redactedMark}`) count("field");
  return `${name} ${redactedMark}`;
}
