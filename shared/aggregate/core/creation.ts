import { conditionOf } from "../../model/condition.ts";
import type { KubeObject } from "../../model/object.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { at, list, text } from "../../parse/value.ts";
import { coreWords } from "../../render/words-core.ts";
import { because, type Facts, type Health, hasLasted, patience, unwell } from "./verdicts.ts";

/**
 * A waiting reason that is a failure: ImagePullBackOff, ErrImagePull, InvalidImageName, CreateContainerConfigError,
 * RunContainerError, CrashLoopBackOff and their kin (kubelet, images/types.go and container/sync_result.go; Argo CD takes the
 * same shapes), and not ContainerCreating or PodInitializing.
 */
export function failingToStart(reason: string): boolean {
  return /^(Err|Invalid)|(Error|BackOff|Unavailable|Failed|Failure)$/.test(reason);
}

/**
 * A waiting reason of a container that has been started and fails: CrashLoopBackOff, RunContainerError, PostStartHookError,
 * PreStartHookError (kubelet, container/sync_result.go). How it ended last belongs to it.
 */
export function runsAndFails(reason: string): boolean {
  return /^(CrashLoopBackOff|RunContainerError|P(ost|re)StartHookError)$/.test(reason);
}

/**
 * A container that is being created: for long only where a volume, the network or the image does not come. Condition
 * PodReadyToStartContainers (1.29) tells volumes and network from the image.
 */
export function creationHealth(
  reason: string,
  message: string,
  since: string | undefined,
  pod: KubeObject,
  facts: Facts,
  takenAt: string,
): Health {
  const word = reason === "" ? "ContainerCreating" : reason;
  if (!hasLasted(since, takenAt, patience.creating)) {
    return unwell("progressing", because(word, message || coreWords.creating, since), facts);
  }
  const isSandboxReady = conditionOf(conditionsAt(pod).conditions, "PodReadyToStartContainers")?.status === "True";
  const words = isSandboxReady ? coreWords.pullingLong : coreWords.creatingLong(volumesOf(pod));
  return unwell("degraded", because(word, message || words, since), facts);
}

/** What of a pod's volumes somebody else has to bring: `claim data`, `secret token`, `config map settings`. */
function volumesOf({ spec }: KubeObject): readonly string[] {
  return list(at(spec, ["volumes"])).flatMap((volume) => {
    for (const [path, kind] of sources) {
      const name = text(at(volume, path));
      if (name !== "") return [`${kind} ${name}`];
    }
    return [];
  });
}

const sources: readonly (readonly [path: readonly string[], kind: string])[] = [
  [["persistentVolumeClaim", "claimName"], "PersistentVolumeClaim"],
  [["secret", "secretName"], "Secret"],
  [["configMap", "name"], "ConfigMap"],
  [["csi", "driver"], "CSI"],
  [["hostPath", "path"], "path"],
];
