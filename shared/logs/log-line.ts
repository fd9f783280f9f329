import { terminalSequence } from "./coloured-line.ts";
import { readLevelColumn, readLibvirt, readLogrus, readQemuWarning } from "./level-columns.ts";
import { maxLogBytes } from "./log-limits.ts";
import type { FormattedLine, LogLine } from "./log-severity.ts";
import { readPlainLine } from "./plain-line.ts";
import { readJson, readKlog, readLogfmt, readZapConsole } from "./structured-lines.ts";

/** The formats of lines with a level, in the order in which they are tried. */
const formats: readonly ((line: string) => FormattedLine | undefined)[] = [
  readKlog, // E0102 15:04:05.000000 1 main.go:42] "no space" err="disk full"
  readJson, // {"level":"error","msg":"no space"}, of zap, KubeVirt, slog, bunyan and pino
  readLogfmt, // level=error msg="no space"
  readZapConsole, // 2026-01-02T15:04:05Z<tab>ERROR<tab>main<tab>no space
  readLibvirt, // 2026-01-02 15:04:05.000+0000: 1: error : main:42 : no space
  readLogrus, // FATA[0002] no space
  readLevelColumn, // 2026-01-02 15:04:05 - main - ERROR - no space, and others of Python, Java, nginx
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
    if (formatted !== undefined) return { ...formatted, hasLevel: true };
  }
  return readPlainLine(line);
}

/** Control characters that draw nothing, without tab and carriage return, and the byte order mark. */
const invisibleCharacter = /[\0-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f\ufeff]/g;

/** A line as a terminal leaves it, without colours, titles and NUL bytes: `10 %<carriage return>20 %` -> `20 %`. */
function removeEscapes(raw: string): string {
  const isPrintable = !/[^\t\x20-\x7e]/.test(raw);
  const line = isPrintable ? raw : raw.replace(terminalSequence, "").replace(invisibleCharacter, "");
  // A terminal draws the text after a carriage return over the text before it.
  const drawnTexts = line.trimEnd().split("\r");
  return drawnTexts.findLast((text) => text.trim() !== "") ?? "";
}

/** What collectors write before a line, in this order. */
const stamps: readonly RegExp[] = [
  /^\[pod\/[^\]\s]{1,300}\] /, // `[pod/x/y] ` of kubectl logs --prefix
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)(?:[ \t]|$)/, // a time of RFC 3339
  /^(?:stdout|stderr) [FP] /, // the stream that a container runtime names, and whether the line is full
];

/** `2026-01-01T00:00:00Z stderr F no space` -> `no space`. */
function removeStamps(line: string): string {
  return stamps.reduce((text, stamp) => text.replace(stamp, ""), line);
}
