import type { CauseEvent } from "../model/report.ts";
import { type AgeClock, ageText, isJustNow } from "./ages.ts";

/**
 * How often an event was seen, and when last: `7 times, last 14m ago`, `last at 2026-11-21T08:30:00Z`, `last just now`; or
 * empty.
 */
export function eventNumbers({ count, last }: CauseEvent, clock: AgeClock): string {
  const age = ageText(last, clock);
  return [...(count > 1 ? [`${count} times`] : []), ...(age === "" ? [] : [`last ${whenText(age, clock)}`])].join(", ");
}

function whenText(age: string, { tells }: AgeClock): string {
  if (isJustNow(age)) return "just now";
  return tells === "time" ? `at ${age}` : `${age} ago`;
}
