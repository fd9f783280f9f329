import { parseAndCheckOptions } from "../../plugin/cli/parse-options.ts";
import { carryOut } from "../../plugin/dispatch.ts";
import { type HostEnvironment, noTerminal } from "../../plugin/process/host-environment.ts";
import { systemClock } from "../../shared/io/watch/clock.ts";

/** The exit status and the output of one run. */
export interface RunResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the plugin in this process at a fixed time, with its output in a pipe. @throws where the flags are wrong */
export async function runInProcess(
  args: readonly string[],
  stdin = "",
  variables: Readonly<Record<string, string>> = { LANG: "C.UTF-8" },
): Promise<RunResult> {
  const options = await parseAndCheckOptions(args);
  if ("error" in options) throw new Error(options.error);
  const written = { stdout: "", stderr: "" };
  async function* streamInput(): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode(stdin);
  }
  const environment: HostEnvironment = {
    screen: { isTerminal: false, isInputTerminal: false, platform: "linux", environment: variables },
    stdin: streamInput(),
    print: (text) => {
      written.stdout += text;
    },
    taken: async () => {},
    settle: () => {},
    printMessage: (text) => {
      written.stderr += text;
    },
    now: () => "2026-11-21T12:00:00Z",
    milliseconds: Date.now,
    clock: systemClock,
    random: Math.random,
    person: noTerminal,
    home: "/nonexistent",
    cwd: process.cwd(),
    architecture: "x64",
    runtime: { name: "node", version: "24" },
    cacheHome: "/nonexistent/.cache",
    keepCode: () => {},
  };
  const code = await carryOut(options, environment);
  return { code, ...written };
}
