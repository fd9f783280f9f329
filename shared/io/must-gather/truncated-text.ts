import { toList, toText, valueAt } from "../../parse/json-value.ts";

/**
 * Whether a text ends too early. Programs end a file of YAML with a line break, and JSON with its last brace. A file
 * that was cut at the end of a line may show it in two ways. Its last field may have no value, where Go writes `null`.
 * Or a condition has no type or status yet, since its keys are sorted.
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
    const condition = key === "conditions" ? toList(last).at(-1) : undefined;
    if (
      condition !== undefined &&
      (toText(valueAt(condition, ["type"])) === "" || toText(valueAt(condition, ["status"])) === "")
    )
      return true;
    here = last;
  }
  return false;
}
