/** What a case is known by. */
interface Row {
  readonly id: string;
  readonly kind: string;
  readonly kstatus: string | undefined;
  readonly argo: string | undefined;
  readonly ours: string;
  readonly reason: string;
}

/** Why ours serves the person who looks better; by rule, the first that fits. @throws for a case that no rule explains */
export function explainDifference(row: Row): string {
  const found = whys.find(([fits]) => fits(row));
  if (found === undefined) throw new Error(`no reason for ${row.id}: ${row.kind} is ${row.ours} ${row.reason}`);
  return found[1];
}

type Why = readonly [fits: (row: Row) => boolean, why: string];

const whys: readonly Why[] = [
  [
    ({ kind, reason, ours }) => kind === "Service" && reason === "NotObserved" && ours === "unknown",
    "every Service of a server has a status: this is a manifest that nobody has applied, and of that nothing is known",
  ],
  [
    ({ id, ours }) => /kstatus-augment.*(no existing|already has)/.test(id) && ours === "unknown",
    "a pod that says Running and nothing of its containers: the status of it is unknown; the conditions that kstatus adds are not of a kubelet",
  ],
  [
    ({ reason, ours }) => reason === "NotObserved" && ours === "unknown",
    "nothing is reported about it, and it is not known to be new: for its first five minutes that is progressing, later nobody is at it, and waiting does not help",
  ],
  [
    ({ kind, argo, ours }) => kind === "Pod" && argo === "Unknown" && ours !== "unknown",
    "a restartPolicy that is left out is Always; Argo CD gives up without one, although phase and containers say all",
  ],
  [
    ({ kind, reason, kstatus }) =>
      kind === "Pod" && (reason === "Failed" || reason === "Error") && kstatus === "Current",
    "a failed pod is at its end, but not where somebody wanted it; kstatus calls every end current",
  ],
  [
    ({ reason }) => reason === "Unschedulable",
    "no node has fitted for 15 s or more: somebody has to act, and Argo CD would wait for ever",
  ],
  [
    ({ kind, reason }) => kind === "Pod" && /BackOff|^Err|Error$/.test(reason),
    "the kubelet reports a failure that does not end by waiting; whether the pod would be restarted does not matter to who looks",
  ],
  [
    ({ kind, ours, argo }) => kind === "Pod" && ours === "healthy" && argo === "Progressing",
    "it runs and is ready; that it ends one day (restartPolicy Never) is no reason to call it unfinished",
  ],
  [
    ({ ours, reason }) => ours === "unavailable" && reason !== "",
    "none of the wanted pods is available: nobody is served, whoever is at it",
  ],
  [
    ({ reason, ours }) => reason === "LessAvailable" && ours === "degraded",
    "pods are missing and no roll-out is on: something took them away; as progress it would be waited for and not looked at",
  ],
  [
    ({ reason }) => reason === "ExtraPods",
    "pods that nobody wants any more are still there: the roll-out is not over; Argo CD does not count them",
  ],
  [
    ({ kind, ours, kstatus }) => kind === "StatefulSet" && ours === "healthy" && kstatus === "InProgress",
    "all replicas are ready and both revisions are the same: currentReplicas lags behind for a moment and nothing depends on it",
  ],
  [
    ({ reason, kind }) => kind === "DaemonSet" && reason === "Malformed",
    "desiredNumberScheduled is always written: without it nothing was counted, and neither well nor on its way is known",
  ],
  [
    ({ kind, ours, argo }) => kind === "DaemonSet" && ours === "healthy" && argo === "Healthy",
    "with OnDelete old pods stay until somebody deletes them, as asked for; kstatus also stumbles over a generation that files leave out",
  ],
  [
    ({ kind, ours }) => kind === "Deployment" && ours === "degraded",
    "its controller says Progressing=False, so it does not go on by itself",
  ],
  [
    ({ kind, ours, reason }) => kind === "Deployment" && ours === "progressing" && reason === "Available",
    "counts and condition Available contradict each other: the status is about to change; Argo CD never reads Available",
  ],
  [
    ({ kind, argo }) => kind === "NodeNetworkConfigurationPolicy" && argo === "Suspended",
    "it fits no node and has nothing to do: well, with a fact that says so",
  ],
  [
    ({ kind, reason }) => kind === "NodeNetworkConfigurationPolicy" && reason !== "NotObserved",
    "kstatus has no rule for it and takes no condition Ready for well",
  ],
  [
    ({ argo, ours }) => argo === "Suspended" && ours === "healthy",
    "somebody has stopped it on purpose: a fact beside a healthy verdict, not a state that needs a look, and not progress that never ends",
  ],
  [
    ({ argo, ours }) => argo === "Suspended" && ours === "degraded",
    "paused or not, it says that it has failed; Suspended would hide that",
  ],
  [
    ({ kind, argo, ours }) => kind === "Job" && (argo === "Degraded" || argo === "Suspended") && ours === "progressing",
    "Argo CD looks at which conditions there are and not at their status: Failed=False is no failure, Suspended=False no suspension",
  ],
  [
    ({ kind, ours, argo }) => kind === "Job" && argo === "Healthy" && ours === "progressing",
    "Suspended=False only says that it was suspended before; not started since",
  ],
  [
    ({ kind, ours }) => kind === "Job" && ours === "healthy",
    "spec.suspend asks that nothing runs, and nothing does; the condition only lags behind",
  ],
  [
    ({ kind, ours }) => kind === "Job" && ours === "progressing",
    "a job is current for kstatus as soon as it has started; who waits for its result wants to know that it still runs",
  ],
  [
    ({ kind, ours }) => kind === "CronJob" && ours === "healthy",
    "judged in the minute of its last schedule: the controller clears the active job first and writes the success later, where Argo CD flaps (argo-cd#24428); a minute later it is degraded here too",
  ],
  [
    ({ reason }) => reason === "ReplicaFailure",
    "the controller cannot create a replica (quota, admission): that does not end by waiting",
  ],
  [
    ({ reason, ours }) => reason === "LoadBalancerPending" && ours === "progressing",
    "a load balancer that was asked for and has no address yet; kstatus never looks at status.loadBalancer",
  ],
  [
    ({ reason }) => reason === "NoAddress",
    "kstatus has no rule for an Ingress; without an address for long it is unknown, for not every controller writes one",
  ],
  [
    ({ kind }) => kind === "APIService",
    "kstatus has no rule for it, though an APIService that is away breaks discovery for all; after five minutes it is degraded",
  ],
  [
    ({ kind, ours }) => kind === "HorizontalPodAutoscaler" && ours === "healthy",
    "ScalingActive=True and within its range: it works; Argo CD waits for AbleToScale, which is not there in this object",
  ],
  [
    ({ kind }) => kind === "HorizontalPodAutoscaler" || kind === "PodDisruptionBudget",
    "kstatus has no rule for it; what cannot read its target or its pods does not do its work",
  ],
  [
    ({ kind, ours }) => kind === "CustomResourceDefinition" && ours === "degraded",
    "a schema that the server cannot use: no pruning, no defaults; kstatus reads two other conditions only",
  ],
  [
    ({ kind, ours }) => kind === "VirtualMachineInstance" && ours === "progressing",
    "it is being deleted: that goes on, whatever its phase was",
  ],
  [
    ({ kind }) => kind.startsWith("VirtualMachine"),
    "kstatus reads Ready only; printableStatus and phase say whether it is on its way or has failed",
  ],
  [
    ({ kind, ours }) => kind === "DataVolume" && ours === "degraded",
    "the importer has failed and its words stand on condition Running; kstatus reads Ready only",
  ],
  [
    ({ kind, ours }) =>
      ["Subscription", "Route", "VolumeSnapshot", "VolumeSnapshotContent"].includes(kind) && ours !== "unknown",
    "kstatus has no rule for it and takes no condition Ready for well",
  ],
  [
    ({ kind }) => ["Cluster", "Machine", "MachineDeployment", "MachineHealthCheck"].includes(kind),
    "phase, severity and counts tell what has failed from what is on its way; kstatus knows Ready alone, and never a failure",
  ],
  [
    ({ kind, ours }) => kind === "IngressController" && ours === "degraded",
    "it says itself that pods cannot be scheduled, or that it is degraded: that is more than a roll-out",
  ],
  [
    ({ kind, ours }) => kind === "StorageCluster" && ours === "unavailable",
    "Available=False is its own word for not being there; that it is being initialised does not make it usable",
  ],
  [
    ({ kind, ours }) => kind === "MyCR" && ours === "unavailable",
    "Ready=False and no word of progress: an unknown kind is taken at its word; waiting may not help",
  ],
  [({ ours }) => ours === "unknown", "no condition that anybody has explained to us: not known is not well"],
];
