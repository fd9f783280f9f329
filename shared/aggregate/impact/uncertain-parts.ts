import { reportedWordsIn } from "../../model/cause/cause-evidence.ts";
import { definedFields } from "../../model/defined-fields.ts";
import {
  actionSubjects,
  type ComponentImpactRow,
  type GoesOnCode,
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
 * What is not certain of a component that makes its root unhealthy:
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

/**
 * What is not certain of the components of a root's causes, each component once. Of a component with parts that are known to
 * be `down`, only other parts that its causes and messages name are uncertain.
 */
export function listUncertainParts(
  root: RootNode,
  down: readonly DownPart[],
  isLookedUp: (ref: Ref) => boolean,
): readonly UncertainPart[] {
  const causesByComponent = new Map<string, readonly Cause[]>();
  // The causes come worst first.
  for (const cause of root.causes) {
    for (const component of [cause.component, ...(cause.sharedBy ?? [])]) {
      causesByComponent.set(component, [...(causesByComponent.get(component) ?? []), cause]);
    }
  }
  return [...causesByComponent].flatMap(([component, causes]) => {
    const row = componentImpactRows.find((each) => each.component === component) ?? makeUnknownEffect(component);
    const [worstCause] = causes;
    if (row === undefined || worstCause === undefined) return [];
    const node = findComponentNode(root, component) ?? makeUnreadNode(worstCause);
    const unread = listUnreadParts(component, findNamespace(root, node, component), isLookedUp);
    const effects = down.filter((part) => isEffectOf(part, component));
    if (effects.length > 0) return listNamedParts(effects, node, row, causes, unread);
    return evaluateUncertainPart(node, row, causes, unread) ?? [];
  });
}

function findComponentNode(root: RootNode, component: string): ReportNode | undefined {
  return [root, ...root.children].find(({ role, ref }) => role !== "workload" && ref.kind === component);
}

/** The namespace of a component's workloads: the root's, otherwise that of a workload that was read, otherwise the usual one. */
function findNamespace(root: RootNode, node: ComponentNode, component: string): string | undefined {
  const workload = node.children.find(({ role, ref }) => role === "workload" && ref.namespace !== undefined);
  const home = workloadRows.find((row) => row.component === component)?.home;
  return root.ref.namespace ?? workload?.ref.namespace ?? home;
}

/** The row of a component that the table of effects lacks, such as one of an older release: without any effect. */
function makeUnknownEffect(kind: string): ComponentImpactRow | undefined {
  const isComponent = hcoComponents.some((each) => each.component === kind);
  return isComponent ? { component: kind, mayStop: [], goesOn: "running" } : undefined;
}

/** The node of a component that only a reason of the root names, because its custom resource was not read. */
function makeUnreadNode({ about }: Cause): ComponentNode {
  return { ref: about, outcome: "unread", ownVerdict: "unknown", conditions: [], children: [] };
}

type ComponentNode = Pick<ReportNode, "ref" | "outcome" | "ownVerdict" | "conditions" | "children">;

/**
 * Whether a part that is down explains what a component cannot do. The component's operator does not, because its other
 * workloads do the work.
 */
function isEffectOf({ row }: DownPart, component: string): boolean {
  return row.component === component && row.stops.some((action) => actionSubjects[action] !== "component");
}

/** The parts of a component that its causes and messages name beside those that are known to be down. */
function listNamedParts(
  down: readonly DownPart[],
  node: ComponentNode,
  { component, goesOn }: ComponentImpactRow,
  causes: readonly Cause[],
  unread: readonly Ref[],
): readonly UncertainPart[] {
  const downNames = down.flatMap(({ row, ref }) => [ref.name, ...(row.workloads ?? [])]);
  const workingNames = listWorking(node, component).map(({ name }) => name);
  const knownNames = new Set([...downNames, ...workingNames]);
  const named = listNamedWorkloads(node, component, causes).filter((name) => !knownNames.has(name));
  const rows = listPartRows(component).filter(({ workloads }) => workloads.some((name) => named.includes(name)));
  const isUnavailable = node.ownVerdict === "unavailable";
  const namesWithEffect = new Set(isUnavailable ? rows.flatMap(({ workloads }) => workloads) : []);
  const namesWithoutEffect = named.filter((name) => !namesWithEffect.has(name));
  const stops = isUnavailable ? rows.flatMap(listPossibleStops) : [];
  const shared = { ref: node.ref, pods: [], unread };
  const parts: UncertainPart[] = [];
  if (stops.length > 0) parts.push({ ...shared, is: "may-fail", row: { component, stops, goesOn } });
  if (namesWithoutEffect.length > 0) {
    parts.push({ ...shared, is: "not-known", row: { component, ...noEffect }, parts: namesWithoutEffect });
  }
  return parts;
}

/** What a part stops, certainly or perhaps. */
function listPossibleStops({ stops, mayStop = [] }: ImpactRow): readonly StoppedAction[] {
  return [...stops, ...mayStop];
}

/**
 * What is uncertain of a component of which no part is known to be down, by the verdict of its worst cause and by its own
 * state. Undefined where nothing is uncertain.
 */
function evaluateUncertainPart(
  node: ComponentNode,
  row: ComponentImpactRow,
  causes: readonly Cause[],
  unread: readonly Ref[],
): UncertainPart | undefined {
  const [worstCause] = causes;
  if (worstCause === undefined) return undefined;
  const { component, mayStop } = row;
  const working = listWorking(node, component);
  const isComplete = areAllWorking(component, working);
  const remainingUnread = isComplete ? [] : unread;
  const notKnown: UncertainPart = {
    is: "not-known",
    row: { component, ...noEffect },
    ref: node.ref,
    unread: remainingUnread,
    pods: [],
  };
  if (worstCause.verdict === "unknown") {
    if (node.outcome !== "found") return { ...notKnown, is: "unread", uncertain: mayStop };
    return isComplete ? undefined : { ...notKnown, is: "unanswered", uncertain: mayStop };
  }
  if (!isSerious(worstCause.verdict)) return undefined;
  if (node.outcome === "absent") return describeAbsentComponent(notKnown, row, working, unread);
  // A component that reports itself healthy is not at fault itself.
  if (node.outcome === "found" && node.ownVerdict === "healthy") return undefined;
  const lackingPods = working.filter(({ ready, desired }) => ready < desired);
  if (lackingPods.length > 0) return { ...notKnown, is: "works", pods: lackingPods };
  if (isComplete) return { ...notKnown, is: "works", pods: working };
  const componentVerdict = node.outcome === "found" ? node.ownVerdict : worstCause.verdict;
  if (componentVerdict !== "unavailable") return notKnown;
  const named = listNamedStops(node, row, causes);
  // The table has no effect of the parts that are named, and reading other parts would not change that.
  if (named.stops.length === 0) return { ...notKnown, unread: [] };
  return { ...notKnown, is: "may-fail", row: { component, ...named } };
}

/** A component that does not exist: its parts may work without it, may fail, or certainly do not exist either. */
function describeAbsentComponent(
  notKnown: UncertainPart,
  { component, absent, mayStop, goesOn }: ComponentImpactRow,
  working: readonly ReadyPods[],
  unread: readonly Ref[],
): UncertainPart {
  if (working.length > 0) return { ...notKnown, is: "unmanaged", pods: working, uncertain: mayStop };
  if (absent !== undefined && unread.length === 0) {
    return { ...notKnown, is: "absent", row: { component, stops: absent, goesOn } };
  }
  return { ...notKnown, is: "may-fail", row: { component, stops: mayStop, goesOn } };
}

const noEffect = { stops: [], goesOn: "running" } as const;

/** The workloads of a component that have a ready pod, and whose effect is known. */
function listWorking(node: ComponentNode, component: string): readonly ReadyPods[] {
  return node.children.flatMap((child) => {
    const pods = readReadyPods(child);
    const isPart = child.role === "workload" && listPartRows(component).some((row) => isRowOf(row, child, node));
    if (!isPart || pods === undefined || pods.ready === 0) return [];
    return [{ name: child.ref.name, ...pods }];
  });
}

/** The parts of a component that do something for virtual machines, without its operator. */
function listPartRows(component: string): readonly ImpactRow[] {
  return impactRows.filter((row) => row.component === component && !row.stops.includes("operate"));
}

/** Whether each part that the component always has is among those that work. */
function areAllWorking(component: string, working: readonly ReadyPods[]): boolean {
  const parts = listPermanentParts(component);
  return parts.length > 0 && parts.every((part) => working.some(({ name }) => name === part.name));
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

/** The parts that a component always has. Where the table has none, all parts that certainly stop something. */
function listPermanentParts(component: string): readonly { readonly kind: string; readonly name: string }[] {
  const required = requiredWorkloads.filter((each) => each.component === component);
  if (required.length > 0) return required;
  const certain = listPartRows(component).filter(({ stops }) => stops.length > 0);
  return certain.flatMap(({ kind, workloads }) => workloads.map((name) => ({ kind, name })));
}

/**
 * What may fail of a component that reports itself unavailable: all that it does, or only what the workloads do that its
 * messages or causes name. `DaemonSet "cluster-network-addons/bridge-marker" is not available` -> nothing about MAC addresses
 */
function listNamedStops(
  node: ComponentNode,
  { component, mayStop, goesOn }: ComponentImpactRow,
  causes: readonly Cause[],
): { readonly stops: ComponentImpactRow["mayStop"]; readonly goesOn: GoesOnCode } {
  const named = listNamedWorkloads(node, component, causes);
  if (named.length === 0) return { stops: mayStop, goesOn };
  const rows = listPartRows(component).filter(({ workloads }) => workloads.some((name) => named.includes(name)));
  return { stops: rows.flatMap(listPossibleStops), goesOn };
}

/** The workloads of a component that its abnormal conditions or its causes name. */
function listNamedWorkloads(
  { conditions }: ComponentNode,
  component: string,
  causes: readonly Cause[],
): readonly string[] {
  const messages = [
    ...conditions.filter(({ abnormal }) => abnormal).map(({ message }) => message),
    ...causes.flatMap(({ path, about, evidence }) => [
      ...path,
      about.name,
      ...evidence.map((clause) => reportedWordsIn(clause).message ?? ""),
    ]),
  ];
  const names = workloadRows.find((row) => row.component === component)?.names ?? [];
  return names.filter((name) => messages.some((message) => isNamedIn(message, name)));
}
