import { spawn } from "node:child_process";
import { once } from "node:events";
import { environmentWith } from "../environment.ts";
import { pluginWords } from "./plugin.ts";
import type { Cluster } from "./server.ts";

/** The built plugin, while it goes on; standard output is no terminal. */
export interface Running {
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Resolves as soon as standard output has the words. @throws after `seconds`, with all that was printed. */
  prints(words: string, seconds?: number): Promise<void>;
  /** Its exit status. */
  readonly ended: Promise<number | null>;
  /** Ends it as Ctrl-C does. */
  stop(): Promise<number | null>;
}

export function runPlugin(cluster: Cluster, args: readonly string[], kubeconfig: string = cluster.kubeconfig): Running {
  const env = environmentWith({ HOME: cluster.directory, KUBECONFIG: kubeconfig });
  const [command, ...own] = pluginWords;
  const child = spawn(command, [...own, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => {
      said[name] += text;
    });
  }
  const ended = once(child, "close").then(([code]) => code as number | null);
  return {
    stdout: () => said.stdout,
    stderr: () => said.stderr,
    prints(words, seconds = 120) {
      return new Promise((resolve, reject) => {
        const give = setTimeout(() => {
          child.stdout.off("data", look);
          reject(new Error(`no "${words}" in ${seconds} s:\n${said.stdout}\n${said.stderr}`));
        }, seconds * 1000);
        function look(): void {
          if (!said.stdout.includes(words)) return;
          clearTimeout(give);
          child.stdout.off("data", look);
          resolve();
        }
        child.stdout.on("data", look);
        look();
      });
    },
    ended,
    stop() {
      child.kill("SIGINT");
      return ended;
    },
  };
}
