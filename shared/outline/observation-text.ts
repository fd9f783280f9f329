import type {
  MalformedField,
  MigrationQueue,
  Observation,
  ObservedExit,
  ObservedProbe,
  ObservedVolume,
  RefusedCertificate,
} from "../model/cause/observation.ts";
import { countText, formFor, joinFilled, shortenNames, withOthers } from "./words/names.ts";

/** The sentence of what the rule of a kind observed: `2 of 3 pods are available`. */
export function observationText(observed: Observation): string {
  const sentence = sentences[observed.code] as string | ((observed: Observation) => string);
  return typeof sentence === "string" ? sentence : sentence(observed);
}

/** The observation with a code. `Extract` would not find one whose `code` is one of several. */
type ObservationOf<Code extends Observation["code"]> = Observation extends infer Candidate
  ? Candidate extends { readonly code: infer Codes }
    ? Code extends Codes
      ? Candidate
      : never
    : never
  : never;

/** The sentences by code. One that depends on nothing else is a text. */
const sentences: {
  readonly [Code in Observation["code"]]: string | ((observed: ObservationOf<Code>) => string);
} = {
  "not-observed": "no status yet: not observed by a controller or kubelet",
  "no-status": "no status: not reported by a controller or kubelet",
  "outdated-status": "status is stale: the controller has not observed the latest generation",
  "cut-object":
    "the text lacks a part of the object, which may report a fault; pass the whole output of kubectl get -o yaml",
  malformed: ({ field }) => `invalid ${malformedFields[field]}`,
  "missing-condition": ({ type }) => `reports no ${type} condition`,
  "not-found": "does not exist",
  "no-cluster-selector": "selects no Cluster: spec.clusterSelector is not set",
  "no-cluster-matches": "selects no Cluster: none matches spec.clusterSelector",
  "being-deleted": "being deleted",
  "deletion-waits": ({ finalizers }) =>
    finalizers.length === 0
      ? "deletion does not finish: the node or controller has not confirmed that it stopped"
      : waitText(finalizers),
  "deletion-of-unknown-age": ({ finalizers }) =>
    `${waitText(finalizers)}; whether that lasts too long is not known, because the input does not show when it was read`,
  phase: ({ phase }) => `phase ${phase}`,

  replicas: ({ count, wanted, state }) => `${count} of ${wanted} ${formFor(wanted, "pod is", "pods are")} ${state}`,
  "surplus-pods": ({ count }) => `${count} ${formFor(count, "pod", "pods")} more than desired, to be removed`,
  "unhealthy-pods": ({ healthy, wanted }) => `${healthy} of ${wanted} required pods are healthy`,
  "unhealthy-machines": ({ healthy, wanted }) => `${healthy} of ${wanted} machines are healthy`,
  "job-not-started": "not started",
  "job-runs": ({ active, succeeded, wanted }) => `${active} running, ${succeeded} of ${wanted} done`,
  "job-rests": ({ succeeded, wanted }) =>
    `no pods running, ${succeeded} of ${wanted} done, and its controller creates none`,
  "no-job-succeeded": "no Job has succeeded",
  "last-job-failed": "the last Job has not succeeded",

  "not-evaluated-by-scheduler": "not evaluated by a scheduler",
  "not-assigned": "not assigned to a node",
  "scheduling-gated": "held by its scheduling gates",
  "node-lost": "its node no longer reports",
  "no-container-statuses": "no container statuses reported",
  "pod-not-ready": "not ready although its containers are ready",
  "pod-failed": "failed",

  exit: exitText,
  "last-exit": (exit) => `last terminated with ${exitText(exit)}`,
  "unready-since-exit": (exit) => `running again but not ready; last terminated with ${exitText(exit)}`,
  "restarts-after-success": "completed with exit code 0 and restarted because of restartPolicy Always",
  "container-not-reported": "not reported by the kubelet",
  "earlier-init-containers": "waiting for earlier init containers",
  creating: "pulling its image or being created",
  "not-created": ({ volumes, missing }) => {
    const volumeTexts = volumes.map(volumeText).join(", ");
    if (missing !== undefined) {
      return `not created: volume ${missing} is not available${volumeTexts === "" ? "" : ` (volumes: ${volumeTexts})`}`;
    }
    if (volumes.length === 0) return "not created: its network or image is not available";
    return `not created: its network, its image or a volume is not available (volumes: ${volumeTexts})`;
  },
  "pulling-image": "not created: volumes and network are ready, its image is still being pulled",
  initializing: "this init container has not completed, and later ones wait for it",
  starting: "starting, within the time allowed by its probes",
  "startup-probe": ({ probe }) => `startup probe${probeText(probe)} has not succeeded yet`,
  "readiness-probe": ({ probe }) => `running, but its readiness probe${probeText(probe)} fails`,
  "container-not-ready": "running but not ready",

  "claim-not-bound": ({ storageClass }) =>
    storageClass === undefined
      ? "not bound to a volume, and no storage class is set"
      : `not bound to a volume of storage class ${storageClass}`,
  "claim-being-filled": "bound to a volume that is still being filled",
  "waits-for-first-consumer": "waits for its first consumer",
  "waits-for-upload": "waits for an upload",
  "machines-may-run": machinesText,
  transferred: ({ share }) => `${share} transferred`,
  "volume-to-attach": ({ volume, message }) =>
    joinFilled(": ", [`hotplugged volume ${volume} is not attached yet`, message]),
  "failed-starts": ({ count }) =>
    count === 1 ? "1 start failed" : `${countText(count, "start")} failed one after another`,
  "migration-awaited": ({ from }) =>
    from === undefined
      ? "waits for a migration, by which a change takes effect"
      : `waits for a migration off Node ${from}`,
  "state-change-pending": ({ action }) => `a ${action} was requested, and virt-controller has not carried it out`,
  "state-lasts": lastingStateText,
  "kept-attachment": ({ node, isGone }) =>
    `the volume is still attached to node ${node}${isGone === true ? ", which does not exist" : ""}`,
  "volume-on-node": ({ claim, volume, node, state }) => {
    const stateText = state === "cordoned" ? "is cordoned" : "is not ready";
    return `volume ${volume} (PersistentVolumeClaim ${claim}) is on node ${node}, which ${stateText}`;
  },
  "claim-in-use": ({ users }) => `${shortenNames(users, 3).join(", ")} ${formFor(users.length, "uses", "use")} it`,
  "no-endpoints": ({ configurations }) => `no endpoint is ready, so writes fail (${configurations.join(", ")})`,
  "no-valid-certificate": ({ state, certificates, others, refusesWrites }) => {
    const effect = refusesWrites ? ", so writes fail" : "";
    const beside = others.length === 0 ? "" : `, also for ${others.join(", ")}`;
    return `${invalidBundleText(certificates, state)}${effect}${beside}`;
  },
  "certificate-refused": refusalText,
  "source-certificate-refused": sourceRefusalText,
  "not-convertible": ({ kind, responds, unreadable, readable, error }) => {
    const fault = responds ? "responds with an error" : "does not respond";
    return `${kind} cannot be read as ${unreadable.join(", ")}, only as ${readable}: its conversion webhook ${fault} (${error})`;
  },
  "migration-queued": ({ running, most, node }) => {
    const scope = node === undefined ? "" : `off node ${node} `;
    const others = `${countText(running, "migration")} ${scope}${formFor(running, "is", "are")} under way`;
    return `waits for others: ${others}, and ${limitText({ most, node })}`;
  },
  "paused-by-volume": ({ volume, isFull, claim }) => {
    const fault = isFull ? "no space is left on" : "the guest had an I/O error at";
    const claimText = claim === undefined ? "" : ` (PersistentVolumeClaim ${claim})`;
    return `${fault} volume ${volume}${claimText}`;
  },
  "paused-by-some-volume": ({ claims }) =>
    `the guest had an I/O error, and no event names the volume (PersistentVolumeClaims: ${claims.join(", ")})`,
  "driver-not-registered": ({ driver }) =>
    `CSI driver ${driver} is not registered on this node, so no volume of it is mounted there`,
  "no-such-storage-class": ({ storageClass }) => `storage class ${storageClass} does not exist`,
  "no-default-storage-class": "it names no storage class, and the cluster has no default one",
  "claim-lost": "its volume no longer exists",
  "snapshot-not-ready": "not ready to use",
  "reclamation-failed": "automatic reclamation failed",

  "no-external-address": "no external address",
  "no-ingress-address": "no address set by an ingress controller",
  "route-not-admitted": "not admitted by a router",
  cordoned: cordonedText,
  "kubelet-silent": "its kubelet no longer reports",
  "node-not-ready": "its kubelet reports that the node is not ready",
  "approval-pending": ({ installPlan }) => `install plan ${installPlan} waits for approval`,
  "outdated-pod": outdatedPodText,
  "node-without-machines": ({ why, nodes }) => {
    const scope =
      nodes === 1 ? "and the pod may run on no other node" : `as on all ${nodes} nodes that the pod may run on`;
    return `${nodeGapTexts[why]}, ${scope}`;
  },
};

/** `it takes too long: PersistentVolumeClaim disk is not bound`. */
function lastingStateText({ unbound = [], missing }: ObservationOf<"state-lasts">): string {
  if (unbound.length > 0) {
    const claims = `${formFor(unbound.length, "PersistentVolumeClaim", "PersistentVolumeClaims")} ${unbound.join(", ")}`;
    return `it takes too long: ${claims} ${formFor(unbound.length, "is", "are")} not bound`;
  }
  if (missing === undefined) return "it takes too long";
  return `it takes too long, and no ${missing} that was read explains it`;
}

/**
 * `virtual machines may still run on it and write to their disks (shop/erp), so do not delete their pods by force; nothing
 * fences the node: no NodeHealthCheck selects it`.
 */
function machinesText({ machines, count, fencing }: ObservationOf<"machines-may-run">): string {
  const names = withOthers(machines, count).join(", ");
  if (fencing?.is === "out-of-service")
    return `it is marked as off by the taint node.kubernetes.io/out-of-service, so the pods of its virtual machines (${names}) are deleted`;
  const warning = `virtual machines may still run on it and write to their disks (${names}), so do not delete their pods by force`;
  if (fencing === undefined) return warning;
  const reason =
    fencing.is === "none" ? "no NodeHealthCheck selects it" : `NodeHealthCheck ${fencing.check} is ${fencing.phase}`;
  return `${warning}; nothing fences the node: ${reason}`;
}

/** `KubeVirt starts at most 2 at once (parallelMigrationsPerCluster)`. */
function limitText({ most, node }: Pick<MigrationQueue, "most"> & { readonly node: string | undefined }): string {
  const setting = node === undefined ? "parallelMigrationsPerCluster" : "parallelOutboundMigrationsPerNode";
  return `KubeVirt starts at most ${most} at once (${setting})`;
}

/** `no new pods are scheduled; 4 virtual machines are to leave it, 2 of which migrate now`. */
function cordonedText({ leaving = 0, migrating = 0, queue }: ObservationOf<"cordoned">): string {
  const effect = "no new pods are scheduled";
  if (leaving === 0) return effect;
  const machines = `${countText(leaving, "virtual machine")} ${formFor(leaving, "is", "are")} to leave it`;
  const count = migrating === 0 ? "none" : String(migrating);
  const limit = queue === undefined ? "" : `, and ${limitText({ most: queue.most, node: queue.node })}`;
  return `${effect}; ${machines}, ${count} of which ${formFor(migrating, "migrates", "migrate")} now${limit}`;
}

const malformedFields: Readonly<Record<MalformedField, string>> = {
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

/** `OOMKilled, exit code 137 (SIGKILL): what it wrote as it ended`. */
function exitText({ exitCode, signal, reason, message }: ObservedExit): string {
  const exit = signal === undefined ? `exit code ${exitCode}` : `exit code ${exitCode} (${signal})`;
  // "Error" and "Completed" say only whether the exit code is 0.
  const addsReason = reason !== "" && reason !== "Error" && reason !== "Completed";
  return joinFilled(": ", [addsReason ? `${reason}, ${exit}` : exit, message.trim()]);
}

/** Why no virtual machine can start on a node. */
export const nodeGapTexts = {
  "no-kvm": "offers no devices.kubevirt.io/kvm",
  "not-schedulable": "lacks the label kubevirt.io/schedulable=true",
  silent: "has a virt-handler that sends no heartbeat",
} as const;

/** `annotation x is v1.7.0, KubeVirt's status requires v1.8.3: virt-operator waits until this pod ends`. */
function outdatedPodText({
  annotation,
  value,
  wanted,
  isBeingDeleted,
  isUnowned,
}: ObservationOf<"outdated-pod">): string {
  const state =
    value === undefined || value === "" ? `no annotation ${annotation}` : `annotation ${annotation} is ${value}`;
  const ownerNote = isUnowned ? ", and nothing controls it" : "";
  const end = isBeingDeleted ? "waits for its deletion, which does not finish" : "waits until this pod ends";
  return `${state}, KubeVirt's status requires ${wanted}${ownerNote}: virt-operator ${end}`;
}

function volumeText({ source, name }: ObservedVolume): string {
  if (source === "csi") return `CSI ${name}`;
  return source === "hostPath" ? `path ${name}` : `${source} ${name}`;
}

/** ` (GET :8443/healthz)`, behind the name of the probe; empty for an unknown probe. */
function probeText(probe: ObservedProbe | undefined): string {
  switch (probe?.by) {
    case undefined:
      return "";
    case "http":
      return ` (GET :${probe.port}${probe.path})`;
    case "tcp":
      return ` (TCP :${probe.port})`;
    case "grpc":
      return ` (gRPC :${probe.port})`;
    case "command":
      return " (a command)";
  }
}

/** Which webhook the API server could not verify, why, and whether its bundle or the served certificate is at fault. */
function refusalText({
  webhook,
  component,
  host,
  error,
  isBundleValid,
  certificates = 0,
  state = "unreadable",
}: RefusedCertificate): string {
  const owner = component === undefined ? "" : ` of ${component}`;
  const webhookName = webhook === "" ? `the conversion webhook ${host}${owner}` : `webhook ${webhook}${owner}`;
  if (isBundleValid === false)
    return `${invalidBundleText(certificates, state)}, so the API server does not accept that of ${webhookName}`;
  const refusal = `${webhookName} serves a certificate that the API server does not accept (${error})`;
  return isBundleValid === true ? `${refusal}, though its caBundle has a valid one` : refusal;
}

/** `no certificate in its caBundle is valid (2 expired)`. A bundle that is not even PEM has no certificates to count. */
function invalidBundleText(certificates: number, state: keyof typeof certificateStates): string {
  if (certificates === 0) return "no certificate in its caBundle can be read";
  return `no certificate in its caBundle is valid (${certificates} ${certificateStates[state]})`;
}

const certificateStates = {
  expired: "expired",
  "not-yet-valid": "not yet valid",
  unreadable: "unreadable",
} as const;

function waitText(finalizers: readonly string[]): string {
  if (finalizers.length === 0) return "deletion was requested";
  return `deletion waits for ${formFor(finalizers.length, "finalizer", "finalizers")} ${finalizers.join(", ")}`;
}

/**
 * `the importer does not accept the certificate of images.local (x509: certificate signed by unknown authority): the
 * DataVolume names no certConfigMap`
 */
function sourceRefusalText({
  host = "its source",
  configMap,
  outcome,
}: ObservationOf<"source-certificate-refused">): string {
  const refusal = `the importer does not accept the certificate of ${host} (x509: certificate signed by unknown authority)`;
  if (configMap === undefined) return `${refusal}: the DataVolume names no certConfigMap with its authority`;
  if (outcome === "absent") return `${refusal}: ConfigMap ${configMap}, its certConfigMap, does not exist`;
  if (outcome === "found") return `${refusal}: ConfigMap ${configMap}, its certConfigMap, lacks the authority`;
  return `${refusal}: whether ConfigMap ${configMap}, its certConfigMap, exists is not known`;
}
