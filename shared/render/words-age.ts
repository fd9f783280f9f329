import { secondsBetween } from "../model/time.ts";

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365 * day;

/** A number of seconds as kubectl prints an age: `14m`, `3d4h` (apimachinery, duration.HumanDuration). */
export function age(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < 2 * minute) return `${whole}s`;
  if (whole < 10 * minute) return parts(whole, minute, "m", 1, "s");
  if (whole < 3 * hour) return `${Math.floor(whole / minute)}m`;
  if (whole < 8 * hour) return parts(whole, hour, "h", minute, "m");
  if (whole < 2 * day) return `${Math.floor(whole / hour)}h`;
  if (whole < 8 * day) return parts(whole, day, "d", hour, "h");
  if (whole < 2 * year) return `${Math.floor(whole / day)}d`;
  if (whole < 8 * year) return parts(whole, year, "y", day, "d");
  return `${Math.floor(whole / year)}y`;
}

/** The age of a stamp at `now`, or nothing where it is no time. */
export function ageOf(since: string | undefined, now: string): string {
  const seconds = secondsBetween(since, now);
  return seconds === undefined ? "" : age(seconds);
}

/** The larger unit, and the smaller one where it is not zero. */
function parts(seconds: number, large: number, largeName: string, small: number, smallName: string): string {
  const rest = Math.floor((seconds % large) / small);
  return `${Math.floor(seconds / large)}${largeName}${rest === 0 ? "" : `${rest}${smallName}`}`;
}
