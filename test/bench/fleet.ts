import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeContexts } from "../cluster/many-contexts.ts";
import { scenarios } from "../cluster/scenarios.ts";
import { startCluster } from "../cluster/server.ts";
import type { BuiltPlugin } from "../program.ts";
import { type Comparison, median, type Program, run } from "./measure.ts";
import { mebibytes, type Row, times } from "./row.ts";

/** A status of forty clusters, which are forty contexts of one API server, beside one of a single cluster. */
export async function fleetRows(
  [command, ...own]: BuiltPlugin["words"],
  folder: string,
  repetitions: number,
): Promise<readonly Row[]> {
  const { cluster, stop } = await startCluster();
  try {
    await scenarios.healthy(cluster, new Date());
    const contexts = Array.from({ length: 40 }, (_, place) => ({ name: `cluster-${place}` }));
    const kubeconfig = writeContexts(join(folder, "forty.kubeconfig"), cluster.kubeconfig, contexts);
    const programFor = (name: string, ...flags: readonly string[]): Program => ({
      name,
      command,
      args: [...own, "--kubeconfig", kubeconfig, ...flags],
    });
    const forty = programFor("a status of forty clusters", "--all-contexts");
    const one = programFor("a status of one cluster", "--context", "cluster-0");
    const { cpu, memory } = await compareUse(forty, one, folder, repetitions);
    return [
      ["a status of forty clusters: CPU time against one's", times(cpu), "15 x"],
      ["CPU time of each further cluster", `${((cpu.ours - cpu.theirs) / 39).toFixed(1)} ms`, "6 ms"],
      ["its peak memory against one's", mebibytes(...memory), "3 x"],
    ];
  } finally {
    await stop();
  }
}

/** What a process says of itself in the end. */
interface Use {
  /** Milliseconds, the system's for it too. */
  readonly cpu: number;
  /** MiB, the most at once. */
  readonly memory: number;
}

/** Medians of two programs run in turn, so that a busy machine is busy for both. */
export async function compareUse(
  ours: Program,
  theirs: Program,
  folder: string,
  repetitions: number,
): Promise<{ readonly cpu: Comparison; readonly memory: readonly [ours: number, theirs: number] }> {
  // Once each before it counts: caches are filled.
  for (const program of [ours, theirs]) await useOf(program, folder);
  const uses: (readonly [Use, Use])[] = [];
  for (let repetition = 0; repetition < repetitions; repetition++)
    uses.push([await useOf(ours, folder), await useOf(theirs, folder)] as const);
  const cpu = {
    ours: median(uses.map(([first]) => first.cpu)),
    theirs: median(uses.map(([, second]) => second.cpu)),
    ratio: median(uses.map(([first, second]) => first.cpu / second.cpu)),
  };
  const memory = [
    median(uses.map(([first]) => first.memory)),
    median(uses.map(([, second]) => second.memory)),
  ] as const;
  return { cpu, memory };
}

/** Looking from outside would miss what happens last. */
export async function useOf(program: Program, folder: string): Promise<Use> {
  const hook = join(folder, "use.cjs");
  const result = join(folder, "use.json");
  writeFileSync(
    hook,
    `process.on("exit", () => {
      const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
      const use = { cpu: (userCPUTime + systemCPUTime) / 1000, memory: maxRSS / 1024 };
      require("node:fs").writeFileSync(${JSON.stringify(result)}, JSON.stringify(use));
    });`,
  );
  await run({ ...program, environment: { BUN_OPTIONS: `--preload ${hook}` } });
  return JSON.parse(readFileSync(result, "utf8")) as Use;
}
