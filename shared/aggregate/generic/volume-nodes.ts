import { isSameKind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import type { Query } from "../../model/snapshot.ts";
import { conditionOf } from "../../parse/conditions.ts";
import { listAt, textAt, valueAt } from "../../parse/json-value.ts";
import { nodeKind, persistentVolumeClaims, persistentVolumes } from "../../profiles/core-kinds.ts";
import { machineInstances, virtualMachines } from "../../profiles/virtual-machines.ts";
import { findObject, type ObjectIndex } from "../snapshot/object-index.ts";
import { queryRequested } from "../snapshot/queries.ts";

// A local volume is on one node, and so is the guest that needs it (https://kubernetes.io/docs/concepts/storage/volumes/#local).
// The scheduler says only how many nodes do not fit.

/** What the scheduler says of nodes that do not have a volume, by release (kubernetes/kubernetes pkg/scheduler/framework/plugins). */
const volumeElsewhere = /node\(s\) (?:didn't match PersistentVolume's node affinity|had volume node affinity conflict)/;

/** The label with the name of a node that volumes are bound by. */
const hostname = "kubernetes.io/hostname";

/** The most volumes of a guest that are read. Each is a request. */
const maxVolumes = 4;

/** A volume that is bound to nodes. */
interface LocalVolume {
  readonly claim: string;
  readonly volume: string;
  readonly hosts: readonly string[];
}

/** The requests for the volumes of a guest that no node takes because of a volume, and for the nodes that these are on. */
export function planVolumeNodeReads(object: KubeObject, index: ObjectIndex): readonly Query[] {
  if (!isKeptByVolume(object)) return [];
  const volumes = listClaims(object, index).map(({ spec }) => textAt(spec, "volumeName"));
  const hosts = listLocalVolumes(object, index).flatMap((volume) => volume.hosts);
  return [
    ...volumes.filter((name) => name !== "").map((name) => queryRequested({ kind: persistentVolumes, name })),
    ...[...new Set(hosts)].map((name) => queryRequested({ kind: nodeKind, name })),
  ];
}

/**
 * Adds to the node of a guest that no node takes the volume that is on a node which takes no pods. Any other node is returned
 * unchanged.
 */
export function addVolumeNode(node: ReportNode, object: KubeObject, index: ObjectIndex): ReportNode {
  const { trouble } = node;
  if (trouble === undefined || trouble.observed !== undefined || !isKeptByVolume(object)) return node;
  for (const { claim, volume, hosts } of listLocalVolumes(object, index)) {
    const [host = ""] = hosts;
    const states = hosts.map((name) => readNodeState(name, index));
    const [state] = states;
    if (state === undefined || states.includes(undefined)) continue;
    return { ...node, trouble: { ...trouble, observed: { code: "volume-on-node", claim, volume, node: host, state } } };
  }
  return node;
}

function isKeptByVolume(object: KubeObject): boolean {
  const isGuest = [virtualMachines, machineInstances].some((kind) => isSameKind(kind, object.ref));
  const scheduled = isGuest ? conditionOf(object, "PodScheduled") : undefined;
  return scheduled?.status === "False" && volumeElsewhere.test(scheduled.message);
}

/** The volumes of a guest that are bound to nodes, as far as they were read. */
function listLocalVolumes(object: KubeObject, index: ObjectIndex): readonly LocalVolume[] {
  return listClaims(object, index).flatMap(({ ref, spec }): readonly LocalVolume[] => {
    const volume = textAt(spec, "volumeName");
    const hosts = listHosts(findObject(persistentVolumes, { name: volume }, index));
    return hosts.length === 0 ? [] : [{ claim: ref.name, volume, hosts }];
  });
}

function listClaims({ ref, spec }: KubeObject, index: ObjectIndex): readonly KubeObject[] {
  const path = isSameKind(ref, virtualMachines) ? ["template", "spec", "volumes"] : ["volumes"];
  const names = listAt(spec, ...path).map(
    (volume) => textAt(volume, "persistentVolumeClaim", "claimName") || textAt(volume, "dataVolume", "name"),
  );
  const claims = [...new Set(names)].filter((name) => name !== "").slice(0, maxVolumes);
  return claims.flatMap((name) => findObject(persistentVolumeClaims, { ...ref, name }, index) ?? []);
}

/** The hosts that a volume is bound to. Empty for one that is bound by other labels too. */
function listHosts(volume: KubeObject | undefined): readonly string[] {
  const terms = listAt(volume?.spec, "nodeAffinity", "required", "nodeSelectorTerms");
  const hostsByTerm = terms.map((term) =>
    listAt(term, "matchExpressions")
      .filter((each) => textAt(each, "key") === hostname && textAt(each, "operator") === "In")
      .flatMap((each) => listAt(each, "values").map(String)),
  );
  return hostsByTerm.some((hosts) => hosts.length === 0) ? [] : hostsByTerm.flat();
}

/** Why a node takes no pods. Undefined for one that takes pods, and for one that was not read. */
function readNodeState(host: string, index: ObjectIndex): "cordoned" | "not-ready" | undefined {
  const node =
    index.all(nodeKind).find(({ labels }) => labels.get(hostname) === host) ??
    findObject(nodeKind, { name: host }, index);
  if (node === undefined) return undefined;
  if (valueAt(node.spec, "unschedulable") === true) return "cordoned";
  return conditionOf(node, "Ready")?.status === "True" ? undefined : "not-ready";
}
