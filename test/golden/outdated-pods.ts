/**
 * Pods of the previous KubeVirt: its own, for which it waits (kubevirt/kubevirt pkg/virt-operator/util/readycheck.go), and
 * those of virtual machines (pkg/virt-controller/watch/workload-updater/workload-updater.go).
 */
import { apply, applyOne } from "../cluster/apply.ts";
import { kubeVirt } from "../cluster/component-status.ts";
import { servedName } from "../cluster/hyperconverged.ts";
import { installWorkloads } from "../cluster/installation.ts";
import { nodeNamed } from "../cluster/nodes.ts";
import { versions } from "../cluster/versions.ts";
import { pods, type Workload } from "../cluster/workloads.ts";
import { minutesAgo, type Case, type Stage } from "./case.ts";
import { applySituation } from "./situation.ts";

const before = versions["1.19.0"].KubeVirt;
const now = versions["1.20.0"].KubeVirt;

export const outdated: readonly Case[] = [
  {
    sentence: "kubevirt-waits-for-a-pod-of-its-previous-release-and-all-workloads-are-ready",
    inAllFormats: true,
    prepare: (stage) => rollOut(stage, 16),
  },
  {
    sentence: "kubevirt-rolls-out-and-its-last-old-pod-has-not-ended",
    prepare: (stage) => rollOut(stage, 2),
  },
  {
    sentence: "virtual-machines-run-in-pods-of-the-previous-kubevirt-and-wait-for-their-migration",
    prepare: (stage) =>
      applySituation(stage, {
        components: {
          KubeVirt: {
            ...kubeVirt.ready(now, minutesAgo(stage, 90)),
            outdatedVirtualMachineInstanceWorkloads: 12,
            observedDeploymentID: "4d1a",
            targetDeploymentID: "4d1a",
          },
        },
        componentSpecs: { KubeVirt: { workloadUpdateStrategy: { workloadUpdateMethods: ["LiveMigrate"] } } },
      }),
  },
];

/**
 * Every workload of KubeVirt has had its new pods for some minutes, and virt-handler of the previous release still runs on
 * a node that the DaemonSet no longer selects.
 */
async function rollOut({ now: made, ...stage }: Stage, minutes: number): Promise<void> {
  // Objects are created at the server's time, so the case is read that much later.
  const moment = { ...stage, now: new Date(made.getTime() + minutes * 60_000) };
  const { cluster } = stage;
  await applySituation(moment, { components: { KubeVirt: kubeVirt.updating(before, now, minutesAgo(moment, 30)) }, unhealthySince: minutesAgo(moment, 30) });
  const surroundings = { namespace: servedName.namespace, release: "1.20.0", since: minutesAgo(moment, minutes) } as const;
  const standing = await installWorkloads(cluster, [virt("virt-api"), virt("virt-controller"), handler], surroundings);
  const set = standing.get("virt-handler")?.controller;
  if (set === undefined) return;
  const [old] = pods({ ...handler, name: "virt-handler", strategy: before }, set, { ...surroundings, since: minutesAgo(moment, 90) });
  if (old === undefined) return;
  const { metadata, spec } = old;
  const left = { ...old, metadata: { ...metadata, name: "virt-handler-7xk2p" }, spec: { ...(spec as object), nodeName: "node04" } };
  await applyOne(cluster, left);
  const nodes = ["node01", "node02", "node03", "node04"].map((name) => nodeNamed(name, minutesAgo(moment, 0)));
  await apply(cluster, nodes);
}

const handler: Workload = { ...virt("virt-handler"), replicas: 3, kind: "DaemonSet" };

function virt(name: string): Workload {
  return { name, component: "compute", replicas: 2, selector: { "kubevirt.io": name }, strategy: now };
}
