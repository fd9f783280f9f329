import { spawn } from "node:child_process";
import { once } from "node:events";
import { environmentWith } from "../environment.ts";
import { pluginWords } from "./plugin.ts";
import type { Cluster } from "./server.ts";

/** The built plugin while it runs. Its standard output is no terminal. */
export interface Running {
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Resolves as soon as standard output contains `text`. @throws after `timeoutSeconds`, with all that was printed. */
  prints(text: string, timeoutSeconds?: number): Promise<void>;
  /** Its exit status. */
  readonly ended: Promise<number | null>;
  /** Ends it as Ctrl-C does. */
  stop(): Promise<number | null>;
}

/** Starts the built plugin with a cluster. */
export function runPlugin(cluster: Cluster, args: readonly string[], kubeconfig: string = cluster.kubeconfig): Running {
  const env = environmentWith({ HOME: cluster.directory, KUBECONFIG: kubeconfig });
  const [command, ...pluginArgs] = pluginWords;
  const child = spawn(command, [...pluginArgs, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  const output = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream].setEncoding("utf8").on("data", (text: string) => {
      output[stream] += text;
    });
  }
  const ended = once(child, "close").then(([exitCode]) => exitCode as number | null);

  function prints(text: string, timeoutSeconds = 120): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const resolveIfPrinted = (): void => {
      if (output.stdout.includes(text)) resolve();
    };
    const timeout = setTimeout(() => {
      reject(new Error(`no "${text}" in ${timeoutSeconds} s:\n${output.stdout}\n${output.stderr}`));
    }, timeoutSeconds * 1000);
    child.stdout.on("data", resolveIfPrinted);
    resolveIfPrinted();
    return promise.finally(() => {
      clearTimeout(timeout);
      child.stdout.off("data", resolveIfPrinted);
    });
  }

  return {
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    prints,
    ended,
    stop() {
      child.kill("SIGINT");
      return ended;
    },
  };
}
