import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** What a plugin of the tests saw of its surroundings in one run. */
export interface Seen {
  readonly args: readonly string[];
  readonly argv0: string;
  readonly info: unknown;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** What it read on standard input, or why it could not. */
  readonly stdin: string;
}

/**
 * Writes a real plugin to `path`. Its environment says what it does: it writes what it sees to RECORD, says SAYS on
 * standard error, waits WAIT milliseconds and until there is a file UNTIL (or no folder for it any more), prints ANSWER
 * (`{run}` becomes the number of the run) and ends with CODE.
 */
export function writePlugin(path: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!${process.execPath}\n(${plugin})();\n`);
  chmodSync(path, 0o755);
  return path;
}

/** The runs that `record` holds. */
export function readRuns(record: string): readonly Seen[] {
  if (!existsSync(record)) return [];
  // The last line is whole only with its end.
  const lines = readFileSync(record, "utf8").split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Seen);
}

/** The runs that `record` holds, and forgets them. */
export function readAndClearRuns(record: string): readonly Seen[] {
  const runs = readRuns(record);
  rmSync(record, { force: true });
  return runs;
}

const plugin = `function () {
  const { appendFileSync, existsSync, readFileSync } = require("node:fs");
  const { dirname } = require("node:path");
  const { RECORD, SAYS = "", WAIT = "0", UNTIL, ANSWER = "", CODE = "0", KUBERNETES_EXEC_INFO, ...env } = process.env;
  let stdin;
  try {
    stdin = readFileSync(0, "utf8");
  } catch (error) {
    stdin = error.code;
  }
  const info = KUBERNETES_EXEC_INFO && JSON.parse(KUBERNETES_EXEC_INFO);
  const [, , ...args] = process.argv;
  appendFileSync(RECORD, JSON.stringify({ args, argv0: process.argv0, info, env, cwd: process.cwd(), stdin }) + "\\n");
  const run = readFileSync(RECORD, "utf8").split("\\n").length - 1;
  process.stderr.write(SAYS);
  process.exitCode = Number(CODE);
  const answer = () => {
    if (UNTIL && !existsSync(UNTIL) && existsSync(dirname(UNTIL))) setTimeout(answer, 10);
    else process.stdout.write(ANSWER.replaceAll("{run}", run));
  };
  setTimeout(answer, Number(WAIT));
}`;
