import type { KubeObject } from "../../model/object.ts";
import { utc } from "../../model/time.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { at, text } from "../../parse/value.ts";
import { coreWords } from "../../render/words-core.ts";
import { because, type Health, hasLasted, malformed, patience, saidBy, unwell, well } from "./verdicts.ts";

/**
 * A PersistentVolumeClaim by its phase. Pending for long is a fault only where a provisioner was told to bring a volume: a
 * claim whose class waits for the first consumer has none (pv_controller.go, annotation storage-provisioner).
 */
export function volumeClaim(object: KubeObject, takenAt: string): Health {
  const phase = text(at(object.status, ["phase"]));
  const storageClass = text(at(object.spec, ["storageClassName"]));
  const facts = {
    ...(phase === "" ? {} : { phase }),
    ...(storageClass === "" ? {} : { storageClass }),
  };
  switch (phase) {
    case "Bound": {
      const resize = conditionsAt(object).conditions.find(
        ({ type, status }) => status === "True" && type.endsWith("ResizeError"),
      );
      return resize === undefined ? well(facts) : unwell("degraded", saidBy(resize), facts);
    }
    case "Lost":
      return unwell("degraded", because("Lost", coreWords.claimLost), facts);
    case "Pending": {
      const isAskedFor = provisioner.some((name) => object.annotations.has(name));
      const isLate = isAskedFor && hasLasted(object.createdAt, takenAt, patience.provisioning);
      const trouble = because("Pending", coreWords.claimPendingFor(storageClass), object.createdAt);
      return unwell(isLate ? "degraded" : "progressing", trouble, facts);
    }
    default:
      return malformed("phase", facts);
  }
}

const provisioner: readonly string[] = [
  "volume.kubernetes.io/storage-provisioner",
  "volume.beta.kubernetes.io/storage-provisioner",
];

/** A PersistentVolume by its phase; one that is Released waits for a person, as its policy says. */
export function volume({ status }: KubeObject): Health {
  const [phase = "", reason = "", message = ""] = ["phase", "reason", "message"].map((name) =>
    text(at(status, [name])),
  );
  const since = utc(at(status, ["lastPhaseTransitionTime"]));
  switch (phase) {
    case "Available":
    case "Bound":
    case "Released":
      return well({ phase });
    case "Pending":
      return unwell("progressing", because(phase, message || coreWords.phase(phase), since), { phase });
    case "Failed":
      return unwell("degraded", because(reason || phase, message || coreWords.volumeFailed, since), { phase });
    default:
      return malformed("phase");
  }
}

/** A VolumeSnapshot or its content (external-snapshotter, client/apis/volumesnapshot/v1 types.go). */
export function snapshotContent({ status }: KubeObject): Health {
  const error = at(status, ["error"]);
  if (error !== undefined && error !== null) {
    const message = text(at(error, ["message"]));
    return unwell("degraded", because("SnapshotFailed", message, utc(at(error, ["time"]))));
  }
  if (at(status, ["readyToUse"]) === true) return well();
  return unwell("progressing", because("NotReadyToUse", coreWords.notReadyToUse));
}
