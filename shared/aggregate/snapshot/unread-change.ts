import type { KubeObject } from "../../model/object.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import { isEqual } from "../../parse/equal-values.ts";
import { toRecord, valueAt } from "../../parse/json-value.ts";
import { podKind } from "../../profiles/core-kinds.ts";
import { templateLabels } from "../../profiles/template-labels.ts";
import { kindKey } from "./object-index.ts";
import { groupRecordedByKind, readRecordedReferences } from "./recorded-references.ts";
import { readPodStatus } from "./unread-fields.ts";

/** Whether neither a plan nor an evaluation reads anything in which the second version of an object differs. */
export type IsUnreadChange = (before: KubeObject, after: KubeObject) => boolean;

/**
 * Returns the check for the objects that a watch holds, which `snapshot` returns. Only Pods have such changes: labels
 * that nothing held selects by, most annotations, the bookkeeping of the API server, and what the kubelet reports of the place
 * where the Pod runs. Of workloads the times of managedFields are read. In doubt a change is read.
 */
export function checkUnreadChanges(snapshot: () => Snapshot | undefined): IsUnreadChange {
  let known: { readonly snapshot: Snapshot; readonly reads: PodReads } | undefined;
  return (before, after) => {
    const held = snapshot();
    if (
      held === undefined ||
      kindKey(after.ref) !== podKey ||
      !isEqual(dropIgnoredFields(before), dropIgnoredFields(after))
    )
      return false;
    if (known?.snapshot !== held) known = { snapshot: held, reads: findPodReads(held) };
    const { isVersionRead, labels } = known.reads;
    return !isVersionRead && [...labels].every((name) => before.labels.get(name) === after.labels.get(name));
  };
}

/** What is read of Pods beside their spec, status and owners. */
interface PodReads {
  readonly labels: ReadonlySet<string>;
  /** A root records the version of a Pod. */
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

/** The object without what is compared otherwise, or never read. */
function dropIgnoredFields({ raw }: KubeObject): object {
  const { managedFields, resourceVersion, annotations, labels, ...metadata } = toRecord(raw["metadata"]) ?? {};
  const read = Object.entries(toRecord(annotations) ?? {}).filter(([name]) => name.startsWith(readAnnotations));
  return { ...raw, metadata, annotations: Object.fromEntries(read), status: readPodStatus(raw["status"]) };
}

// By these hco/workloads/outdated-pods.ts knows pods of another release of KubeVirt.
const readAnnotations = "kubevirt.io/install-strategy-";
const managerLabel = "app.kubernetes.io/managed-by";
