import { definedFields } from "../../model/defined-fields.ts";
import type { KubeObject } from "../../model/object.ts";
import { normalizeUtc } from "../../model/time.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { listAt, textAt, valueAt } from "../../parse/json-value.ts";
import { persistentVolumeClaims } from "../../profiles/core-kinds.ts";
import {
  filledFacts,
  gracePeriodSeconds,
  hasLasted,
  healthyObject,
  makeTrouble,
  malformedField,
  type ObjectHealth,
  troubleFromCondition,
  unhealthyObject,
} from "./object-health.ts";

/** The annotations by which a controller requests a volume from a provisioner. */
const provisionerAnnotations: readonly string[] = [
  "volume.kubernetes.io/storage-provisioner",
  "volume.beta.kubernetes.io/storage-provisioner",
];

/**
 * The health of a PersistentVolumeClaim by its phase. A claim that is Pending for long is degraded only if a volume was
 * requested from a provisioner. While its class waits for the first consumer, none is requested (pv_controller.go).
 */
export function evaluateVolumeClaim(object: KubeObject, takenAt: string): ObjectHealth {
  const phase = textAt(object.status, "phase");
  const storageClass = textAt(object.spec, "storageClassName");
  const facts = filledFacts({ phase, storageClass });
  switch (phase) {
    case "Bound": {
      const resizeError = conditionsAt(object).conditions.find(
        ({ type, status }) => status === "True" && type.endsWith("ResizeError"),
      );
      if (resizeError !== undefined) return unhealthyObject("degraded", troubleFromCondition(resizeError), facts);
      if (!isBeingFilled(object)) return healthyObject(facts);
      return unhealthyObject("progressing", makeTrouble("Bound", { code: "claim-being-filled" }), facts);
    }
    case "Lost":
      return unhealthyObject("degraded", makeTrouble("Lost", { code: "claim-lost" }), facts);
    case "Pending": {
      const isRequested = provisionerAnnotations.some((name) => object.annotations.has(name));
      const isLate = isRequested && hasLasted(object.createdAt, takenAt, gracePeriodSeconds.provisioning);
      const observed = {
        code: "claim-not-bound",
        ...definedFields({ storageClass: storageClass || undefined }),
      } as const;
      const trouble = makeTrouble("Pending", observed, object.createdAt);
      return unhealthyObject(isLate ? "degraded" : "progressing", trouble, facts);
    }
    case "Terminating": {
      // kubectl describe prints this in place of the phase.
      const observed = { code: "deletion-waits", finalizers: object.finalizers } as const;
      return unhealthyObject("unknown", makeTrouble(phase, observed), facts);
    }
    default:
      return malformedField("phase", facts);
  }
}

/**
 * Whether a pod of CDI fills the volume (containerized-data-importer pkg/controller/common/util.go, AnnPodPhase). Before the
 * pod has a phase, the claim may be the temporary one of a populator: the claim that it fills owns it, and gives it its uid
 * as a name (pkg/controller/populators/populator-base.go, createPVCPrime): `prime-0f3a…`.
 */
function isBeingFilled({ annotations, ref, raw }: KubeObject): boolean {
  const podPhase = annotations.get("cdi.kubevirt.io/storage.pod.phase");
  if (podPhase !== undefined) return podPhase !== "Succeeded";
  return listAt(raw, "metadata", "ownerReferences").some(
    (owner) => textAt(owner, "kind") === persistentVolumeClaims.kind && ref.name === `prime-${textAt(owner, "uid")}`,
  );
}

/** The health of a PersistentVolume by its phase. Released is healthy: its reclaim policy leaves it to the user. */
export function evaluateVolume({ status }: KubeObject): ObjectHealth {
  const phase = textAt(status, "phase");
  const reason = textAt(status, "reason");
  const message = textAt(status, "message");
  const since = normalizeUtc(valueAt(status, "lastPhaseTransitionTime"));
  switch (phase) {
    case "Available":
    case "Bound":
    case "Released":
      return healthyObject({ phase });
    case "Pending":
      return unhealthyObject("progressing", makeTrouble(phase, message || { code: "phase", phase }, since), { phase });
    case "Failed": {
      const trouble = makeTrouble(reason || phase, message || { code: "reclamation-failed" }, since);
      return unhealthyObject("degraded", trouble, { phase });
    }
    default:
      return malformedField("phase");
  }
}

/** The health of a VolumeSnapshot or its content (external-snapshotter, client/apis/volumesnapshot/v1 types.go). */
export function evaluateVolumeSnapshot({ status }: KubeObject): ObjectHealth {
  const error = valueAt(status, "error");
  if (error !== undefined && error !== null) {
    const message = textAt(error, "message");
    return unhealthyObject("degraded", makeTrouble("SnapshotFailed", message, normalizeUtc(valueAt(error, "time"))));
  }
  if (valueAt(status, "readyToUse") === true) return healthyObject();
  return unhealthyObject("progressing", makeTrouble("NotReadyToUse", { code: "snapshot-not-ready" }));
}
