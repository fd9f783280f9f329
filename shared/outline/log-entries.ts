import type { OutlineEntry } from "../model/outline.ts";
import type { Cause } from "../model/report.ts";
import { entry, quote } from "./text.ts";

/** The most lines of a log that any page shows. JSON has up to 50. */
const mostShown = 20;

/**
 * The lines of the log behind a cause, in their order: the line that explains most is on every screen, what belongs to
 * it on most, the lines around it only where all is shown. `said`: the evidence, which may quote the line already.
 */
export function logEntries({ log }: Pick<Cause, "log">, said: string): readonly OutlineEntry[] {
  if (log === undefined) return [];
  const { lines, quoted } = log;
  const [explaining = lines.length - 1] = quoted;
  const isQuoted = said.includes((lines[explaining] ?? "").trim());
  const last = Math.max(explaining, ...quoted);
  const end = Math.min(lines.length, Math.max(last + 1, mostShown));
  const start = Math.max(0, end - mostShown);
  return lines.slice(start, end).flatMap((line, place): readonly OutlineEntry[] => {
    const index = start + place;
    const weightOfQuoted = index === explaining ? "always" : "usual";
    const isShown = quoted.includes(index) && !isQuoted;
    return [
      entry("log", `log ${place}`, {
        weight: isShown ? weightOfQuoted : "full",
        text: [quote(line.trim())],
      }),
    ];
  });
}
