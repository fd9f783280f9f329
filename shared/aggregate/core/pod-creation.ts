import type { Observation, ObservedVolume } from "../../model/cause/observation.ts";
import type { KubeObject } from "../../model/object.ts";
import { conditionOf } from "../../parse/conditions.ts";
import { listAt, textAt } from "../../parse/json-value.ts";
import { cannotPullReasons, failedRunReason, failedStartReason } from "../../tables/kubernetes-words.ts";
import {
  gracePeriodSeconds,
  hasLasted,
  makeTrouble,
  type NodeFacts,
  type ObjectHealth,
  unhealthyObject,
} from "./object-health.ts";

/**
 * Whether a waiting reason is a failure: ImagePullBackOff, ErrImagePull, InvalidImageName, CreateContainerConfigError,
 * RunContainerError, CrashLoopBackOff and similar. The reasons come from the kubelet (images/types.go and
 * container/sync_result.go); Argo CD matches the same patterns. ContainerCreating and PodInitializing are not failures.
 */
export function isFailedStartReason(reason: string): boolean {
  return failedStartReason.test(reason);
}

/**
 * Whether a waiting reason belongs to a container that was started and failed: CrashLoopBackOff, RunContainerError,
 * PostStartHookError or PreStartHookError (kubelet, container/sync_result.go). The last exit is then part of the cause.
 */
export function isFailedRunReason(reason: string): boolean {
  return failedRunReason.test(reason);
}

/** Whether a waiting reason says that the image cannot be used (kubelet, images/types.go). */
export function isPullFailureReason(reason: string): boolean {
  return cannotPullReasons.has(reason);
}

/**
 * The health of a container that is being created: progressing, and degraded after five minutes. So long takes only a
 * volume, the network or the image. Condition PodReadyToStartContainers (Kubernetes 1.29) says which: while it is not True,
 * a volume or the network is missing, otherwise the image.
 */
export function evaluateCreation(
  reason: string,
  message: string,
  since: string | undefined,
  pod: KubeObject,
  facts: NodeFacts,
  takenAt: string,
): ObjectHealth {
  const shownReason = reason || "ContainerCreating";
  if (!hasLasted(since, takenAt, gracePeriodSeconds.creating)) {
    return unhealthyObject("progressing", makeTrouble(shownReason, message || { code: "creating" }, since), facts);
  }
  const isSandboxReady = conditionOf(pod, "PodReadyToStartContainers")?.status === "True";
  const observed: Observation = isSandboxReady
    ? { code: "pulling-image" }
    : { code: "not-created", volumes: listVolumeSources(pod) };
  return unhealthyObject("degraded", makeTrouble(shownReason, message || observed, since), facts);
}

/** Whether the containers of a pod have waited for a volume or the network too long, as {@link evaluateCreation} found. */
export function isCreationLate({ verdict, trouble }: ObjectHealth): boolean {
  return verdict === "degraded" && trouble?.observed?.code === "not-created";
}

/** The field in which a volume names its source, for each type of source (core/v1 types.go, VolumeSource). */
const volumeSourcePaths: readonly (readonly [path: readonly string[], source: ObservedVolume["source"]])[] = [
  [["persistentVolumeClaim", "claimName"], "PersistentVolumeClaim"],
  [["secret", "secretName"], "Secret"],
  [["configMap", "name"], "ConfigMap"],
  [["csi", "driver"], "csi"],
  [["hostPath", "path"], "hostPath"],
];

/** The volume sources that a pod depends on, one for each volume: `[{ source: "Secret", name: "tls" }]`. */
function listVolumeSources({ spec }: KubeObject): readonly ObservedVolume[] {
  return listAt(spec, "volumes").flatMap((volume) => {
    const sources = volumeSourcePaths.map(([path, source]) => ({ source, name: textAt(volume, ...path) }));
    return sources.find(({ name }) => name !== "") ?? [];
  });
}
