import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { scenarios } from "../cluster/scenarios.ts";
import { startCluster } from "../cluster/server.ts";
import { visit } from "../cluster/visit.ts";
import { bigSnapshot, judge } from "./aggregation.ts";
import { compare, type Program, timeOf } from "./measure.ts";

// Every number is from this one run: two programs take turns, so that a busy machine is busy for both.

const rounds = 21;
const node = process.execPath;
const plugin = fileURLToPath(new URL("../../dist/kubectl-hco_status.cjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "hco-status-bench-"));

const rows: [what: string, measured: string, goal: string][] = [];
const ratio = (value: number): string => `${value.toFixed(2)} x`;

const empty = join(folder, "empty.cjs");
writeFileSync(empty, "");
const version: Program = { name: "--version", command: node, args: [plugin, "--version"] };
const nothing: Program = { name: "an empty Node program", command: node, args: [empty] };
rows.push(["--version against an empty Node program", ratio(compare(version, nothing, rounds).ratio), "2 x"]);

const { cluster, stop } = await startCluster();
try {
  await scenarios.healthy(cluster, new Date());
  const kinds = [
    "hyperconvergeds,kubevirts,cdis,networkaddonsconfigs,aaqs,migcontrollers,filerestoreoperators",
    "deployments,events",
  ].join(",");
  const live: Program = { name: "live status", command: node, args: [plugin, "--kubeconfig", cluster.kubeconfig] };
  const kubectl: Program = {
    name: "kubectl get",
    command: cluster.kubectl,
    args: ["get", kinds, "-n", "kubevirt-hyperconverged", "-o", "json", "--kubeconfig", cluster.kubeconfig],
    // compare() runs both once before it measures, which warms the discovery cache.
    environment: { KUBECACHEDIR: join(folder, "cache") },
  };
  const { ours, theirs, ratio: share } = compare(live, kubectl, rounds);
  const times = `${ours.toFixed(0)} ms and ${theirs.toFixed(0)} ms`;
  rows.push(["a full live status against kubectl get of the same kinds", `${ratio(share)} (${times})`, "0.5 x"]);

  // Not spawnSync: the proxy lives in this process.
  const cost = await visit(cluster, cluster.kubeconfig, (kubeconfig) =>
    promisify(execFile)(node, [plugin, "--kubeconfig", kubeconfig]),
  );
  rows.push(["requests", `${cost.requests}`, "16"]);
  rows.push(["waves", `${cost.waves}`, "3"]);
  rows.push(["connections", `${cost.connections}`, "1"]);
} finally {
  await stop();
}

const related = [bigSnapshot(1_000, 0), bigSnapshot(10_000, 0)] as const;
const conditions = [bigSnapshot(0, 10_000), bigSnapshot(0, 100_000)] as const;
for (const [name, [small, big], goal] of [
  ["10,000 related objects", related, "20 ms"],
  ["100,000 conditions", conditions, "100 ms"],
] as const) {
  const [a, b] = [timeOf(() => judge(small), rounds), timeOf(() => judge(big), rounds)];
  rows.push([`aggregate ${name}`, `${b.toFixed(1)} ms`, goal]);
  rows.push([`the same against a tenth of it`, ratio(b / a), "12 x"]);
}

for (const [what, measured, goal] of rows) console.log(`${what.padEnd(58)} ${measured.padEnd(28)} at most ${goal}`);
