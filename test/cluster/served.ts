import { spawn } from "node:child_process";
import { once } from "node:events";
import { environmentWith } from "../environment.ts";
import { builtProgram } from "../plugin/built.ts";
import type { TestedRuntime } from "../program.ts";

/** `serve`, while it runs. */
export interface Served {
  /** Such as `http://127.0.0.1:40123`. */
  readonly url: string;
  readonly pid: number;
  readonly stderr: () => string;
  /** Ends it as a kubelet does, and resolves to its exit status. */
  readonly stop: () => Promise<number | null>;
}

/** Starts `serve` on a free port and waits until it is ready. @throws with what it said, where it ends before. */
export async function startServe(
  runtime: TestedRuntime,
  env: Readonly<Record<string, string>>,
  args: readonly string[],
): Promise<Served> {
  const [command = "", ...own] = builtProgram(runtime).words;
  const words = [...own, "serve", "--listen", "127.0.0.1:0", ...args];
  const child = spawn(command, words, { env: environmentWith(env), stdio: ["ignore", "ignore", "pipe"] });
  let stderr = "";
  const { promise: url, resolve, reject } = Promise.withResolvers<string>();
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
    const [, found] = /serving metrics at (\S+)\/metrics\n/.exec(stderr) ?? [];
    if (found !== undefined) resolve(found);
  });
  const ended = once(child, "close").then(([code]) => {
    reject(new Error(`serve ended with ${code}: ${stderr}`));
    return code as number | null;
  });
  const address = await url;
  while ((await fetch(`${address}/readyz`)).status !== 200) await new Promise((next) => setTimeout(next, 50));
  return {
    url: address,
    pid: child.pid ?? 0,
    stderr: () => stderr,
    stop() {
      child.kill("SIGTERM");
      return ended;
    },
  };
}
