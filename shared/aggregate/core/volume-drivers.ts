import type { KubeObject } from "../../model/object.ts";
import { foundObject, type Query } from "../../model/snapshot.ts";
import { conditionOf } from "../../parse/conditions.ts";
import { listAt, textAt } from "../../parse/json-value.ts";
import { nodeDrivers, persistentVolumes, podKind } from "../../profiles/core-kinds.ts";
import { findObject, type ObjectIndex } from "../snapshot/object-index.ts";
import { listQuery } from "../snapshot/queries.ts";
import type { ObjectHealth } from "./object-health.ts";
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

/** The most volumes of a pod whose drivers are read. */
const maxVolumes = 4;

/**
 * The requests for the CSI drivers that a pod has waited for too long: its PersistentVolumes and the CSINode of its node,
 * then the pods of that node, some of which belong to the drivers.
 */
export function planDriverReads(pod: KubeObject, index: ObjectIndex, takenAt: string): readonly Query[] {
  if (pod.ref.kind !== podKind.kind || !isHeldByVolumes(pod, evaluatePod(pod, takenAt))) return [];
  const node = nodeNameOf(pod);
  const volumes = volumeNamesOf(pod, index).map(
    (name): Query => ({ ...listQuery(persistentVolumes), verb: "get", name }),
  );
  if (volumes.length === 0) return [];
  const registrations: Query = { ...listQuery(nodeDrivers), verb: "get", name: node };
  const podsOnNode: Query = { ...listQuery(podKind), fieldSelector: `spec.nodeName=${node}` };
  return [...volumes, registrations, ...(driversOf(pod, index).length === 0 ? [] : [podsOnNode])];
}

/**
 * The drivers that explain why a pod is not created: not registered on its node, or none of their pods there is ready.
 * Empty where the CSINode was not read.
 */
export function findDriverGaps(pod: KubeObject, health: ObjectHealth, index: ObjectIndex): readonly DriverGap[] {
  if (!isHeldByVolumes(pod, health)) return [];
  const node = nodeNameOf(pod);
  const registrations = findObject(nodeDrivers, { name: node }, index);
  if (registrations === undefined) return [];
  return driversOf(pod, index).flatMap((driver): readonly DriverGap[] => {
    const isRegistered = listAt(registrations.spec, "drivers").some((each) => textAt(each, "name") === driver);
    const pods = index.all(podKind).filter((each) => nodeNameOf(each) === node && isPodOfDriver(each, driver));
    const isReady = pods.some((each) => conditionOf(each, "Ready")?.status === "True");
    if (isReady || (isRegistered && pods.length === 0)) return [];
    return [{ driver, registrations, isRegistered, pods }];
  });
}

/** Whether a pod has a node, and its containers have waited for its volumes or network for too long. */
function isHeldByVolumes(pod: KubeObject, { verdict, trouble }: ObjectHealth): boolean {
  const isHeld = verdict === "degraded" && trouble?.observed?.code === "not-created";
  return isHeld && nodeNameOf(pod) !== "" && waitsForClaims(pod);
}

/** The names of the volumes that the claims of a pod are bound to. */
function volumeNamesOf(pod: KubeObject, index: ObjectIndex): readonly string[] {
  const names = findNeededClaims(pod, index).map((lookup) => textAt(foundObject(lookup)?.spec, "volumeName"));
  return [...new Set(names)].filter((name) => name !== "").slice(0, maxVolumes);
}

/** The CSI drivers of the volumes of a pod that were read. A volume without `spec.csi` needs no driver. */
function driversOf(pod: KubeObject, index: ObjectIndex): readonly string[] {
  const volumes = volumeNamesOf(pod, index).flatMap((name) => findObject(persistentVolumes, { name }, index) ?? []);
  return [...new Set(volumes.map(({ spec }) => textAt(spec, "csi", "driver")))].filter((driver) => driver !== "");
}

/**
 * Whether a pod registers a driver with the kubelet of its node: it mounts the directory of the registrations, and one of
 * its directories, arguments or variables names the driver, such as `/var/lib/kubelet/plugins/rbd.csi.ceph.com/csi.sock`.
 * A pod that itself waits for a claim registers none.
 */
function isPodOfDriver(pod: KubeObject, driver: string): boolean {
  if (waitsForClaims(pod)) return false;
  const directories = listAt(pod.spec, "volumes").map((volume) => textAt(volume, "hostPath", "path"));
  if (!directories.some((path) => registrationDirectory.test(path))) return false;
  const values = listAt(pod.spec, "containers").flatMap((container) => [
    ...listAt(container, "args").map(String),
    ...listAt(container, "command").map(String),
    ...listAt(container, "env").map((each) => textAt(each, "value")),
  ]);
  return [...directories, ...values].some((text) => text.split(/[/=\s,]/).includes(driver));
}

/** The directory in which the kubelet looks for registrations (https://kubernetes.io/docs/reference/node/kubelet-files/). */
const registrationDirectory = /\/plugins_registry\/?$/;

function nodeNameOf({ spec }: KubeObject): string {
  return textAt(spec, "nodeName");
}
