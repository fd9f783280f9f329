import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { countConnectionsTo } from "../cluster/counting-proxy.ts";
import { kubeconfigThrough } from "../cluster/following.ts";
import { scenarios } from "../cluster/scenarios.ts";
import { type Cluster, startCluster } from "../cluster/server.ts";
import { runOverSlowNetwork } from "../cluster/slow-network.ts";
import type { BuiltPlugin } from "../program.ts";
import { curlOf } from "./curl.ts";
import { compare, type Program, peakMemory } from "./measure.ts";
import { peers } from "./peers.ts";
import { mebibytes, type Row, times } from "./row.ts";

const namespace = "kubevirt-hyperconverged";
const kinds = [
  "hyperconvergeds,kubevirts,cdis,networkaddonsconfigs,aaqs,migcontrollers,filerestoreoperators",
  "deployments,events",
].join(",");

/** A full status of a healthy HyperConverged on the real API server, beside what else shows the same objects. */
export async function liveRows(
  plugin: BuiltPlugin["words"],
  byNode: BuiltPlugin["words"],
  folder: string,
  repetitions: number,
): Promise<readonly Row[]> {
  const { cluster, stop } = await startCluster();
  try {
    await scenarios.healthy(cluster, new Date());
    return [
      ...(await measureAgainstKubectl(cluster, plugin, byNode, folder, repetitions)),
      ...(await measureWithDelay(cluster, plugin, folder, repetitions)),
      ...(await measureAgainstPeers(cluster, plugin, repetitions)),
      ...(await measureCost(cluster, plugin)),
    ];
  } finally {
    await stop();
  }
}

function ourProgram([command, ...own]: BuiltPlugin["words"], kubeconfig: string): Program {
  return { name: "live status", command, args: [...own, "--kubeconfig", kubeconfig] };
}

/** compare() runs it once before it measures, which warms its discovery cache. */
function kubectl({ kubectl: command }: Cluster, kubeconfig: string, folder: string): Program {
  const args = ["get", kinds, "-n", namespace, "-o", "json", "--kubeconfig", kubeconfig];
  return { name: "kubectl get", command, args, environment: { KUBECACHEDIR: join(folder, "cache") } };
}

async function measureAgainstKubectl(
  cluster: Cluster,
  plugin: BuiltPlugin["words"],
  byNode: BuiltPlugin["words"],
  folder: string,
  repetitions: number,
): Promise<readonly Row[]> {
  const { kubeconfig } = cluster;
  const theirs = kubectl(cluster, kubeconfig, folder);
  const executable = ourProgram(plugin, kubeconfig);
  const bundle = ourProgram(byNode, kubeconfig);
  const most = await peakMemory(theirs);
  const whole = await compare(executable, theirs, repetitions);
  const slow = await compare(bundle, theirs, repetitions);
  const limit = await curlOf(cluster, executable, folder);
  const byCurl = limit && (await compare(limit, theirs, repetitions));
  return [
    ["a full live status against kubectl get of the same kinds", times(whole), "0.42 x"],
    ["its CPU time against kubectl's", times(whole.cpu), "0.37 x"],
    ["its peak memory against kubectl's", mebibytes(await peakMemory(executable), most), "1.05 x"],
    ["the same status by Node", times(slow), "no goal"],
    ["its CPU time against kubectl's", times(slow.cpu), "no goal"],
    ["its peak memory against kubectl's", mebibytes(await peakMemory(bundle), most), "no goal"],
    ...(byCurl === undefined
      ? []
      : ([
          ["curl: the same lists over one connection, against kubectl's", times(byCurl), "the limit"],
          ["its CPU time against kubectl's", times(byCurl.cpu), "the limit"],
        ] as const)),
  ];
}

/** Ten milliseconds in each direction: every round of requests costs twenty more. */
async function measureWithDelay(
  cluster: Cluster,
  plugin: BuiltPlugin["words"],
  folder: string,
  repetitions: number,
): Promise<readonly Row[]> {
  const proxy = await countConnectionsTo(cluster, 10);
  const far = kubeconfigThrough(cluster, proxy.port);
  const both = await compare(ourProgram(plugin, far), kubectl(cluster, far, folder), repetitions);
  proxy.close();
  return [["a full live status with 20 ms of latency", times(both), "0.25 x"]];
}

async function measureAgainstPeers(
  cluster: Cluster,
  plugin: BuiltPlugin["words"],
  repetitions: number,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const peer of peers(process.env["BENCH_PEERS"] ?? "", cluster.kubeconfig, namespace)) {
    rows.push([
      `against ${peer.name}`,
      times(await compare(ourProgram(plugin, cluster.kubeconfig), peer, repetitions)),
      "0.5 x",
    ]);
  }
  return rows;
}

async function measureCost(cluster: Cluster, [command, ...own]: BuiltPlugin["words"]): Promise<readonly Row[]> {
  const cost = await runOverSlowNetwork(cluster, cluster.kubeconfig, (kubeconfig) =>
    promisify(execFile)(command, [...own, "--kubeconfig", kubeconfig]),
  );
  return [
    ["requests of the first status on a server", `${cost.requests}`, "16"],
    ["waves", `${cost.waves}`, "2"],
    ["connections", `${cost.connections}`, "1"],
  ];
}
