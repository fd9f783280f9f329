import { reportedWordsIn } from "../../model/cause/cause-evidence.ts";
import {
  actionSubjects,
  type ComponentImpactRow,
  type GoesOnCode,
  type ImpactRow,
  type ReadyPods,
} from "../../model/finding/impact.ts";
import type { Ref } from "../../model/object.ts";
import type { Cause, ReportNode, RootNode } from "../../model/report.ts";
import { isSerious } from "../../model/verdict.ts";
import { isNamedIn } from "../../parse/named-in.ts";
import { hcoComponents } from "../../tables/components.ts";
import { componentImpactRows, impactRows } from "../../tables/impact.ts";
import { requiredWorkloads, workloadRows } from "../../tables/workloads.ts";
import { type DownPart, isRowOf, readyPods } from "./down-parts.ts";

/**
 * A component that makes its root unhealthy, and of which no part is known to be down:
 * - `may-fail`: it reports itself unavailable, or does not exist.
 * - `not-known`: it reports itself degraded, or names only parts whose effect is not known.
 * - `works`: its parts have ready pods, as far as they were read.
 * - `unmanaged`: it does not exist, and its parts have ready pods.
 * - `unread`: it was not read, and nothing names it as a cause.
 */
export interface UncertainPart {
  readonly is: "may-fail" | "not-known" | "works" | "unmanaged" | "unread";
  readonly row: Pick<ImpactRow, "component" | "stops" | "goesOn">;
  readonly ref: Ref;
  /** The parts that it always has, and that were not read. */
  readonly unread: readonly Ref[];
  readonly pods: readonly ReadyPods[];
}

/** The components of the causes of a root of which no part is known to be down, each once. */
export function listUncertainParts(
  root: RootNode,
  down: readonly DownPart[],
  isLookedUp: (ref: Ref) => boolean,
): readonly UncertainPart[] {
  const causeOf = new Map<string, Cause>();
  // The causes come worst first.
  for (const cause of root.causes)
    for (const component of [cause.component, ...(cause.sharedBy ?? [])])
      if (!causeOf.has(component)) causeOf.set(component, cause);
  return [...causeOf].flatMap(([component, cause]) => {
    const row = componentImpactRows.find((each) => each.component === component) ?? unknownEffect(component);
    if (row === undefined || down.some((part) => isEffectOf(part, component))) return [];
    const found = [root, ...root.children].find(({ role, ref }) => role !== "workload" && ref.kind === component);
    const node = found ?? notReadNode(cause);
    const namespaces = node.children.flatMap(({ role, ref }) => (role === "workload" ? (ref.namespace ?? []) : []));
    const home = workloadRows.find((each) => each.component === component)?.home;
    const namespace = root.ref.namespace ?? namespaces[0] ?? home;
    const unread = alwaysThere(component)
      .map(({ kind, name }) => ({ group: "apps", kind, name, ...(namespace !== undefined && { namespace }) }))
      .filter((ref) => !isLookedUp(ref));
    return uncertainPart(node, row, cause, unread);
  });
}

/** Of a component that the table of effects does not have, such as one of an older release, no effect is known. */
function unknownEffect(kind: string): ComponentImpactRow | undefined {
  const isComponent = hcoComponents.some((each) => each.component === kind);
  return isComponent ? { component: kind, mayStop: [], goesOn: "running" } : undefined;
}

/** A component that only a reason of the root names: this version of its operator does not read its custom resource. */
function notReadNode({ about }: Cause): ComponentNode {
  return { ref: about, outcome: "unread", ownVerdict: "unknown", conditions: [], children: [] };
}

type ComponentNode = Pick<ReportNode, "ref" | "outcome" | "ownVerdict" | "conditions" | "children">;

/** Whether a part that is down explains what a component cannot do. Its operator does not: others do the work. */
function isEffectOf({ row }: DownPart, component: string): boolean {
  return row.component === component && row.stops.some((action) => actionSubjects[action] !== "component");
}

function uncertainPart(
  node: ComponentNode,
  row: ComponentImpactRow,
  cause: Cause,
  unread: readonly Ref[],
): readonly UncertainPart[] {
  const working = listWorking(node, row.component);
  const isComplete = areAllWorking(row.component, working);
  const part = (is: UncertainPart["is"], stopping: Pick<ImpactRow, "stops" | "goesOn">, pods: readonly ReadyPods[]) => [
    {
      is,
      row: { component: row.component, stops: stopping.stops, goesOn: stopping.goesOn },
      ref: node.ref,
      unread: isComplete ? [] : unread,
      pods,
    },
  ];
  const nothing = { stops: [], goesOn: "running" } as const;
  const everything = { stops: row.mayStop, goesOn: row.goesOn };
  if (!isSerious(cause.verdict)) {
    return cause.verdict === "unknown" && node.outcome !== "found" ? part("unread", nothing, []) : [];
  }
  if (node.outcome === "absent") {
    return working.length === 0 ? part("may-fail", everything, []) : part("unmanaged", nothing, working);
  }
  // The fault lies elsewhere: it reports itself well.
  if (node.outcome === "found" && node.ownVerdict === "healthy") return [];
  const short = working.filter(({ ready, desired }) => ready < desired);
  if (isComplete || short.length > 0) return part("works", nothing, short.length > 0 ? short : working);
  const isUnavailable = node.outcome === "found" ? node.ownVerdict === "unavailable" : cause.verdict === "unavailable";
  if (!isUnavailable) return part("not-known", nothing, []);
  const named = namedStops(node, row, cause);
  // What the named parts do is not in the table; that other parts were not read is not the reason.
  if (named.stops.length === 0) return part("not-known", nothing, []).map((each) => ({ ...each, unread: [] }));
  return part("may-fail", named, []);
}

/** The workloads of a component that have a ready pod, and whose effect is known. */
function listWorking(node: ComponentNode, component: string): readonly ReadyPods[] {
  return node.children.flatMap((child) => {
    const pods = readyPods(child);
    const isPart = child.role === "workload" && partsOf(component).some((row) => isRowOf(row, child, node));
    return !isPart || pods === undefined || pods.ready === 0 ? [] : [{ name: child.ref.name, ...pods }];
  });
}

/** The parts of a component that do something for virtual machines, without its operator. */
function partsOf(component: string): readonly ImpactRow[] {
  return impactRows.filter((row) => row.component === component && !row.stops.includes("operate"));
}

/** Whether each part that the component always has is among those that work. */
function areAllWorking(component: string, working: readonly ReadyPods[]): boolean {
  const parts = alwaysThere(component);
  return parts.length > 0 && parts.every((part) => working.some(({ name }) => name === part.name));
}

/** The parts that a component always has. Where that is not known, all of its parts. */
function alwaysThere(component: string): readonly { readonly kind: string; readonly name: string }[] {
  const required = requiredWorkloads.filter((each) => each.component === component);
  if (required.length > 0) return required;
  return partsOf(component).flatMap(({ kind, workloads }) => workloads.map((name) => ({ kind, name })));
}

/**
 * What may fail of a component that reports itself unavailable. Where its messages or its cause name workloads, only what
 * these do: `DaemonSet "cluster-network-addons/bridge-marker" is not available` says nothing about MAC addresses.
 */
function namedStops(
  { conditions }: ComponentNode,
  { component, mayStop, goesOn }: ComponentImpactRow,
  { evidence, path }: Cause,
): { readonly stops: ComponentImpactRow["mayStop"]; readonly goesOn: GoesOnCode } {
  const messages = [
    ...path,
    ...conditions.filter(({ abnormal }) => abnormal).map(({ message }) => message),
    ...evidence.map((clause) => reportedWordsIn(clause).message ?? ""),
  ];
  const names = workloadRows.find((row) => row.component === component)?.names ?? [];
  const named = names.filter((name) => messages.some((message) => isNamedIn(message, name)));
  if (named.length === 0) return { stops: mayStop, goesOn };
  const rows = partsOf(component).filter(({ workloads }) => workloads.some((name) => named.includes(name)));
  return { stops: rows.flatMap(({ stops }) => stops), goesOn };
}
