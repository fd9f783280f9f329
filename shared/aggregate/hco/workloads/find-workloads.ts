import type { WorkloadRow } from "../../../model/hyperconverged-rows.ts";
import { type KubeObject, keyOf, namespacedName, type Ref } from "../../../model/object.ts";
import { isCertain, type Lookup } from "../../../model/snapshot.ts";
import { unrelatedWorkloads, workloadKinds } from "../../../profiles/hco/workloads.ts";
import { workloadRows } from "../../../tables/workloads.ts";
import { keepFirstOfEachKey } from "../../evaluation/compare.ts";
import { memoizeByIndex } from "../../snapshot/memoize-by-index.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import type { HcoComponent } from "../components.ts";
import { listReferencesInMessages, listReferencesInStatus } from "./workload-references.ts";

/**
 * Finds the workloads of a component in five ways, the most reliable first. A workload that several ways find is listed once,
 * by the first of them. The first two ways also list workloads that the component names and that certainly do not exist.
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
    const row = workloadRows.find((each) => each.component === component.row.component);
    const lookups = [
      ...findNamedInMessages(component, index, namespaces),
      ...findListedInStatus(component, index, namespaces),
      ...findByLabel(component, row, index, namespaces),
      ...findNamedInTable(row, index, namespaces),
      ...findOperator(row, index, namespaces),
    ];
    return keepFirstOfEachKey(lookups, ({ ref }) => keyOf(ref));
  },
);

/** Whether a workload is the operator of any component. */
export function isComponentOperator({ name }: Ref): boolean {
  return workloadRows.some((each) => each.operator === name);
}

/** Way 1: the messages of the component's conditions name the workloads that are not ready. */
function findNamedInMessages(
  component: HcoComponent,
  index: ObjectIndex,
  [home = ""]: readonly string[],
): readonly Lookup[] {
  return listReferencesInMessages(component, home)
    .map((ref) => index.find(ref))
    .filter(isCertain);
}

/** Way 2: the component's status lists what its operator created. */
function findListedInStatus(
  component: HcoComponent,
  index: ObjectIndex,
  [home = ""]: readonly string[],
): readonly Lookup[] {
  return listReferencesInStatus(component, home)
    .map((ref) => index.find(ref))
    .filter(isCertain);
}

/** Way 3: the label of the component. Its operator may have the label too, but comes last. */
function findByLabel(
  { row: { workloadLabel } }: HcoComponent,
  row: WorkloadRow | undefined,
  index: ObjectIndex,
  namespaces: readonly string[],
): readonly Lookup[] {
  if (workloadLabel === "") return [];
  return namespaces
    .flatMap((namespace) => workloadKinds.flatMap((kind) => index.all(kind, namespace)))
    .filter(({ labels }) => labels.get("app.kubernetes.io/component") === workloadLabel)
    .filter(({ ref }) => !unrelatedWorkloads.test(ref.name) && ref.name !== row?.operator)
    .map((object) => ({ ref: object.ref, outcome: "found", object }));
}

/**
 * Way 4: the names that the table has for the component. Not every release has each of them, so a missing one is no fault.
 */
function findNamedInTable(
  row: WorkloadRow | undefined,
  index: ObjectIndex,
  namespaces: readonly string[],
): readonly Lookup[] {
  return (row?.names ?? []).flatMap((name) => findNamed(name, index, namespaces));
}

/** Way 5: the Deployment of the component's own operator. */
function findOperator(
  row: WorkloadRow | undefined,
  index: ObjectIndex,
  namespaces: readonly string[],
): readonly Lookup[] {
  return row === undefined ? [] : findNamed(row.operator, index, namespaces);
}

/** The workloads of this name, of any kind and in any of these namespaces. */
function findNamed(name: string, index: ObjectIndex, namespaces: readonly string[]): readonly Lookup[] {
  return namespaces.flatMap((namespace) =>
    workloadKinds.flatMap((kind) => indexByName(index.all(kind)).get(namespacedName({ namespace, name })) ?? []),
  );
}

/** The workloads of one kind by namespace and name. A watch passes the same list again as long as none of them changes. */
function indexByName(workloads: readonly KubeObject[]): ReadonlyMap<string, Lookup> {
  const cached = lookupsByList.get(workloads);
  if (cached !== undefined) return cached;
  const lookups = new Map<string, Lookup>();
  for (const object of workloads) {
    const { ref } = object;
    lookups.set(namespacedName(ref), { ref, outcome: "found", object });
  }
  lookupsByList.set(workloads, lookups);
  return lookups;
}

const lookupsByList = new WeakMap<readonly KubeObject[], ReadonlyMap<string, Lookup>>();
