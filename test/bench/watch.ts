import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { call } from "../cluster/http.ts";
import { scenarios } from "../cluster/scenarios.ts";
import { type Cluster, startCluster } from "../cluster/server.ts";
import type { BuiltPlugin } from "../program.ts";
import { median, type Program } from "./measure.ts";
import { type Row, times } from "./row.ts";

const path = "/apis/cdi.kubevirt.io/v1beta1/cdis/cdi-kubevirt-hyperconverged";

/** From a component's change on the real API server to the line on standard output, beside `kubectl get -w` of the same object. */
export async function watchRows([command, ...own]: BuiltPlugin["words"], repetitions: number): Promise<readonly Row[]> {
  const { cluster, stop } = await startCluster();
  try {
    await scenarios.healthy(cluster, new Date());
    const ours = watcher(cluster, command, [...own, "-w", "-o", "json"]);
    const theirs = watcher(cluster, cluster.kubectl, ["get", "cdis", "-w"]);
    await sleep(3_000);
    const mine = [];
    const other = [];
    for (let repetition = 0; repetition < repetitions; repetition += 1) {
      // The pauses of neither program between two lines may be met by the pauses between two changes.
      await sleep(100 + 7 * (repetition % 20));
      const seen = [ours.next(), theirs.next()] as const;
      const begun = performance.now();
      await change(cluster, repetition);
      const [a, b] = await Promise.all(seen);
      mine.push(a - begun);
      other.push(b - begun);
    }
    ours.child.kill();
    theirs.child.kill();
    const compared = { ours: median(mine), theirs: median(other), ratio: median(mine) / median(other) };
    const late = { ours: p95(mine), theirs: p95(other), ratio: p95(mine) / p95(other) };
    return [
      ["a change on the server to the line of -w, against kubectl get -w", times(compared), "1.2 x"],
      ["the same, the slowest but 5 of 100", times(late), "1.5 x, 100 ms"],
    ];
  } finally {
    await stop();
  }
}

/** The component is available in every other round, and nothing but this changes. CDI has no status subresource. */
async function change(cluster: Cluster, repetition: number): Promise<void> {
  const { status } = await call<{ status: { conditions: readonly { type: string }[] } }>(cluster, "GET", path);
  const conditions = status.conditions.map((each) =>
    each.type === "Available"
      ? { ...each, status: repetition % 2 === 0 ? "False" : "True", reason: `Round${repetition}` }
      : each,
  );
  await call(cluster, "PATCH", path, { status: { conditions } });
}

interface Watcher {
  readonly child: ChildProcessWithoutNullStreams;
  /** When the next line comes. */
  readonly next: () => Promise<number>;
}

function watcher(cluster: Cluster, command: Program["command"], args: Program["args"]): Watcher {
  const child = spawn(command, [...args, "--kubeconfig", cluster.kubeconfig]);
  child.stderr.resume();
  return { child, next: () => new Promise((resolve) => child.stdout.once("data", () => resolve(performance.now()))) };
}

function p95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN;
}
