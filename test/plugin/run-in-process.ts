import { parseAndCheckOptions } from "../../plugin/cli/parse-options.ts";
import { carryOut } from "../../plugin/dispatch.ts";
import { buildHostEnvironment } from "./host-environment.ts";

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
  const environment = buildHostEnvironment({
    screen: { isTerminal: false, isInputTerminal: false, platform: "linux", environment: variables },
    stdin: streamInput(),
    print(text) {
      written.stdout += text;
    },
    printMessage(text) {
      written.stderr += text;
    },
  });
  const code = await carryOut(options, environment);
  return { code, ...written };
}
