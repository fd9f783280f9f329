import { kindKey } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import { isEqual } from "../../parse/equal-values.ts";
import { toRecord, valueAt } from "../../parse/json-value.ts";
import { podKind } from "../../profiles/core-kinds.ts";
import { templateLabels } from "../../profiles/template-labels.ts";
import { groupRecordedByKind, readRecordedReferences } from "./recorded-references.ts";
import { readPodStatus } from "./unread-fields.ts";

/** Whether two versions of an object differ only in fields that neither a plan nor an evaluation reads. */
export type IsUnreadChange = (before: KubeObject, after: KubeObject) => boolean;

/** What is read of Pods beside their spec, status and owners. */
interface PodReads {
  /** The names of the labels by which Pods are selected. */
  readonly labelNames: ReadonlySet<string>;
  /** Whether a root records the resourceVersion of a Pod. */
  readonly isVersionRead: boolean;
}

const podKey = kindKey(podKind);

/** The label by which hco/workloads/outdated-pods.ts recognizes pods of KubeVirt. */
const managerLabel = "app.kubernetes.io/managed-by";

/** The start of the annotations by which hco/workloads/outdated-pods.ts recognizes pods of another release of KubeVirt. */
const readAnnotationPrefix = "kubevirt.io/install-strategy-";

/**
 * Returns the check for the objects of a watch. Only Pods have changes that are not read: of resourceVersion and
 * managedFields, of most annotations, of labels by which no object of the snapshot selects, and of what the kubelet reports
 * about the place where the Pod runs. Any other change counts as read.
 *
 * @param readSnapshot the snapshot of the watch as it is when a change comes. Without one every change counts as read.
 */
export function checkUnreadChanges(readSnapshot: () => Snapshot | undefined): IsUnreadChange {
  let cached: { readonly snapshot: Snapshot; readonly reads: PodReads } | undefined;
  return (before, after) => {
    const snapshot = readSnapshot();
    if (snapshot === undefined || kindKey(after.ref) !== podKey) return false;
    if (!isEqual(dropIgnoredFields(before), dropIgnoredFields(after))) return false;
    if (cached?.snapshot !== snapshot) cached = { snapshot, reads: findPodReads(snapshot) };
    const { isVersionRead, labelNames } = cached.reads;
    if (isVersionRead) return false;
    return [...labelNames].every((name) => before.labels.get(name) === after.labels.get(name));
  };
}

function findPodReads({ readings }: Snapshot): PodReads {
  const labelNames = new Set<string>([...Object.values(templateLabels), managerLabel]);
  let isVersionRead = false;
  for (const reading of readings) {
    if (reading.outcome !== "found") continue;
    for (const { spec, status } of reading.objects) {
      for (const name of listSelectorLabels(spec)) labelNames.add(name);
      if (recordsPods(status)) isVersionRead = true;
    }
  }
  return { labelNames, isVersionRead };
}

/**
 * The names of the labels in spec.selector: those in its `matchLabels`, and its own fields, which are the labels of Services
 * and ReplicationControllers.
 */
function listSelectorLabels(spec: unknown): readonly string[] {
  const selector = toRecord(valueAt(spec, "selector")) ?? {};
  const matchLabels = toRecord(valueAt(selector, "matchLabels")) ?? {};
  return [...Object.keys(selector), ...Object.keys(matchLabels)];
}

/** Whether the related objects of a status include Pods. */
function recordsPods(status: unknown): boolean {
  if (valueAt(status, "relatedObjects") === undefined) return false;
  return groupRecordedByKind(readRecordedReferences({ status }).objects).has(podKey);
}

/** A Pod without the fields that nothing reads, and without the labels, which are compared by name. */
function dropIgnoredFields({ raw }: KubeObject): object {
  const { managedFields, resourceVersion, annotations, labels, ...metadata } = toRecord(raw["metadata"]) ?? {};
  const readAnnotations = Object.entries(toRecord(annotations) ?? {}).filter(([name]) =>
    name.startsWith(readAnnotationPrefix),
  );
  return { ...raw, metadata, annotations: Object.fromEntries(readAnnotations), status: readPodStatus(raw["status"]) };
}
