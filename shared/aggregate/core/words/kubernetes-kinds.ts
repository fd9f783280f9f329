/** Texts for troubles of Kubernetes' own kinds where the cluster gives no message. */
export const coreWords = {
  notObserved: "it has no status yet: no controller or kubelet has seen it",
  neverReported: "it has no status: no controller or kubelet has reported on it",
  malformed: (field: MalformedField): string => `its ${malformedFields[field]} is not what Kubernetes writes there`,
  stale: "its status is older than its spec: the controller has not seen the last change yet",
  deleting: "it is being deleted",
  deletionWaits: (finalizers: readonly string[]): string =>
    finalizers.length === 0
      ? "its deletion does not end: what runs it does not confirm that it has stopped"
      : `its deletion waits for ${finalizers.length === 1 ? "finalizer" : "finalizers"} ${finalizers.join(", ")}`,
  replicas: (have: number, wanted: number, what: "available" | "ready" | "updated"): string =>
    `${have} of ${wanted} ${wanted === 1 ? "pod is" : "pods are"} ${what}`,
  extra: (extra: number): string => `${extra} ${extra === 1 ? "pod" : "pods"} more than wanted, still to be removed`,

  unscheduled: "no scheduler has said anything about it",
  gated: "its scheduling gates hold it back",
  lost: "its node does not report any more",
  nothingReported: "it does not say how its containers are",
  notReady: "its containers are well and it is not ready",
  failed: "it has failed",

  exit: ({ code, signal, reason, message }: Exit): string => {
    const words = `exit code ${code}${signal === undefined ? "" : ` (${signal})`}`;
    const named = reason === "" || reason === "Error" || reason === "Completed" ? words : `${reason}, ${words}`;
    return message.trim() === "" ? named : `${named}: ${message.trim()}`;
  },
  last: (exit: string): string => `it ended last with ${exit}`,
  restartedAndNotReady: (exit: string): string => `it runs again and is not ready; it ended last with ${exit}`,
  endedAndStartsAgain: "it ended with exit code 0 and is to run always, so it is started again",
  containerUnreported: "the kubelet has not reported on it",
  waitsForItsTurn: "it waits for the init containers before it",
  creating: "its image is pulled, or it is being created",
  creatingLong: (volumes: readonly string[]): string =>
    volumes.length === 0
      ? "it has not been created: its network or its image is missing"
      : `it has not been created: its network, its image or a volume is missing; its volumes are ${volumes.join(", ")}`,
  pullingLong: "it has not been created although volumes and network are there: its image is still pulled",
  initializing: "this init container has not ended yet, and the ones after it wait",
  starting: "it is starting, within the time that its probes give it",
  startupProbe: (probe: string): string => `its startup probe${probe} has not succeeded yet`,
  readinessProbe: (probe: string): string => `it runs, and its readiness probe${probe} does not succeed`,
  notReadyNoProbe: "it runs and is not ready",

  jobRuns: (active: number, succeeded: number, wanted: number): string =>
    `${active} running, ${succeeded} of ${wanted} done`,
  jobRests: (succeeded: number, wanted: number): string =>
    `no pod of it runs, ${succeeded} of ${wanted} done, and its controller starts none`,
  jobNotStarted: "it has not been started",
  neverSucceeded: "none of its jobs has succeeded",
  lastFailed: "its last job has not succeeded",

  claimPendingFor: (storageClass: string): string =>
    storageClass === ""
      ? "no volume is bound to it, and it names no storage class"
      : `no volume of storage class ${storageClass} is bound to it`,
  doesNotExist: "it does not exist",
  claimLost: "the volume that it was bound to is gone",
  notReadyToUse: "it cannot be used yet",
  volumeFailed: "its automatic reclamation has failed",
  phase: (phase: string): string => `it is ${phase}`,

  noAddress: "it has no external address",
  nobodyReportsAddress: "no ingress controller has written an address into it",
  notAdmitted: "no router has admitted it",
  tooFewPods: (healthy: number, desired: number): string =>
    `${healthy} of ${desired} pods that it asks for are healthy`,
  tooFewMachines: (healthy: number, expected: number): string => `${healthy} of ${expected} machines are healthy`,
  nothingKnown: (type: string): string => `it does not say whether it is ${type}`,
  cordoned: "it is cordoned: no new pod is put on it",
  silentNode: "its kubelet does not report any more",
  approval: (plan: string): string => `its install plan ${plan} waits for approval`,
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
