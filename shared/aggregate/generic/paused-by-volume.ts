import type { Observation } from "../../model/cause/observation.ts";
import { definedFields } from "../../model/defined-fields.ts";
import type { KubeObject } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import { secondsBetween } from "../../model/time.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { valueAt } from "../../parse/json-value.ts";
import { machineInstances } from "../../profiles/virtual-machines.ts";
import { gracePeriodSeconds } from "../core/object-health.ts";
import { isFaultyPause } from "../core/virtual-machines.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { listEventsAbout } from "../snapshot/warning-events.ts";
import { listClaimNames, listVolumes, readClaimName } from "./machine-parts.ts";

// The condition Paused does not name the volume that failed. An event about the instance does, for the hour that it lasts
// (kubevirt/kubevirt pkg/virt-launcher/notify-client/client.go, eventCallback).

const volumeMessage = /^VM Paused due to (?:IO error at the|(?<full>not enough space on)) volume: (?<volume>\S+)$/;

/** Adds to the node of a paused virtual machine or instance the volume that failed. Any other node is returned unchanged. */
export function addFailedVolume(node: ReportNode, object: KubeObject, index: ObjectIndex): ReportNode {
  const { trouble } = node;
  if (trouble === undefined || trouble.observed !== undefined) return node;
  const volumes = listVolumes(object);
  const pause = conditionsAt(object).conditions.find(isFaultyPause);
  if (volumes === undefined || pause === undefined) return node;
  const observed = findFailedVolume(object, pause.since, volumes, index) ?? listPossibleClaims(volumes);
  return observed === undefined ? node : { ...node, trouble: { ...trouble, observed } };
}

/** The volume that the newest event about the pause since `since` names. An earlier event is about a pause that has ended. */
function findFailedVolume(
  { ref }: KubeObject,
  since: string | undefined,
  volumes: readonly unknown[],
  index: ObjectIndex,
): Observation | undefined {
  const { uid: _, ...refOfMachine } = ref;
  const instance = { ...refOfMachine, kind: machineInstances.kind };
  const isOfThisPause = (last: string | undefined): boolean =>
    since === undefined || (secondsBetween(last, since) ?? 0) <= gracePeriodSeconds.settling;
  for (const { reason, message, last } of listEventsAbout([instance], index)) {
    const { full, volume } = volumeMessage.exec(message)?.groups ?? {};
    if (reason !== "IOerror" || volume === undefined || !isOfThisPause(last)) continue;
    const [claim] = volumes.filter((each) => valueAt(each, "name") === volume).map(readClaimName);
    return { code: "paused-by-volume", volume, isFull: full !== undefined, ...definedFields({ claim }) };
  }
  return undefined;
}

/** All claims of the object, where it is unknown which of them failed. */
function listPossibleClaims(volumes: readonly unknown[]): Observation | undefined {
  const claims = listClaimNames(volumes);
  return claims.length === 0 ? undefined : { code: "paused-by-some-volume", claims };
}
