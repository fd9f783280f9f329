import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { call } from "../cluster/http.ts";
import { scenarios } from "../cluster/scenarios.ts";
import { type Cluster, startCluster } from "../cluster/server.ts";
import type { BuiltPlugin } from "../program.ts";
import { median } from "./measure.ts";
import { type Row, ratio } from "./row.ts";

const pods = "/api/v1/namespaces/kubevirt-hyperconverged/pods";
const eventsOfOneTurn = 100;

/** Changes of a Pod that change nothing shown, by what changes: a part of the Pod's path, and the merge patch. */
const changes: Readonly<Record<string, (repetition: string) => readonly [part: string, patch: object]>> = {
  "a label": (repetition) => ["", { metadata: { labels: { repetition } } }],
  "an address": (repetition) => ["/status", { status: { podIP: `10.0.${repetition.replace("-", ".")}` } }],
};

/** The CPU time of one event of a watched Pod that changes nothing shown, beside `kubectl get pods -w`. Linux only. */
export async function quietEventRows(
  plugin: BuiltPlugin["words"],
  byNode: BuiltPlugin["words"],
  turns: number,
): Promise<readonly Row[]> {
  if (process.platform !== "linux") return [];
  const { cluster, stop } = await startCluster();
  try {
    await scenarios.crashAndPull(cluster, new Date());
    const watchers = [
      ...[plugin, byNode].map(([command, ...own]) => start(cluster, command, [...own, "-w", "-o", "json"])),
      start(cluster, cluster.kubectl, ["get", "pods", "-w", "-n", "kubevirt-hyperconverged"]),
    ];
    const { items } = await call<{ items: readonly { metadata: { name: string } }[] }>(cluster, "GET", pods);
    const pod = items.find(({ metadata }) => metadata.name.startsWith("cdi-deployment"))?.metadata.name;
    await sleep(3_000);
    const rows: Row[] = [];
    for (const [what, changeIn] of Object.entries(changes)) {
      const costs: (readonly number[])[] = [];
      for (let turn = 0; turn < turns; turn += 1) {
        const before = watchers.map(cpuTime);
        for (let event = 0; event < eventsOfOneTurn; event += 1) {
          const [part, patch] = changeIn(`${turn}-${event}`);
          await call(cluster, "PATCH", `${pods}/${pod}${part}`, patch);
        }
        await sleep(200);
        costs.push(watchers.map((watcher, place) => (cpuTime(watcher) - (before[place] ?? 0)) / eventsOfOneTurn));
      }
      const [executable, node, kubectl] = watchers.map((_, place) => median(costs.map((cost) => cost[place] ?? 0)));
      for (const [by, cost = Number.NaN] of [
        ["", executable],
        [", by Node", node],
      ] as const)
        rows.push([
          `an event of ${what} that is not shown${by}: CPU time against kubectl get -w`,
          `${ratio(cost / (kubectl ?? Number.NaN))} (${cost.toFixed(2)} ms and ${kubectl?.toFixed(2)} ms)`,
          by === "" ? "1 x" : "no goal",
        ]);
    }
    for (const watcher of watchers) watcher.kill();
    return rows;
  } finally {
    await stop();
  }
}

function start(cluster: Cluster, command: string, args: readonly string[]): ChildProcess {
  const child = spawn(command, [...args, "--kubeconfig", cluster.kubeconfig]);
  for (const stream of [child.stdout, child.stderr]) stream.resume();
  return child;
}

/** Milliseconds of user and system time so far, in the ten milliseconds that the system counts by. */
function cpuTime({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
