import type { KubeObject } from "../../../model/object.ts";
import { deploymentKind } from "../../../profiles/hco/profile.ts";
import { daemonSets } from "../../../profiles/hco/workloads.ts";
import { launcherPodLabel } from "../../../profiles/virtual-machines.ts";
import {
  includesLabels,
  type PodLabels,
  podLabelsOfWorkload,
  type SelectOthers,
  templateLabelsOfWorkload,
} from "../../core/pod-lists.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";

/** The labels of the pods of virtual machines. */
const virtualMachineLabels: PodLabels = new Map([[launcherPodLabel.name, launcherPodLabel.value]]);

/**
 * Returns a function that makes one selector in place of several lists of pods whose labels have different names, which no
 * selector can join. It selects all pods of a namespace but the many: those of virtual machines, and those of DaemonSets
 * that `requested` does not select, which have a pod on every node. A label that another workload has too excludes no pods.
 * "" where no pods can be excluded. Example: `kubevirt.io notin (virt-launcher),name notin (node-labeller,tuned)`
 */
export function selectOtherPods(index: ObjectIndex): SelectOthers {
  return (namespace, requested) => {
    const isRequested = (workload: KubeObject): boolean => {
      const podLabels = podLabelsOfWorkload(workload);
      return requested.some((labels) => includesLabels(podLabels, labels));
    };
    const { kept = [], excluded = [] } = Object.groupBy(index.all(daemonSets, namespace), (daemonSet) =>
      isRequested(daemonSet) ? "kept" : "excluded",
    );
    const keptLabels = [...index.all(deploymentKind, namespace), ...kept].map(templateLabelsOfWorkload);
    const isOnlyOfExcluded = ([name, value]: readonly [string, string]): boolean =>
      !keptLabels.some((labels) => labels.get(name) === value);
    const excludingLabels = [virtualMachineLabels, ...excluded.map(podLabelsOfWorkload)]
      .map((labels) => [...labels].find(isOnlyOfExcluded))
      .filter((label) => label !== undefined);
    return joinExcludedLabels(excludingLabels);
  };
}

/** `[["app", "b"], ["app", "a"]]` -> `app notin (a,b)`. */
function joinExcludedLabels(labels: readonly (readonly [name: string, value: string])[]): string {
  const labelsByName = Map.groupBy(labels, ([name]) => name);
  const terms = [...labelsByName].map(([name, ofName]) => {
    const values = new Set(ofName.map(([, value]) => value));
    return `${name} notin (${[...values].toSorted().join()})`;
  });
  return terms.toSorted().join();
}
