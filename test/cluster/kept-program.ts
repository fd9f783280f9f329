import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { environmentWith } from "../environment.ts";

/** A program that ends with the test process, however that one ends. */
export interface Program {
  readonly keeper: ChildProcess;
  readonly pid: number;
  readonly ended: Promise<unknown>;
}

/**
 * Starts a program. Resolves when its process exists.
 *
 * @param log the file that gets the output of the program
 */
export async function startProgram(words: readonly string[], log: string, environment: object = {}): Promise<Program> {
  const keeper = spawn("sh", [join(import.meta.dirname, "kept-program.sh"), ...words], {
    env: environmentWith({ LOG: log, ...environment }),
    stdio: ["pipe", "pipe", "ignore"],
    // In a session of its own, so that Ctrl-C in a terminal reaches it through the closed pipe only.
    detached: true,
  });
  const ended = once(keeper, "close");
  const [first] = (await once(keeper.stdout, "data")) as [Buffer];
  return { keeper, pid: Number(first.toString()), ended };
}

/** Ends a program, and resolves when it has ended. */
export async function endProgram({ keeper, pid, ended }: Program, signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
  if (keeper.exitCode === null) process.kill(pid, signal);
  await ended;
}
