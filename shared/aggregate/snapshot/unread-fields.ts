import type { GroupKind } from "../../model/kind.ts";
import { lastAppliedAnnotation } from "../../model/last-applied.ts";
import { type Fields, toList, toRecord, valueAt } from "../../parse/json-value.ts";

/** Names of fields that no rule reads, and what is not read inside other fields and in the items of lists. */
interface UnreadFields {
  readonly names: readonly string[];
  readonly inside?: Readonly<Record<string, UnreadFields>>;
}

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
    conditions: { names: ["lastProbeTime"] },
    containerStatuses: containerStatus,
    initContainerStatuses: containerStatus,
  },
};

/** The same of its metadata (ObjectMeta v1). */
const podMetadata: UnreadFields = {
  names: ["generateName", "managedFields", "selfLink"],
  inside: { ownerReferences: { names: ["blockOwnerDeletion"] } },
};

const container: UnreadFields = {
  names: [
    "args",
    "command",
    "env",
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

/** The same of its spec (PodSpec v1). */
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
  inside: {
    containers: container,
    initContainers: container,
    volumes: { names: ["downwardAPI", "emptyDir", "projected"] },
  },
};

/** Images of 50 with their digests are half of a Node (NodeStatus v1). */
const nodeStatus: UnreadFields = { names: ["daemonEndpoints", "images", "volumesAttached", "volumesInUse"] };

const unreadByKind: ReadonlyMap<string, UnreadFields> = new Map([
  ["Pod", { names: [], inside: { metadata: podMetadata, spec: podSpec, status: podStatus } }],
  ["Node", { names: [], inside: { status: nodeStatus } }],
]);

/** The status of a Pod without what no rule reads. */
export function readPodStatus(status: unknown): unknown {
  return dropFields(status, podStatus);
}

/**
 * The object of this kind without what no rule reads, which is most of a Pod or Node. Of managedFields of other kinds the times
 * stay ({@link readWrites}). It shares what stays with `item`.
 */
export function dropUnreadFields(item: Fields, { group, kind }: GroupKind): Fields {
  const metadata = toRecord(item["metadata"]);
  const slim = metadata === undefined ? item : { ...item, metadata: readMetadata(metadata) };
  const unread = group === "" ? unreadByKind.get(kind) : undefined;
  return unread === undefined ? slim : (dropFields(slim, unread) as Fields);
}

/** Metadata without the record of kubectl apply, and of `managedFields` only {@link readWrites}. */
export function readMetadata({ managedFields, annotations, ...rest }: Fields): Fields {
  const writes = readWrites(managedFields);
  const texts = toRecord(annotations);
  const read = Object.entries(texts ?? {}).filter(([name]) => name !== lastAppliedAnnotation);
  return {
    ...rest,
    ...(annotations !== undefined && { annotations: texts === undefined ? annotations : Object.fromEntries(read) }),
    ...(writes.length > 0 && { managedFields: writes }),
  };
}

/** A write to an object, as far as a rule reads it: when, and whether it was a write to the status alone. */
interface Write {
  readonly time: unknown;
  readonly subresource?: "status";
}

/**
 * The writes that `metadata.managedFields` records, each once. By their times a roll-out and the state of a virtual machine are
 * evaluated: `[{ manager: "m", time: "t", subresource: "status", fieldsV1: {} }]` -> `[{ time: "t", subresource: "status" }]`.
 */
export function readWrites(managedFields: unknown): readonly Write[] {
  const writes = new Map<string, Write>();
  for (const entry of toList(managedFields)) {
    const time = valueAt(entry, "time");
    const isOfStatus = valueAt(entry, "subresource") === "status";
    const write: Write = isOfStatus ? { time, subresource: "status" } : { time };
    writes.set(`${isOfStatus} ${String(time)}`, write);
  }
  return [...writes.values()];
}

function dropFields(value: unknown, unread: UnreadFields): unknown {
  if (Array.isArray(value)) return value.map((item) => dropFields(item, unread));
  const fields = toRecord(value);
  if (fields === undefined) return value;
  const { names, inside = {} } = unread;
  const kept: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (names.includes(name)) continue;
    const deeper = Object.hasOwn(inside, name) ? inside[name] : undefined;
    kept[name] = deeper === undefined ? field : dropFields(field, deeper);
  }
  return kept;
}
