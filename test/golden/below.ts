/** What lies below an unhealthy component: workloads, their ReplicaSets and Pods, and the events about them. */
import { apply, applyOne, erase } from "../cluster/apply.ts";
import { type ComponentStatus, kubeVirt, lifecycle, networkAddons } from "../cluster/component-status.ts";
import { event } from "../cluster/events.ts";
import { call } from "../cluster/http.ts";
import { servedName } from "../cluster/hyperconverged.ts";
import { installWorkloads, type Standing } from "../cluster/installation.ts";
import type { Manifest, Stored } from "../cluster/manifest.ts";
import { nodeNamed } from "../cluster/nodes.ts";
import { pathOf } from "../cluster/resources.ts";
import {
  crashTrouble,
  missingImageTrouble,
  initTrouble,
  nodeLost,
  oomTrouble,
  quotaTrouble,
  readinessTrouble,
  schedulingTrouble,
} from "../cluster/troubles.ts";
import { versions } from "../cluster/versions.ts";
import { controller as deploymentOf, pods, replicaSet, type Workload } from "../cluster/workloads.ts";
import { minutesAgo, type Case, type Stage } from "./case.ts";
import { applySituation, type Situation, minimalComponent } from "./situation.ts";
import { withChangedConditions, kubeVirtReporting } from "./statuses.ts";

const now = versions["1.20.0"];

export const below: readonly Case[] = [
  {
    sentence: "cdi-is-degraded-without-a-message-and-its-controller-crashes",
    inAllFormats: true,
    prepare: (stage) => applyUnhealthyComponent(sixteenMinutesLater(stage), "CDI", cdiDegraded, [controller((at) => crashTrouble("cdi-controller", at))]),
  },
  {
    sentence: "networkaddonsconfig-names-a-daemonset-that-cannot-pull-its-image",
    prepare: (stage) => {
      const image = "quay.io/kubevirt/cni-default-plugins:v1.5.0";
      const plugin = daemonSet("kube-cni-linux-bridge-plugin", (at) => missingImageTrouble(image, 1, at), "cni-plugins");
      return applyUnhealthyComponent(sixteenMinutesLater(stage), "NetworkAddonsConfig", networkDeploying, [plugin]);
    },
  },
  {
    sentence: "a-quota-stops-the-replicaset-of-virt-api",
    prepare: (stage) =>
      applyUnhealthyComponent(sixteenMinutesLater(stage), "KubeVirt", kubeVirtDeploying, [
        virt("virt-api", (at) => quotaTrouble("virt-api-", 0, at)),
        virt("virt-controller"),
      ]),
  },
  {
    sentence: "no-node-has-room-for-cdi",
    prepare: (stage) => applyUnhealthyComponent(sixteenMinutesLater(stage), "CDI", cdiDegraded, [controller((at) => schedulingTrouble(0, at))]),
  },
  {
    sentence: "virt-controller-is-killed-for-its-memory",
    prepare: (stage) =>
      applyUnhealthyComponent(sixteenMinutesLater(stage), "KubeVirt", kubeVirtDeploying, [
        virt("virt-api"),
        virt("virt-controller", (at) => oomTrouble("virt-controller", at)),
      ]),
  },
  {
    sentence: "the-readiness-probe-of-one-virt-controller-fails",
    prepare: (stage) =>
      applyUnhealthyComponent(sixteenMinutesLater(stage), "KubeVirt", kubeVirtDeploying, [
        {
          ...virt("virt-controller", (at) => readinessTrouble(1, at)),
          readinessProbe: { httpGet: { path: "/leader", port: 8443, scheme: "HTTPS" }, periodSeconds: 10 },
        },
      ]),
  },
  {
    sentence: "an-init-container-of-virt-handler-fails",
    prepare: (stage) =>
      applyUnhealthyComponent(sixteenMinutesLater(stage), "KubeVirt", kubeVirtDeploying, [
        { ...daemonSet("virt-handler", (at) => initTrouble("virt-launcher", at)), ...compute, init: ["virt-launcher"] },
      ]),
  },
  {
    sentence: "one-node-lacks-virt-handler-and-the-other-nodes-start-virtual-machines",
    inAllFormats: true,
    prepare: (stage) =>
      applyUnhealthyComponent(sixteenMinutesLater(stage), "KubeVirt", kubeVirtDeploying, [
        {
          ...daemonSet("virt-handler", (at) => ({ ...crashTrouble("virt-handler", at), ready: 2 })),
          ...compute,
        },
      ]),
  },
  {
    sentence: "virt-controller-and-cdi-are-down-and-their-impact-is-summed",
    prepare: async (stage) => {
      const moment = sixteenMinutesLater(stage);
      const at = minutesAgo(moment, 14);
      await applySituation(moment, { components: { KubeVirt: kubeVirtDeploying(moment, at), CDI: cdiDegraded(moment, at) } });
      await runWorkloads(moment, [
        virt("virt-api"),
        virt("virt-controller", (since) => crashTrouble("virt-controller", since)),
        controller((since) => crashTrouble("cdi-controller", since)),
      ]);
    },
  },
  {
    sentence: "the-operator-of-cdi-is-down-and-cdi-reports-healthy",
    prepare: (stage) =>
      applyUnhealthyComponent(sixteenMinutesLater(stage), "CDI", (_, at) => lifecycle.deployed(now.CDI, at), [
        { ...controller(), name: "cdi-deployment" },
        { ...controller((at) => crashTrouble("cdi-operator", at)), name: "cdi-operator", container: "cdi-operator" },
      ]),
  },
  {
    sentence: "cdi-crashes-and-aaq-cannot-pull-its-image",
    prepare: async (stage) => {
      const moment = sixteenMinutesLater(stage);
      const at = minutesAgo(moment, 14);
      await applySituation(moment, {
        createdComponents: ["KubeVirt", "CDI", "NetworkAddonsConfig", "AAQ", "MigController", "FileRestoreOperator"],
        spec: { deployment: { applicationAwareConfig: { enable: true } } },
        components: {
          CDI: withChangedConditions(lifecycle.deployed(now.CDI, minutesAgo(moment, 90)), at, {
            Available: { status: "False", reason: "", message: "" },
            Progressing: { status: "True" },
          }),
          AAQ: lifecycle.deploying(now.AAQ, at),
        },
      });
      await runWorkloads(moment, [
        controller((since) => crashTrouble("cdi-controller", since)),
        {
          ...quota,
          name: "aaq-server",
          trouble: (since) => missingImageTrouble("quay.io/kubevirt/aaq-server:v1.8.0", 0, since),
        },
      ]);
    },
  },
  {
    sentence: "a-node-is-lost-and-virt-api-is-down",
    prepare: async (stage) => {
      const moment = sixteenMinutesLater(stage);
      await applyUnhealthyComponent(moment, "KubeVirt", kubeVirtDeploying, [virt("virt-api", (at) => nodeLost("node02", 0, at))]);
      await apply(stage.cluster, [nodeNamed("node01", minutesAgo(moment, 90)), nodeNamed("node02", minutesAgo(moment, 14), "lost")]);
    },
  },
  {
    sentence: "virtual-machines-cannot-start-on-one-node-and-another-node-is-lost",
    prepare: async (stage) => {
      const moment = sixteenMinutesLater(stage);
      await applyUnhealthyComponent(moment, "KubeVirt", kubeVirtDeploying, [virt("virt-api", (at) => nodeLost("node02", 0, at))]);
      const controlPlane = { spec: { taints: [{ key: "node-role.kubernetes.io/control-plane", effect: "NoSchedule" }] } };
      await apply(stage.cluster, [
        withVirtHandlerReport(nodeNamed("node01", minutesAgo(moment, 90)), moment, "0"),
        withVirtHandlerReport(nodeNamed("node02", minutesAgo(moment, 14), "lost"), moment, "1k"),
        withVirtHandlerReport(nodeNamed("node03", minutesAgo(moment, 90)), moment, "1k"),
        { ...withVirtHandlerReport(nodeNamed("node04", minutesAgo(moment, 90)), moment, "0"), ...controlPlane },
      ]);
    },
  },
  {
    sentence: "virtual-machines-have-no-handler-on-the-nodes-of-one-architecture",
    prepare: async (stage) => {
      const moment = sixteenMinutesLater(stage);
      const failing = daemonSet("virt-handler", (at) => ({ ...crashTrouble("virt-handler", at), ready: 3 }));
      await applyUnhealthyComponent(moment, "KubeVirt", kubeVirtDeploying, [{ ...failing, ...compute, replicas: 5 }]);
      const nodes = ["node01", "node02", "node03", "node04", "node05"].map((name, index) => {
        const { status, ...node } = nodeNamed(name, minutesAgo(moment, 90));
        const nodeInfo = { ...noNodeInfo, architecture: index < 3 ? "amd64" : "arm64", osImage: "Fedora Linux 43" };
        return { ...node, status: { ...(status as object), nodeInfo } };
      });
      await apply(stage.cluster, nodes);
    },
  },
  {
    sentence: "cdi-without-a-hyperconverged-crashes",
    readBy: "admin",
    prepare: async (stage) => {
      const moment = sixteenMinutesLater(stage);
      const { hyperConverged } = await applySituation(moment, { operator: "absent", createdComponents: [] });
      await erase(stage.cluster, hyperConverged);
      const status = cdiDegraded(moment, minutesAgo(moment, 14));
      await applyOne(stage.cluster, { ...minimalComponent("CDI", hyperConverged, status), metadata: { name: "cdi" } });
      await applyOne(stage.cluster, { apiVersion: "v1", kind: "Namespace", metadata: { name: "cdi" } });
      const others = ["cdi-apiserver", "cdi-uploadproxy"].map((name) => ({ ...controller(), name, container: name }));
      await runWorkloads(moment, [controller((at) => crashTrouble("cdi-controller", at)), ...others], "cdi");
    },
  },
  {
    sentence: "the-operator-crashes-and-its-container-is-the-cause",
    prepare: async (stage) => {
      const moment = sixteenMinutesLater(stage);
      await applySituation(moment, { operator: { replicas: 1, ready: 0 } });
      const name = "hyperconverged-cluster-operator";
      const surroundings = { namespace: servedName.namespace, release: "1.20.0", since: minutesAgo(moment, 90) } as const;
      const trouble = crashTrouble(name, minutesAgo(moment, 4), 2);
      const operator = { name, component: "deployment", replicas: 1, selector: { name }, trouble };
      const stored = await call<Stored>(stage.cluster, "GET", pathOf(deploymentOf(operator, surroundings)));
      const set = await applyOne(stage.cluster, replicaSet(operator, stored, surroundings));
      const [pod] = await apply(stage.cluster, pods(operator, set, surroundings));
      if (pod === undefined || trouble.event === undefined) return;
      await apply(stage.cluster, [
        event(pod, "kubelet", { type: "Warning", at: minutesAgo(moment, 0), count: 7, ...trouble.event }),
      ]);
    },
  },
];

/** The API requires all fields of nodeInfo (core/v1 types.go, NodeSystemInfo). */
const noNodeInfo = {
  machineID: "", systemUUID: "", bootID: "", kernelVersion: "6.17.1", containerRuntimeVersion: "",
  kubeletVersion: "", kubeProxyVersion: "", operatingSystem: "linux",
};

/** The node as its virt-handler reports it (kubevirt/kubevirt pkg/virt-handler/heartbeat/heartbeat.go), with so many devices of KVM. */
function withVirtHandlerReport({ metadata, status, ...node }: Manifest, stage: Stage, kvm: string): Manifest {
  return {
    ...node,
    metadata: {
      ...metadata,
      labels: { ...metadata.labels, "kubevirt.io/schedulable": "true" },
      annotations: { "kubevirt.io/heartbeat": minutesAgo(stage, 1) },
    },
    status: { ...(status as object), allocatable: { cpu: "8", memory: "32Gi", "devices.kubevirt.io/kvm": kvm } },
  };
}

/** The stage 16 minutes later. Objects are created at the server's time, so a fault of 14 minutes is read after that. */
function sixteenMinutesLater(stage: Stage): Stage {
  return { ...stage, now: new Date(stage.now.getTime() + 16 * 60_000) };
}

type Component = keyof NonNullable<Situation["components"]>;
type Status = (stage: Stage, at: string) => ComponentStatus;

/** A workload, and how it fails, given since when. */
type FailingWorkload = Omit<Workload, "trouble"> & { readonly trouble?: (since: string) => NonNullable<Workload["trouble"]> };

/** Creates a cluster in which one component has been unhealthy for 14 minutes, with its workloads. */
async function applyUnhealthyComponent(stage: Stage, name: Component, status: Status, workloads: readonly FailingWorkload[]): Promise<unknown> {
  await applySituation(stage, { components: { [name]: status(stage, minutesAgo(stage, 14)) } });
  return await runWorkloads(stage, workloads);
}

/** Creates the workloads. Those that fail have failed for 14 minutes; the events about them are of this moment. */
async function runWorkloads(
  stage: Stage,
  workloads: readonly FailingWorkload[],
  namespace: string = servedName.namespace,
): Promise<Standing> {
  const surroundings = { namespace, release: "1.20.0", since: minutesAgo(stage, 90) } as const;
  const all = workloads.map(({ trouble, ...workload }): Workload => {
    if (trouble === undefined) return workload;
    const { event, ...rest } = trouble(minutesAgo(stage, 14));
    return { ...workload, trouble: { ...rest, ...(event && { event: { ...event, at: minutesAgo(stage, 0) } }) } };
  });
  return await installWorkloads(stage.cluster, all, surroundings);
}

const cdiDegraded: Status = (stage, at) =>
  withChangedConditions(lifecycle.deployed(now.CDI, minutesAgo(stage, 90)), at, { Degraded: { status: "True" } });

const networkDeploying: Status = (stage, at) =>
  withChangedConditions(networkAddons.ready(now.NetworkAddonsConfig, minutesAgo(stage, 90)), at, {
    Available: { status: "False", reason: "Startup", message: "Configuration is in process" },
    Progressing: {
      status: "True",
      reason: "Deploying",
      message:
        `DaemonSet "${servedName.namespace}/kube-cni-linux-bridge-plugin" is not available (awaiting 2 nodes)\n` +
        `Deployment "${servedName.namespace}/kubemacpool-mac-controller-manager" is not available (awaiting 1 nodes)`,
    },
  });

const kubeVirtDeploying: Status = (stage, at) =>
  kubeVirtReporting(
    kubeVirt.ready(now.KubeVirt, minutesAgo(stage, 90)),
    at,
    ["False", "True", "False"],
    "DeploymentInProgress",
    `Deploying version ${now.KubeVirt} with registry quay.io/kubevirt`,
  );

const compute = { component: "compute", selector: { "kubevirt.io": "virt-handler" } } as const;
const quota = { component: "quota-management", replicas: 2, selector: { "aaq.kubevirt.io": "aaq-server" } } as const;

function virt(name: string, trouble?: FailingWorkload["trouble"]): FailingWorkload {
  const selector = { "kubevirt.io": name };
  return { name, component: "compute", replicas: 2, selector, ...(trouble === undefined ? {} : { trouble }) };
}

function controller(trouble?: FailingWorkload["trouble"]): FailingWorkload {
  const selector = { "cdi.kubevirt.io": "cdi-deployment" };
  const named = { name: "cdi-deployment", container: "cdi-controller", component: "storage", replicas: 1, selector };
  return { ...named, ...(trouble === undefined ? {} : { trouble }) };
}

function daemonSet(name: string, trouble: NonNullable<FailingWorkload["trouble"]>, container = name): FailingWorkload {
  const base = { name, container, component: "network", replicas: 3, selector: { name }, trouble };
  return { ...base, kind: "DaemonSet" };
}
