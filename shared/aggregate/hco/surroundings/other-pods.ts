import type { KubeObject } from "../../../model/object.ts";
import { deploymentKind } from "../../../profiles/hco/profile.ts";
import { daemonSets } from "../../../profiles/hco/workloads.ts";
import {
  includesLabels,
  type PodLabels,
  podLabelsOfWorkload,
  type SelectOthers,
  templateLabelsOfWorkload,
} from "../../core/pod-lists.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";

/**
 * Returns the function for a selector of all pods of a namespace but those of virtual machines and of DaemonSets that `asked` does not select. It
 * stands in for several lists by labels of other names, which no selector can join. The pods that it leaves out are the
 * many: a DaemonSet has one on every node. A label that a workload besides them has too leaves nothing out. Empty where
 * it selects all pods.
 */
export function selectOtherPods(index: ObjectIndex): SelectOthers {
  return (namespace, asked) => {
    const isAsked = (workload: KubeObject): boolean => {
      const own = podLabelsOfWorkload(workload);
      return asked.some((labels) => includesLabels(own, labels));
    };
    const kept = [...index.all(deploymentKind, namespace)];
    const left = [] as KubeObject[];
    for (const one of index.all(daemonSets, namespace)) (isAsked(one) ? kept : left).push(one);
    const templates = kept.map(templateLabelsOfWorkload);
    const isFree = ([name, value]: readonly [string, string]): boolean =>
      !templates.some((labels) => labels.get(name) === value);
    const excluded = [virtualMachines, ...left.map(podLabelsOfWorkload)]
      .map((labels) => [...labels].find(isFree))
      .filter((pair) => pair !== undefined);
    return [...Map.groupBy(excluded, ([name]) => name)]
      .map(([name, all]) => `${name} notin (${[...new Set(all.map(([, value]) => value))].toSorted().join()})`)
      .toSorted()
      .join();
  };
}

/** What KubeVirt labels the pods of virtual machines with (api/core/v1/types.go, AppLabel). */
const virtualMachines: PodLabels = new Map([["kubevirt.io", "virt-launcher"]]);
