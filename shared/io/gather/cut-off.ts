import { at, list, text } from "../../parse/value.ts";

/**
 * Programs end a file of YAML with a line break, JSON with its last brace. One that was cut at the end of a line may show it
 * too: a field without a value, where Go writes `null`, or a condition that has no type or status yet, the keys of which are
 * sorted.
 */
export function isCutOff(source: string, value: unknown): boolean {
  const written = source.trimEnd();
  if (/^\s*[{[]/.test(source) && /[}\]]$/.test(written)) return false;
  return !endsWithLine(source) || endsInField(written, value) || endsInCondition(value);
}

export function endsWithLine(source: string): boolean {
  return /[\r\n]$/.test(source);
}

function endsInField(written: string, value: unknown): boolean {
  let here = value;
  while (typeof here === "object" && here !== null) here = Object.values(here).at(-1);
  return here === null && written.endsWith(":");
}

function endsInCondition(value: unknown): boolean {
  let here = value;
  while (typeof here === "object" && here !== null) {
    const [key, last] = Object.entries(here).at(-1) ?? [];
    const condition = key === "conditions" ? list(last).at(-1) : undefined;
    if (condition !== undefined && (text(at(condition, ["type"])) === "" || text(at(condition, ["status"])) === ""))
      return true;
    here = last;
  }
  return false;
}
