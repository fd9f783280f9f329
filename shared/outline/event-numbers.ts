import type { CauseEvent } from "../model/report.ts";
import { type AgeClock, ageText } from "./ages.ts";

/** How often an event was seen, and when last: `7 times, last 14m ago`, `last at 2026-11-21T08:30:00Z`; or empty. */
export function eventNumbers({ count, last }: CauseEvent, clock: AgeClock): string {
  const age = ageText(last, clock);
  return [
    ...(count > 1 ? [`${count} times`] : []),
    ...(age === "" ? [] : [clock.tells === "time" ? `last at ${age}` : `last ${age} ago`]),
  ].join(", ");
}
