import type { Text } from "../model/outline.ts";
import { formatStamp, normalizeUtc, parseMilliseconds, secondsBetween } from "../model/time.ts";
import { spaced, words } from "./text.ts";
import { countText } from "./words/names.ts";

/**
 * How a moment in the past is printed, counted from `now`. It is an age (`14m`), an age in words (`14 minutes`), or the
 * moment itself in RFC 3339.
 */
export interface AgeClock {
  readonly now: string;
  readonly format: "age" | "words" | "time";
  /** `now` is only the newest time inside the input: what is as old as that has no known age. */
  readonly isNewest?: boolean;
}

/** Ages as kubectl prints them, for where only a number of seconds is given. */
const ages: AgeClock = { now: "", format: "age" };

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365 * day;

/** A number of seconds as kubectl prints an age: `14m`, `3d4h` (apimachinery, duration.HumanDuration). */
export function formatAge(seconds: number): string {
  return agePieces(seconds)
    .map(([count, unit]) => `${count}${unit.charAt(0)}`)
    .join("");
}

/** The one or two largest units of an age. */
function agePieces(seconds: number): readonly AgePiece[] {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < 2 * minute) return [[whole, "second"]];
  if (whole < 10 * minute) return splitAge(whole, [minute, "minute"], [1, "second"]);
  if (whole < 3 * hour) return splitAge(whole, [minute, "minute"]);
  if (whole < 8 * hour) return splitAge(whole, [hour, "hour"], [minute, "minute"]);
  if (whole < 2 * day) return splitAge(whole, [hour, "hour"]);
  if (whole < 8 * day) return splitAge(whole, [day, "day"], [hour, "hour"]);
  if (whole < 2 * year) return splitAge(whole, [day, "day"]);
  if (whole < 8 * year) return splitAge(whole, [year, "year"], [day, "day"]);
  return splitAge(whole, [year, "year"]);
}

/** `[14, "minute"]`. */
type AgePiece = readonly [count: number, unit: string];

type Unit = readonly [seconds: number, name: string];

/** The larger unit, and the smaller one where it is not zero. */
function splitAge(whole: number, [large, largeName]: Unit, small?: Unit): readonly AgePiece[] {
  const rest = small === undefined ? 0 : Math.floor((whole % large) / small[0]);
  const first: AgePiece = [Math.floor(whole / large), largeName];
  return small === undefined || rest === 0 ? [first] : [first, [rest, small[1]]];
}

/** A number of seconds that the user chose, unrounded and as short as it can be typed: `1h`, `1h30m`, `90s` as `1m30s`. */
export function formatLimit(seconds: number): string {
  const hours = Math.floor(seconds / hour);
  const minutes = Math.floor((seconds % hour) / minute);
  const restSeconds = Math.floor(seconds % minute);
  const pieces: string[] = [];
  if (hours > 0) pieces.push(`${hours}h`);
  if (minutes > 0) pieces.push(`${minutes}m`);
  if (restSeconds > 0) pieces.push(`${restSeconds}s`);
  return pieces.join("") || "0s";
}

/** An age in words: `14 minutes`, `3 days 4 hours`. */
export function ageInWords(seconds: number): string {
  return agePieces(seconds)
    .map(([count, unit]) => countText(count, unit))
    .join(" ");
}

/** For a column: `14m`, `14 minutes` or the moment; empty where `since` is no time, or its age is not known. */
export function ageText(since: string | undefined, clock: AgeClock): string {
  if (clock.format === "time") return normalizeUtc(since) ?? "";
  const seconds = secondsBetween(since, clock.now);
  return seconds === undefined || isAgeless(since, clock) ? "" : durationText(seconds, clock);
}

function isAgeless(since: string | undefined, { now, isNewest }: AgeClock): boolean {
  return isNewest === true && secondsBetween(since, now) === 0;
}

/** Behind a verb: `for 14m`, `for 14 minutes`, `since 2026-11-21T08:30:00Z`; or empty, as without a clock. */
export function durationPhrase(since: string | undefined, clock: AgeClock | undefined): string {
  if (clock === undefined) return "";
  const { format } = isAgeless(since, clock) ? { format: "time" as const } : clock;
  const text = ageText(since, { ...clock, format });
  if (text === "") return "";
  if (isJustNow(text)) return "just now";
  return format === "time" ? `since ${text}` : `for ${text}`;
}

/** A state with how long it has lasted, where that is known: `Pending`, `Pending for 14m`. */
export function withDuration(state: Text, since: string | undefined, clock: AgeClock | undefined): Text {
  return spaced(state, words(durationPhrase(since, clock)));
}

/** Behind a verb: `14m ago`, `at 2026-11-21T08:30:00Z`, `just now`; or empty, as without a clock. */
export function momentPhrase(moment: string | undefined, clock: AgeClock | undefined): string {
  if (clock === undefined) return "";
  const age = ageText(moment, clock);
  if (age === "") return "";
  if (isJustNow(age)) return "just now";
  return clock.format === "time" ? `at ${age}` : `${age} ago`;
}

/** Whether an age is less than a second. */
function isJustNow(age: string): boolean {
  return age === "0s" || age === "0 seconds";
}

/**
 * Behind a comma, where an age needs no preposition: `14m`, `for 14 minutes`, `since 2026-11-21T08:30:00Z`; or empty.
 */
export function ageSuffix(since: string | undefined, clock: AgeClock): string {
  return clock.format === "age" ? ageText(since, clock) : durationPhrase(since, clock);
}

/** The same as {@link durationPhrase} for a number of seconds. */
export function lastingSeconds(seconds: number, clock: AgeClock = ages): string {
  return clock.format === "time" ? `since ${momentBefore(seconds, clock.now)}` : `for ${durationText(seconds, clock)}`;
}

/** `14m ago`, `at 2026-11-21T08:30:00Z`. */
export function secondsAgo(seconds: number, clock: AgeClock = ages): string {
  const isAgeUnknown = seconds === 0 && clock.isNewest === true;
  if (clock.format === "time" || isAgeUnknown) return `at ${momentBefore(seconds, clock.now)}`;
  const age = durationText(seconds, clock);
  return isJustNow(age) ? "just now" : `${age} ago`;
}

function durationText(seconds: number, clock: AgeClock): string {
  return clock.format === "words" ? ageInWords(seconds) : formatAge(seconds);
}

function momentBefore(seconds: number, now: string): string {
  return formatStamp((parseMilliseconds(now) ?? 0) - seconds * 1000);
}

/** An age that a screen keeps counting; nothing where it is empty, or the time is not known. */
export function ageSpan(text: string, since: string | undefined): Text {
  return text === "" || since === undefined ? [] : [{ is: "age", text, since }];
}
