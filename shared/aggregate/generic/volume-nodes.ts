import { isSameKind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import type { Query } from "../../model/snapshot.ts";
import { conditionOf } from "../../parse/conditions.ts";
import { listAt, textAt } from "../../parse/json-value.ts";
import { isSelectableLabel } from "../../parse/label-selector.ts";
import { nodeKind, persistentVolumeClaims, persistentVolumes } from "../../profiles/core-kinds.ts";
import { machineInstances, virtualMachines } from "../../profiles/virtual-machines.ts";
import { isCordoned } from "../core/cluster-kinds.ts";
import { findObject, type ObjectIndex } from "../snapshot/object-index.ts";
import { listQuery, queryRequested } from "../snapshot/queries.ts";
import { listClaimNames, listVolumes } from "./machine-parts.ts";

// A local volume is on one node, and so is the guest that needs it (https://kubernetes.io/docs/concepts/storage/volumes/#local).
// The scheduler says only how many nodes do not fit.

/** What the scheduler reports of nodes without a volume, by release (kubernetes/kubernetes pkg/scheduler/framework/plugins). */
const volumeElsewhere = /node\(s\) (?:didn't match PersistentVolume's node affinity|had volume node affinity conflict)/;

/**
 * The label of a node by which volumes are bound to it. Its value is the name of the host, which on some clouds is not that
 * of the Node (https://kubernetes.io/docs/reference/labels-annotations-taints/#kubernetesiohostname).
 */
const hostname = "kubernetes.io/hostname";

/** The most claims of a guest whose volumes are read. Each is a request. */
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
  const claims = listClaims(object, index, maxVolumes);
  const volumes = claims.map(({ spec }) => textAt(spec, "volumeName")).filter((name) => name !== "");
  const hosts = listLocalVolumes(claims, index).flatMap((volume) => volume.hosts);
  const selectable = [...new Set(hosts)].filter((host) => isSelectableLabel(hostname, host));
  return [
    ...volumes.map((name) => queryRequested({ kind: persistentVolumes, name })),
    ...selectable.map((host) => ({ ...listQuery(nodeKind), labelSelector: `${hostname}=${host}` })),
  ];
}

/**
 * Adds to the node of a guest that no node takes the volume that is on a node which takes no pods. Any other node is returned
 * unchanged.
 */
export function addVolumeNode(node: ReportNode, object: KubeObject, index: ObjectIndex): ReportNode {
  const { trouble } = node;
  if (trouble === undefined || trouble.observed !== undefined || !isKeptByVolume(object)) return node;
  for (const { claim, volume, hosts } of listLocalVolumes(listClaims(object, index), index)) {
    const closed = hosts.map((host) => findClosedNode(host, index));
    const [first] = closed;
    if (first === undefined || closed.includes(undefined)) continue;
    return { ...node, trouble: { ...trouble, observed: { code: "volume-on-node", claim, volume, ...first } } };
  }
  return node;
}

function isKeptByVolume(object: KubeObject): boolean {
  const scheduled = isGuest(object) ? conditionOf(object, "PodScheduled") : undefined;
  return scheduled?.status === "False" && volumeElsewhere.test(scheduled.message);
}

function isGuest({ ref }: KubeObject): boolean {
  return isSameKind(ref, virtualMachines) || isSameKind(ref, machineInstances);
}

/** The volumes of claims that are bound to nodes, as far as they were read. */
function listLocalVolumes(claims: readonly KubeObject[], index: ObjectIndex): readonly LocalVolume[] {
  return claims.flatMap(({ ref, spec }): readonly LocalVolume[] => {
    const volume = textAt(spec, "volumeName");
    const hosts = listHosts(findObject(persistentVolumes, { name: volume }, index));
    return hosts.length === 0 ? [] : [{ claim: ref.name, volume, hosts }];
  });
}

/** The first claims of a guest, at most `most`, as far as they were read. */
function listClaims(guest: KubeObject, index: ObjectIndex, most?: number): readonly KubeObject[] {
  const names = listClaimNames(listVolumes(guest) ?? []).slice(0, most);
  return names.flatMap((name) => findObject(persistentVolumeClaims, { ...guest.ref, name }, index) ?? []);
}

/** The hosts that a volume is bound to. Empty if one of its terms names no host: other nodes may then have the volume too. */
function listHosts(volume: KubeObject | undefined): readonly string[] {
  const terms = listAt(volume?.spec, "nodeAffinity", "required", "nodeSelectorTerms");
  const hostsByTerm = terms.map((term) =>
    listAt(term, "matchExpressions")
      .filter((each) => textAt(each, "key") === hostname && textAt(each, "operator") === "In")
      .flatMap((each) => listAt(each, "values").map(String)),
  );
  return hostsByTerm.some((hosts) => hosts.length === 0) ? [] : hostsByTerm.flat();
}

/**
 * The node of a host that takes no pods, and why. Undefined for one that takes pods, one whose condition Ready is not known,
 * and one that was not read.
 */
function findClosedNode(
  host: string,
  index: ObjectIndex,
): { readonly node: string; readonly state: "cordoned" | "not-ready" } | undefined {
  const found = index.all(nodeKind).find(({ labels }) => labels.get(hostname) === host);
  if (found === undefined) return undefined;
  const node = found.ref.name;
  if (isCordoned(found)) return { node, state: "cordoned" };
  const ready = conditionOf(found, "Ready");
  return ready === undefined || ready.status === "True" ? undefined : { node, state: "not-ready" };
}
