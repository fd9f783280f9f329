import { ageOf } from "./words-age.ts";

/** A root cause's line with the age of it behind: `…, 14m`, counted from `now`; as it is where no time is known. */
export function withAge(text: string, since: string | undefined, now: string): string {
  const age = tail(since, now);
  return age === "" ? text : `${text.replace(/\.$/, "")}${age}`;
}

/** The same without it, whenever it was counted, for where the age is told in another way. */
export function withoutAge(text: string, since: string | undefined): string {
  return since === undefined ? text : text.replace(/, (?:\d+[smhdy]){1,2}$/, "");
}

function tail(since: string | undefined, now: string): string {
  const age = ageOf(since, { now, tells: "age" });
  return age === "" ? "" : `, ${age}`;
}
