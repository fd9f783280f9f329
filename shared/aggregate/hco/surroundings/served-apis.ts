import { type GroupKind, isSameKind } from "../../../model/kind.ts";
import type { KubeObject } from "../../../model/object.ts";
import type { ComponentRow } from "../../../model/profile.ts";
import type { ReportNode } from "../../../model/report.ts";
import { conditionOf } from "../../../parse/conditions.ts";
import { textAt } from "../../../parse/json-value.ts";
import { apiServices } from "../../../profiles/core-kinds.ts";
import { hcoComponents } from "../../../tables/components.ts";
import { makeCoreObjectNode } from "../../core/workload-tree.ts";
import { memoizeByIndex } from "../../snapshot/memoize-by-index.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";

/**
 * The APIs of a component that its own workloads serve and that are not available now, as nodes. While one is not
 * available, kubectl's discovery fails and namespaces hang in Terminating (kube-aggregator, namespace controller). No
 * component reports it.
 */
export function listUnavailableApiNodes(
  { group, kind }: GroupKind,
  index: ObjectIndex,
  takenAt: string,
): readonly ReportNode[] {
  return listUnavailableApis(index)
    .filter((object) => {
      const component = findComponentOfApi(object);
      return component !== undefined && isSameKind(component, { group, kind });
    })
    .map((object) => makeCoreObjectNode(object, index, takenAt, "related"));
}

/** The APIs of all components that are not available now. */
export const listUnavailableApis: (index: ObjectIndex) => readonly KubeObject[] = memoizeByIndex(
  (index: ObjectIndex): readonly KubeObject[] =>
    index.all(apiServices).filter((object) => {
      const isAvailable = conditionOf(object, "Available")?.status === "True";
      return !isAvailable && findComponentOfApi(object) !== undefined;
    }),
);

/**
 * The component of an API, by its group, which is the component's own or ends with it: `upload.cdi.kubevirt.io` is CDI's. All
 * APIs of the product have such a group (KubeVirt pkg/virt-operator/resource/generate/components/apiservices.go, CDI
 * pkg/operator/resources/cluster/apiserver.go). The namespace of its Service does not count, because other products, such as
 * adapters for metrics, may run beside the components.
 */
export function findComponentOfApi({ spec }: KubeObject): ComponentRow | undefined {
  // An API without a Service is the API server's own.
  if (textAt(spec, "service", "name") === "") return undefined;
  const group = textAt(spec, "group");
  const [longest] = hcoComponents
    .filter((row) => group === row.group || group.endsWith(`.${row.group}`))
    .toSorted((a, b) => b.group.length - a.group.length);
  return longest;
}
