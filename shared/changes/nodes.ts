import { joinLines } from "../characters/join-lines.ts";
import { conditionWords } from "../model/condition.ts";
import { keyOf } from "../model/object.ts";
import type { Cause, Report, ReportNode, RootNode } from "../model/report.ts";
import type { Transition } from "../model/report-change.ts";
import { isSerious } from "../model/verdict.ts";
import { worstCauseText } from "../outline/cause-line.ts";
import { plainText } from "../outline/text.ts";
import { isEqual } from "../parse/equal-values.ts";
import {
  type BeforeAfter,
  maxNamedObjects,
  maxSingleChanges,
  pairByKey,
  type RankedTransition,
  rankTransition,
} from "./pair-by-key.ts";
import { listRelatedChanges } from "./related.ts";
import { isSameFirstCause } from "./visible-equality.ts";

/** What changed in the trees of the roots. */
export function listRootChanges(before: Report | undefined, after: Report): readonly RankedTransition[] {
  return pairByKey<RootNode>(before?.roots ?? [], after.roots, keyOfNode).flatMap((pair) => {
    const { from, to } = pair;
    const report = createReporter(pair, []);
    return [
      ...findReplacedTogether(listNodeChanges(pair, []), to ?? from),
      ...(["ready", "upgradeable"] as const).flatMap((type) =>
        report({ what: "gate", type, ...pairValues(from?.gates[type], to?.gates[type]) }),
      ),
      ...report({ what: "upgrade", ...pairValues(from?.gates.upgrade, to?.gates.upgrade) }),
      ...findCauseChange(pair, report),
      ...listRelatedChanges(pair),
    ];
  });
}

/** The changes, with those of replaced objects below the root as one, if there are many. A root is always listed alone. */
function findReplacedTogether(
  changes: readonly RankedTransition[],
  root: ReportNode | undefined,
): readonly RankedTransition[] {
  const replaced = changes.filter(({ transition: { what, path } }) => what === "identity" && path.length > 1);
  const [first] = replaced;
  if (replaced.length <= maxSingleChanges || first === undefined || root === undefined) return changes;
  const refs = replaced.slice(0, maxNamedObjects).map(({ transition }) => transition.about);
  const position = { about: root.ref, label: root.label, path: [root.label] };
  const combined = { ...first.transition, ...position, count: replaced.length, refs } as Transition;
  return [...changes.filter((change) => !replaced.includes(change)), rankTransition(combined, "unknown")];
}

/** The change to another first cause, or to other evidence of it. Both causes have their sentence, as a report has it. */
function findCauseChange({ from, to }: BeforeAfter<RootNode>, report: Reporter): readonly RankedTransition[] {
  const before = findLeadingCause(from);
  const after = findLeadingCause(to);
  if (before !== undefined && after !== undefined && isSameFirstCause(before, after)) return [];
  return report({
    what: "root-cause",
    ...pairValues(before && readCauseSeen(before, from), after && readCauseSeen(after, to)),
  });
}

/** The path and the sentence of a cause. */
function readCauseSeen(
  { path }: Cause,
  root: RootNode | undefined,
): { readonly path: readonly string[]; readonly text: string } {
  const text = root === undefined ? [] : worstCauseText(root, { now: "", format: "age" });
  return { path, text: joinLines(plainText(text)) };
}

/** The first cause of a root, if it is serious and about an object below the root. */
function findLeadingCause(root: RootNode | undefined): Cause | undefined {
  const [first] = root?.causes ?? [];
  const isBelowRoot = first !== undefined && first.path.length >= 2;
  return isBelowRoot && isSerious(first.verdict) ? first : undefined;
}

/** What changed in one node and below it. `above`: the labels from the root down to the parent of the node. */
function listNodeChanges(pair: BeforeAfter<ReportNode>, above: readonly string[]): readonly RankedTransition[] {
  if (pair.from === pair.to) return [];
  const report = createReporter(pair, above);
  return [
    ...listStateChanges(pair, report),
    ...listConditionChanges(pair, report),
    ...listChildChanges(pair, [...above, (pair.to ?? pair.from)?.label ?? ""]),
  ];
}

/** Changes of the verdict, of the object and of its facts. A node that was added or removed has no further ones. */
function listStateChanges(pair: BeforeAfter<ReportNode>, report: Reporter): readonly RankedTransition[] {
  const { from, to } = pair;
  if (from === undefined || to === undefined) return report({ what: "presence", ...readVerdicts(pair) });
  const changes = [
    ...report({ what: "verdict", ...readVerdicts(pair) }),
    ...report({ what: "outcome", from: from.outcome, to: to.outcome }),
  ];
  const uidBefore = from.ref.uid;
  const uidAfter = to.ref.uid;
  // A container has the uid of its Pod, whose change is reported by itself.
  if (uidBefore !== undefined && uidAfter !== undefined && to.role !== "container") {
    changes.push(...report({ what: "identity", from: uidBefore, to: uidAfter }));
  }
  for (const type of ["stale", "deleting", "frozen"] as const) {
    changes.push(...report({ what: "state", type, from: from[type], to: to[type] }));
  }
  for (const type of comparedFacts[to.role]) {
    changes.push(...report({ what: "fact", type, ...pairValues(from.facts[type], to.facts[type]) }));
  }
  return changes;
}

/** Changes in the conditions and versions of roots and components. Nodes below them show only their verdict. */
function listConditionChanges({ from, to }: BeforeAfter<ReportNode>, report: Reporter): readonly RankedTransition[] {
  if (!isReportedRole((to ?? from)?.role)) return [];
  const conditionPairs = pairByKey(from?.conditions ?? [], to?.conditions ?? [], ({ type }) => type);
  const changes = conditionPairs.flatMap(({ from: before, to: after }) => {
    const type = (after ?? before)?.type ?? "";
    const words = pairValues(before && conditionWords(before), after && conditionWords(after));
    return report({ what: "condition", type, ...words });
  });
  for (const type of ["observedVersion", "expectedVersion"] as const) {
    changes.push(...report({ what: "version", type, ...pairValues(from?.facts[type], to?.facts[type]) }));
  }
  return changes;
}

function listChildChanges(parent: BeforeAfter<ReportNode>, path: readonly string[]): readonly RankedTransition[] {
  const children = pairByKey(parent.from?.children ?? [], parent.to?.children ?? [], keyOfNode);
  return children.filter((child) => isCompared(child, parent)).flatMap((child) => listNodeChanges(child, path));
}

/** Whether a change of a child is reported. Whatever both Reports have is compared, and so are components and parts. */
function isCompared(child: BeforeAfter<ReportNode>, parent: BeforeAfter<ReportNode>): boolean {
  const node = child.to ?? child.from;
  if (node === undefined || (child.from !== undefined && child.to !== undefined)) return true;
  if (isReportedRole(node.role)) return true;
  // A child that was added or removed with its parent is reported with the parent.
  if (parent.from === undefined || parent.to === undefined) return false;
  // Nodes below are read only where something is unhealthy. A healthy node that appears is no change: only more was
  // read.
  const parentWithoutChild = child.from === undefined ? parent.from : parent.to;
  return node.verdict !== "healthy" || parentWithoutChild.children.some(({ role }) => role === node.role);
}

/** The facts that count as a change even if the verdict stays. A Pod's restarts are those of its containers. */
const comparedFacts: Readonly<Record<ReportNode["role"], readonly ("waiting" | "exitCode" | "restarts" | "ready")[]>> =
  {
    container: ["waiting", "exitCode", "restarts"],
    workload: ["ready"],
    root: [],
    component: [],
    part: [],
    replicaset: [],
    pod: [],
    related: [],
  };

function isReportedRole(role: ReportNode["role"] | undefined): boolean {
  return role === "root" || role === "component" || role === "part";
}

type Reporter = (change: ChangeDetails<Transition>) => readonly RankedTransition[];

type ChangeDetails<T> = T extends unknown ? Omit<T, "about" | "label" | "path"> : never;

/** Returns a function that reports a change of this node, or nothing where both values are equal. */
function createReporter({ from, to }: BeforeAfter<ReportNode>, above: readonly string[]): Reporter {
  const node = to ?? from;
  return (change) => {
    if (node === undefined || isEqual(change.from, change.to)) return [];
    const position = { about: node.ref, label: node.label, path: [...above, node.label] };
    return [rankTransition({ ...position, ...change } as Transition, node.verdict)];
  };
}

function pairValues<T>(from: T | undefined, to: T | undefined): { readonly from: T | null; readonly to: T | null } {
  return { from: from ?? null, to: to ?? null };
}

function readVerdicts({ from, to }: BeforeAfter<ReportNode>): ReturnType<typeof pairValues<ReportNode["verdict"]>> {
  return pairValues(from?.verdict, to?.verdict);
}

/** The key of a node. The containers of a Pod have its ref, so their label is added. */
function keyOfNode({ role, ref, label }: ReportNode): string {
  return `${role} ${keyOf(ref)} ${role === "container" ? label : ""}`;
}
