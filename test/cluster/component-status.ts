/**
 * The statuses of the component CRs, in the words of their operators. Each operator has habits of its own: which of the
 * conditions carries the text, which time stamps there are, what the reasons are called.
 */
import type { ConditionWithoutTimes } from "./last-writer.ts";
import type { Fields } from "./manifest.ts";

/** The status of a component CR. */
export interface ComponentStatus extends Fields {
  readonly conditions: readonly (Pick<ConditionWithoutTimes, "type" | "status"> & Fields)[];
}

type Status = ConditionWithoutTimes["status"];
type Triple = readonly [available: Status, progressing: Status, degraded: Status];

/** KubeVirt (virt-operator): the same reason and message on all three; lastProbeTime; Created never gets a time. */
export const kubeVirt = {
  ready: (version: string, at: string): ComponentStatus =>
    kubeVirtStatus(["True", "False", "False"], "AllComponentsReady", "All components are ready.", version, version, at),

  updating: (from: string, to: string, at: string): ComponentStatus =>
    kubeVirtStatus(
      ["True", "True", "True"],
      "UpdateInProgress",
      `Transitioning from previous version ${from} with registry ${registry} to target version ${to} using registry ${registry}`,
      from,
      to,
      at,
    ),
};

const registry = "quay.io/kubevirt";

function kubeVirtStatus(
  [available, progressing, degraded]: Triple,
  reason: string,
  message: string,
  observed: string,
  target: string,
  at: string,
): ComponentStatus {
  const said = { lastProbeTime: at, lastTransitionTime: at, reason, message };
  const workloads = ["virt-api", "virt-controller", "virt-exportproxy"].map((name) => ({
    name,
    resource: "deployments",
  }));
  return {
    conditions: [
      { type: "Available", status: available, ...said },
      { type: "Progressing", status: progressing, ...said },
      { type: "Degraded", status: degraded, ...said },
      {
        type: "Created",
        status: "True",
        lastProbeTime: at,
        lastTransitionTime: null,
        reason: "AllResourcesCreated",
        message: "All resources were created.",
      },
    ],
    generations: [...workloads, { name: "virt-handler", resource: "daemonsets" }].map((workload) => ({
      group: "apps",
      lastGeneration: 1,
      namespace: "kubevirt-hyperconverged",
      ...workload,
    })),
    observedGeneration: 1,
    observedKubeVirtRegistry: registry,
    observedKubeVirtVersion: observed,
    operatorVersion: target,
    outdatedVirtualMachineInstanceWorkloads: 0,
    phase: "Deployed",
    targetKubeVirtRegistry: registry,
    targetKubeVirtVersion: target,
  };
}

/** CDI, AAQ and MigController share a library that puts its text on one of the three conditions only. */
export const lifecycle = {
  deployed: (version: string, at: string): ComponentStatus =>
    lifecycleStatus(["True", "False", "False"], "Available", "DeployCompleted", "Deployment Completed", version, at),

  deploying: (version: string, at: string): ComponentStatus =>
    lifecycleStatus(["False", "True", "False"], "Progressing", "DeployStarted", "Started Deployment", version, at),

  unableToCreate: (version: string, at: string): ComponentStatus =>
    lifecycleStatus(
      ["False", "True", "True"],
      "Degraded",
      "CreateResources",
      "Unable to create all resources",
      version,
      at,
    ),

  /** The same, and it says itself that it is not available. */
  fallenOver: (version: string, at: string): ComponentStatus => {
    const { conditions, ...rest } = lifecycle.degradedWithoutAWord(version, at);
    return {
      ...rest,
      conditions: conditions.map((each) =>
        each.type === "Available" ? { ...each, status: "False", reason: "", message: "" } : each,
      ),
    };
  },

  /** A Deployment fell over after the roll-out: Degraded turns True and says nothing. */
  degradedWithoutAWord: (version: string, at: string): ComponentStatus => {
    const { conditions, ...rest } = lifecycle.deployed(version, at);
    return {
      ...rest,
      conditions: conditions.map((each) => (each.type === "Degraded" ? { ...each, status: "True" } : each)),
    };
  },
};

function lifecycleStatus(
  [available, progressing, degraded]: Triple,
  speaker: string,
  reason: string,
  message: string,
  version: string,
  at: string,
): ComponentStatus {
  const condition = (type: string, status: Status): ComponentStatus["conditions"][number] => ({
    type,
    status,
    lastHeartbeatTime: at,
    lastTransitionTime: at,
    ...(type === speaker ? { reason, message } : {}),
  });
  return {
    conditions: [
      condition("Available", available),
      condition("Progressing", progressing),
      condition("Degraded", degraded),
    ],
    observedVersion: version,
    operatorVersion: version,
    phase: available === "True" ? "Deployed" : "Deploying",
    targetVersion: version,
  };
}

/** NetworkAddonsConfig: Degraded first, no heartbeats, no text while all is well. */
export const networkAddons = {
  ready: (version: string, at: string): ComponentStatus => ({
    conditions: [
      { type: "Degraded", status: "False", lastTransitionTime: at },
      { type: "Progressing", status: "False", lastTransitionTime: at },
      { type: "Available", status: "True", lastTransitionTime: at },
    ],
    containers: [
      { parentKind: "DaemonSet", parentName: "bridge-marker", name: "bridge-marker" },
      { parentKind: "DaemonSet", parentName: "multus", name: "kube-multus" },
      { parentKind: "Deployment", parentName: "kubemacpool-mac-controller-manager", name: "manager" },
    ],
    observedVersion: version,
    operatorVersion: version,
    targetVersion: version,
  }),
};

/** FileRestoreOperator: the only one that reports Upgradeable, and the only one with metav1 conditions. */
export const fileRestore = {
  ready: (version: string, at: string): ComponentStatus => {
    const rows = [
      ["Available", "True", "FileRestoreOperator is available"],
      ["Progressing", "False", "FileRestoreOperator is not progressing"],
      ["Degraded", "False", "FileRestoreOperator is not degraded"],
      ["Upgradeable", "True", "FileRestoreOperator is upgradeable"],
    ] as const;
    return {
      conditions: rows.map(([type, status, message]) => ({
        type,
        status,
        reason: "Deployed",
        message,
        observedGeneration: 1,
        lastTransitionTime: at,
      })),
      observedGeneration: 1,
      observedVersion: version,
      operatorVersion: version,
      targetVersion: version,
    };
  },
};

/** SSP: the reason repeats the type; with one bad resource the message names it. */
export const ssp = {
  ready: (version: string, at: string): ComponentStatus =>
    sspStatus(
      ["True", "False", "False"],
      "No SSP resources are progressing",
      "No SSP resources are degraded",
      version,
      at,
    ),

  validatorShort: (version: string, running: number, expected: number, at: string): ComponentStatus => {
    const message =
      "Deployment kubevirt-hyperconverged/virt-template-validator: " +
      `Not all template validator pods are running. Expected: ${expected}, running: ${running}`;
    return sspStatus(["True", "True", "True"], message, message, version, at);
  },
};

function sspStatus(
  [available, progressing, degraded]: Triple,
  progress: string,
  degradation: string,
  version: string,
  at: string,
): ComponentStatus {
  const times = { lastHeartbeatTime: at, lastTransitionTime: at };
  return {
    conditions: [
      {
        type: "Available",
        status: available,
        reason: "Available",
        message: "All SSP resources are available",
        ...times,
      },
      { type: "Progressing", status: progressing, reason: "Progressing", message: progress, ...times },
      { type: "Degraded", status: degraded, reason: "Degraded", message: degradation, ...times },
    ],
    observedGeneration: 1,
    observedVersion: version,
    operatorVersion: version,
    phase: degraded === "True" ? "Deploying" : "Deployed",
    targetVersion: version,
  };
}
