import { text } from "../parse/value.ts";
import { isCredentialName, isEnvironmentName } from "./credential-words.ts";
import { chartValues, commandLine, documentText, headers, payloadBelow, saidText } from "./redact-rules.ts";
import { type Count, type Here, jsonOf, plainText, scalar } from "./redact-value.ts";
import { redacted } from "./redacted.ts";

/** A text by the key that it stands under; `below` looks into what it holds as JSON. */
export function textAt(
  value: string,
  here: Here,
  count: Count,
  below: (value: unknown, here: Here, count: Count) => unknown,
): string {
  const { key, under, depth, holdsPayload } = here;
  if (isCredentialName(key)) return text(scalar(value, "field", count));
  if (isEnvironmentName(key)) return text(scalar(value, "env", count));
  if (holdsPayload && payloadBelow.has(key)) return text(scalar(value, "data", count));
  if (saidText.test(key)) return plainText(value, count);
  if (chartValues.test(key)) return text(scalar(value, "values", count));
  if (commandLine.test(key)) return text(scalar(value, "argument", count));
  if (headers.test(key)) return headerLine(value, count);
  const embedded = /^(data:)[\s\S]+$|^(https?:\/\/[^\s/?#@]+\/)[^\s]+$/i.exec(value);
  // RFC 2397, as Ignition has its files; a web hook is called by whoever knows its path.
  const start = embedded?.[1] ?? (/hook/i.test(`${under} ${key}`) ? embedded?.[2] : undefined);
  if (start !== undefined) {
    if (value !== `${start}${redacted}`) count("field");
    return `${start}${redacted}`;
  }
  const inner = /^\s*[{[]/.test(value) ? jsonOf(value) : undefined;
  if (inner !== undefined) {
    const kept = JSON.stringify(below(inner, { ...here, depth: depth + 1 }, count));
    return kept === JSON.stringify(inner) ? plainText(value, count) : kept;
  }
  // Nobody knows what a file of several lines holds; a report is made of none.
  const isDocument = value.trimEnd().includes("\n") || documentText.test(key);
  return isDocument ? text(scalar(value, "text", count)) : plainText(value, count);
}

/** `X-Any: …` keeps its name. */
export function headerLine(value: string, count: Count): string {
  const name = /^[\w-]+:/.exec(value)?.[0];
  if (name === undefined) return text(scalar(value, "field", count));
  if (value !== `${name} ${redacted}`) count("field");
  return `${name} ${redacted}`;
}
