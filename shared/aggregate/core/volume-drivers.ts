import type { KubeObject } from "../../model/object.ts";
import { foundObject, type Query } from "../../model/snapshot.ts";
import { conditionOf } from "../../parse/conditions.ts";
import { type Fields, listAt, recordAt, textAt } from "../../parse/json-value.ts";
import { nodeDrivers, persistentVolumes, podKind } from "../../profiles/core-kinds.ts";
import { memoizeByIndex } from "../snapshot/memoize-by-index.ts";
import { findObject, type ObjectIndex } from "../snapshot/object-index.ts";
import { listQuery, queryRequested } from "../snapshot/queries.ts";
import { listDriverDirectories } from "../snapshot/unread-fields.ts";
import { findNewestEvent } from "../snapshot/warning-events.ts";
import type { ObjectHealth } from "./object-health.ts";
import { isCreationLate } from "./pod-creation.ts";
import { findNeededClaims, waitsForClaims } from "./pod-requirements.ts";
import { evaluatePod } from "./pods.ts";

// The kubelet mounts a CSI volume through a pod of its driver on the same node. A sidecar of that pod registers the driver
// with the kubelet, which lists it in the CSINode of the node (https://kubernetes-csi.github.io/docs/node-driver-registrar.html,
// https://kubernetes-csi.github.io/docs/csi-node-object.html).

/** A CSI driver that a pod needs and that cannot mount its volumes on the node of the pod. */
export interface DriverGap {
  readonly driver: string;
  /** The CSINode of the node, which lists the registered drivers. */
  readonly registrations: KubeObject;
  readonly isRegistered: boolean;
  /** The pods of the driver on the node, none of which is ready. */
  readonly pods: readonly KubeObject[];
}

/** The most volumes of a pod whose drivers are read. Each volume is a request. */
const maxVolumes = 4;

/**
 * The requests for the CSI drivers of a pod that has waited for its volumes too long: the PersistentVolumes and the CSINode
 * of its node first. Once the volumes were read and name drivers, the pods of that node, some of which belong to the drivers.
 */
export function planDriverReads(pod: KubeObject, index: ObjectIndex, takenAt: string): readonly Query[] {
  if (pod.ref.kind !== podKind.kind || !waitsTooLongForVolumes(pod, evaluatePod(pod, takenAt))) return [];
  const queries = listVolumeNames(pod, index).map((name) => queryRequested({ kind: persistentVolumes, name }));
  if (queries.length === 0) return [];
  const nodeName = readNodeName(pod);
  queries.push(queryRequested({ kind: nodeDrivers, name: nodeName }));
  if (listDrivers(pod, index).length > 0) {
    queries.push({ ...listQuery(podKind), fieldSelector: `spec.nodeName=${nodeName}` });
  }
  return queries;
}

/**
 * The drivers that explain why the containers of a pod are not created: those that are not registered on its node, and those
 * of which no pod there is ready. Empty where the CSINode was not read.
 */
export function findDriverGaps(pod: KubeObject, health: ObjectHealth, index: ObjectIndex): readonly DriverGap[] {
  const nodeName = readNodeName(pod);
  if (!isCreationLate(health) || nodeName === "") return [];
  const registrations = findObject(nodeDrivers, { name: nodeName }, index);
  if (registrations === undefined) return [];
  const podsOnNode = groupPodsByNode(index).get(nodeName) ?? [];
  const registeredDrivers = listAt(registrations.spec, "drivers").map((each) => textAt(each, "name"));
  const drivers = [...(waitsForClaims(pod) ? listDrivers(pod, index) : []), ...listReportedDrivers(pod, index)];
  return [...new Set(drivers)].flatMap((driver): readonly DriverGap[] => {
    const isRegistered = registeredDrivers.includes(driver);
    const pods = podsOnNode.filter((each) => isPodOfDriver(each, driver));
    const hasReadyPod = pods.some((each) => conditionOf(each, "Ready")?.status === "True");
    // The pods of a registered driver may only not have been recognized.
    if (hasReadyPod || (isRegistered && pods.length === 0)) return [];
    return [{ driver, registrations, isRegistered, pods }];
  });
}

/** The pods by the name of their node. Computed once, because thousands of pods may wait for their volumes. */
const groupPodsByNode = memoizeByIndex(
  (index: ObjectIndex): ReadonlyMap<string, readonly KubeObject[]> => Map.groupBy(index.all(podKind), readNodeName),
);

/** Whether a pod with claims has a node, and its containers have waited for its volumes or network for too long. */
function waitsTooLongForVolumes(pod: KubeObject, health: ObjectHealth): boolean {
  return isCreationLate(health) && readNodeName(pod) !== "" && waitsForClaims(pod);
}

/** What the kubelet writes about a driver that its node lacks (kubernetes/kubernetes pkg/volume/csi/csi_client.go). */
const unregisteredDriver = /driver name (\S+) not found in the list of registered CSI drivers/;

/** The driver that the newest event about a pod says is not registered. The volumes may not have been read. */
function listReportedDrivers(pod: KubeObject, index: ObjectIndex): readonly string[] {
  const message = findNewestEvent(index, pod)?.message ?? "";
  return unregisteredDriver.exec(message)?.slice(1) ?? [];
}

/** The DaemonSets whose pods register a driver, as far as they were read. */
export function listDriverDaemonSets(driver: string, index: ObjectIndex): readonly KubeObject[] {
  const daemonSets = index.all({ group: "apps", kind: "DaemonSet" });
  return daemonSets.filter(({ spec }) => registersDriver(recordAt(spec, "template") ?? {}, driver));
}

/** The names of the volumes that the claims of a pod are bound to. */
function listVolumeNames(pod: KubeObject, index: ObjectIndex): readonly string[] {
  const names = findNeededClaims(pod, index).map((lookup) => textAt(foundObject(lookup)?.spec, "volumeName"));
  return [...new Set(names)].filter((name) => name !== "").slice(0, maxVolumes);
}

/** The CSI drivers of those volumes of a pod that were read. A volume without `spec.csi` needs no driver. */
function listDrivers(pod: KubeObject, index: ObjectIndex): readonly string[] {
  const volumes = listVolumeNames(pod, index).flatMap((name) => findObject(persistentVolumes, { name }, index) ?? []);
  return [...new Set(volumes.map(({ spec }) => textAt(spec, "csi", "driver")))].filter((driver) => driver !== "");
}

/**
 * Whether a pod registers a driver with the kubelet of its node: it mounts the directory of the registrations, and one of
 * its directories, arguments or variables names the driver, such as `/var/lib/kubelet/plugins/rbd.csi.ceph.com/csi.sock`.
 * A pod that itself waits for a claim registers none.
 */
function isPodOfDriver(pod: KubeObject, driver: string): boolean {
  return registersDriver(pod.raw, driver) && !waitsForClaims(pod);
}

/** @param pod a pod, or the template of one */
function registersDriver(pod: Fields, driver: string): boolean {
  const directories = listDriverDirectories(pod);
  if (directories.length === 0) return false;
  const values = listAt(pod, "spec", "containers").flatMap((container) => [
    ...listAt(container, "args").map(String),
    ...listAt(container, "command").map(String),
    ...listAt(container, "env").map((each) => textAt(each, "value")),
  ]);
  return [...directories, ...values].some((text) => text.split(/[/=\s,]/).includes(driver));
}

function readNodeName({ spec }: KubeObject): string {
  return textAt(spec, "nodeName");
}
