import { truncateText } from "../../../characters/display-width.ts";
import { sanitizeLine } from "../../../characters/sanitize.ts";
import type { Translate } from "../../../outline/translate.ts";
import { absentLine, resultLine, stateBeforeLine } from "../../words/editor/dry-run.ts";
import { comparableFields } from "./diff.ts";
import { yamlText } from "./yaml-text.ts";

/** Both sides of a dry run as YAML, and as plain data without what the server writes. */
export interface DryRunSides {
  readonly live: string;
  readonly result: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** @param live absent where the object does not exist. */
export function dryRunSides(say: Translate, live: unknown, result: unknown): DryRunSides {
  const [before, after] = [live, result].map(comparableFields);
  const state = live === undefined ? "" : yamlText(before, "sorted");
  return {
    live: `# ${live === undefined ? absentLine(say) : stateBeforeLine(say)}\n${state}`,
    result: `# ${resultLine(say)}\n${yamlText(after, "sorted")}`,
    before,
    after,
  };
}

/** The longest message of one entry in Problems, in columns. A webhook may send 32 KiB. */
const longest = 600;

/** The server's own words on one line, harmless and cut. */
export function serverMessage(text: string, columns: number = longest): string {
  return truncateText(sanitizeLine(text.slice(0, 4 * columns)).trim(), columns);
}
