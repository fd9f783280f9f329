import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { scenarios } from "../cluster/scenarios.ts";
import { startServe } from "../cluster/served.ts";
import { startCluster } from "../cluster/server.ts";
import type { BuiltPlugin } from "../program.ts";
import { assistantRow } from "./assistant.ts";
import { median, peakMemory } from "./measure.ts";
import { mebibytes, type Row } from "./row.ts";

/** The first answer of `mcp`, a scrape of `serve`, and the memory of `serve` on a quiet cluster beside that of one status. */
export async function serveRows([command, ...own]: BuiltPlugin["words"], repetitions: number): Promise<readonly Row[]> {
  const { cluster, stop } = await startCluster();
  try {
    await scenarios.healthy(cluster, new Date());
    const status = { name: "status", command, args: [...own, "--kubeconfig", cluster.kubeconfig] };
    const one = await peakMemory(status);
    const served = await startServe("bun", { HOME: cluster.directory, KUBECONFIG: cluster.kubeconfig }, []);
    const times: number[] = [];
    for (let repetition = 0; repetition < repetitions; repetition += 1) {
      const begun = performance.now();
      await (await fetch(`${served.url}/metrics`)).text();
      times.push(performance.now() - begun);
    }
    // The state is evaluated again twice meanwhile.
    await sleep(31_000);
    const held = memoryOf(served.pid);
    await served.stop();
    const mcp = { name: "mcp", command, args: [...own, "mcp", "--kubeconfig", cluster.kubeconfig] };
    return [
      await assistantRow(status, mcp, 21),
      ["a scrape of serve", `${median(times).toFixed(1)} ms`, "5 ms"],
      ["memory of serve on a quiet cluster against the peak of one status", mebibytes(held, one), "1.5 x"],
    ];
  } finally {
    await stop();
  }
}

/** The most memory that a process ever held, in MiB. */
function memoryOf(pid: number): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}
