import { keyOf } from "../model/object.ts";
import type { Report } from "../model/report.ts";
import type { Transition } from "../model/report-change.ts";
import { secondsBetween } from "../model/time.ts";
import type { TextOptions } from "./style.ts";
import { transitionLines } from "./transitions.ts";
import { timeOf, timesWords } from "./words-watch.ts";

/** A change as the screen tells of it. */
export interface LogEntry {
  /** RFC 3339 UTC. */
  readonly at: string;
  /** Equal for all that the same can do. */
  readonly key: string;
  readonly text: string;
  /** The first to give way. */
  readonly isMinor?: boolean;
}

/** Older ones are forgotten. */
const most = 200;
/** The same so many times, and only the last one is shown, with their number. */
const often = 3;

/** The picture tells ages. */
const longSince = / \(since [\dTZ:-]+\)$/;

/** The log with what was seen at a moment to have changed between two Reports, as far as it does not stand in the picture above anyway. */
export function logged(
  log: readonly LogEntry[],
  transitions: readonly Transition[],
  { before, after, at }: { readonly before: Report; readonly after: Report; readonly at: string },
  options: TextOptions,
): readonly LogEntry[] {
  const telling = transitions.filter(isTelling);
  const lines = transitionLines(
    telling.map((transition) => ({ transition })),
    { ...options, width: 0 },
    { before, after },
  );
  const entries = telling.map(
    (transition, place): LogEntry => ({
      at,
      key: keyOfTransition(transition),
      text: (lines[place] ?? "").replace(longSince, ""),
      isMinor: transition.what === "condition" || transition.what === "version",
    }),
  );
  return withEntries(log, entries);
}

export function withEntries(log: readonly LogEntry[], entries: readonly LogEntry[]): readonly LogEntry[] {
  return [...log, ...entries].slice(-most);
}

/** The newest in at most `room` lines, newest last; where there are too many, those that tell most. */
export function logLines(log: readonly LogEntry[], room: number, dim: (text: string) => string): readonly string[] {
  const groups = Map.groupBy(log, ({ key }) => key);
  const newest = log.filter((entry) => {
    const same = groups.get(entry.key) ?? [];
    return same.length < often || same.at(-1) === entry;
  });
  const telling = chosen(
    newest.filter(({ isMinor }) => isMinor !== true),
    room,
  );
  const others = chosen(
    newest.filter(({ isMinor }) => isMinor === true),
    room - telling.length,
  );
  const shown = new Set([...telling, ...others]);
  return newest
    .filter((entry) => shown.has(entry))
    .map((entry) => `${dim(timeOf(entry.at))} ${entry.text}${timesOf(groups.get(entry.key) ?? [])}`);
}

/** Of the newest moments; of one moment the first, which are the worst. */
function chosen(entries: readonly LogEntry[], room: number): readonly LogEntry[] {
  const found: LogEntry[] = [];
  for (const moment of [...Map.groupBy(entries, ({ at }) => at).values()].toReversed())
    found.push(...moment.slice(0, Math.max(0, room - found.length)));
  return found;
}

function timesOf(same: readonly LogEntry[]): string {
  const [first, last] = [same[0], same.at(-1)];
  if (same.length < often || first === undefined || last === undefined) return "";
  return ` (${timesWords(same.length, secondsBetween(first.at, last.at) ?? 0)})`;
}

/** What is above all the time needs no line, nor does a message in other words, nor what came with something else. */
function isTelling(transition: Transition): boolean {
  switch (transition.what) {
    case "condition":
      return transition.from !== null && transition.from.status !== transition.to?.status;
    case "version":
    case "upgrade":
      return transition.from !== null;
    case "presence":
      return !isOnlyRead(transition);
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

/** Something below a component that is well: it is read only while its component is not. */
export function isOnlyRead({ what, from, to, path }: Transition): boolean {
  return what === "presence" && path.length > 2 && (from ?? to) === "healthy";
}

function keyOfTransition(transition: Transition): string {
  const type = "type" in transition ? transition.type : "";
  return `${keyOf(transition.about)} ${transition.label} ${transition.what} ${type}`;
}
