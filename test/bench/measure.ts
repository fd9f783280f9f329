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

/** What one run took, in milliseconds: by the clock, and of the processors, the system's work for it included. */
interface RunCost {
  readonly wall: number;
  readonly cpu: number;
}

/** Measures one run. @throws where the program fails, since a failure is quick. */
async function measureRun(program: Program): Promise<RunCost> {
  const { command, args } = program;
  const clock = 'TIMEFORMAT="%R %U %S"; time "$0" "$@"';
  const said = await run({ ...program, command: "bash", args: ["-c", clock, command, ...args] });
  const [wall = 0, user = 0, system = 0] = (said.trim().split("\n").at(-1) ?? "").split(" ").map(Number);
  return { wall: wall * 1000, cpu: (user + system) * 1000 };
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
/** Runs it to its end, and resolves to its standard error; `look` is called every other millisecond. @throws where it fails. */
export function run({ name, command, args, environment }: Program, look?: (pid: number) => void): Promise<string> {
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
      if (code === 0) resolve(complaint);
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

/** Medians of two programs, and of the ratios of their pairs. */
export interface Comparison {
  readonly ours: number;
  readonly theirs: number;
  readonly ratio: number;
}

/** Medians of two programs run in turn, so that a busy machine is busy for both: wall time, and CPU time. */
export async function compare(
  ours: Program,
  theirs: Program,
  repetitions: number,
): Promise<Comparison & { readonly cpu: Comparison }> {
  // Once each before it counts: caches are filled.
  for (const program of [ours, theirs]) await measureRun(program);
  const pairs: (readonly [RunCost, RunCost])[] = [];
  for (let repetition = 0; repetition < repetitions; repetition++)
    pairs.push([await measureRun(ours), await measureRun(theirs)]);
  const compareRuns = (of: keyof RunCost): Comparison => ({
    ours: median(pairs.map(([first]) => first[of])),
    theirs: median(pairs.map(([, second]) => second[of])),
    // The ratio of each pair, then the median: what slows both at one moment cancels out.
    ratio: median(pairs.map(([first, second]) => first[of] / second[of])),
  });
  return { ...compareRuns("wall"), cpu: compareRuns("cpu") };
}

/** Median milliseconds of a function, after two rounds that warm it up. */
export function timeOf(work: () => unknown, repetitions: number): number {
  const times: number[] = [];
  for (let repetition = -2; repetition < repetitions; repetition++) {
    const start = performance.now();
    work();
    if (repetition >= 0) times.push(performance.now() - start);
  }
  return median(times);
}
