import { messageInFields } from "../parse/error-lines.ts";
import { parseJson, toRecord, toText } from "../parse/json-value.ts";
import { removeTime } from "./leading-time.ts";
import { type FormattedLine, type LogSeverity, readSeverity } from "./log-severity.ts";

const klogSeverities: Readonly<Record<string, LogSeverity>> = { I: "info", W: "warning", E: "error", F: "fatal" };

/** kubernetes/klog klog.go, header: `Lmmdd hh:mm:ss.uuuuuu threadid file:line] message`. */
export function readKlog(line: string): FormattedLine | undefined {
  const match = /^([IWEF])\d{4} \d\d:\d\d:\d\d\.\d{1,9} +\d+ [^\s\]]{1,200}\](?: (.*))?$/s.exec(line);
  if (match === null) return undefined;
  const [, letter = "", message = ""] = match;
  return { severity: klogSeverities[letter] ?? "info", text: readStructuredKlog(message) ?? message };
}

/**
 * Reads a message of klog's InfoS or ErrorS: `"no space" err="disk full" pod="a"` -> `no space: disk full`. Undefined for a
 * message without quotes.
 */
function readStructuredKlog(message: string): string | undefined {
  const quotedMessage = /^"(?:[^"\\]|\\.)*"/.exec(message)?.[0];
  if (quotedMessage === undefined) return undefined;
  const fields = new Map(listPairs(message.slice(quotedMessage.length)));
  return messageInFields({ msg: unquote(quotedMessage), err: fields.get("err") ?? fields.get("error") ?? "" });
}

/** One JSON object in a line, by its message and its error. KubeVirt writes the error as `reason` (kubevirt/client-go log/log.go). */
export function readJson(line: string): FormattedLine | undefined {
  const fields = line.startsWith("{") ? toRecord(parseJson(line)) : undefined;
  if (fields === undefined) return undefined;
  const isKubevirt = typeof fields["component"] === "string";
  const errorOfOtherName = fields["err"] ?? (isKubevirt ? fields["reason"] : undefined);
  const error = "error" in fields ? fields["error"] : errorOfOtherName;
  const text = messageInFields({ ...fields, error });
  if (text === undefined) return undefined;
  const severity = readSeverity(fields["level"] ?? fields["severity"] ?? fields["lvl"]) ?? "info";
  const hasError = toText(error) !== "" || toRecord(error) !== undefined;
  // An error in a line of a lower level may explain a fault.
  return { text, severity: severity === "info" && hasError ? "warning" : severity };
}

/** `level=error msg="…" err="…"`, in any order. */
export function readLogfmt(line: string): FormattedLine | undefined {
  const beginsWithPair = /^[\w.]{1,50}=/.test(line);
  if (!beginsWithPair || !/(?:^| )(?:level|lvl|severity)=/.test(line)) return undefined;
  const fields = new Map(listPairs(line));
  const text = messageInFields({
    msg: fields.get("msg") ?? fields.get("message") ?? "",
    error: fields.get("error") ?? fields.get("err") ?? "",
  });
  const level = fields.get("level") ?? fields.get("lvl") ?? fields.get("severity");
  return text === undefined ? undefined : { text, severity: readSeverity(level) ?? "info" };
}

/** The pairs of `key=value key="quoted value"`. */
function listPairs(text: string): readonly (readonly [string, string])[] {
  const pairs = text.matchAll(/(?:^|\s)([\w.-]{1,50})=("(?:[^"\\]|\\.)*"|[^\s"]*)/g);
  return Array.from(pairs, ([, key = "", value = ""]) => [key, value.startsWith('"') ? unquote(value) : value]);
}

/** The text between the quotes of Go's strconv.Quote. */
function unquote(quoted: string): string {
  const text = parseJson(quoted);
  return typeof text === "string" ? text : quoted.slice(1, -1);
}

/** zap's console: time, level, logger, message and fields in JSON, with tabs between them. */
export function readZapConsole(line: string): FormattedLine | undefined {
  const [level, ...columns] = removeTime(line).split("\t");
  const severity = readSeverity(level);
  if (severity === undefined) return undefined;
  const lastColumn = columns.at(-1) ?? "";
  const fields = lastColumn.startsWith("{") ? toRecord(parseJson(lastColumn)) : undefined;
  const message = columns.at(fields === undefined ? -1 : -2) ?? "";
  const text = messageInFields({ ...fields, msg: message });
  return text === undefined ? undefined : { text, severity };
}
