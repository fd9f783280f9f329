import type { KubeObject } from "../../model/object.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import { isEqual } from "../../parse/equal-values.ts";
import { toRecord, valueAt } from "../../parse/json-value.ts";
import { podKind } from "../../profiles/core-kinds.ts";
import { templateLabels } from "../../profiles/template-labels.ts";
import { kindKey } from "./object-index.ts";
import { groupRecordedByKind, readRecordedReferences } from "./recorded-references.ts";
import { readPodStatus } from "./unread-fields.ts";

/** Whether two versions of an object differ only in fields that neither a plan nor an evaluation reads. */
export type IsUnreadChange = (before: KubeObject, after: KubeObject) => boolean;

/**
 * Returns the check for the objects of a watch, whose current snapshot `snapshot` returns. Only Pods have such changes:
 * labels that no object of the snapshot selects by, most annotations, resourceVersion and managedFields, and what the
 * kubelet reports about the place where the Pod runs. Any other change counts as read.
 */
export function checkUnreadChanges(snapshot: () => Snapshot | undefined): IsUnreadChange {
  let cached: { readonly snapshot: Snapshot; readonly reads: PodReads } | undefined;
  return (before, after) => {
    const current = snapshot();
    if (current === undefined || kindKey(after.ref) !== podKey) return false;
    if (!isEqual(dropIgnoredFields(before), dropIgnoredFields(after))) return false;
    if (cached?.snapshot !== current) cached = { snapshot: current, reads: findPodReads(current) };
    const { isVersionRead, labels } = cached.reads;
    return !isVersionRead && [...labels].every((name) => before.labels.get(name) === after.labels.get(name));
  };
}

/** What is read of Pods beside their spec, status and owners. */
interface PodReads {
  /** The names of the labels by which Pods are selected. */
  readonly labels: ReadonlySet<string>;
  /** A root records the resourceVersion of a Pod. */
  readonly isVersionRead: boolean;
}

function findPodReads({ readings }: Snapshot): PodReads {
  const labels = new Set<string>([...Object.values(templateLabels), managerLabel]);
  let isVersionRead = false;
  for (const reading of readings) {
    for (const { spec, status } of reading.outcome === "found" ? reading.objects : []) {
      const selector = valueAt(spec, "selector");
      // Services and ReplicationControllers have the labels themselves.
      for (const each of [selector, valueAt(selector, "matchLabels")])
        for (const name of Object.keys(toRecord(each) ?? {})) labels.add(name);
      if (valueAt(status, "relatedObjects") !== undefined)
        isVersionRead ||= groupRecordedByKind(readRecordedReferences({ status }).objects).has(podKey);
    }
  }
  return { labels, isVersionRead };
}

const podKey = kindKey(podKind);

/** Drops what is never read, and the labels, which are compared by name. */
function dropIgnoredFields({ raw }: KubeObject): object {
  const { managedFields, resourceVersion, annotations, labels, ...metadata } = toRecord(raw["metadata"]) ?? {};
  const entries = Object.entries(toRecord(annotations) ?? {}).filter(([name]) => name.startsWith(readAnnotations));
  return { ...raw, metadata, annotations: Object.fromEntries(entries), status: readPodStatus(raw["status"]) };
}

// By these hco/workloads/outdated-pods.ts knows pods of another release of KubeVirt.
const readAnnotations = "kubevirt.io/install-strategy-";
const managerLabel = "app.kubernetes.io/managed-by";
