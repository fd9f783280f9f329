import { formatGroupKind, type GroupKind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import { type Fields, listAt, textAt, toRecord } from "../../parse/json-value.ts";
import { withoutLastApplied } from "../../parse/last-applied.ts";
import { readWrites } from "../../parse/managed-fields.ts";
import { podKind, registrationDirectory } from "../../profiles/core-kinds.ts";
import { operatorPodLabel } from "../../profiles/hco/profile.ts";
import { operatorDeployments } from "../../tables/operator.ts";

/** The fields of a mapping that no rule reads. */
interface UnreadFields {
  readonly names: readonly string[];
  /** The unread fields inside other fields. Inside a field that is a list, they are those of each item. */
  readonly inside?: Readonly<Record<string, UnreadFields>>;
}

/** Fields in the status of a container that no rule reads (API reference, ContainerStatus v1). */
const containerStatus: UnreadFields = {
  names: [
    "allocatedResources",
    "allocatedResourcesStatus",
    "resources",
    "containerID",
    "image",
    "imageID",
    "user",
    "volumeMounts",
  ],
};

/** Fields of a Pod's status that no rule reads (API reference, PodStatus v1). */
const podStatus: UnreadFields = {
  names: [
    "hostIP",
    "hostIPs",
    "podIP",
    "podIPs",
    "qosClass",
    "resize",
    "resourceClaimStatuses",
    "ephemeralContainerStatuses",
  ],
  inside: {
    containerStatuses: containerStatus,
    initContainerStatuses: containerStatus,
  },
};

/** Fields of a Pod's metadata that no rule reads (ObjectMeta v1). Who wrote its spec is read of its owners. */
const podMetadata: UnreadFields = {
  names: ["generateName", "selfLink"],
  inside: { managedFields: { names: ["manager"] }, ownerReferences: { names: ["blockOwnerDeletion"] } },
};

/** Fields in the spec of a container that no rule reads, whatever it runs (Container v1). */
const container: UnreadFields = {
  names: [
    "envFrom",
    "imagePullPolicy",
    "lifecycle",
    "livenessProbe",
    "ports",
    "resizePolicy",
    "resources",
    "securityContext",
    "terminationMessagePath",
    "terminationMessagePolicy",
    "volumeDevices",
    "volumeMounts",
    "workingDir",
  ],
};

/** The same of a container of which no rule reads what it is started with. */
const ordinaryContainer: UnreadFields = { names: [...container.names, "args", "command", "env"] };

/** Fields of a Pod's spec beside its containers that no rule reads (PodSpec v1). */
const podSpec: UnreadFields = {
  names: [
    "affinity",
    "dnsConfig",
    "dnsPolicy",
    "enableServiceLinks",
    "ephemeralContainers",
    "hostAliases",
    "imagePullSecrets",
    "preemptionPolicy",
    "priority",
    "schedulerName",
    "securityContext",
    "serviceAccount",
    "serviceAccountName",
    "tolerations",
    "topologySpreadConstraints",
  ],
  inside: { volumes: { names: ["downwardAPI", "emptyDir", "projected"] } },
};

const pod = makeUnreadPod(container);
const ordinaryPod = makeUnreadPod(ordinaryContainer);

/** Fields of a Pod that no rule reads, with those of each of its containers. */
function makeUnreadPod(containers: UnreadFields): UnreadFields {
  const spec = { ...podSpec, inside: { ...podSpec.inside, containers, initContainers: containers } };
  return { names: [], inside: { metadata: podMetadata, spec, status: podStatus } };
}

/** Fields of a Node's status that no rule reads (NodeStatus v1). The names of 50 images with digests are half of a Node. */
const nodeStatus: UnreadFields = { names: ["daemonEndpoints", "images", "volumesAttached", "volumesInUse"] };

/** The hardware of a virtual machine, which is half of its spec (VirtualMachineInstanceSpec of kubevirt.io/v1). */
const instanceSpec: UnreadFields = { names: ["domain"] };
const machineSpec: UnreadFields = {
  names: [],
  inside: { template: { names: [], inside: { spec: instanceSpec } } },
};

/** Of other kinds than Pod: by the kind, with its group where it has one. */
const unreadByKind: ReadonlyMap<string, UnreadFields> = new Map([
  ["Node", { names: [], inside: { status: nodeStatus } }],
  ["VirtualMachineInstance.kubevirt.io", { names: [], inside: { spec: instanceSpec } }],
  ["VirtualMachine.kubevirt.io", { names: [], inside: { spec: machineSpec } }],
]);

/**
 * The same of a Pod of a cluster that is followed. In files, which state no time, the time of a probe may be the newest one
 * (parse/newest-time.ts).
 */
const followedPodStatus: UnreadFields = {
  ...podStatus,
  inside: { ...podStatus.inside, conditions: { names: ["lastProbeTime"] } },
};

/** The status of a Pod that is followed without the fields that no rule reads. */
export function readPodStatus(status: unknown): unknown {
  return dropFields(status, followedPodStatus);
}

/** The most objects of a list of which each is kept as the server has it, as in a saved snapshot. */
export const maxKeptWhole = 500;

/**
 * An object of this kind without the fields that no rule reads, which are most of a Pod or Node and half of the spec of
 * a virtual machine. The result shares the other values with `object`. Of managedFields the writes remain (`readWrites`).
 */
export function dropUnreadFields(object: Fields, kind: GroupKind): Fields {
  const metadata = toRecord(object["metadata"]);
  const objectWithReadMetadata = metadata === undefined ? object : { ...object, metadata: readMetadata(metadata) };
  const unread = findUnreadFields(object, kind);
  return unread === undefined ? objectWithReadMetadata : (dropFields(objectWithReadMetadata, unread) as Fields);
}

/**
 * Whether an object lacks all fields that {@link dropUnreadFields} drops of its kind, and was therefore kept without them: of
 * each Pod and each virtual machine a server has some. False for kinds of which all of spec and status is kept.
 */
export function isReducedObject({ raw, ref }: KubeObject): boolean {
  const unread = findUnreadFields(raw, ref);
  return unread !== undefined && !hasFieldOf(raw, unread);
}

/** Whether a mapping, or one of a list of mappings, has one of these fields. */
function hasFieldOf(value: unknown, unread: UnreadFields): boolean {
  if (Array.isArray(value)) return value.some((item) => hasFieldOf(item, unread));
  const { names, inside = {} } = unread;
  return Object.entries(toRecord(value) ?? {}).some(([name, field]) => {
    const unreadInside = Object.hasOwn(inside, name) ? inside[name] : undefined;
    return names.includes(name) || (unreadInside !== undefined && hasFieldOf(field, unreadInside));
  });
}

/** The fields of an object of this kind that no rule reads. Undefined where all are kept. */
function findUnreadFields(object: Fields, kind: GroupKind): UnreadFields | undefined {
  const kindName = formatGroupKind(kind);
  if (kindName !== podKind.kind) return unreadByKind.get(kindName);
  return isStartRead(object) ? pod : ordinaryPod;
}

/**
 * Whether a rule reads what the containers of a Pod are started with: of the operator of HyperConverged its versions
 * (hco/operator/leader.ts), and of a CSI driver its name (core/volume-drivers.ts). Of tens of thousands of other Pods
 * commands, arguments and variables would take more memory than all that is read of them.
 */
function isStartRead(object: Fields): boolean {
  const name = textAt(object, "metadata", "name");
  if (operatorDeployments.some((deployment) => name.startsWith(`${deployment}-`))) return true;
  if (textAt(object, "metadata", "labels", operatorPodLabel.name) === operatorPodLabel.value) return true;
  return listDriverDirectories(object).length > 0;
}

/**
 * The directories of a node that a Pod mounts, if one of them is that in which CSI drivers are registered with the kubelet.
 * Otherwise none, as the Pod registers no driver.
 */
export function listDriverDirectories(object: Fields): readonly string[] {
  const directories = listAt(object, "spec", "volumes").map((volume) => textAt(volume, "hostPath", "path"));
  return directories.some((path) => registrationDirectory.test(path)) ? directories : [];
}

/** Metadata without the record of kubectl apply, and of `managedFields` only the writes (`readWrites`). */
export function readMetadata({ managedFields, annotations, ...otherFields }: Fields): Fields {
  const metadata: Record<string, unknown> = otherFields;
  if (annotations !== undefined) metadata["annotations"] = withoutLastApplied(annotations);
  const writes = readWrites(managedFields);
  if (writes.length > 0) metadata["managedFields"] = writes;
  return metadata;
}

/** A mapping without its unread fields, or a list of such mappings. Any other value is returned as it is. */
function dropFields(value: unknown, unread: UnreadFields): unknown {
  if (Array.isArray(value)) return value.map((item) => dropFields(item, unread));
  const fields = toRecord(value);
  if (fields === undefined) return value;
  const { names, inside = {} } = unread;
  const remaining: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (names.includes(name)) continue;
    const unreadInside = Object.hasOwn(inside, name) ? inside[name] : undefined;
    remaining[name] = unreadInside === undefined ? field : dropFields(field, unreadInside);
  }
  return remaining;
}
