import { definedFields } from "../model/defined-fields.ts";
import type { Kind } from "../model/kind.ts";
import type { KubeObject } from "../model/object.ts";
import type { NamedKindRow } from "../model/profile.ts";
import { toRecord } from "../parse/json-value.ts";
import { toObject } from "../parse/kube-object.ts";
import { parsePath } from "../parse/value-paths.ts";
import { nodeKind, persistentVolumeClaims, persistentVolumes, podKind } from "../profiles/core-kinds.ts";
import { machineAnnotations } from "../profiles/remediation.ts";
import { machineInstances, virtualMachines } from "../profiles/virtual-machines.ts";

// Objects of no real cluster. With them a reading plan names every query that it may ever name.

/** The namespace of the objects, where the user names none. */
export const worstCaseHome = "worst-case";

/** Another namespace, which objects of the first refer to. */
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

/** A Pod that waits for a node and for a claim, so that a plan names both kinds. */
export function makeWaitingPod(home: string, owner: KubeObject): KubeObject {
  return makeWorstCaseObject(podKind, home, {
    name: `${owner.ref.kind}-${owner.ref.name}`,
    owner,
    spec: { containers: [], volumes: [{ persistentVolumeClaim: { claimName: worstCaseName } }] },
    status: { phase: "Pending", conditions: [{ type: "PodScheduled", status: "False", reason: "Unschedulable" }] },
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

/** The fields of a DataVolume whose source is not trusted, so that a plan names the ConfigMap of its authorities. */
export function makeRefusedSourceFields(): ObjectFields {
  const conditions = makeBadConditions("x509: certificate signed by unknown authority");
  return { spec: { source: { http: { certConfigMap: worstCaseName } } }, status: { conditions } };
}

/** The claim that {@link makeWaitingPod} waits for, without a volume, so that a plan names the kind of its class. */
export function makeWaitingClaim(home: string): KubeObject {
  return makeWorstCaseObject(persistentVolumeClaims, home, { status: { phase: "Pending" } });
}

/** The name of a claim with a volume. */
const boundClaimName = `${worstCaseName}-bound`;

/** A Pod that waits on its node for a volume to be mounted, so that a plan names what the CSI driver needs. */
export function makeHeldPod(home: string, owner?: KubeObject): KubeObject {
  return makeWorstCaseObject(podKind, home, {
    ...(owner && { name: `${owner.ref.kind}-held`, owner }),
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

/** The claim and the volume that {@link makeHeldPod} waits for. */
export function makeBoundVolume(home: string): readonly KubeObject[] {
  return [
    makeWorstCaseObject(persistentVolumeClaims, home, {
      name: boundClaimName,
      spec: { volumeName: worstCaseName },
      status: { phase: "Bound" },
    }),
    makeWorstCaseObject(persistentVolumes, home, { spec: { csi: { driver: worstCaseName } } }),
  ];
}

/** The fields at which an object names others of these kinds: `status.nodeName` -> `{status: {nodeName: NAME}}`. */
export function makeNamingFields(rows: readonly NamedKindRow[]): Readonly<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  for (const path of rows.flatMap(({ at }) => at)) {
    const [topField = "", ...stepsBelow] = parsePath(path) ?? [];
    // Every object has metadata with a name.
    if (topField === "metadata") continue;
    fields[topField] = joinFields(fields[topField], makeFieldsAt(stepsBelow));
  }
  return fields;
}

/** The name at the end of a path, with `*` for an item of a list: `["a", "*"]` -> `{a: [NAME]}`. */
function makeFieldsAt([step, ...stepsBelow]: readonly string[]): unknown {
  if (step === undefined) return worstCaseName;
  const below = makeFieldsAt(stepsBelow);
  return step === "*" ? [below] : { [step]: below };
}

/** Both values in one: the items of both lists, the fields of both mappings, otherwise the second value. */
function joinFields(first: unknown, second: unknown): unknown {
  if (Array.isArray(first) && Array.isArray(second)) return [...first, ...second];
  const firstFields = toRecord(first);
  const secondFields = toRecord(second);
  if (firstFields === undefined || secondFields === undefined) return second;
  const joined: Record<string, unknown> = { ...firstFields };
  for (const [key, value] of Object.entries(secondFields)) {
    joined[key] = key in firstFields ? joinFields(firstFields[key], value) : value;
  }
  return joined;
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
