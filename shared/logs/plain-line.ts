import { removeTime } from "./leading-time.ts";
import type { LogLine } from "./log-severity.ts";

/**
 * Reads a line without a level, by the first of these that fits:
 *   1. `crash`, if a program reports its end: `panic: no space`
 *   2. `info`, if `set -x` echoes a command (`+ rm a.txt`), or if a web server logs a request (`"GET / HTTP/1.1" 200 12 "-"`)
 *   3. `error`, if a word reports a fault: `cannot open a.txt`
 *   4. `none`
 */
export function readPlainLine(line: string): LogLine {
  const text = removeTime(line);
  if (crashLines.some((pattern) => pattern.test(text))) return { text, severity: "crash", hasLevel: false };
  const isEchoedCommand = /^\++ /.test(text);
  const isWebRequest = /" [1-5]\d\d \d+ "/.test(text);
  if (isEchoedCommand || isWebRequest) return { text, severity: "info", hasLevel: true };
  return { text, severity: faultWord.test(text) ? "error" : "none", hasLevel: false };
}

/** The lines in which programs report that they end. */
const crashLines: readonly RegExp[] = [
  /^panic: (?!\(\*logrus|\(?0x)/, // Go; after an entry of logrus or an address there is no message
  /^fatal error: /, // the runtime of Go
  /^http: panic serving /, // net/http of Go
  /^SIG(?:ABRT|SEGV|BUS|QUIT|ILL|FPE): /,
  /^thread '[^']{0,100}' (?:\(\d+\) )?panicked at /, // Rust
  /^Exception in thread /, // Java
  /^(?:Caused by: )?(?:[A-Za-z_$][\w$]{0,60}\.){0,12}[A-Z]\w{0,60}(?:Error|Exception)\b(?::|$)/, // Java, Python, Node
];

/** The words of a line that reports a fault. */
const faultWords = [
  "errors?|fatal|panic|exception|segmentation fault|undefined|unexpected|invalid|unsupported|unknown flag",
  "fail(?:ed|s|ure)?|abort(?:ed)?|killed|terminat(?:ed|ing) on signal",
  "cannot|can't|could(?:n't| not)|unable|does not exist|no such|not found|not viable",
  "denied|refused|not permitted|forbidden|unauthorized|read-only file",
  "bad address|unbound variable|out of memory|no space|no route|unreachable|time(?:d |-)?out|expired",
];
const faultWord = new RegExp(String.raw`\b(?:${faultWords.join("|")})\b`, "i");
