import { ageText } from "./ages.ts";
import { withoutEndMark } from "./end-marks.ts";

/** A root cause's line with its age behind it: `…, 14m`, counted from `now`. Unchanged where no time is known. */
export function withAge(text: string, since: string | undefined, now: string): string {
  const age = tail(since, now);
  return age === "" ? text : `${withoutEndMark(text)}${age}`;
}

/** The line without its age, whenever it was counted, for where the age is printed in another way. */
export function withoutAge(text: string, since: string | undefined): string {
  return since === undefined ? text : text.replace(/, (?:\d+[smhdy]){1,2}$/, "");
}

function tail(since: string | undefined, now: string): string {
  const age = ageText(since, { now, tells: "age" });
  return age === "" ? "" : `, ${age}`;
}
