import { messageInFields } from "../parse/error-lines.ts";
import { parseJson, toRecord, toText } from "../parse/json-value.ts";
import { maxLogBytes } from "./log-limits.ts";
import { terminalSequence } from "./terminal-sequences.ts";

/** How much a line matters, by its level, or by its words if it has none. `crash` is the end of the program. */
export type LogSeverity = "crash" | "fatal" | "error" | "warning" | "info" | "none";

/** One line of a log as the report shows it: without time and level. Of a structured line its message and its error. */
export interface LogLine {
  readonly text: string;
  readonly severity: LogSeverity;
  /** Whether the line states a level or is structured. Other lines may continue the line before them. */
  readonly hasLevel: boolean;
}

type FormattedLine = Pick<LogLine, "text" | "severity">;

/** The formats of lines with a level, in the order in which they are tried. */
const formats: readonly ((line: string) => FormattedLine | undefined)[] = [
  readKlog, // E0102 15:04:05.000000 1 main.go:42] "no space" err="disk full"
  readJson, // {"level":"error","msg":"no space"}, of zap, KubeVirt, slog, bunyan and pino
  readLogfmt, // level=error msg="no space"
  readZapConsole, // 2026-01-02T15:04:05Z<tab>ERROR<tab>main<tab>no space
  readLibvirt, // 2026-01-02 15:04:05.000+0000: 1: error : main:42 : no space
  readLevelColumn, // 2026-01-02 15:04:05 - main - ERROR - no space, and others of Python, Java, nginx, logrus
  readQemuWarning, // qemu-kvm: warning: no space
];

/**
 * Reads one line of a log by the first format that fits, else as plain text. Removes escape sequences of terminals, and the
 * stamps that `kubectl logs --timestamps`, `oc adm inspect` and container runtimes write before a line.
 */
export function readLogLine(raw: string): LogLine {
  const line = removeStamps(removeEscapes(raw.slice(0, maxLogBytes)));
  for (const readFormat of formats) {
    const formatted = readFormat(line);
    if (formatted !== undefined) return { hasLevel: true, ...formatted };
  }
  return readPlain(line);
}

/** Control characters that draw nothing, without tab and carriage return, and the byte order mark. */
const invisibleCharacter = /[\0-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f\ufeff]/g;

/** A line without colours, titles and other sequences of a terminal, without NUL bytes, as a terminal would leave it. */
function removeEscapes(raw: string): string {
  const isPrintable = !/[^\t\x20-\x7e]/.test(raw);
  const line = isPrintable ? raw : raw.replace(terminalSequence, "").replace(invisibleCharacter, "");
  // A terminal draws the text after a carriage return over the text before it.
  const drawnTexts = line.trimEnd().split("\r");
  return drawnTexts.findLast((text) => text.trim() !== "") ?? "";
}

/**
 * A line without what a collector writes before it: `[pod/x/y] ` of kubectl, a time of RFC 3339, and the stream of a container
 * runtime: `2026-01-01T00:00:00Z stderr F no space` -> `no space`.
 */
function removeStamps(line: string): string {
  return line
    .replace(/^\[pod\/[^\]\s]{1,300}\] /, "")
    .replace(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)(?:[ \t]|$)/, "")
    .replace(/^(?:stdout|stderr) [FP] /, "");
}

const klogSeverities: Readonly<Record<string, LogSeverity>> = { I: "info", W: "warning", E: "error", F: "fatal" };

const quotedText = /^"(?:[^"\\]|\\.)*"/;

/** kubernetes/klog klog.go, header: `Lmmdd hh:mm:ss.uuuuuu threadid file:line] `. */
function readKlog(line: string): FormattedLine | undefined {
  const match = /^([IWEF])\d{4} \d\d:\d\d:\d\d\.\d{1,9} +\d+ [^\s\]]{1,200}\](?: (.*))?$/s.exec(line);
  if (match === null) return undefined;
  const [, letter = "", message = ""] = match;
  return { severity: klogSeverities[letter] ?? "info", text: readStructuredKlog(message) ?? message };
}

/** Reads a message of klog's InfoS or ErrorS: `"no space" err="disk full" pod="a"` -> `no space: disk full`. */
function readStructuredKlog(text: string): string | undefined {
  if (!text.startsWith('"')) return undefined;
  const quotedMessage = quotedText.exec(text)?.[0];
  if (quotedMessage === undefined) return undefined;
  const fields = new Map(listPairs(text.slice(quotedMessage.length)));
  return messageInFields({ msg: unquote(quotedMessage), err: fields.get("err") ?? fields.get("error") ?? "" });
}

/** One JSON object in a line, by its message and its error. KubeVirt writes the error as `reason` (kubevirt/client-go log/log.go). */
function readJson(line: string): FormattedLine | undefined {
  const fields = line.startsWith("{") ? toRecord(parseJson(line)) : undefined;
  if (fields === undefined) return undefined;
  const isKubevirt = typeof fields["component"] === "string";
  const otherError = fields["err"] ?? (isKubevirt ? fields["reason"] : undefined);
  const { error = otherError } = fields;
  const text = messageInFields({ ...fields, error });
  if (text === undefined) return undefined;
  const severity = readSeverity(fields["level"] ?? fields["severity"] ?? fields["lvl"]) ?? "info";
  // An error in a line of a lower level may explain a fault.
  return { text, severity: severity === "info" && hasText(error) ? "warning" : severity };
}

function hasText(value: unknown): boolean {
  return toText(value) !== "" || toRecord(value) !== undefined;
}

/** `level=error msg="…" err="…"`, in any order. */
function readLogfmt(line: string): FormattedLine | undefined {
  if (!/^[\w.]{1,50}=/.test(line) || !/(?:^| )(?:level|lvl|severity)=/.test(line)) return undefined;
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

/** zap's console: time, level, logger, message and fields, with tabs between them. */
function readZapConsole(line: string): FormattedLine | undefined {
  const columns = removeTime(line).split("\t");
  const severity = readSeverity(columns[0]);
  if (severity === undefined || columns.length < 2) return undefined;
  const lastColumn = columns.at(-1) ?? "";
  const fields = lastColumn.startsWith("{") ? toRecord(parseJson(lastColumn)) : undefined;
  // The first column is the level, even if it is the only one.
  const messageColumns = columns.slice(1, fields === undefined ? undefined : -1);
  const text = messageInFields({ ...fields, msg: messageColumns.at(-1) ?? "" });
  return text === undefined ? undefined : { text, severity };
}

/** libvirt src/util/virlog.c, virLogFormatString: `time: thread: level : function:line : message`. */
function readLibvirt(line: string): FormattedLine | undefined {
  const match = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}\+0000: (?:(\d+): (\w+) : (?:\w+:\d+ : )?)?(.*)$/.exec(line);
  if (match === null) return undefined;
  const [, thread, level, text = ""] = match;
  // A line without a thread is of the log of a domain: `starting up …`, `shutting down, reason=failed`.
  return { text, severity: thread === undefined ? "info" : (readSeverity(level) ?? "info") };
}

type Groups = Readonly<Record<string, string>>;

/** The formats of lines with a column for the level, after their time, in the order in which they are tried. */
const levelColumns: readonly { readonly pattern: RegExp; readonly readMessage: (groups: Groups) => string }[] = [
  // logrus in a terminal, whose messages are padded to a column: `FATA[0002] message    key=value`.
  {
    pattern: /^(?<level>[A-Z]{4})\[[^\]]{0,40}\] (?<text>.*)$/,
    readMessage: ({ text = "" }) => text.replace(/ {2,}/g, " "),
  },
  // Python: `- name - ERROR - message`, `ERROR:name:message`.
  { pattern: /^- [\w.]{1,100} - (?<level>[A-Z]{3,8}) - (?<text>.*)$/, readMessage: ({ text = "" }) => text },
  { pattern: /^(?<level>[A-Z]{3,8}):[\w.]{1,100}:(?<text>.*)$/, readMessage: ({ text = "" }) => text },
  // nginx and Apache: `[error] message`, `[module:error] message`.
  { pattern: /^\[(?:\w{1,40}:)?(?<level>[a-z]{3,8})\] (?<text>.*)$/, readMessage: ({ text = "" }) => text },
  // Java: `[main] ERROR logger - message`, `ERROR [main] logger message`; zerolog's console.
  { pattern: /^\[[^\]]{1,100}\] (?<level>[A-Z]{3,8}) +(?<text>.*)$/, readMessage: ({ text = "" }) => text },
  { pattern: /^\[?(?<level>[A-Z]{3,8})\]? +(?<text>.*)$/, readMessage: ({ text = "" }) => text },
  // PostgreSQL, and programs that write the level as a word: `[1] FATAL:  message`, which keeps that word.
  {
    pattern: /^(?:\[\d{1,9}\] )?(?<text>(?<level>[A-Z]{3,9}): .*)$/,
    readMessage: ({ text = "" }) => text,
  },
];

/** A level in a column of its own between a time and the message, as Python, Java, nginx and logrus write it. */
function readLevelColumn(line: string): FormattedLine | undefined {
  const lineWithoutTime = removeTime(line);
  for (const { pattern, readMessage } of levelColumns) {
    const groups = pattern.exec(lineWithoutTime)?.groups;
    const severity = readSeverity(groups?.["level"]);
    if (groups !== undefined && severity !== undefined) return { text: readMessage(groups), severity };
  }
  return undefined;
}

/** A warning of QEMU, which keeps the name of the program. */
function readQemuWarning(line: string): FormattedLine | undefined {
  return /^[\w./-]{1,100}: warning: /i.test(line) ? { text: line, severity: "warning" } : undefined;
}

/** The line in which a program reports that it ends: of Go, the signals of its runtime, Rust, Java, Python and Node. */
const crashLine =
  /^(?:panic: (?!\(\*logrus|\(?0x)|fatal error: |http: panic serving |SIG(?:ABRT|SEGV|BUS|QUIT|ILL|FPE): |thread '[^']{0,100}' (?:\(\d+\) )?panicked at |Exception in thread |(?:Caused by: )?(?:[A-Za-z_$][\w$]{0,60}\.){0,12}[A-Z]\w{0,60}(?:Error|Exception)\b(?::|$))/;

/** Words of a line that reports a fault. */
const faultWord =
  /\b(?:errors?|fatal|panic|fail(?:ed|s|ure)?|cannot|can't|could(?:n't| not)|unable|denied|refused|no such|not found|not permitted|forbidden|unauthorized|exception|segmentation fault|killed|invalid|unknown flag|read-only file|bad address|unbound variable|out of memory|no space|time(?:d |-)?out|expired|does not exist|not viable|abort(?:ed)?|terminat(?:ed|ing) on signal|undefined|unsupported|no route|unreachable|unexpected)\b/i;

/**
 * Reads a line without a level, by the first of these that fits:
 *   1. `crash`, if a program reports its end: `panic: no space`
 *   2. `info`, if `set -x` echoes a command, or if a web server logs a request
 *   3. `error`, if a word reports a fault: `cannot open a.txt`
 *   4. `none`
 */
function readPlain(line: string): LogLine {
  const text = removeTime(line);
  if (crashLine.test(text)) return { text, severity: "crash", hasLevel: false };
  const isEchoedCommand = /^\++ /.test(text);
  const isWebRequest = /" [1-5]\d\d \d+ "/.test(text);
  if (isEchoedCommand || isWebRequest) return { text, severity: "info", hasLevel: true };
  return { text, severity: faultWord.test(text) ? "error" : "none", hasLevel: false };
}

/** The times before lines of Go's log package, Python, Java, Apache and zerolog. */
const leadingTime =
  /^(?:\[[A-Z][a-z]{2} [A-Z][a-z]{2} {1,2}\d{1,2} [\d:.]{8,20} \d{4}\] |\d{4}[-/]\d\d[-/]\d\d[ T]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z| UTC|[+-]\d\d:?\d\d)?:?[ \t]+|\d\d:\d\d:\d\d[.,]\d{1,9} |\d{1,2}:\d\d[AP]M )/;

function removeTime(line: string): string {
  return line.replace(leadingTime, "");
}

/** The numbers of bunyan and pino: https://github.com/pinojs/pino/blob/main/docs/api.md#loggerlevels-object */
const numberedLevels: readonly { readonly severity: LogSeverity; readonly minLevel: number }[] = [
  { severity: "fatal", minLevel: 60 },
  { severity: "error", minLevel: 50 },
  { severity: "warning", minLevel: 40 },
  { severity: "info", minLevel: Number.NEGATIVE_INFINITY },
];

const namesOfLevels: readonly (readonly [LogSeverity, readonly string[]])[] = [
  [
    "fatal",
    ["fatal", "fata", "ftl", "panic", "pani", "dpanic", "critical", "crit", "emerg", "emergency", "alert", "severe"],
  ],
  ["error", ["error", "erro", "eror", "err", "e"]],
  ["warning", ["warning", "warn", "wrn", "w"]],
  ["info", ["info", "inf", "information", "notice", "log", "detail", "hint", "statement", "verbose", "fine", "i"]],
  ["info", ["debug", "debu", "dbg", "trace", "trac", "trc", "d"]],
];

const levelNames: ReadonlyMap<string, LogSeverity> = new Map(
  namesOfLevels.flatMap(([severity, names]) => names.map((name) => [name, severity] as const)),
);

/** The severity of a level, by its name or number: `ERR`, `50` -> `error`. Undefined for another value. */
function readSeverity(level: unknown): LogSeverity | undefined {
  if (typeof level === "number") {
    return numberedLevels.find(({ minLevel }) => level >= minLevel)?.severity;
  }
  return levelNames.get(toText(level).toLowerCase());
}
