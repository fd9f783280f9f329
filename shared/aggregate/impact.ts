import { lastConditionOfType } from "../model/condition.ts";
import type { Finding } from "../model/finding/finding.ts";
import { type Impact, type ImpactCode, impactSubjects } from "../model/finding/impact.ts";
import type { KubeObject, Ref } from "../model/object.ts";
import type { ReportNode, RootNode } from "../model/report.ts";
import type { Source } from "../model/snapshot.ts";
import { isSerious } from "../model/verdict.ts";
import { listDownParts } from "./impact/down-parts.ts";
import {
  makeDoubtClauses,
  makeNotKnownClauses,
  makePossibleClauses,
  makeStoppedClauses,
  makeUnreadClauses,
  makeWorkingClause,
} from "./impact/effect-clauses.ts";
import {
  makeGoesOnClauses,
  makeProgressClauses,
  makeRunningClause,
  makeUnchangedClause,
} from "./impact/goes-on-clauses.ts";
import { listUnavailableNodes, makeNodeClauses } from "./impact/lost-nodes.ts";
import { listUncertainParts, listUnreadParts, type UncertainPart } from "./impact/uncertain-parts.ts";

/** What is known besides the root itself. */
interface ImpactContext {
  /** Whether it is known if an object exists. */
  readonly isLookedUp?: (ref: Ref) => boolean;
  /** The object as it was read. */
  readonly objectOf?: (ref: Ref) => Pick<KubeObject, "spec"> | undefined;
  /** The root is a component whose HyperConverged does not exist. */
  readonly isOrphan?: boolean;
  readonly source?: Source["kind"];
}

/**
 * Adds to a root the clauses that say what its state means for virtual machines:
 * 1. A part without a ready pod: what the part does cannot be done. One ready replica of two still does the work. A DaemonSet
 *    is evaluated for each node.
 * 2. A component that makes the root unhealthy has a clause in any case, because without one a reader would conclude that it
 *    has no effect. If none of its parts is known to be down, the clause is
 *    - `cannot be done`, if the component does not exist,
 *    - `may fail`, if it reports itself unavailable,
 *    - `not known`, if it reports itself degraded or its state is unknown,
 *    - `still works`, if its parts were read and have ready pods.
 * 3. What goes on is the least that is certain. Virtual machines on a lost node are excepted. For planned work, and for a
 *    deletion that KubeVirt refuses, this is the only clause.
 *
 * A root that is being installed has no clauses, because there are no virtual machines yet. Any other deletion has none
 * either, because its effect is not known.
 */
export function addImpact(root: RootNode, findings: readonly Finding[], context: ImpactContext = {}): RootNode {
  const { source = "cluster" } = context;
  const clauses = listImpact(root, findings, context);
  if (clauses.length === 0 && root.impact.length === 0) return root;
  if (source === "cluster") return { ...root, impact: clauses };
  return { ...root, impact: clauses.map((clause) => addUnreadSource(clause, source)) };
}

/** Adds to the unread workloads of a clause that the file or the must-gather lacks them. */
function addUnreadSource(clause: Impact, source: Exclude<Source["kind"], "cluster">): Impact {
  if (clause.unread === undefined) return clause;
  return { ...clause, unread: clause.unread.map((workloads) => ({ ...workloads, notIn: source })) };
}

/**
 * The clauses of a root, in this order: what cannot be done or may fail, what is not known, what still works, and what goes
 * on. A root without an effect has the clauses of `makeClausesWithoutEffect` instead.
 */
function listImpact(root: RootNode, findings: readonly Finding[], context: ImpactContext): readonly Impact[] {
  if (findings.some(({ code }) => code === "installing")) return [];
  if (root.deleting) return makeDeletionClauses(root, findings);
  const nodes = listUnavailableNodes(root);
  const knownDownParts = listDownParts(root, findings);
  const uncertainParts = listUncertainParts(root, knownDownParts, context.isLookedUp ?? isNeverLookedUp);
  const partsByState = Map.groupBy(uncertainParts, ({ is }) => is);
  const downParts = [...knownDownParts, ...(partsByState.get("absent") ?? [])];
  const effects = [
    ...makeNodeClauses(nodes),
    ...makeStoppedClauses(downParts),
    ...makePossibleClauses(partsByState.get("may-fail") ?? [], downParts),
    ...makeRejectedClauses(root, findings),
    ...makeUnmanagedClauses(root, partsByState.get("unmanaged") ?? [], context),
  ].toSorted(compareClauses);
  const doubts = makeDoubtClauses(partsByState.get("unanswered") ?? []);
  const faultyParts = partsByState.get("not-known") ?? [];
  const unreadParts = partsByState.get("unread") ?? [];
  const workingParts = partsByState.get("works") ?? [];
  if (effects.length + doubts.length + faultyParts.length === 0) {
    return makeClausesWithoutEffect(root, workingParts, unreadParts, context);
  }
  const clauses = [...effects, ...doubts];
  // Without the clauses about what is not known a reader would take the known effects for all effects.
  clauses.push(...makeNotKnownClauses(faultyParts, unreadParts));
  if (workingParts.length > 0) clauses.push(makeWorkingClause("works", workingParts));
  const isOnlyRejected =
    faultyParts.length === 0 && effects.length > 0 && effects.every(({ code }) => code === "rejected");
  if (isOnlyRejected) return [...clauses, makeUnchangedClause(root)];
  return [...clauses, ...makeGoesOnClauses(root, downParts, uncertainParts, findings, nodes.length > 0)];
}

/** The default of `isLookedUp`: of no object it is known whether it exists. */
function isNeverLookedUp(): boolean {
  return false;
}

/** Orders clauses: what is certain before what may fail, then the worst for virtual machines first. */
function compareClauses(a: Impact, b: Impact): number {
  const byCertainty = Number(a.isPossible === true) - Number(b.isPossible === true);
  if (byCertainty !== 0) return byCertainty;
  return codesWorstFirst.indexOf(a.code) - codesWorstFirst.indexOf(b.code);
}

const codesWorstFirst: readonly ImpactCode[] = ["node", ...impactSubjects, "rejected", "unmanaged"];

/**
 * The clauses of a root that is being deleted. KubeVirt refuses its deletion while there are virtual machines, and then
 * nothing of it is removed, so that they go on
 * (https://github.com/kubevirt/kubevirt/blob/main/pkg/virt-operator/webhooks/webhook.go, KubeVirtDeletionAdmitter).
 * Empty for a deletion that is not refused.
 */
function makeDeletionClauses(root: RootNode, findings: readonly Finding[]): readonly Impact[] {
  const refusal = findings.find((finding) => finding.code === "deletion-blocked" && finding.component === "KubeVirt");
  if (refusal === undefined) return [];
  // These are the parts of the components that are not being deleted themselves.
  const downParts = listDownParts({ ...root, deleting: false }, findings);
  const nodes = listUnavailableNodes(root);
  if (downParts.length === 0 && nodes.length === 0) return [makeRunningClause(["KubeVirt"], [refusal.about])];
  return [
    ...makeNodeClauses(nodes),
    ...makeStoppedClauses(downParts),
    ...makeGoesOnClauses(root, downParts, [], findings, nodes.length > 0),
  ];
}

/**
 * The clause about a HyperConverged that its operator rejects. The operator writes its conditions and does nothing else, so
 * whatever components exist stay as they are (https://github.com/kubevirt/hyperconverged-cluster-operator,
 * controllers/hyperconverged/hyperconverged_controller.go, doReconcile, validateNamespace).
 */
function makeRejectedClauses({ ref }: RootNode, findings: readonly Finding[]): readonly Impact[] {
  if (!findings.some(({ code }) => code === "invalid-request")) return [];
  return [{ code: "rejected", stops: [], components: [ref.kind], because: [ref] }];
}

/** The clauses about a component without a HyperConverged, and about parts of components that do not exist. */
function makeUnmanagedClauses(
  { ref }: RootNode,
  unmanagedParts: readonly UncertainPart[],
  { isOrphan = false }: ImpactContext,
): readonly Impact[] {
  const clauses: Impact[] = [];
  if (isOrphan) clauses.push({ code: "unmanaged", stops: [], components: [ref.kind], because: [ref] });
  for (const part of unmanagedParts) clauses.push(makeWorkingClause("unmanaged", [part]));
  return clauses;
}

/**
 * The clauses of a root of which no effect is known or feared. The first case that applies decides:
 * 1. It is progressing: what goes on during planned work.
 * 2. Components were not read: that nothing is known about them.
 * 3. Parts lack pods: that they still work.
 * 4. Its components report themselves available: that nothing is affected.
 */
function makeClausesWithoutEffect(
  root: RootNode,
  workingParts: readonly UncertainPart[],
  unreadParts: readonly UncertainPart[],
  { objectOf = () => undefined, isLookedUp = isNeverLookedUp }: ImpactContext,
): readonly Impact[] {
  if (root.verdict === "progressing") return makeProgressClauses(root, objectOf);
  if (unreadParts.length > 0) return makeUnreadClauses(unreadParts);
  if (workingParts.length > 0) return makeStillWorkingClauses(root, workingParts);
  return makeUnaffectedClauses(root, isLookedUp);
}

/** The clause that nothing is affected, because all parts that lack pods still work. What was not read may be affected. */
function makeStillWorkingClauses(root: RootNode, workingParts: readonly UncertainPart[]): readonly Impact[] {
  const clause = makeWorkingClause("none", workingParts);
  if (clause.unread === undefined) return [clause];
  return [clause, ...makeGoesOnClauses(root, [], workingParts, [], false)];
}

/**
 * The clause that nothing is affected, because each component reports itself available. It is made in two cases: an upgrade
 * waits, or only the state of the root itself is unknown. In the second case it names the workloads that were not read,
 * because a condition stays as it is when the operator that writes it is gone.
 */
function makeUnaffectedClauses(root: RootNode, isLookedUp: (ref: Ref) => boolean): readonly Impact[] {
  const isOnlyRootUnknown = root.verdict === "unknown" && root.causes.every(({ path }) => path.length === 1);
  if (!isOnlyRootUnknown && !(isSerious(root.verdict) && isUpgradeWaiting(root))) return [];
  const components = root.children.filter(({ role, required }) => role === "component" && required);
  if (components.length === 0 || !components.every(isAvailable)) return [];
  const clause: Impact = {
    code: "none",
    stops: [],
    pods: [],
    components: components.map(({ ref }) => ref.kind),
    because: components.map(({ ref }) => ref),
  };
  const unread = components
    .map(({ ref }) => ({ component: ref.kind, workloads: listUnreadParts(ref.kind, root.ref.namespace, isLookedUp) }))
    .filter(({ workloads }) => workloads.length > 0);
  return isOnlyRootUnknown && unread.length > 0 ? [{ unread, ...clause }] : [clause];
}

/** Whether each cause of a root is an upgrade that waits for something. */
function isUpgradeWaiting({ causes }: RootNode): boolean {
  return causes.length > 0 && causes.every(({ evidence }) => evidence.every(({ is }) => is === "awaited"));
}

/** Whether a component reports itself available, is healthy, and has only healthy or progressing parts. */
function isAvailable({ outcome, ownVerdict, stale, conditions, children }: ReportNode): boolean {
  if (outcome !== "found" || ownVerdict !== "healthy" || stale) return false;
  if (lastConditionOfType(conditions, "Available")?.status !== "True") return false;
  return children.every(({ verdict }) => verdict === "healthy" || verdict === "progressing");
}
