import { ageOf } from "./words-age.ts";

/** A root cause's line with the age of it behind: `…, 14m`, counted from `now`; as it is where no time is known. */
export function withAge(text: string, since: string | undefined, now: string): string {
  const age = tail(since, now);
  return age === "" ? text : `${text.replace(/\.$/, "")}${age}`;
}

/** The same without it, for where the age is told in another way. */
export function withoutAge(text: string, since: string | undefined, now: string): string {
  const age = tail(since, now);
  return age !== "" && text.endsWith(age) ? text.slice(0, -age.length) : text;
}

function tail(since: string | undefined, now: string): string {
  const age = ageOf(since, { now, tells: "age" });
  return age === "" ? "" : `, ${age}`;
}
