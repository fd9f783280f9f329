import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { type EmulatedScreen, emulatedScreen } from "../render/emulated-screen.ts";
import { environmentOf } from "./plugin.ts";
import type { Cluster } from "./server.ts";

/** `kubectl hco-status -w` that goes on. */
export interface Running {
  /** All that it printed so far. */
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** The lines that are whole. */
  readonly lines: () => readonly string[];
  readonly end: (signal: NodeJS.Signals) => void;
  /** Closes the pipe that it prints to. */
  readonly hangUp: () => void;
  readonly ended: Promise<number | null>;
}

/** Runs it in a pipe. */
export function watchInPipe(cluster: Cluster, args: readonly string[]): Running {
  const child = spawn(cluster.kubectl, ["hco-status", "-w", ...args], { env: environmentOf(cluster) });
  const written = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream].setEncoding("utf8").on("data", (text: string) => {
      written[stream] += text;
    });
  }
  return {
    stdout: () => written.stdout,
    stderr: () => written.stderr,
    lines: () => written.stdout.split("\n").slice(0, -1),
    end: (signal) => child.kill(signal),
    hangUp: () => child.stdout.destroy(),
    ended: waitForExit(child),
  };
}

/** The same at a terminal. */
export interface AtTerminal {
  readonly screen: EmulatedScreen;
  readonly type: (keys: string) => void;
  readonly resize: (rows: number, columns: number) => void;
  /** Bytes that came since the last look. */
  readonly bytes: () => number;
  readonly ended: Promise<number | null>;
}

/** Of util-linux: runs a program in a terminal. */
export const terminalProgram = "script";

/** Runs it in a terminal of that size. */
export async function watchAtTerminal(
  cluster: Cluster,
  args: readonly string[],
  rows: number,
  columns: number,
): Promise<AtTerminal> {
  const name = join(mkdtempSync(join(tmpdir(), "hco-status-terminal-")), "name");
  const words = [cluster.kubectl, "hco-status", "-w", ...args].map((word) => `'${word}'`).join(" ");
  const command = `stty rows ${rows} columns ${columns} -onlcr; tty > ${name}; exec ${words}`;
  const child = spawn(terminalProgram, ["-qec", command, "/dev/null"], {
    env: { ...environmentOf(cluster), TERM: "xterm-256color" },
  });
  const screen = emulatedScreen(rows, columns, "kept");
  let bytes = 0;
  let left = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    bytes += Buffer.byteLength(text);
    const all = left + text;
    // A sequence may come in two pieces.
    left = /\u001b(\[[?\d;]*)?$/.exec(all)?.[0] ?? "";
    screen.write(all.slice(0, all.length - left.length));
  });
  await expect.poll(() => existsSync(name) && readFileSync(name, "utf8") !== "").toBe(true);
  const device = readFileSync(name, "utf8").trim();
  return {
    screen,
    type: (keys) => child.stdin.write(keys),
    resize(toRows, toColumns) {
      screen.resize(toRows, toColumns);
      execFileSync("stty", ["-F", device, "rows", `${toRows}`, "columns", `${toColumns}`]);
    },
    bytes() {
      const since = bytes;
      bytes = 0;
      return since;
    },
    ended: waitForExit(child),
  };
}

function waitForExit(child: ChildProcess): Promise<number | null> {
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.on("error", reject).on("close", resolve);
  return promise;
}
