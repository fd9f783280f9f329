import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { environmentWith } from "../environment.ts";
import type { TestedRuntime } from "../program.ts";
import { buildPlugin } from "../shared-build.ts";

/** `serve` while it runs. */
export interface Served {
  /** `http://127.0.0.1:40123` */
  readonly url: string;
  readonly pid: number;
  readonly stderr: () => string;
  /** Ends it as a kubelet does, and resolves to its exit status. */
  readonly stop: () => Promise<number | null>;
}

/** Starts `serve` on a free port and waits until it is ready. @throws with what it printed, where it ends before. */
export async function startServe(
  runtime: TestedRuntime,
  env: Readonly<Record<string, string>>,
  args: readonly string[],
): Promise<Served> {
  const [command = "", ...programArgs] = buildPlugin(runtime).words;
  const serveArgs = [...programArgs, "serve", "--listen", "127.0.0.1:0", ...args];
  const child = spawn(command, serveArgs, { env: environmentWith(env), stdio: ["ignore", "ignore", "pipe"] });
  let stderr = "";
  const address = Promise.withResolvers<string>();
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
    const match = /serving metrics at (\S+)\/metrics\n/.exec(stderr);
    if (match?.[1] !== undefined) address.resolve(match[1]);
  });
  const ended = once(child, "close").then(([exitCode]) => {
    address.reject(new Error(`serve ended with ${exitCode}: ${stderr}`));
    return exitCode as number | null;
  });
  const url = await address.promise;
  while ((await fetch(`${url}/readyz`)).status !== 200) await sleep(50);
  return {
    url,
    pid: child.pid ?? 0,
    stderr: () => stderr,
    stop() {
      child.kill("SIGTERM");
      return ended;
    },
  };
}
