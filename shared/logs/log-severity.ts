import { toText } from "../parse/json-value.ts";

/** How much a line matters, by its level, or by its words if it has none. `crash` is the end of the program. */
export type LogSeverity = "crash" | "fatal" | "error" | "warning" | "info" | "none";

/** The text of a line without time and level, and its severity. Of a structured line the text is its message and its error. */
export interface FormattedLine {
  readonly text: string;
  readonly severity: LogSeverity;
}

/** One line of a log as the report shows it. */
export interface LogLine extends FormattedLine {
  /** Whether the line states a level or is structured. Other lines may continue the line before them. */
  readonly hasLevel: boolean;
}

/** The severity of a level, by its name or number: `ERR`, `50` -> `error`. Undefined for another value. */
export function readSeverity(level: unknown): LogSeverity | undefined {
  if (typeof level === "number") {
    return numberedLevels.find(({ minLevel }) => level >= minLevel)?.severity;
  }
  return severityByName.get(toText(level).toLowerCase());
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

const severityByName: ReadonlyMap<string, LogSeverity> = new Map(
  namesOfLevels.flatMap(([severity, names]) => names.map((name) => [name, severity] as const)),
);
