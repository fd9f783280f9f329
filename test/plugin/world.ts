import { parseOptions } from "../../plugin/options.ts";
import { run } from "../../plugin/run.ts";
import type { World } from "../../plugin/world.ts";

/** What one run printed, told and ended with. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the plugin in this process, in a pipe of 80 columns at a fixed time. @throws where the flags are wrong. */
export async function plugin(args: readonly string[], stdin = ""): Promise<Ran> {
  const options = parseOptions(args);
  if ("error" in options) throw new Error(options.error);
  const written = { stdout: "", stderr: "" };
  async function* input(): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode(stdin);
  }
  const world: World = {
    screen: { isTerminal: false, isInputTerminal: false, platform: "linux", environment: { LANG: "C.UTF-8" } },
    stdin: input(),
    print: (text) => {
      written.stdout += text;
    },
    tell: (text) => {
      written.stderr += text;
    },
    now: () => "2026-11-21T12:00:00Z",
    milliseconds: Date.now,
    home: "/nonexistent",
    cwd: process.cwd(),
    architecture: "x64",
    runtime: "24",
    cacheHome: "/nonexistent",
    keepCode: () => {},
  };
  const code = await run(options, world);
  return { code, ...written };
}
