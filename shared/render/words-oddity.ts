import type { Oddity } from "../model/object.ts";

/** What was odd in the text of one object, and what was made of it. */
export function describeOddity(oddity: Oddity, about: string): string {
  const type = oddity.type ?? "a condition";
  const value = oddity.value === undefined ? "" : ` "${oddity.value}"`;
  switch (oddity.code) {
    case "conditions-not-a-list":
      return `the conditions of ${about} are no list and were not read`;
    case "condition-not-an-object":
      return `an entry in the conditions of ${about} is no condition and was left out`;
    case "condition-without-type":
      return `a condition of ${about} has no type and was left out`;
    case "duplicate-condition":
      return `${about} lists ${type} more than once; the last one counts`;
    case "odd-status":
      return `${type} of ${about} has status${value}, neither True, False nor Unknown; it counts as Unknown`;
    case "odd-time":
      return `${type} of ${about} has a time that is none${value === "" ? "" : `,${value}`}; its age is not known`;
    case "odd-text":
      return `${type} of ${about} has a reason or message that is no text${value === "" ? "" : `,${value}`}`;
    case "odd-generation":
      return `the generation of ${about}, or the one its status is about, is no number${value === "" ? "" : `,${value}`}; whether the status is older than the spec is not known`;
  }
}
