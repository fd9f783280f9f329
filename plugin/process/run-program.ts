import { spawn } from "node:child_process";
import { constants } from "node:os";
import type { HostEnvironment } from "./host-environment.ts";

/** How a program ended: its exit status, or why it could not be started. */
export type ProgramEnd = { readonly status: number } | { readonly failure: string };

/**
 * Runs a program from PATH with the streams of this process, and without a shell. Meanwhile signals do not end this
 * process. They are sent on to the program, except for Ctrl-C at a terminal, which sends it to both.
 */
export async function runAttached(
  program: string,
  args: readonly string[],
  { screen, person }: Pick<HostEnvironment, "screen" | "person">,
): Promise<ProgramEnd> {
  const child = spawn(program, args, { stdio: "inherit", env: screen.environment });
  const release = person.onStop((signal) => {
    if (signal !== "SIGINT" || !screen.isInputTerminal) child.kill(signal);
  });
  const { promise, resolve } = Promise.withResolvers<ProgramEnd>();
  child.once("error", (error: NodeJS.ErrnoException) => resolve({ failure: error.code ?? error.message }));
  child.once("close", (status, signal) => resolve({ status: status ?? 128 + constants.signals[signal ?? "SIGTERM"] }));
  try {
    return await promise;
  } finally {
    release();
  }
}
