import { reportedWordsIn } from "../../model/cause/cause-evidence.ts";
import { definedFields } from "../../model/defined-fields.ts";
import {
  actionSubjects,
  type ComponentImpactRow,
  type ImpactRow,
  type ReadyPods,
  type StoppedAction,
} from "../../model/finding/impact.ts";
import type { Ref } from "../../model/object.ts";
import type { Cause, ReportNode, RootNode } from "../../model/report.ts";
import { isSerious } from "../../model/verdict.ts";
import { isNamedIn } from "../../parse/named-in.ts";
import { hcoComponents } from "../../tables/components.ts";
import { componentImpactRows, impactRows } from "../../tables/impact.ts";
import { requiredWorkloads, workloadRows } from "../../tables/workloads.ts";
import { type DownPart, isRowOf, readReadyPods } from "./down-parts.ts";

/**
 * A component, or some of its workloads, of which it is not certain what its state means:
 * - `may-fail`: it reports itself unavailable, or does not exist.
 * - `absent`: neither it nor its parts exist, so what it does cannot be done.
 * - `not-known`: it reports itself degraded, or names only parts whose effect is not known.
 * - `unanswered`: its own state is not known.
 * - `works`: its parts have ready pods, as far as they were read.
 * - `unmanaged`: it does not exist, and its parts have ready pods.
 * - `unread`: it was not read, and nothing names it as a cause.
 */
export interface UncertainPart {
  readonly is: "may-fail" | "absent" | "not-known" | "unanswered" | "works" | "unmanaged" | "unread";
  readonly row: Pick<ImpactRow, "component" | "stops" | "goesOn">;
  readonly ref: Ref;
  /** The parts that it always has, and that were not read. */
  readonly unread: readonly Ref[];
  readonly pods: readonly ReadyPods[];
  /** What it does, of which it is not known whether it works. */
  readonly uncertain?: readonly StoppedAction[];
  /** The workloads that are meant, where it is not the whole component. */
  readonly parts?: readonly string[];
}

/** The fields of a component's node that are read here. A component that was not read has them too. */
type ComponentNode = Pick<ReportNode, "ref" | "outcome" | "ownVerdict" | "conditions" | "children">;

/** A component that causes name, with all that decides what is uncertain of it. */
interface BlamedComponent {
  readonly row: ComponentImpactRow;
  readonly node: ComponentNode;
  /** The worst first. */
  readonly causes: readonly [Cause, ...Cause[]];
  /** The parts that it always has, and that were not read. */
  readonly unread: readonly Ref[];
}

/** The effect of a component or workload for which the table has none. */
const noEffect = { stops: [], goesOn: "running" } as const;

/**
 * What is uncertain of the components of a root's causes, each component once. If some parts of a component are known to be
 * down, only other parts that its causes and messages name are uncertain. Otherwise the component itself is, if anything.
 */
export function listUncertainParts(
  root: RootNode,
  downParts: readonly DownPart[],
  isLookedUp: (ref: Ref) => boolean,
): readonly UncertainPart[] {
  return listBlamedComponents(root, isLookedUp).flatMap((blamed): readonly UncertainPart[] => {
    const explainingParts = downParts.filter((part) => isEffectOf(part, blamed.row.component));
    if (explainingParts.length > 0) return listOtherNamedParts(blamed, explainingParts);
    const part = evaluateComponent(blamed);
    return part === undefined ? [] : [part];
  });
}

/** The components that the causes of a root are about or share, in the order of the causes, which is worst first. */
function listBlamedComponents(root: RootNode, isLookedUp: (ref: Ref) => boolean): readonly BlamedComponent[] {
  const causesByComponent = new Map<string, [Cause, ...Cause[]]>();
  for (const cause of root.causes) {
    for (const component of [cause.component, ...(cause.sharedBy ?? [])]) {
      const causes = causesByComponent.get(component);
      if (causes === undefined) causesByComponent.set(component, [cause]);
      else causes.push(cause);
    }
  }
  return [...causesByComponent].flatMap(([component, causes]): readonly BlamedComponent[] => {
    const row = findComponentRow(component);
    if (row === undefined) return [];
    const node = findComponentNode(root, component) ?? makeUnreadNode(causes[0]);
    const unread = listUnreadParts(component, findNamespace(root, node, component), isLookedUp);
    return [{ row, node, causes, unread }];
  });
}

/**
 * The row of the component of this kind in the table of effects. A component that the table lacks, such as one of an older
 * release, has a row without effects. Undefined for a kind that is no component.
 */
function findComponentRow(kind: string): ComponentImpactRow | undefined {
  const row = componentImpactRows.find(({ component }) => component === kind);
  if (row !== undefined) return row;
  const isComponent = hcoComponents.some(({ component }) => component === kind);
  return isComponent ? { component: kind, mayStop: [], goesOn: "running" } : undefined;
}

function findComponentNode(root: RootNode, component: string): ReportNode | undefined {
  return [root, ...root.children].find(({ role, ref }) => role !== "workload" && ref.kind === component);
}

/** The node of a component that only a reason of the root names, because its custom resource was not read. */
function makeUnreadNode({ about }: Cause): ComponentNode {
  return { ref: about, outcome: "unread", ownVerdict: "unknown", conditions: [], children: [] };
}

/** The namespace of a component's workloads: the root's, otherwise that of a workload that was read, otherwise the usual one. */
function findNamespace(root: RootNode, node: ComponentNode, component: string): string | undefined {
  const workload = node.children.find(({ role, ref }) => role === "workload" && ref.namespace !== undefined);
  const usualNamespace = workloadRows.find((row) => row.component === component)?.home;
  return root.ref.namespace ?? workload?.ref.namespace ?? usualNamespace;
}

/**
 * Whether a part that is down explains what a component cannot do. The component's operator does not, because its other
 * workloads do the work.
 */
function isEffectOf({ row }: DownPart, component: string): boolean {
  return row.component === component && row.stops.some((action) => actionSubjects[action] !== "component");
}

/**
 * The parts of a component that its causes and messages name, without those that are known to be down or to work. What they do
 * may fail if the component reports itself unavailable and the table has an effect of the part. Otherwise it is not known.
 */
function listOtherNamedParts(blamed: BlamedComponent, downParts: readonly DownPart[]): readonly UncertainPart[] {
  const { node, row: componentRow, unread } = blamed;
  const { component, goesOn } = componentRow;
  const downNames = downParts.flatMap(({ row, ref }) => [ref.name, ...(row.workloads ?? [])]);
  const workingNames = listWorkingParts(node, component).map(({ name }) => name);
  const knownNames = new Set([...downNames, ...workingNames]);
  const names = listNamedWorkloads(blamed).filter((name) => !knownNames.has(name));

  const rowsWithEffect = node.ownVerdict === "unavailable" ? listPartRowsOfWorkloads(component, names) : [];
  const namesWithEffect = new Set(rowsWithEffect.flatMap(({ workloads }) => workloads));
  const namesWithoutEffect = names.filter((name) => !namesWithEffect.has(name));
  const stops = rowsWithEffect.flatMap(listPossibleStops);
  const sharedFields = { ref: node.ref, pods: [], unread };
  const parts: UncertainPart[] = [];
  if (stops.length > 0) parts.push({ ...sharedFields, is: "may-fail", row: { component, stops, goesOn } });
  if (namesWithoutEffect.length > 0) {
    parts.push({ ...sharedFields, is: "not-known", row: { component, ...noEffect }, parts: namesWithoutEffect });
  }
  return parts;
}

/**
 * What is uncertain of a component of which no part is known to be down. The first case that applies decides:
 * 1. Its worst cause is unknown: `unread` if it was not read, undefined if all its permanent parts work, else `unanswered`.
 * 2. Its worst cause is progressing: undefined.
 * 3. It does not exist: see `describeAbsentComponent`.
 * 4. It reports itself healthy, so it is not at fault itself: undefined.
 * 5. Some of its parts lack pods, or all its permanent parts work: `works`.
 * 6. It is degraded: `not-known`.
 * 7. It is unavailable: `may-fail`, or `not-known` if the table has no effect of the workloads that it names.
 */
function evaluateComponent(blamed: BlamedComponent): UncertainPart | undefined {
  const { row, node, causes } = blamed;
  const [worstCause] = causes;
  const { component, mayStop } = row;
  const workingParts = listWorkingParts(node, component);
  const areAllWorking = areAllPermanentParts(component, workingParts);
  const notKnown: UncertainPart = {
    is: "not-known",
    row: { component, ...noEffect },
    ref: node.ref,
    unread: areAllWorking ? [] : blamed.unread,
    pods: [],
  };
  if (worstCause.verdict === "unknown") {
    if (node.outcome !== "found") return { ...notKnown, is: "unread", uncertain: mayStop };
    return areAllWorking ? undefined : { ...notKnown, is: "unanswered", uncertain: mayStop };
  }
  if (!isSerious(worstCause.verdict)) return undefined;
  if (node.outcome === "absent") return describeAbsentComponent(notKnown, blamed, workingParts);
  if (node.outcome === "found" && node.ownVerdict === "healthy") return undefined;
  const partsLackingPods = workingParts.filter(({ ready, desired }) => ready < desired);
  if (partsLackingPods.length > 0) return { ...notKnown, is: "works", pods: partsLackingPods };
  if (areAllWorking) return { ...notKnown, is: "works", pods: workingParts };
  const componentVerdict = node.outcome === "found" ? node.ownVerdict : worstCause.verdict;
  if (componentVerdict !== "unavailable") return notKnown;
  const stops = listNamedStops(blamed);
  // To read the parts that were not read would not change that, so they are not named.
  if (stops.length === 0) return { ...notKnown, unread: [] };
  return { ...notKnown, is: "may-fail", row: { component, stops, goesOn: row.goesOn } };
}

/**
 * A component that does not exist: `unmanaged` if parts of it work without it, `absent` if all its permanent parts are known
 * not to work and the table has the effect, otherwise `may-fail`.
 */
function describeAbsentComponent(
  notKnown: UncertainPart,
  { row, unread }: BlamedComponent,
  workingParts: readonly ReadyPods[],
): UncertainPart {
  const { component, absent, mayStop, goesOn } = row;
  if (workingParts.length > 0) return { ...notKnown, is: "unmanaged", pods: workingParts, uncertain: mayStop };
  if (absent !== undefined && unread.length === 0) {
    return { ...notKnown, is: "absent", row: { component, stops: absent, goesOn } };
  }
  return { ...notKnown, is: "may-fail", row: { component, stops: mayStop, goesOn } };
}

/** The workloads of a component that have a ready pod, and whose effect the table has. */
function listWorkingParts(node: ComponentNode, component: string): readonly ReadyPods[] {
  const rows = listPartRows(component);
  return node.children.flatMap((child): readonly ReadyPods[] => {
    const isPart = child.role === "workload" && rows.some((row) => isRowOf(row, child, node));
    const pods = isPart ? readReadyPods(child) : undefined;
    return pods === undefined || pods.ready === 0 ? [] : [{ name: child.ref.name, ...pods }];
  });
}

/** The parts of a component that do something for virtual machines, without its operator. */
function listPartRows(component: string): readonly ImpactRow[] {
  return impactRows.filter((row) => row.component === component && !row.stops.includes("operate"));
}

/** The rows of the parts of a component to which workloads of these names belong. */
function listPartRowsOfWorkloads(component: string, names: readonly string[]): readonly ImpactRow[] {
  return listPartRows(component).filter(({ workloads }) => workloads.some((name) => names.includes(name)));
}

/** What a part stops, certainly or perhaps. */
function listPossibleStops({ stops, mayStop = [] }: ImpactRow): readonly StoppedAction[] {
  return [...stops, ...mayStop];
}

/** Whether each part that the component always has is among the working ones. False if it has no such part. */
function areAllPermanentParts(component: string, workingParts: readonly ReadyPods[]): boolean {
  const workingNames = new Set(workingParts.map(({ name }) => name));
  const permanentParts = listPermanentParts(component);
  return permanentParts.length > 0 && permanentParts.every(({ name }) => workingNames.has(name));
}

/** The parts that a component always has, and that were not read. */
export function listUnreadParts(
  component: string,
  namespace: string | undefined,
  isLookedUp: (ref: Ref) => boolean,
): readonly Ref[] {
  return listPermanentParts(component)
    .map(({ kind, name }) => ({ group: "apps", kind, name, ...definedFields({ namespace }) }))
    .filter((ref) => !isLookedUp(ref));
}

/** The parts that a component always has. If the table of workloads has none, all parts that certainly stop something. */
function listPermanentParts(component: string): readonly { readonly kind: string; readonly name: string }[] {
  const requiredParts = requiredWorkloads.filter((workload) => workload.component === component);
  if (requiredParts.length > 0) return requiredParts;
  const rows = listPartRows(component).filter(({ stops }) => stops.length > 0);
  return rows.flatMap(({ kind, workloads }) => workloads.map((name) => ({ kind, name })));
}

/**
 * What may fail of a component that reports itself unavailable: only what the workloads do that its messages or causes name,
 * or all that it does if they name none.
 * `DaemonSet "cluster-network-addons/bridge-marker" is not available` -> nothing about MAC addresses
 */
function listNamedStops(blamed: BlamedComponent): readonly StoppedAction[] {
  const names = listNamedWorkloads(blamed);
  if (names.length === 0) return blamed.row.mayStop;
  return listPartRowsOfWorkloads(blamed.row.component, names).flatMap(listPossibleStops);
}

/** The names of a component's workloads that its abnormal conditions or its causes mention. */
function listNamedWorkloads({ row, node, causes }: BlamedComponent): readonly string[] {
  const abnormalConditions = node.conditions.filter(({ abnormal }) => abnormal);
  const texts = abnormalConditions.map(({ message }) => message);
  for (const { path, about, evidence } of causes) {
    texts.push(...path, about.name, ...evidence.map((clause) => reportedWordsIn(clause).message ?? ""));
  }
  const names = workloadRows.find(({ component }) => component === row.component)?.names ?? [];
  return names.filter((name) => texts.some((text) => isNamedIn(text, name)));
}
