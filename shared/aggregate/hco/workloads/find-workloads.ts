import { computeOnce } from "../../../model/compute-once.ts";
import type { WorkloadRow } from "../../../model/hyperconverged-rows.ts";
import { keepFirstOfEachKey } from "../../../model/items-by-key.ts";
import { type KubeObject, keyOf, namespacedName, type Ref } from "../../../model/object.ts";
import { isCertain, type Lookup } from "../../../model/snapshot.ts";
import { unrelatedWorkloads, workloadKinds } from "../../../profiles/hco/workloads.ts";
import { workloadRows } from "../../../tables/workloads.ts";
import { memoizeByIndex } from "../../snapshot/memoize-by-index.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import type { HcoComponent } from "../components.ts";
import { listNamedWorkloads } from "./workload-references.ts";

/**
 * Finds the workloads of a component. A workload is listed once, by the first of these that finds it:
 * 1. The messages of the component's conditions name it: `DaemonSet "cnv/bridge-marker" is not available`.
 * 2. The component's status lists it, because the component's operator created it.
 * 3. It has the label of the component.
 * 4. The table has its name for the component. Not every release has each of them, so a missing one is no fault.
 * 5. It is the Deployment of the component's own operator.
 *
 * By 1 and 2, workloads that certainly do not exist are listed too.
 *
 * @param namespaces where its workloads lie. A name without a namespace lies in the first.
 */
export function findWorkloads(
  component: HcoComponent,
  index: ObjectIndex,
  namespaces: readonly string[],
): readonly Lookup[] {
  return findWorkloadsOnce(index, component, namespaces);
}

const findWorkloadsOnce = memoizeByIndex(
  (index: ObjectIndex, component: HcoComponent, namespaces: readonly string[]): readonly Lookup[] => {
    const [home = ""] = namespaces;
    const row = workloadRows.find((each) => each.component === component.row.component);
    const namesInTable = row === undefined ? [] : [...row.names, row.operator];
    const lookups = [
      ...listNamedWorkloads(component, home)
        .map((ref) => index.find(ref))
        .filter(isCertain),
      ...findByLabel(component, row, index, namespaces),
      ...namesInTable.flatMap((name) => findByName(name, index, namespaces)),
    ];
    return keepFirstOfEachKey(lookups, ({ ref }) => keyOf(ref));
  },
);

/** The workloads with the label of the component. Its operator may have the label too, but comes last. */
function findByLabel(
  { row: { workloadLabel } }: HcoComponent,
  row: WorkloadRow | undefined,
  index: ObjectIndex,
  namespaces: readonly string[],
): readonly Lookup[] {
  if (workloadLabel === "") return [];
  const workloads = namespaces.flatMap((namespace) => workloadKinds.flatMap((kind) => index.all(kind, namespace)));
  return workloads
    .filter(({ labels }) => labels.get("app.kubernetes.io/component") === workloadLabel)
    .filter(({ ref }) => !unrelatedWorkloads.test(ref.name) && ref.name !== row?.operator)
    .map((object) => ({ ref: object.ref, outcome: "found", object }));
}

/** The workloads of this name, of any kind and in any of these namespaces. */
function findByName(name: string, index: ObjectIndex, namespaces: readonly string[]): readonly Lookup[] {
  return namespaces.flatMap((namespace) =>
    workloadKinds.flatMap((kind) => indexByName(index.all(kind)).get(namespacedName({ namespace, name })) ?? []),
  );
}

/** The workloads of one kind by namespace and name. A watch passes the same list again as long as none of them changes. */
const indexByName = computeOnce((workloads: readonly KubeObject[]) => {
  const lookups = new Map<string, Lookup>();
  for (const object of workloads) {
    const { ref } = object;
    lookups.set(namespacedName(ref), { ref, outcome: "found", object });
  }
  return lookups;
});

/** Whether a workload is the operator of any component. */
export function isComponentOperator({ name }: Ref): boolean {
  return workloadRows.some((row) => row.operator === name);
}
