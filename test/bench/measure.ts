import { spawnSync } from "node:child_process";

/** One program as it is run, with the environment it needs. */
export interface Program {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

// Node reads these certificates at each start, whether it needs them or not, and kubectl never does: a setting of the
// machine, not a cost of the program.
const { NODE_EXTRA_CA_CERTS: _, ...common } = process.env;

/** Milliseconds of wall time from start to end; throws where the program fails, since a failure is quick. */
function time({ name, command, args, environment }: Program): number {
  const start = process.hrtime.bigint();
  const env = { ...common, ...environment };
  const { status, stderr } = spawnSync(command, args, { env, maxBuffer: 2 ** 28, stdio: ["ignore", "pipe", "pipe"] });
  if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`);
  return Number(process.hrtime.bigint() - start) / 1e6;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** Medians of two programs run in turn, so that a busy machine is busy for both. */
export function compare(
  ours: Program,
  theirs: Program,
  rounds: number,
): { ours: number; theirs: number; ratio: number } {
  for (const program of [ours, theirs]) time(program);
  const times = Array.from({ length: rounds }, () => [time(ours), time(theirs)] as const);
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
