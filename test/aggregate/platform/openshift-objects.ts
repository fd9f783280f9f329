import type { Raw } from "../gate-situation.ts";

// Objects of a healthy OpenShift, as its operators write them, to be changed at will.

const since = "2026-11-20T12:00:00Z";

/** A condition without a reason, as these operators write most of them. */
function condition(type: string, status: string, message = "", reason = ""): Raw {
  return { type, status, ...(reason !== "" && { reason }), message, lastTransitionTime: since };
}

/** A ClusterVersion that has completed its version (openshift/cluster-version-operator pkg/cvo/status.go). */
export function clusterVersion(version = "4.17.3"): Raw {
  return {
    apiVersion: "config.openshift.io/v1",
    kind: "ClusterVersion",
    metadata: { name: "version", uid: "version", generation: 3 },
    spec: { clusterID: "0b4f3f5e-6f7a-4bd1-8f0a-6b0b2f3a4c5d", channel: "stable-4.17" },
    status: {
      desired: { version, image: "quay.example/release@sha256:00" },
      history: [{ state: "Completed", version, startedTime: since, completionTime: since }],
      observedGeneration: 3,
      versionHash: "hash",
      availableUpdates: null,
      conditions: [
        condition("Available", "True", `Done applying ${version}`),
        condition("Failing", "False"),
        condition("Progressing", "False", `Cluster version is ${version}`),
        condition("RetrievedUpdates", "True"),
        condition("ReleaseAccepted", "True", "Payload loaded", "PayloadLoaded"),
      ],
    },
  };
}

/** A pool whose nodes are all updated (openshift/machine-config-operator pkg/controller/node/status.go). */
export function machineConfigPool(name: string, labels: Readonly<Record<string, string>> = {}): Raw {
  const configuration = { name: `rendered-${name}-1` };
  return {
    apiVersion: "machineconfiguration.openshift.io/v1",
    kind: "MachineConfigPool",
    metadata: { name, uid: name, generation: 2, labels },
    spec: { paused: false, configuration },
    status: {
      observedGeneration: 2,
      configuration,
      machineCount: 3,
      updatedMachineCount: 3,
      readyMachineCount: 3,
      unavailableMachineCount: 0,
      degradedMachineCount: 0,
      conditions: [
        condition("NodeDegraded", "False"),
        condition("RenderDegraded", "False"),
        condition("Degraded", "False"),
        condition("Updated", "True", `All nodes are updated with rendered-${name}-1`),
        condition("Updating", "False"),
      ],
    },
  };
}

/** A node that is Ready. */
export function node(name: string): Raw {
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: { name, uid: name },
    spec: {},
    status: { conditions: [condition("Ready", "True", "kubelet is posting ready status", "KubeletReady")] },
  };
}

/** A virtual machine that runs on a node, is to migrate where it is evicted, and can. */
export function instance(name: string, nodeName: string): Raw {
  return {
    apiVersion: "kubevirt.io/v1",
    kind: "VirtualMachineInstance",
    metadata: { name, namespace: "shop", uid: name, labels: { "kubevirt.io/nodeName": nodeName } },
    spec: { evictionStrategy: "LiveMigrate" },
    status: { phase: "Running", nodeName, conditions: [condition("LiveMigratable", "True")] },
  };
}

/** A ClusterServiceVersion that OLM has installed. */
export function serviceVersion(name: string, namespace: string): Raw {
  return {
    apiVersion: "operators.coreos.com/v1alpha1",
    kind: "ClusterServiceVersion",
    metadata: { name, namespace, uid: name, annotations: {}, labels: {} },
    spec: {},
    status: { phase: "Succeeded", reason: "InstallSucceeded", message: "install strategy completed with no errors" },
  };
}

/** Writes the status of a condition. */
export function setCondition(object: Raw, type: string, status: string, message = "", reason = ""): void {
  const others = object["status"].conditions.filter((each: Raw) => each["type"] !== type);
  object["status"].conditions = [...others, condition(type, status, message, reason)];
}
