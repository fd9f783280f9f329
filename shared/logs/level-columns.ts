import { removeTime } from "./leading-time.ts";
import { type FormattedLine, readSeverity } from "./log-severity.ts";

/** libvirt src/util/virlog.c, virLogFormatString: `time: thread: level : function:line : message`. */
export function readLibvirt(line: string): FormattedLine | undefined {
  const match = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}\+0000: (?:(\d+): (\w+) : (?:\w+:\d+ : )?)?(.*)$/.exec(line);
  if (match === null) return undefined;
  const [, thread, level, text = ""] = match;
  // A line without a thread is of the log of a domain: `starting up …`, `shutting down, reason=failed`.
  return { text, severity: thread === undefined ? "info" : (readSeverity(level) ?? "info") };
}

/** logrus in a terminal, whose messages are padded to a column: `FATA[0002] no space    key=value`. */
export function readLogrus(line: string): FormattedLine | undefined {
  const formatted = readColumns(removeTime(line), /^(?<level>[A-Z]{4})\[[^\]]{0,40}\] (?<text>.*)$/);
  return formatted && { ...formatted, text: formatted.text.replace(/ {2,}/g, " ") };
}

/** The formats with a column for the level between the time and the message, in the order in which they are tried. */
const levelColumns: readonly RegExp[] = [
  /^- [\w.]{1,100} - (?<level>[A-Z]{3,8}) - (?<text>.*)$/, // Python: - main - ERROR - no space
  /^(?<level>[A-Z]{3,8}):[\w.]{1,100}:(?<text>.*)$/, // Python: ERROR:main:no space
  /^\[(?:\w{1,40}:)?(?<level>[a-z]{3,8})\] (?<text>.*)$/, // nginx and Apache: [error] no space, [core:error] no space
  /^\[[^\]]{1,100}\] (?<level>[A-Z]{3,8}) +(?<text>.*)$/, // Java: [main] ERROR Disk - no space
  /^\[?(?<level>[A-Z]{3,8})\]? +(?<text>.*)$/, // Java and zerolog: ERROR [main] Disk no space
  /^(?:\[\d{1,9}\] )?(?<text>(?<level>[A-Z]{3,9}): .*)$/, // PostgreSQL: [1] FATAL:  no space. The text keeps the level.
];

/** A level in a column of its own, as Python, Java, nginx and PostgreSQL write it. */
export function readLevelColumn(line: string): FormattedLine | undefined {
  const columns = removeTime(line);
  for (const pattern of levelColumns) {
    const formatted = readColumns(columns, pattern);
    if (formatted !== undefined) return formatted;
  }
  return undefined;
}

/** Reads the groups `level` and `text` of a pattern. Undefined if the columns do not match, or have no known level there. */
function readColumns(columns: string, pattern: RegExp): FormattedLine | undefined {
  const { level, text = "" } = pattern.exec(columns)?.groups ?? {};
  const severity = readSeverity(level);
  return severity && { text, severity };
}

/** A warning of QEMU, which keeps the name of the program: `qemu-kvm: warning: no space`. */
export function readQemuWarning(line: string): FormattedLine | undefined {
  return /^[\w./-]{1,100}: warning: /i.test(line) ? { text: line, severity: "warning" } : undefined;
}
