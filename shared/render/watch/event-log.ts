import { keyOf } from "../../model/object.ts";
import type { Report } from "../../model/report.ts";
import type { Transition } from "../../model/report-change.ts";
import { secondsBetween } from "../../model/time.ts";
import type { TextOptions } from "../terminal/text-style.ts";
import { clockTime, formatRepetition } from "../words/commands/watch.ts";
import { formatNews, isHealthyObjectBelowComponent, listNews } from "./news.ts";

/** A change as the screen shows it. */
export interface LogEntry {
  /** RFC 3339 UTC. */
  readonly at: string;
  /** Equal for all changes of the same thing in the same way. */
  readonly key: string;
  readonly text: string;
  /** Equal for all changes seen at once; it grows. */
  readonly batch: number;
  /** Whether it is omitted before others where room lacks. */
  readonly isMinor?: boolean;
}

/** The most entries of a log. The oldest are dropped. */
const maxEntries = 200;

/** The fewest equal changes of which only the last one is shown, with their number. */
const minRepetitions = 3;

/**
 * The log with the changes between two Reports, seen at one moment. Changes and ages that the screen above shows anyway
 * are omitted.
 */
export function appendToLog(
  log: readonly LogEntry[],
  transitions: readonly Transition[],
  { before, after, at }: { readonly before: Report; readonly after: Report; readonly at: string },
  options: TextOptions,
): readonly LogEntry[] {
  const news = listNews(transitions, before, after).filter(({ transition }) => needsEntry(transition));
  const lines = formatNews(news, options, { before, after, areAgesShown: true });
  const entries = news.map(({ transition }, index) => ({
    at,
    key: keyOfTransition(transition),
    text: lines[index] ?? "",
    isMinor: transition.what === "condition" || transition.what === "version",
  }));
  return withEntries(log, entries);
}

/** The log with the changes seen at once. */
export function withEntries(
  log: readonly LogEntry[],
  entries: readonly Omit<LogEntry, "batch">[],
): readonly LogEntry[] {
  const batch = (log.at(-1)?.batch ?? 0) + 1;
  return [...log, ...entries.map((entry) => ({ ...entry, batch }))].slice(-maxEntries);
}

/**
 * The newest entries in at most `room` lines, newest last. Minor ones are the first to be omitted. Of equal changes that
 * repeat, only the last is shown, with their number.
 */
export function logLines(log: readonly LogEntry[], room: number, dim: (text: string) => string): readonly string[] {
  const entriesByKey = Map.groupBy(log, ({ key }) => key);
  const listEqual = ({ key }: LogEntry): readonly LogEntry[] => entriesByKey.get(key) ?? [];
  const candidates = log.filter((entry) => {
    const equal = listEqual(entry);
    return equal.length < minRepetitions || equal.at(-1) === entry;
  });
  const { important = [], minor = [] } = Object.groupBy(candidates, ({ isMinor }) =>
    isMinor === true ? "minor" : "important",
  );
  const fittingImportant = listFitting(important, room);
  const fittingMinor = listFitting(minor, room - fittingImportant.length);
  const shown = new Set([...fittingImportant, ...fittingMinor]);
  return candidates
    .filter((entry) => shown.has(entry))
    .map((entry) => `${dim(clockTime(entry.at))} ${entry.text}${repetitionText(listEqual(entry))}`);
}

/** The newest entries that fit. Of one batch the first ones, which are the worst. Two batches may share a second. */
function listFitting(entries: readonly LogEntry[], room: number): readonly LogEntry[] {
  const fitting: LogEntry[] = [];
  const batches = [...Map.groupBy(entries, ({ batch }) => batch).values()];
  for (const batch of batches.toReversed()) fitting.push(...batch.slice(0, Math.max(0, room - fitting.length)));
  return fitting;
}

/** ` (7 times in 5m)`; empty for changes that do not repeat. */
function repetitionText(equal: readonly LogEntry[]): string {
  const first = equal[0];
  const last = equal.at(-1);
  if (equal.length < minRepetitions || first === undefined || last === undefined) return "";
  return ` (${formatRepetition(equal.length, secondsBetween(first.at, last.at) ?? 0)})`;
}

/**
 * Whether a transition needs a line. It needs none where the screen always shows it or another line implies it. A
 * changed message alone needs no line.
 */
function needsEntry(transition: Transition): boolean {
  switch (transition.what) {
    case "condition":
      return transition.from !== null && transition.from.status !== transition.to?.status;
    case "version":
    case "upgrade":
      return transition.from !== null;
    case "presence":
      return !isHealthyObjectBelowComponent(transition);
    case "fact":
      return transition.type === "restarts" || transition.type === "ready";
    case "root-cause":
    case "finding":
    case "related":
    case "completeness":
    case "gate":
      return false;
    default:
      return true;
  }
}

function keyOfTransition(transition: Transition): string {
  const type = "type" in transition ? transition.type : "";
  return `${keyOf(transition.about)} ${transition.label} ${transition.what} ${type}`;
}
