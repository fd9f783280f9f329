import { type AgeClock, ageText } from "./ages.ts";
import { withoutEndMark } from "./end-marks.ts";

/** A cause with its age behind it: `…, for 14m`. Unchanged where no time or no age is known. */
export function withAge(text: string, since: string | undefined, clock: Omit<AgeClock, "tells">): string {
  const age = ageText(since, { ...clock, tells: "age" });
  return age === "" ? text : `${withoutEndMark(text)}, for ${age}`;
}

/**
 * A cause without its age, whenever it was counted, for where the age is printed in another way. Reports of version 0.1
 * have the age without `for`.
 */
export function withoutAge(text: string, since: string | undefined): string {
  return since === undefined ? text : text.replace(/, (?:for )?(?:\d+[smhdy]){1,2}$/, "");
}
