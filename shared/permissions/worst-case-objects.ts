import { unpausedGate } from "../aggregate/generic/paused-guests.ts";
import { definedFields } from "../model/defined-fields.ts";
import type { Kind } from "../model/kind.ts";
import type { KubeObject } from "../model/object.ts";
import type { NamedKindRow } from "../model/profile.ts";
import { type Fields, toList, toRecord } from "../parse/json-value.ts";
import { toObject } from "../parse/kube-object.ts";
import { parsePath } from "../parse/value-paths.ts";
import { nodeKind, persistentVolumeClaims, persistentVolumes, podKind } from "../profiles/core-kinds.ts";
import { machineAnnotations } from "../profiles/remediation.ts";
import { machineInstances, virtualMachines } from "../profiles/virtual-machines.ts";

/*
 * The objects of made-up clusters in which everything fails. They are read as those of a real cluster are, to find every
 * query that reading may ever send: `possible-queries.ts` lists these queries, and the printed roles permit them.
 *
 * A reading plan names more queries the more an object refers to. Where an object here refers to another one, it does so by
 * `worstCaseName`, the name of most of them.
 */

/** The namespace of the objects, unless the user names one. */
export const worstCaseHome = "worst-case";

/** Another namespace, to which objects of the first one refer. */
export const worstCaseElsewhere = "worst-case-elsewhere";

/** The name of every object whose kind has no fixed name. */
export const worstCaseName = "worst-case-object";

/** The fields of an object that a plan reads. */
interface ObjectFields {
  readonly name?: string;
  readonly owner?: KubeObject;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly spec?: object;
  readonly status?: object;
  readonly webhooks?: readonly object[];
}

/** An object of a kind, in its first version, and in the namespace `home` where the kind is namespaced. */
export function makeWorstCaseObject(
  { group, kind, versions: [version = "v1"], namespaced }: Kind,
  home: string,
  { name = worstCaseName, owner, annotations, ...fields }: ObjectFields = {},
): KubeObject {
  const ownerReferences = owner && [
    { apiVersion: owner.raw["apiVersion"], kind: owner.ref.kind, name: owner.ref.name, controller: true },
  ];
  const namespace = namespaced ? home : undefined;
  return toObject({
    apiVersion: group === "" ? version : `${group}/${version}`,
    kind,
    metadata: { name, ...definedFields({ namespace, ownerReferences, annotations }) },
    ...fields,
  });
}

/** A Node that no longer reports and belongs to a machine, so that a plan names what fences it. */
export function makeLostNode(home: string): KubeObject {
  return makeWorstCaseObject(nodeKind, home, {
    annotations: { [machineAnnotations.openshift]: worstCaseName },
    status: { conditions: [{ type: "Ready", status: "Unknown" }] },
  });
}

/** A virtual machine that has migrated since 1970, so that a plan names the migrations. */
export function makeLastingMigration(home: string): readonly KubeObject[] {
  const migrationState = { startTimestamp: "1970-01-01T00:00:00Z" };
  return [
    makeWorstCaseObject(virtualMachines, home, { status: { printableStatus: "Migrating" } }),
    makeWorstCaseObject(machineInstances, home, { status: { phase: "Running", migrationState } }),
  ];
}

/** A Pod that is not ready only because its guest is paused, so that a plan names the instance that says who paused it. */
export function makePausedPod(home: string): KubeObject {
  return makeWorstCaseObject(podKind, home, {
    owner: makeWorstCaseObject(machineInstances, home),
    spec: { readinessGates: [{ conditionType: unpausedGate }] },
    status: {
      conditions: [
        { type: "ContainersReady", status: "True" },
        { type: unpausedGate, status: "False" },
      ],
    },
  });
}

/** The fields of a DataVolume whose source is not trusted, so that a plan names the ConfigMap of its authorities. */
export function makeRefusedSourceFields(): ObjectFields {
  const conditions = makeBadConditions("x509: certificate signed by unknown authority");
  return { spec: { source: { http: { certConfigMap: worstCaseName } } }, status: { conditions } };
}

/** A Pod that waits for a node and for the claim of {@link makeUnboundClaim}, so that a plan names both kinds. */
export function makeUnscheduledPod(home: string, owner: KubeObject): KubeObject {
  return makeWorstCaseObject(podKind, home, {
    name: `${owner.ref.kind}-${owner.ref.name}`,
    owner,
    spec: { containers: [], volumes: [{ persistentVolumeClaim: { claimName: unboundClaimName } }] },
    status: { phase: "Pending", conditions: [{ type: "PodScheduled", status: "False", reason: "Unschedulable" }] },
  });
}

/** A claim that waits for a volume, so that a plan names the kind of its class. */
export function makeUnboundClaim(home: string): KubeObject {
  return makeWorstCaseObject(persistentVolumeClaims, home, { name: unboundClaimName, status: { phase: "Pending" } });
}

const unboundClaimName = worstCaseName;

/**
 * A Pod that waits on its node until the volume of {@link makeBoundClaim} is mounted, so that a plan names what the CSI
 * driver needs.
 */
export function makeStartingPod(home: string, owner?: KubeObject): KubeObject {
  return makeWorstCaseObject(podKind, home, {
    ...(owner && { name: `${owner.ref.kind}-starting`, owner }),
    spec: {
      nodeName: worstCaseName,
      containers: [{ name: worstCaseName }],
      volumes: [{ persistentVolumeClaim: { claimName: boundClaimName } }],
    },
    status: {
      phase: "Pending",
      containerStatuses: [{ name: worstCaseName, state: { waiting: { reason: "ContainerCreating" } } }],
    },
  });
}

/** The event that the volume of a Pod cannot be attached to its node, so that a plan names the VolumeAttachments. */
export function makeAttachmentFailure(pod: KubeObject): KubeObject {
  return toObject({
    apiVersion: "v1",
    kind: "Event",
    metadata: definedFields({ name: `${pod.ref.name}-event`, namespace: pod.ref.namespace }),
    type: "Warning",
    reason: "FailedAttachVolume",
    message: `Multi-Attach error for volume "${worstCaseName}"`,
    involvedObject: { apiVersion: "v1", ...pod.ref },
  });
}

/** A claim and its volume. */
export function makeBoundClaim(home: string): readonly KubeObject[] {
  return [
    makeWorstCaseObject(persistentVolumeClaims, home, {
      name: boundClaimName,
      spec: { volumeName: worstCaseName },
      status: { phase: "Bound" },
    }),
    makeWorstCaseObject(persistentVolumes, home, { spec: { csi: { driver: worstCaseName } } }),
  ];
}

const boundClaimName = `${worstCaseName}-bound`;

/** The fields by which an object names others: those at the paths of the rows, each with {@link worstCaseName}. */
export function makeNamingFields(rows: readonly NamedKindRow[]): Fields {
  let fields: unknown = {};
  for (const path of rows.flatMap(({ at }) => at)) {
    const steps = parsePath(path) ?? [];
    const isMetadata = steps[0] === "metadata"; // Every object has metadata with its own name.
    if (steps.length > 0 && !isMetadata) fields = addName(fields, steps);
  }
  return toRecord(fields) ?? {};
}

/**
 * Adds {@link worstCaseName} to a value at a path, where `*` is a new item of a list:
 * `status.nodes.*.id` of `{status: {phase: "Failed"}}` -> `{status: {phase: "Failed", nodes: [{id: NAME}]}}`.
 */
function addName(value: unknown, [step, ...stepsBelow]: readonly string[]): unknown {
  if (step === undefined) return worstCaseName;
  if (step === "*") return [...toList(value), addName(undefined, stepsBelow)];
  const fields = toRecord(value) ?? {};
  return { ...fields, [step]: addName(fields[step], stepsBelow) };
}

/** Conditions that report a fault under every type that a plan reads. */
export function makeBadConditions(message: string): readonly object[] {
  return [
    { type: "Available", status: "False", message },
    { type: "Progressing", status: "True", message },
    { type: "Degraded", status: "True", message },
    { type: "Ready", status: "False", message },
  ];
}
