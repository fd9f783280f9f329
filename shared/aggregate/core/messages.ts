/** Texts for troubles of Kubernetes' own kinds where the cluster gives no message. */
export const coreWords = {
  notObserved: "no status yet: not observed by a controller or kubelet",
  missingCondition: (type: string): string => `reports no ${type} condition`,
  cutObject:
    "the text lacks a part of the object, which may report a fault; pass the whole output of kubectl get -o yaml",
  neverReported: "no status: not reported by a controller or kubelet",
  malformed: (field: MalformedField): string => `invalid ${malformedFields[field]}`,
  stale: "status is stale: the controller has not observed the latest generation",
  deleting: "being deleted",
  deletionWaits: (finalizers: readonly string[]): string =>
    finalizers.length === 0
      ? "deletion does not finish: the node or controller has not confirmed that it stopped"
      : `deletion waits for ${finalizers.length === 1 ? "finalizer" : "finalizers"} ${finalizers.join(", ")}`,
  replicas: (have: number, wanted: number, what: "available" | "ready" | "updated"): string =>
    `${have} of ${wanted} ${wanted === 1 ? "pod is" : "pods are"} ${what}`,
  extra: (extra: number): string => `${extra} ${extra === 1 ? "pod" : "pods"} more than desired, to be removed`,

  unscheduled: "not evaluated by a scheduler",
  unassigned: "not assigned to a node",
  gated: "held by its scheduling gates",
  lost: "its node no longer reports",
  nothingReported: "no container statuses reported",
  notReady: "not ready although its containers are ready",
  failed: "failed",

  exit: ({ code, signal, reason, message }: Exit): string => {
    const words = `exit code ${code}${signal === undefined ? "" : ` (${signal})`}`;
    const named = reason === "" || reason === "Error" || reason === "Completed" ? words : `${reason}, ${words}`;
    return message.trim() === "" ? named : `${named}: ${message.trim()}`;
  },
  last: (exit: string): string => `last terminated with ${exit}`,
  restartedAndNotReady: (exit: string): string => `running again but not ready; last terminated with ${exit}`,
  endedAndStartsAgain: "completed with exit code 0 and restarted because of restartPolicy Always",
  containerUnreported: "not reported by the kubelet",
  waitsForItsTurn: "waiting for earlier init containers",
  creating: "pulling its image or being created",
  creatingLong: (volumes: readonly string[]): string =>
    volumes.length === 0
      ? "not created: its network or image is not available"
      : `not created: its network, its image or a volume is not available (volumes: ${volumes.join(", ")})`,
  pullingLong: "not created: volumes and network are ready, its image is still being pulled",
  initializing: "this init container has not completed, and later ones wait for it",
  starting: "starting, within the time allowed by its probes",
  startupProbe: (probe: string): string => `startup probe${probe} has not succeeded yet`,
  readinessProbe: (probe: string): string => `running, but its readiness probe${probe} fails`,
  notReadyNoProbe: "running but not ready",

  jobRuns: (active: number, succeeded: number, wanted: number): string =>
    `${active} running, ${succeeded} of ${wanted} done`,
  jobRests: (succeeded: number, wanted: number): string =>
    `no pods running, ${succeeded} of ${wanted} done, and its controller creates none`,
  jobNotStarted: "not started",
  neverSucceeded: "no Job has succeeded",
  lastFailed: "the last Job has not succeeded",

  claimPendingFor: (storageClass: string): string =>
    storageClass === ""
      ? "not bound to a volume, and no storage class is set"
      : `not bound to a volume of storage class ${storageClass}`,
  doesNotExist: "does not exist",
  claimLost: "its volume no longer exists",
  notReadyToUse: "not ready to use",
  volumeFailed: "automatic reclamation failed",
  phase: (phase: string): string => `phase ${phase}`,

  noAddress: "no external address",
  nobodyReportsAddress: "no address set by an ingress controller",
  notAdmitted: "not admitted by a router",
  tooFewPods: (healthy: number, desired: number): string => `${healthy} of ${desired} required pods are healthy`,
  tooFewMachines: (healthy: number, expected: number): string => `${healthy} of ${expected} machines are healthy`,
  nothingKnown: (type: string): string => `no condition ${type}`,
  cordoned: "no new pods are scheduled",
  silentNode: "its kubelet no longer reports",
  nodeNotReady: "its kubelet reports that the node is not ready",
  approval: (plan: string): string => `install plan ${plan} waits for approval`,
} as const;

/** How a container ended: `signal` by name. */
interface Exit {
  readonly code: number;
  readonly signal: string | undefined;
  readonly reason: string;
  readonly message: string;
}

const malformedFields = {
  status: "status",
  phase: "phase",
  type: "type",
  times: "times",
  replicas: "replica counts",
  machines: "machine counts",
  pods: "pod counts",
  activeJobs: "list of active jobs",
  containers: "container statuses",
  container: "container status",
  exitCode: "exit code",
  loadBalancer: "load balancer",
};

/** A field, or some of a kind, without which the health of an object is not known. */
export type MalformedField = keyof typeof malformedFields;
