/**
 * What the rule of a kind found in an object, where the cluster gives no message or one that leaves it out: a code with
 * its facts. Its sentence is in outline/observation-text.ts.
 */
export type Observation =
  | { readonly code: PlainObservation }
  /** A field, or some of a kind, without which the health of an object is not known. */
  | { readonly code: "malformed"; readonly field: MalformedField }
  /** No condition of this type is reported. */
  | { readonly code: "missing-condition"; readonly type: string }
  /** Without finalizers: what a node or a controller has not confirmed. */
  | { readonly code: "deletion-waits"; readonly finalizers: readonly string[] }
  /** Likewise, in an input that does not show for how long the deletion has lasted. */
  | { readonly code: "deletion-of-unknown-age"; readonly finalizers: readonly string[] }
  | { readonly code: "phase"; readonly phase: string }

  /** So many Pods of a workload are in a state. */
  | {
      readonly code: "replicas";
      readonly count: number;
      readonly wanted: number;
      readonly state: "available" | "ready" | "updated";
    }
  | { readonly code: "surplus-pods"; readonly count: number }
  | { readonly code: "job-runs"; readonly active: number; readonly succeeded: number; readonly wanted: number }
  | { readonly code: "job-rests"; readonly succeeded: number; readonly wanted: number }
  | { readonly code: "unhealthy-pods" | "unhealthy-machines"; readonly healthy: number; readonly wanted: number }

  /** A container has ended; its previous run has; it runs again after that and is not ready. */
  | ({ readonly code: "exit" | "last-exit" | "unready-since-exit" } & ObservedExit)
  /** The volumes that a Pod waits for, if it has any. `missing`: the one that an event names. */
  | { readonly code: "not-created"; readonly volumes: readonly ObservedVolume[]; readonly missing?: string }
  | { readonly code: "startup-probe" | "readiness-probe"; readonly probe?: ObservedProbe }
  | { readonly code: "claim-not-bound"; readonly storageClass?: string }
  /** So many virtual machines may still run on a Node that is lost, the first of them as `namespace/name`. */
  | {
      readonly code: "machines-may-run";
      readonly machines: readonly string[];
      readonly count: number;
      readonly fencing?: NodeFencing;
    }
  /** How much of a DataVolume is filled: `42.5%`. */
  | { readonly code: "transferred"; readonly share: string }
  /** A running guest does not have a hotplugged volume yet. `message`: KubeVirt's, such as `PVC is in phase Pending`. */
  | { readonly code: "volume-to-attach"; readonly volume: string; readonly message: string }
  /** A virtual machine has failed to start so often since it ran the last time. */
  | { readonly code: "failed-starts"; readonly count: number }
  /** A user requested this of a virtual machine, and virt-controller has not done it. */
  | { readonly code: "state-change-pending"; readonly action: StateChange }
  /** KubeVirt is to migrate a running virtual machine and has not. `from`: the node that it is to leave, if that is why. */
  | { readonly code: "migration-awaited"; readonly from?: string }
  | LastingState
  | MigrationQueue
  /** A Node takes no new pods. So many virtual machines are to leave it, some of which migrate, and others may wait. */
  | {
      readonly code: "cordoned";
      readonly leaving?: number;
      readonly migrating?: number;
      readonly queue?: MigrationQueue;
    }
  /** A guest is paused because of a volume of its instance. `claim`: the PersistentVolumeClaim behind it, if it has one. */
  | { readonly code: "paused-by-volume"; readonly volume: string; readonly isFull: boolean; readonly claim?: string }
  /** Likewise, and no event names the volume: the claims that the instance uses. */
  | { readonly code: "paused-by-some-volume"; readonly claims: readonly string[] }
  /** Of an export: what uses the claim that it waits for, each with its kind: `VirtualMachineInstance db`. */
  | { readonly code: "claim-in-use"; readonly users: readonly string[] }
  /** Of a Service that webhooks call, whose configurations these are: no endpoint of it is ready, so that writes fail. */
  | { readonly code: "no-endpoints"; readonly configurations: readonly string[] }
  /** Of an object with a `caBundle`. `others`: those with the same bundle. Writes fail where it is that of a webhook. */
  | {
      readonly code: "no-valid-certificate";
      readonly state: "expired" | "not-yet-valid" | "unreadable";
      /** How many certificates the bundle holds. */
      readonly certificates: number;
      readonly others: readonly string[];
      readonly refusesWrites: boolean;
    }
  /** Of a VolumeAttachment: the volume that a pod waits for is still attached to another node. */
  | { readonly code: "kept-attachment"; readonly node: string; readonly isGone?: true }
  /** Of a guest that no node takes: its volume is on a node that takes no pods. */
  | {
      readonly code: "volume-on-node";
      readonly claim: string;
      readonly volume: string;
      readonly node: string;
      readonly state: "cordoned" | "not-ready";
    }
  /** Of a CSINode: a pod on its node has a volume of this CSI driver, which is not registered there. */
  | { readonly code: "driver-not-registered"; readonly driver: string }
  | RefusedCertificate
  /** Of an object that its conversion webhook does not convert, or does not respond for. */
  | {
      readonly code: "not-convertible";
      readonly kind: string;
      readonly responds: boolean;
      /** The versions in which the object cannot be read, and the one in which it can. */
      readonly unreadable: readonly string[];
      readonly readable: string;
      /** The webhook's own, or that of the call. */
      readonly error: string;
    }
  /**
   * Of a DataVolume whose importer does not know the authority behind the certificate of its source. `configMap`: the one
   * that the source names. `outcome`: whether that was found.
   */
  | {
      readonly code: "source-certificate-refused";
      readonly host?: string;
      readonly configMap?: string;
      readonly outcome?: "found" | "absent" | "noSuchKind" | "forbidden" | "unread";
    }
  | { readonly code: "no-such-storage-class"; readonly storageClass: string }
  | { readonly code: "approval-pending"; readonly installPlan: string }
  /** Of a Node below a pod of a virtual machine: so many nodes that the pod may run on are like it, with it. */
  | ({ readonly code: "node-without-machines"; readonly nodes: number } & NodeGap)
  /** A Running pod whose annotation is not what KubeVirt's status names. Without `value` it lacks the annotation. */
  | {
      readonly code: "outdated-pod";
      readonly annotation: string;
      readonly value?: string;
      readonly wanted: string;
      readonly isBeingDeleted?: true;
      /** Nothing controls it, so nothing replaces it. */
      readonly isUnowned?: true;
    };

/** A virtual machine, its instance or its migration is on its way for too long. */
export interface LastingState {
  readonly code: "state-lasts";
  /** The claims without a volume that it waits for. */
  readonly unbound?: readonly string[];
  /** The kind of object that would explain it, of which none that was read does. */
  readonly missing?: string;
}

/**
 * Of the object by whose `caBundle` the API server verifies a webhook, or of the webhook's Service where that object was not
 * read: the API server did not accept the certificate that the webhook serves.
 */
export interface RefusedCertificate {
  readonly code: "certificate-refused";
  /** Its name; empty for a conversion webhook. */
  readonly webhook: string;
  /** Whose webhook it is: `KubeVirt`. */
  readonly component?: string;
  /** `virt-api.kubevirt.svc` */
  readonly host: string;
  /** What the API server reports: `x509: certificate signed by unknown authority`. */
  readonly error: string;
  /** Whether the bundle has a valid certificate; absent: it was not read, or the API server's own authorities count. */
  readonly isBundleValid?: boolean;
  /** Of a bundle without a valid certificate: how many it holds, and what they are. */
  readonly certificates?: number;
  readonly state?: "expired" | "not-yet-valid" | "unreadable";
}

/** What a user may request of a virtual machine. */
export type StateChange = "start" | "stop" | "restart";

/** So many migrations are under way in the cluster, or off the node, and KubeVirt starts at most `most` at once. */
export interface MigrationQueue {
  readonly code: "migration-queued";
  readonly running: number;
  readonly most: number;
  readonly node?: string;
}

/** What is known about the fencing of a Node that is lost. */
export type NodeFencing =
  /** Its taint says that it is off. */
  | { readonly is: "out-of-service" }
  /** No NodeHealthCheck selects it, and no MachineHealthCheck exists that may. */
  | { readonly is: "none" }
  /** Those that select it are switched off: the first of them, and its `status.phase`. */
  | { readonly is: "idle"; readonly check: string; readonly phase: string };

/** Why no virtual machine can start on a node. `since`: the last word of its virt-handler, RFC 3339 UTC. */
export interface NodeGap {
  readonly why: "no-kvm" | "not-schedulable" | "silent";
  readonly since?: string;
}

/** What has no facts beside its code. */
type PlainObservation =
  | "not-observed"
  | "no-status"
  | "outdated-status"
  | "cut-object"
  | "not-found"
  | "being-deleted"
  | "not-evaluated-by-scheduler"
  | "not-assigned"
  | "scheduling-gated"
  | "node-lost"
  | "no-container-statuses"
  | "pod-not-ready"
  | "pod-failed"
  | "container-not-reported"
  | "earlier-init-containers"
  | "creating"
  | "pulling-image"
  | "restarts-after-success"
  | "initializing"
  | "starting"
  | "container-not-ready"
  | "job-not-started"
  | "no-job-succeeded"
  | "last-job-failed"
  | "claim-being-filled"
  | "waits-for-first-consumer"
  | "waits-for-upload"
  | "claim-lost"
  | "no-default-storage-class"
  | "snapshot-not-ready"
  | "reclamation-failed"
  | "no-external-address"
  | "no-ingress-address"
  | "route-not-admitted"
  | "no-cluster-selector"
  | "no-cluster-matches"
  | "kubelet-silent"
  | "node-not-ready";

export type MalformedField =
  | "status"
  | "phase"
  | "type"
  | "times"
  | "replicas"
  | "machines"
  | "pods"
  | "activeJobs"
  | "containers"
  | "container"
  | "exitCode"
  | "loadBalancer";

/** How a container ended. `signal`: by name. `message`: what it wrote as it ended. */
export interface ObservedExit {
  readonly exitCode: number;
  readonly signal?: string;
  readonly reason: string;
  readonly message: string;
}

/** What a volume is made of: `PersistentVolumeClaim data`. */
export interface ObservedVolume {
  readonly source: "PersistentVolumeClaim" | "Secret" | "ConfigMap" | "csi" | "hostPath";
  readonly name: string;
}

/** What a probe requests. That of a command is not shown: it may carry a password among its arguments. */
export type ObservedProbe =
  | { readonly by: "http"; readonly port: string; readonly path: string }
  | { readonly by: "tcp" | "grpc"; readonly port: string }
  | { readonly by: "command" };
