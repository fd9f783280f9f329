import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { environmentWith } from "../environment.ts";

/** One program as it is run, with the environment it needs. */
export interface Program {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** Milliseconds of wall time from start to end; throws where the program fails, since a failure is quick. */
async function time(program: Program): Promise<number> {
  const start = process.hrtime.bigint();
  await run(program);
  return Number(process.hrtime.bigint() - start) / 1e6;
}

/** The most memory that the program held at once, in MiB, seen every other millisecond; undefined where /proc is not there. */
export async function peakMemory(program: Program): Promise<number | undefined> {
  let most: number | undefined;
  await run(program, (pid) => {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(statusOf(pid)) ?? [];
    if (kilobytes !== undefined) most = Math.max(most ?? 0, Number(kilobytes) / 1024);
  });
  return most;
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, "utf8");
  } catch {
    return "";
  }
}

// Not spawnSync: the proxies live in this process. What the program prints is taken as it comes.
/** Runs it to its end; `look` is called every other millisecond. @throws where it fails. */
export function run({ name, command, args, environment }: Program, look?: (pid: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env: environmentWith({ ...environment }), stdio: ["ignore", "pipe", "pipe"] });
    const looking = look && setInterval(() => child.pid !== undefined && look(child.pid), 2);
    let complaint = "";
    child.stdout.resume();
    child.stderr.on("data", (chunk: Buffer) => {
      complaint += chunk.toString();
    });
    child.on("error", reject);
    child.on("close", (code) => {
      clearInterval(looking);
      if (code === 0) resolve();
      else reject(new Error(`${name} ended with ${code}: ${complaint}`));
    });
  });
}

/** The one in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** Medians of two programs run in turn, so that a busy machine is busy for both. */
export async function compare(
  ours: Program,
  theirs: Program,
  rounds: number,
): Promise<{ ours: number; theirs: number; ratio: number }> {
  // Once each before it counts: caches are filled.
  for (const program of [ours, theirs]) await time(program);
  const times: (readonly [number, number])[] = [];
  for (let round = 0; round < rounds; round++) times.push([await time(ours), await time(theirs)]);
  const [a, b] = [median(times.map(([first]) => first)), median(times.map(([, second]) => second))];
  // The ratio of each pair, then the median: what slows both at one moment cancels out.
  return { ours: a, theirs: b, ratio: median(times.map(([first, second]) => first / second)) };
}

/** Median milliseconds of a function, after two rounds that warm it up. */
export function timeOf(work: () => unknown, rounds: number): number {
  const times: number[] = [];
  for (let round = -2; round < rounds; round++) {
    const start = performance.now();
    work();
    if (round >= 0) times.push(performance.now() - start);
  }
  return median(times);
}
