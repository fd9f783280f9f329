import { globSync, readFileSync } from "node:fs";
import { load } from "js-yaml";

/** A container's log, and the line of it that a person would quote, as the report shows it. */
export interface LogCase {
  readonly rule: string;
  readonly log: string;
  readonly quote: string;
}

const files = globSync("corpus/*.yaml", { cwd: import.meta.dirname }).toSorted();

/** All logs of the corpus: by file, then in the order of the file. */
export const logCases: readonly LogCase[] = files.flatMap(
  (file) => load(readFileSync(`${import.meta.dirname}/${file}`, "utf8")) as LogCase[],
);

/** Every third log. No rule is written for one of them. */
export const heldOutLogs: readonly LogCase[] = logCases.filter((_, index) => index % 3 === 2);

/** The logs by which the rules are written. */
export const openLogs: readonly LogCase[] = logCases.filter((_, index) => index % 3 !== 2);
