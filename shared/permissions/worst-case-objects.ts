import type { Kind } from "../model/kind.ts";
import type { KubeObject } from "../model/object.ts";
import { toObject } from "../parse/kube-object.ts";
import { podKind } from "../profiles/core-kinds.ts";

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
  readonly spec?: object;
  readonly status?: object;
  readonly webhooks?: readonly object[];
}

/** An object of a kind, in its first version, and in the namespace `home` where the kind is namespaced. */
export function worstCaseObject(
  { group, kind, versions: [version = "v1"], namespaced }: Kind,
  home: string,
  { name = worstCaseName, owner, ...fields }: ObjectFields = {},
): KubeObject {
  const owners = owner && [
    { apiVersion: owner.raw["apiVersion"], kind: owner.ref.kind, name: owner.ref.name, controller: true },
  ];
  return toObject({
    apiVersion: group === "" ? version : `${group}/${version}`,
    kind,
    metadata: { name, ...(namespaced && { namespace: home }), ...(owners && { ownerReferences: owners }) },
    ...fields,
  });
}

/** A Pod that waits for a node and for a claim, so that a plan names both kinds. */
export function waitingPod(home: string, owner: KubeObject): KubeObject {
  return worstCaseObject(podKind, home, {
    name: `${owner.ref.kind}-${owner.ref.name}`,
    owner,
    spec: { containers: [], volumes: [{ persistentVolumeClaim: { claimName: worstCaseName } }] },
    status: { phase: "Pending", conditions: [{ type: "PodScheduled", status: "False", reason: "Unschedulable" }] },
  });
}

/** Conditions that report a fault under every type that a plan reads. */
export function badConditions(message: string): readonly object[] {
  return [
    { type: "Available", status: "False", message },
    { type: "Progressing", status: "True", message },
    { type: "Degraded", status: "True", message },
    { type: "Ready", status: "False", message },
  ];
}
