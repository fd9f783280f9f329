import type { Trouble } from "../../model/cause/trouble.ts";
import { trueFlags } from "../../model/defined-fields.ts";
import { isSameKind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import type { Query } from "../../model/snapshot.ts";
import { textAt } from "../../parse/json-value.ts";
import { nodeKind, podKind, volumeAttachments } from "../../profiles/core-kinds.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { listQuery, queryRequested } from "../snapshot/queries.ts";
import { findNewestEvent, volumeReasons } from "../snapshot/warning-events.ts";
import { gracePeriodSeconds, hasLasted, makeTrouble, type ObjectHealth } from "./object-health.ts";
import { isCreationLate } from "./pod-creation.ts";
import { evaluatePod } from "./pods.ts";

/** The reason of the event about a pod whose volume is not attached, as by a Multi-Attach error: another node has it. */
const attachReasons: ReadonlySet<string> = new Set(["FailedAttachVolume"]);

/** `MountVolume.SetUp failed for volume "x" : …`, `Unable to attach or mount volumes: unmounted volumes=[x], …`. */
const namedVolume = /\bfor volume "([^"]+)"|\bunmounted volumes=\[([^\],\s]+)/;

/**
 * The volume that the newest Warning event about a pod is about. Undefined where that event is about something else, or has
 * none of these reasons.
 */
function findMissingVolume(pod: KubeObject, reasons: ReadonlySet<string>, index: ObjectIndex): string | undefined {
  const newest = findNewestEvent(index, pod);
  if (newest === undefined || !reasons.has(newest.reason)) return undefined;
  const [, quoted, listed] = namedVolume.exec(newest.message) ?? [];
  return quoted ?? listed;
}

/**
 * Adds to the node of a container that is not created the volume that the newest event names. Any other node is returned
 * unchanged.
 */
export function addMissingVolume(node: ReportNode, pod: KubeObject, index: ObjectIndex): ReportNode {
  const { trouble } = node;
  if (trouble?.observed?.code !== "not-created") return node;
  const missing = findMissingVolume(pod, volumeReasons, index);
  return missing === undefined
    ? node
    : { ...node, trouble: { ...trouble, observed: { ...trouble.observed, missing } } };
}

/**
 * The requests for what keeps the volume of a pod on another node, where an event says that the volume cannot be attached: the
 * VolumeAttachments, and once they were read, the nodes of those that are kept.
 */
export function planAttachmentReads(pod: KubeObject, index: ObjectIndex, takenAt: string): readonly Query[] {
  // Few pods have such an event, so the pod is evaluated after this.
  if (!isSameKind(pod.ref, podKind) || findMissingVolume(pod, attachReasons, index) === undefined) return [];
  const health = evaluatePod(pod, takenAt);
  if (!isCreationLate(health)) return [];
  const kept = listKeptAttachments(pod, health, index, takenAt);
  const nodes = kept.map(({ attachment }) => textAt(attachment.spec, "nodeName"));
  return [listQuery(volumeAttachments), ...nodes.map((name) => queryRequested({ kind: nodeKind, name }))];
}

/**
 * The VolumeAttachments that keep the volume of a pod on another node although they are being deleted: its driver fails to
 * detach the volume there (https://kubernetes.io/docs/reference/kubernetes-api/config-and-storage-resources/volume-attachment-v1/).
 * Without an error, a deletion of seconds is an ordinary detach. An error of an attachment that is not being deleted is an old one.
 */
export function listKeptAttachments(
  pod: KubeObject,
  health: ObjectHealth,
  index: ObjectIndex,
  takenAt: string,
): readonly { readonly attachment: KubeObject; readonly trouble: Trouble }[] {
  if (!isCreationLate(health)) return [];
  const volume = findMissingVolume(pod, attachReasons, index);
  if (volume === undefined) return [];
  return index.all(volumeAttachments).flatMap((attachment) => {
    const { spec, status, deletedAt } = attachment;
    const nodeName = textAt(spec, "nodeName");
    const isOfVolume = textAt(spec, "source", "persistentVolumeName") === volume;
    if (!isOfVolume || nodeName === textAt(pod.spec, "nodeName") || deletedAt === undefined) return [];
    const error = textAt(status, "detachError", "message");
    if (error === "" && !hasLasted(deletedAt, takenAt, gracePeriodSeconds.deleting)) return [];
    const isGone = index.find({ group: nodeKind.group, kind: nodeKind.kind, name: nodeName }).outcome === "absent";
    const observed = { code: "kept-attachment", node: nodeName, ...trueFlags({ isGone }) } as const;
    return [{ attachment, trouble: { ...makeTrouble("DetachFailed", observed, deletedAt), message: error } }];
  });
}
