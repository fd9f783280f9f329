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
 * standard error, waits WAIT milliseconds, prints ANSWER (`{run}` becomes the number of the run) and ends with CODE.
 */
export function writePlugin(path: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!${process.execPath}\n(${plugin})();\n`);
  chmodSync(path, 0o755);
  return path;
}

/** The runs that `record` holds, and forgets them. */
export function takeRuns(record: string): readonly Seen[] {
  if (!existsSync(record)) return [];
  const lines = readFileSync(record, "utf8").trim().split("\n");
  rmSync(record);
  return lines.map((line) => JSON.parse(line) as Seen);
}

const plugin = `function () {
  const { appendFileSync, readFileSync } = require("node:fs");
  const { RECORD, SAYS = "", WAIT = "0", ANSWER = "", CODE = "0", KUBERNETES_EXEC_INFO, ...env } = process.env;
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
  setTimeout(() => process.stdout.write(ANSWER.replaceAll("{run}", run)), Number(WAIT));
}`;
