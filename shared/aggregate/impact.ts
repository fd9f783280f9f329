import { lastConditionOfType } from "../model/condition.ts";
import type { Finding } from "../model/finding/finding.ts";
import {
  actionSubjects,
  type GoesOnCode,
  goesOnCodes,
  type Impact,
  type ImpactCode,
  type ImpactSubject,
  impactSubjects,
  type StoppedAction,
  stoppedActions,
} from "../model/finding/impact.ts";
import { type KubeObject, keyOf, type Ref } from "../model/object.ts";
import type { ReportNode, RootNode } from "../model/report.ts";
import type { Source } from "../model/snapshot.ts";
import { isSerious } from "../model/verdict.ts";
import { toList, valueAt } from "../parse/json-value.ts";
import { componentImpactRows } from "../tables/impact.ts";
import { type DownPart, type ImpactNodes, listDownParts } from "./impact/down-parts.ts";
import { listUncertainParts, type UncertainPart } from "./impact/uncertain-parts.ts";

/** What is known beside the root itself. */
export interface ImpactContext {
  /** Whether it is known that an object exists, or that it does not. */
  readonly isLookedUp?: (ref: Ref) => boolean;
  /** The object as it was read. */
  readonly objectOf?: (ref: Ref) => Pick<KubeObject, "spec"> | undefined;
  /** The root is a component whose HyperConverged does not exist. */
  readonly isOrphan?: boolean;
  readonly source?: Source["kind"];
}

/**
 * The root with what its state means for virtual machines, by three rules:
 * - Something cannot be done where a part has no ready pod, and on each node without a pod of a DaemonSet: one of two
 *   replicas still does the work.
 * - A component that makes the root unhealthy is never omitted, since a reader would conclude that it has no effect. Where
 *   none of its parts is known to be down, what it does `may fail` while it reports itself unavailable, and its effect is
 *   `not known` while it reports itself degraded. Where its parts were read and have ready pods, they still work.
 * - What goes on is said of the least that is certain, and never of virtual machines on a node that is lost. It alone is
 *   said of planned work and of a deletion that KubeVirt refuses.
 *
 * During an installation there are no virtual machines yet. What else a deletion means for them is not known.
 */
export function withImpact(root: RootNode, findings: readonly Finding[], context: ImpactContext = {}): RootNode {
  const { source = "cluster" } = context;
  const impact = impactOf(root, findings, context);
  return { ...root, impact: source === "cluster" ? impact : impact.map((clause) => withSource(clause, source)) };
}

function withSource(clause: Impact, notIn: Exclude<Source["kind"], "cluster">): Impact {
  return clause.unread === undefined
    ? clause
    : { ...clause, unread: clause.unread.map((each) => ({ ...each, notIn })) };
}

function impactOf(root: RootNode, findings: readonly Finding[], context: ImpactContext): readonly Impact[] {
  if (findings.some(({ code }) => code === "installing")) return [];
  if (root.deleting) return refusedDeletionClause(findings);
  const down = listDownParts(root, findings);
  const uncertain = listUncertainParts(root, down, context.isLookedUp ?? (() => false));
  const nodes = listUnavailableNodes(root);
  const clauses = [
    ...nodeClause(nodes),
    ...stoppedClauses(down),
    ...possibleClauses(uncertain, down),
    ...rejectedClause(root, findings),
    ...unmanagedClauses(root, uncertain, context),
    ...notKnownClauses(uncertain.filter(({ is }) => is === "not-known")),
  ].toSorted((a, b) => doubtOf(a) - doubtOf(b) || order.indexOf(a.code) - order.indexOf(b.code));
  const working = uncertain.filter(({ is }) => is === "works");
  const isRejectedAlone = clauses.length > 0 && clauses.every(({ code }) => code === "rejected");
  if (clauses.length === 0)
    return root.verdict === "progressing" ? progressClause(root, context) : noneClauses(root, working);
  return [
    ...clauses.filter(({ code }) => code !== "not-known"),
    // Beside an effect that is known, it says that more may be affected: without it the rest would read as the whole.
    ...notKnownClauses(uncertain.filter(({ is }) => is === "not-known" || is === "unread")),
    ...working.map((part) => workingClause("works", [part])),
    isRejectedAlone ? asTheyAre(root) : goesOnClause(root, down, uncertain, nodes.length > 0),
  ];
}

/**
 * KubeVirt refuses its deletion while there are virtual machines, and then nothing of it is removed
 * (https://github.com/kubevirt/kubevirt/blob/main/pkg/virt-operator/webhooks/webhook.go, KubeVirtDeletionAdmitter).
 */
function refusedDeletionClause(findings: readonly Finding[]): readonly Impact[] {
  const refusal = findings.find((each) => each.code === "deletion-blocked" && each.component === "KubeVirt");
  return refusal === undefined ? [] : [runningClause(["KubeVirt"], [refusal.about])];
}

/**
 * While components are rolled out or upgraded, running virtual machines go on: KubeVirt replaces its own parts, and migrates
 * virtual machines live to its new version if its spec says so. Only the method `Evict` shuts some of them down
 * (https://kubevirt.io/user-guide/cluster_admin/updating_and_deletion/#updating-kubevirt-workloads).
 */
function progressClause(root: RootNode, { objectOf }: ImpactContext): readonly Impact[] {
  const rolled = root.causes.filter(({ component }) => componentImpactRows.some((row) => row.component === component));
  const isUpgrading = root.gates.upgrade.running === true;
  if (rolled.length === 0 && !isUpgrading) return [];
  const components = [...new Set(rolled.map(({ component }) => component))];
  const because = rolled.length === 0 ? [root.ref] : rolled.map(({ about }) => about).filter(isFirst);
  const isWithoutKubeVirt = !isUpgrading && !components.includes("KubeVirt");
  return isWithoutKubeVirt || isKubeVirtGentle(root, objectOf) ? [runningClause(components, because)] : [];
}

/** Whether KubeVirt was read, and shuts no virtual machine down to update it. */
function isKubeVirtGentle(root: RootNode, objectOf: ImpactContext["objectOf"]): boolean {
  const kubeVirt = [root, ...root.children].find(({ ref }) => ref.group === "kubevirt.io" && ref.kind === "KubeVirt");
  const spec = kubeVirt === undefined ? undefined : objectOf?.(kubeVirt.ref)?.spec;
  if (spec === undefined) return false;
  return !toList(valueAt(spec, ["workloadUpdateStrategy", "workloadUpdateMethods"])).includes("Evict");
}

function runningClause(components: readonly string[], because: readonly Ref[]): Impact {
  return { code: "goes-on", stops: [], goesOn: "running", components, because };
}

function asTheyAre({ ref }: RootNode): Impact {
  return { code: "goes-on", stops: [], goesOn: "as-they-are", components: [ref.kind], because: [ref] };
}

/** What cannot be done: everywhere, then on nodes. The least virtual machines come first, also where it is one node only. */
function stoppedClauses(down: readonly DownPart[]): readonly Impact[] {
  const everywhere = down.filter(({ where }) => where === undefined);
  const stopped = new Set(everywhere.flatMap(({ row }) => row.stops));
  const onNodes = down.filter(({ where }) => where !== undefined);
  return [
    ...impactSubjects.flatMap((subject) => clauseOf(subject, everywhere, new Set())),
    // What cannot be done anywhere is not said of a node again.
    ...onNodes.flatMap((part) => impactSubjects.flatMap((subject) => clauseOf(subject, [part], stopped, part.where))),
  ];
}

/** What may fail, for each subject: of components that report themselves unavailable, and of those that do not exist. */
function possibleClauses(uncertain: readonly UncertainPart[], down: readonly DownPart[]): readonly Impact[] {
  const stopped = new Set(down.filter(({ where }) => where === undefined).flatMap(({ row }) => row.stops));
  const possible = uncertain.filter(({ is }) => is === "may-fail");
  return impactSubjects.flatMap((subject) =>
    clauseOf(subject, possible, stopped).map((clause): Impact => {
      const parts = possible.filter(({ row }) => clause.components.includes(row.component));
      return { ...clause, isPossible: true, ...unreadOf(parts) };
    }),
  );
}

/** The workloads of some components that were not read, as a property of a clause. */
function unreadOf(parts: readonly UncertainPart[]): Pick<Impact, "unread"> {
  const unread = parts
    .filter((part) => part.unread.length > 0)
    .map((part) => ({ component: part.row.component, workloads: part.unread }));
  return unread.length === 0 ? {} : { unread };
}

/** The clause on one subject, of all parts that stop something about it; none where no part does. */
function clauseOf(
  subject: ImpactSubject,
  parts: readonly Pick<DownPart, "row" | "ref">[],
  stopped: ReadonlySet<StoppedAction>,
  where?: ImpactNodes,
): readonly Impact[] {
  const concerned = parts.filter(({ row }) => row.stops.some((action) => actionSubjects[action] === subject));
  const all = new Set(concerned.flatMap(({ row }) => row.stops).filter((action) => actionSubjects[action] === subject));
  const actions = [...all].filter(
    (action) => !isCovered(action, all) && !stopped.has(action) && !isCovered(action, stopped),
  );
  if (actions.length === 0) return [];
  return [
    {
      code: subject,
      stops: stoppedActions.filter((action) => actions.includes(action)),
      components: [...new Set(concerned.map(({ row }) => row.component))],
      ...(where !== undefined && { count: where.count, of: where.of }),
      ...(where !== undefined && where.names.length === where.count && { nodes: where.names }),
      because: concerned.map(({ ref }) => ref),
    },
  ];
}

/** Whether an action says less than another one that cannot be done either. */
function isCovered(action: StoppedAction, others: ReadonlySet<StoppedAction>): boolean {
  const covering = coveredBy[action];
  return covering !== undefined && others.has(covering);
}

const coveredBy: { readonly [action in StoppedAction]?: StoppedAction } = {
  "shut-down-vm": "stop-vm",
  "upload-disk-from-outside": "upload-disk",
};

/**
 * The Nodes below a root that are not ready. Virtual machines there do not run, or nothing can reach them. KubeVirt makes
 * no new ones elsewhere while their pods exist, which the node controller cannot remove from a node that does not report:
 * https://kubevirt.io/user-guide/cluster_admin/unresponsive_nodes/,
 * https://kubernetes.io/docs/concepts/cluster-administration/node-shutdown/#non-graceful-node-shutdown.
 */
function listUnavailableNodes(node: ReportNode): readonly ReportNode[] {
  const isNode = node.ref.group === "" && node.ref.kind === "Node";
  if (isNode) return node.verdict === "unavailable" ? [node] : [];
  const nodes = node.children.flatMap(listUnavailableNodes);
  return nodes.filter((each, index) => nodes.findIndex(({ ref }) => ref.name === each.ref.name) === index);
}

/** The nodes whose kubelets no longer report. On a node that only reports itself not ready, virtual machines may run on. */
function nodeClause(nodes: readonly ReportNode[]): readonly Impact[] {
  const lost = nodes.filter(({ conditions }) => lastConditionOfType(conditions, "Ready")?.status === "Unknown");
  if (lost.length === 0) return [];
  const names = lost.map(({ ref }) => ref.name);
  return [{ code: "node", stops: [], components: [], nodes: names, because: lost.map(({ ref }) => ref) }];
}

/**
 * A HyperConverged that its operator rejects: the operator writes its conditions and does nothing else, so whatever
 * components exist stay as they are (https://github.com/kubevirt/hyperconverged-cluster-operator,
 * controllers/hyperconverged/hyperconverged_controller.go, doReconcile, validateNamespace).
 */
function rejectedClause({ ref }: RootNode, findings: readonly Finding[]): readonly Impact[] {
  if (!findings.some(({ code }) => code === "invalid-request")) return [];
  return [{ code: "rejected", stops: [], components: [ref.kind], because: [ref] }];
}

function unmanagedClauses(
  { ref }: RootNode,
  uncertain: readonly UncertainPart[],
  { isOrphan = false }: ImpactContext,
): readonly Impact[] {
  const orphans: readonly Impact[] = isOrphan
    ? [{ code: "unmanaged", stops: [], components: [ref.kind], because: [ref] }]
    : [];
  return [
    ...orphans,
    ...uncertain.filter(({ is }) => is === "unmanaged").map((part) => workingClause("unmanaged", [part])),
  ];
}

/** The components whose effect is not known: those with a fault first, then those that were not read at all. */
function notKnownClauses(parts: readonly UncertainPart[]): readonly Impact[] {
  const faults = parts.filter(({ is }) => is === "not-known");
  const unread = parts.filter(({ is }) => is === "unread");
  return [
    ...(faults.length === 0 ? [] : [{ ...partsClause("not-known", faults), ...unreadOf(faults) }]),
    ...(unread.length === 0 ? [] : [{ ...partsClause("not-known", unread), areComponentsUnread: true as const }]),
  ];
}

function workingClause(code: ImpactCode, parts: readonly UncertainPart[]): Impact {
  return {
    ...partsClause(code, parts),
    ...unreadOf(parts),
    pods: parts.flatMap(({ pods }) => pods),
  };
}

function partsClause(code: ImpactCode, parts: readonly UncertainPart[]): Impact {
  return {
    code,
    stops: [],
    components: parts.map(({ row }) => row.component),
    because: parts.map(({ ref }) => ref),
  };
}

/**
 * That nothing is affected: all parts that lack pods still work, or an upgrade waits while each component reports itself
 * available. Nothing where that is not known.
 */
function noneClauses(root: RootNode, working: readonly UncertainPart[]): readonly Impact[] {
  if (working.length > 0) {
    const none = workingClause("none", working);
    return none.unread !== undefined ? [none, goesOnClause(root, [], working, false)] : [none];
  }
  if (!isSerious(root.verdict)) return [];
  const components = root.children.filter(({ role, required }) => role === "component" && required);
  const isUpgradeWaiting =
    root.causes.length > 0 && root.causes.every(({ evidence }) => evidence.every(({ is }) => is === "awaited"));
  if (!isUpgradeWaiting || !components.every(isAvailable)) return [];
  return [
    {
      code: "none",
      stops: [],
      pods: [],
      components: components.map(({ ref }) => ref.kind),
      because: components.map(({ ref }) => ref),
    },
  ];
}

function isAvailable({ outcome, ownVerdict, stale, conditions, children }: ReportNode): boolean {
  const isWell = outcome === "found" && ownVerdict === "healthy" && !stale;
  const areWell = children.every(({ verdict }) => verdict === "healthy" || verdict === "progressing");
  return isWell && areWell && lastConditionOfType(conditions, "Available")?.status === "True";
}

/** Of equal certainty the worst for virtual machines first. */
const order: readonly ImpactCode[] = ["node", ...impactSubjects, "rejected", "unmanaged", "not-known"];

/** What is certain stands before what may fail, and that before what is not known. */
function doubtOf({ code, isPossible }: Impact): number {
  if (code === "not-known") return 2;
  return isPossible ? 1 : 0;
}

/** What goes on in spite of all parts that are down, or may be. */
function goesOnClause(
  root: RootNode,
  down: readonly DownPart[],
  uncertain: readonly UncertainPart[],
  isNodeLost: boolean,
): Impact {
  const codes = [
    ...down.map(({ row, where }): GoesOnCode => (where === undefined ? row.goesOn : "running")),
    // What is not known may be worse than what is.
    ...uncertain.map(({ is, row }): GoesOnCode => (is === "may-fail" ? row.goesOn : "running")),
  ];
  const parts = [...down, ...uncertain.filter(({ is }) => is !== "unread")];
  const because = parts.map(({ ref }) => ref);
  return {
    code: "goes-on",
    stops: [],
    goesOn: goesOnCodes.find((code) => codes.includes(code)) ?? "running",
    ...(isNodeLost && { isNodeLost }),
    components: [...new Set(parts.map(({ row }) => row.component))],
    because: because.length === 0 ? [root.ref] : because.filter(isFirst),
  };
}

function isFirst(ref: Ref, index: number, all: readonly Ref[]): boolean {
  return all.findIndex((other) => keyOf(other) === keyOf(ref)) === index;
}
