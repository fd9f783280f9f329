import { spawn } from "node:child_process";
import { environmentWith, pathWith } from "../environment.ts";
import type { Scene } from "./scene.ts";
import type { Bench } from "./setup.ts";

/** The two that are compared. */
export type Program = "kubectl" | "ours";

/** What a program left behind. */
export interface Ended {
  readonly code: number | null;
  /** Standard output and standard error. */
  readonly said: string;
}

// A program that cannot connect must end by itself. Whatever takes longer hangs.
const patience = 120_000;

/** Asks the scene for the HyperConvergeds of all namespaces, without a terminal. */
export function run(program: Program, scene: Scene, bench: Bench, wrapper: readonly string[] = []): Promise<Ended> {
  const words =
    program === "kubectl"
      ? [bench.kubectl, "get", "hyperconvergeds.hco.kubevirt.io", "-A", ...scene.flags]
      : [...bench.ours, ...scene.flags];
  const [command = "", ...args] = [...wrapper, ...words];
  const env = environmentWith({
    PATH: pathWith([], "/usr/bin:/bin"),
    HOME: scene.home,
    XDG_CACHE_HOME: bench.cache,
    ...scene.env,
  });
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: scene.home, env, stdio: ["pipe", "pipe", "pipe"] });
    // A program may end before it has read its input.
    child.stdin.on("error", () => {}).end(scene.input);
    let said = "";
    const hear = (chunk: string): void => {
      said += chunk;
    };
    child.stdout.setEncoding("utf8").on("data", hear);
    child.stderr.setEncoding("utf8").on("data", hear);
    const tired = setTimeout(() => child.kill("SIGKILL"), patience);
    child.on("error", reject);
    child.on("close", (code) => {
      clearTimeout(tired);
      resolve({ code, said });
    });
  });
}
