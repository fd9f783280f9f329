import type { Observation } from "../../model/cause/observation.ts";
import type { KubeObject } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import { secondsBetween } from "../../model/time.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { listAt, textAt, valueAt } from "../../parse/json-value.ts";
import { machineInstances, virtualMachines } from "../../profiles/virtual-machines.ts";
import { gracePeriodSeconds } from "../core/object-health.ts";
import { isFaultyPause } from "../core/virtual-machines.ts";
import { listEventsAbout } from "../root-cause/warning-events.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";

// The condition Paused does not name the volume that failed. An event about the instance does, for the hour that it lasts
// (kubevirt/kubevirt pkg/virt-launcher/notify-client/client.go, eventCallback).

/** The node of a virtual machine, or of its instance, with the volume because of which the guest is paused. */
export function addFailedVolume(node: ReportNode, object: KubeObject, index: ObjectIndex): ReportNode {
  const { trouble } = node;
  if (trouble === undefined || trouble.observed !== undefined) return node;
  const volumes = volumesOf(object);
  const pause = conditionsAt(object).conditions.find(isFaultyPause);
  if (volumes === undefined || pause === undefined) return node;
  const observed = findFailedVolume(object, pause.since, volumes, index) ?? listPossibleClaims(volumes);
  return observed === undefined ? node : { ...node, trouble: { ...trouble, observed } };
}

/** The volumes of a virtual machine or an instance; undefined for an object of another kind. */
function volumesOf({ ref, spec }: KubeObject): readonly unknown[] | undefined {
  if (ref.group !== machineInstances.group) return undefined;
  if (ref.kind === machineInstances.kind) return listAt(spec, "volumes");
  return ref.kind === virtualMachines.kind ? listAt(spec, "template", "spec", "volumes") : undefined;
}

/** The volume that the newest event of this pause names. An earlier event is about a pause that ended. */
function findFailedVolume(
  { ref }: KubeObject,
  since: string | undefined,
  volumes: readonly unknown[],
  index: ObjectIndex,
): Observation | undefined {
  const { uid: _, ...place } = ref;
  const about = { ...place, kind: machineInstances.kind };
  const isOfThisPause = (last: string | undefined): boolean =>
    since === undefined || (secondsBetween(last, since) ?? 0) <= gracePeriodSeconds.settling;
  for (const { reason, message, last } of listEventsAbout([about], index)) {
    const { full, volume } = volumeMessage.exec(message)?.groups ?? {};
    if (reason !== "IOerror" || volume === undefined || !isOfThisPause(last)) continue;
    const claim = volumes.filter((each) => valueAt(each, "name") === volume).map(claimOf)[0];
    const found = { code: "paused-by-volume" as const, volume, isFull: full !== undefined };
    return claim === undefined ? found : { ...found, claim };
  }
  return undefined;
}

const volumeMessage = /^VM Paused due to (?:IO error at the|(?<full>not enough space on)) volume: (?<volume>\S+)$/;

/** The claims of the object, which of them failed being unknown. */
function listPossibleClaims(volumes: readonly unknown[]): Observation | undefined {
  const claims = [...new Set(volumes.flatMap((each) => claimOf(each) ?? []))];
  return claims.length === 0 ? undefined : { code: "paused-by-some-volume", claims };
}

/** The claim behind a volume; a DataVolume fills one of its name (kubevirt/kubevirt pkg/storage/types/pvc.go, PVCNameFromVirtVolume). */
function claimOf(volume: unknown): string | undefined {
  const paths = [
    ["persistentVolumeClaim", "claimName"],
    ["dataVolume", "name"],
  ];
  return paths.map((path) => textAt(volume, ...path)).find((name) => name !== "");
}
