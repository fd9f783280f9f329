import { parseJson, textAt, toText, valueAt } from "./json-value.ts";

/** Whether a line is one of a stack trace of Go, Java, JavaScript or Python, or the echo of the exit. */
export function isTraceLine(line: string): boolean {
  // The time of the pattern grows with the square of the length, and a message is the cluster's.
  return line.length <= maxFrameLength && traceLine.test(line);
}

const maxFrameLength = 500;

const traceLine =
  /^\s+(at |File "|\.\.\. \d+ more)|^\t|^\s*\S+\.go:\d+( \+0x[0-9a-f]+)?$|^\s*at \S+\(.*\)$|^goroutine \d+|^[\w./*()-]+\(.*\)$|^created by |^\s+\^+$|^exit status \d+$/;

/** The error of a log line in JSON: its message, with the error that it carries. */
export function messageInJson(line: string): string | undefined {
  return line.trim().startsWith("{") ? messageInFields(parseJson(line)) : undefined;
}

/** The message of the fields of a log line, with the error that it carries: `sync failed: quota exceeded`. */
export function messageInFields(fields: unknown): string | undefined {
  const firstText = (...names: readonly string[]): string =>
    names.map((name) => errorText(valueAt(fields, name))).find((text) => text !== "") ?? "";
  const texts = [firstText("msg", "message"), firstText("error", "err")].filter((text) => text !== "");
  return texts.length === 0 ? undefined : texts.join(": ");
}

/** An error as text, or the message of one that is an object. */
function errorText(value: unknown): string {
  return toText(value) || textAt(value, "message");
}

/** A text without the lines of a stack trace, and with the error of a JSON at its end in place of it. */
export function withoutTrace(text: string): string {
  const lines = text.split("\n");
  const kept = lines.filter((line) => !isTraceLine(line));
  const plain = (kept.length === 0 ? lines : kept).join("\n");
  const start = plain.endsWith("}") ? plain.indexOf('{"') : -1;
  const message = start < 0 ? undefined : messageInJson(plain.slice(start));
  return message === undefined ? plain : plain.slice(0, start) + message;
}
