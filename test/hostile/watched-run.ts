import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { environmentWith } from "../environment.ts";
import type { TestedRuntime } from "../program.ts";
import { buildPlugin } from "../shared-build.ts";
import type { HostileServer } from "./hostile-servers.ts";

/** What the plugin runs by. Bounds must hold in both, whatever the other tests run by. */
export const runtimes: readonly TestedRuntime[] = ["node", "bun"];

/** How a run of the plugin ended, what it said, and the most memory that it held, in megabytes. */
export interface WatchedRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly megabytes: number;
}

/** Where the plugin is started, and what it has beside the usual variables. */
export interface RunPlace {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The program and its first arguments. Absent: the plugin for that runtime. */
  readonly program?: readonly string[];
  /** Standard input, which ends once so many lines were printed. Absent: it is empty. */
  readonly input?: { readonly text: string; readonly replies: number };
}

/** The most memory that any run may hold, in megabytes. An empty program of Node takes fifty. */
export const maxMegabytes = 300;

const fatalMegabytes = 3 * maxMegabytes;

/** Runs the built plugin under a watch of its memory. It has no variables but these. */
export async function runWatched(
  runtime: TestedRuntime,
  words: readonly string[],
  { cwd = "/", env = {}, program = buildPlugin(runtime).words, input }: RunPlace = {},
): Promise<WatchedRun> {
  const [command = "", ...first] = program;
  const child = spawn(command, [...first, ...words], {
    cwd,
    env: environmentWith({ HOME: "/nonexistent", ...env }),
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
  });
  child.stdin?.write(input?.text);
  const said = { stdout: "", stderr: "" };
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    said.stdout += text;
    if (input !== undefined && said.stdout.split("\n").length > input.replies) child.stdin?.end();
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    said.stderr += text;
  });
  let megabytes = 0;
  const watch = setInterval(() => {
    megabytes = Math.max(megabytes, readMemoryMegabytes(child.pid ?? 0));
    if (megabytes > fatalMegabytes) child.kill("SIGKILL");
  }, 10);
  const status = await new Promise<number | null>((resolve, reject) => child.on("error", reject).on("close", resolve));
  clearInterval(watch);
  return { status, ...said, megabytes };
}

/** Runs the plugin with these words against a server, and closes the server. */
export async function runAgainst(
  server: HostileServer,
  runtime: TestedRuntime,
  ...words: readonly string[]
): Promise<WatchedRun> {
  try {
    return await runWatched(runtime, [...words, "-s", server.url, "--token", "x"]);
  } finally {
    await server.close();
  }
}

/** The memory of a process in megabytes: the most that it ever held where the system tells, else what it holds now. */
function readMemoryMegabytes(pid: number): number {
  try {
    return Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1_000;
  } catch {
    if (process.platform === "linux") return 0;
    return Number(spawnSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" }).stdout) / 1_000;
  }
}
