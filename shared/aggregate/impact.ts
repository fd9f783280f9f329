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
import { isSameObject, type KubeObject, type Ref } from "../model/object.ts";
import type { ReportNode, RootNode } from "../model/report.ts";
import type { Source } from "../model/snapshot.ts";
import { isSerious } from "../model/verdict.ts";
import { listAt } from "../parse/json-value.ts";
import { isNode } from "../profiles/core-kinds.ts";
import { componentImpactRows } from "../tables/impact.ts";
import { isKubeletSilent } from "./core/cluster-kinds.ts";
import { type DownPart, type ImpactNodes, listDownParts } from "./impact/down-parts.ts";
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
 * Adds to a root what its state means for virtual machines, by three rules:
 * - Something cannot be done where a part has no ready pod, and on each node without a pod of a DaemonSet: one of two
 *   replicas still does the work.
 * - A component that makes the root unhealthy is never omitted, since a reader would conclude that it has no effect. Where
 *   none of its parts is known to be down, what it does `may fail` while it reports itself unavailable, and its effect is
 *   `not known` while it reports itself degraded, or while its state is unknown. Where its parts were read and have ready
 *   pods, they still work. What a component does that does not exist cannot be done.
 * - What goes on is said of the least that is certain, and never of virtual machines on a node that is lost. It alone is
 *   said of planned work and of a deletion that KubeVirt refuses.
 *
 * During an installation there are no virtual machines yet. What else a deletion means for them is not known.
 */
export function addImpact(root: RootNode, findings: readonly Finding[], context: ImpactContext = {}): RootNode {
  const { source = "cluster" } = context;
  const impact = listImpact(root, findings, context);
  return { ...root, impact: source === "cluster" ? impact : impact.map((clause) => addSource(clause, source)) };
}

function addSource(clause: Impact, notIn: Exclude<Source["kind"], "cluster">): Impact {
  return clause.unread === undefined
    ? clause
    : { ...clause, unread: clause.unread.map((each) => ({ ...each, notIn })) };
}

function listImpact(root: RootNode, findings: readonly Finding[], context: ImpactContext): readonly Impact[] {
  if (findings.some(({ code }) => code === "installing")) return [];
  if (root.deleting) return makeDeletionClauses(root, findings);
  const parts = listDownParts(root, findings);
  const nodes = listUnavailableNodes(root);
  const { isLookedUp = () => false } = context;
  const uncertain = listUncertainParts(root, parts, isLookedUp);
  const down = [...parts, ...uncertain.filter(({ is }) => is === "absent")];
  const effects = [
    ...makeNodeClauses(nodes),
    ...makeStoppedClauses(down),
    ...makePossibleClauses(uncertain, down),
    ...makeRejectedClauses(root, findings),
    ...makeUnmanagedClauses(root, uncertain, context),
  ].toSorted(compareImpacts);
  const faults = uncertain.filter(({ is }) => is === "not-known");
  const unread = uncertain.filter(({ is }) => is === "unread");
  const working = uncertain.filter(({ is }) => is === "works");
  const doubts = makeDoubtClauses(uncertain.filter(({ is }) => is === "unanswered"));
  if (effects.length + doubts.length + faults.length === 0) {
    if (root.verdict === "progressing") return makeProgressClauses(root, context);
    return unread.length > 0 ? makeUnreadClauses(unread) : makeUnaffectedClauses(root, working, isLookedUp);
  }
  const isRejectedAlone = effects.length > 0 && faults.length === 0 && effects.every(({ code }) => code === "rejected");
  return [
    ...effects,
    ...doubts,
    // Without these a reader would take the known effects for all of them.
    ...makeNotKnownClauses(faults, unread),
    ...(working.length === 0 ? [] : [makeWorkingClause("works", working)]),
    ...(isRejectedAlone
      ? [makeUnchangedClause(root)]
      : makeGoesOnClauses(root, down, uncertain, findings, nodes.length > 0)),
  ];
}

/**
 * KubeVirt refuses its deletion while there are virtual machines, and then nothing of it is removed
 * (https://github.com/kubevirt/kubevirt/blob/main/pkg/virt-operator/webhooks/webhook.go, KubeVirtDeletionAdmitter).
 */
function makeDeletionClauses(root: RootNode, findings: readonly Finding[]): readonly Impact[] {
  const refusal = findings.find((each) => each.code === "deletion-blocked" && each.component === "KubeVirt");
  if (refusal === undefined) return [];
  // The components that are not being deleted themselves.
  const down = listDownParts({ ...root, deleting: false }, findings);
  const nodes = listUnavailableNodes(root);
  if (down.length === 0 && nodes.length === 0) return [makeRunningClause(["KubeVirt"], [refusal.about])];
  return [
    ...makeNodeClauses(nodes),
    ...makeStoppedClauses(down),
    ...makeGoesOnClauses(root, down, [], findings, nodes.length > 0),
  ];
}

/**
 * While components are rolled out or upgraded, running virtual machines go on: KubeVirt replaces its own parts, and migrates
 * virtual machines live to its new version if its spec says so. Only the method `Evict` shuts some of them down
 * (https://kubevirt.io/user-guide/cluster_admin/updating_and_deletion/#updating-kubevirt-workloads).
 */
function makeProgressClauses(root: RootNode, { objectOf }: ImpactContext): readonly Impact[] {
  const rolled = root.causes.filter(({ component }) => componentImpactRows.some((row) => row.component === component));
  const isUpgrading = root.gates.upgrade.running === true;
  if (rolled.length === 0 && !isUpgrading) return [];
  const components = [...new Set(rolled.map(({ component }) => component))];
  const because = rolled.length === 0 ? [root.ref] : rolled.map(({ about }) => about).filter(isFirstOccurrence);
  const isWithoutKubeVirt = !isUpgrading && !components.includes("KubeVirt");
  return isWithoutKubeVirt || keepsMachinesRunning(root, objectOf) ? [makeRunningClause(components, because)] : [];
}

/** Whether KubeVirt was read, and shuts no virtual machine down to update it. */
function keepsMachinesRunning(root: RootNode, objectOf: ImpactContext["objectOf"]): boolean {
  const kubeVirt = [root, ...root.children].find(({ ref }) => ref.group === "kubevirt.io" && ref.kind === "KubeVirt");
  const spec = kubeVirt === undefined ? undefined : objectOf?.(kubeVirt.ref)?.spec;
  if (spec === undefined) return false;
  return !listAt(spec, "workloadUpdateStrategy", "workloadUpdateMethods").includes("Evict");
}

function makeRunningClause(components: readonly string[], because: readonly Ref[]): Impact {
  return { code: "goes-on", stops: [], goesOn: "running", components, because };
}

function makeUnchangedClause({ ref }: RootNode): Impact {
  return { code: "goes-on", stops: [], goesOn: "as-they-are", components: [ref.kind], because: [ref] };
}

/** What cannot be done: everywhere, then on nodes. What cannot be done anywhere is not repeated for a node. */
function makeStoppedClauses(all: readonly DownPart[]): readonly Impact[] {
  const down = all.filter(({ isPossible }) => !isPossible);
  const everywhere = down.filter(({ where }) => where === undefined);
  const stopped = new Set(everywhere.flatMap(({ row }) => row.stops));
  const onNodes = down.filter(({ where }) => where !== undefined);
  return [
    ...impactSubjects.flatMap((subject) => makeSubjectClauses(subject, everywhere, new Set())),
    ...onNodes.flatMap((part) =>
      impactSubjects.flatMap((subject) => makeSubjectClauses(subject, [part], stopped, part.where)),
    ),
  ];
}

/**
 * What may fail, for each subject: of components that report themselves unavailable or do not exist, and of parts that are
 * down and whose effect is not certain.
 */
function makePossibleClauses(uncertain: readonly UncertainPart[], down: readonly DownPart[]): readonly Impact[] {
  const isEverywhere = ({ where }: DownPart): boolean => where === undefined;
  const certain = down.filter((part) => !part.isPossible && isEverywhere(part));
  const stopped = new Set(certain.flatMap(({ row }) => row.stops));
  const possible = down.filter(({ isPossible }) => isPossible);
  const components = uncertain.filter(({ is }) => is === "may-fail");
  const everywhere = [...components, ...possible.filter(isEverywhere)];
  const ofComponents = impactSubjects.flatMap((subject) =>
    makeSubjectClauses(subject, everywhere, stopped).map((clause): Impact => {
      const parts = components.filter(({ row }) => clause.components.includes(row.component));
      return { ...clause, isPossible: true, ...pickUnread(parts) };
    }),
  );
  const known = new Set([...stopped, ...everywhere.flatMap(({ row }) => row.stops)]);
  const onNodes = possible
    .filter((part) => !isEverywhere(part))
    .flatMap((part) => impactSubjects.flatMap((subject) => makeSubjectClauses(subject, [part], known, part.where)));
  return [...ofComponents, ...onNodes.map((clause): Impact => ({ ...clause, isPossible: true }))];
}

/** A clause for each subject about which components do something, where it is not known whether they work. */
function makeDoubtClauses(parts: readonly UncertainPart[]): readonly Impact[] {
  return parts.flatMap((part) => {
    const { uncertain = [] } = part;
    const clause = makePartsClause("not-known", [part]);
    if (uncertain.length === 0) return [clause];
    const subjects = impactSubjects.filter((each) => uncertain.some((action) => actionSubjects[action] === each));
    return subjects.map((subject) => ({
      ...clause,
      uncertain: uncertain.filter((action) => actionSubjects[action] === subject),
    }));
  });
}

/** What a single component does that was not read. For several of them one clause: that nothing is known. */
function makeUnreadClauses(unread: readonly UncertainPart[]): readonly Impact[] {
  if (unread.length === 1) return makeDoubtClauses(unread);
  return [{ ...makePartsClause("not-known", unread), areComponentsUnread: true, isAlone: true }];
}

/** Picks the workloads that were not read, by component, as the field `unread` of a clause. */
function pickUnread(parts: readonly UncertainPart[]): Pick<Impact, "unread"> {
  const unread = parts
    .filter((part) => part.unread.length > 0)
    .map((part) => ({ component: part.row.component, workloads: part.unread }));
  return unread.length === 0 ? {} : { unread };
}

/**
 * The clause about one subject: what the parts stop, without the actions in `stopped` and those that a wider action
 * covers. None where nothing is left.
 */
function makeSubjectClauses(
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

/** Whether one of `others` is a wider action: where no virtual machine can start, none can use a Linux bridge. */
function isCovered(action: StoppedAction, others: ReadonlySet<StoppedAction>): boolean {
  const covering = coveredBy[action];
  return covering !== undefined && others.has(covering);
}

const coveredBy: { readonly [action in StoppedAction]?: StoppedAction } = {
  "shut-down-vm": "stop-vm",
  "use-linux-bridge": "start-vm",
  "use-open-vswitch": "start-vm",
  "use-macvtap": "start-vm",
  "upload-disk-from-outside": "upload-disk",
};

/**
 * The Nodes below a root that are not ready. Virtual machines there do not run, or nothing can reach them. KubeVirt makes
 * no new ones elsewhere while their pods exist, which the node controller cannot remove from a node that does not report:
 * https://kubevirt.io/user-guide/cluster_admin/unresponsive_nodes/,
 * https://kubernetes.io/docs/concepts/cluster-administration/node-shutdown/#non-graceful-node-shutdown.
 */
function listUnavailableNodes(node: ReportNode): readonly ReportNode[] {
  if (isNode(node.ref)) return node.verdict === "unavailable" ? [node] : [];
  const nodes = node.children.flatMap(listUnavailableNodes);
  return nodes.filter((each, index) => nodes.findIndex(({ ref }) => ref.name === each.ref.name) === index);
}

/**
 * The clauses about nodes whose kubelets no longer report: those that may be on, then those that are off by their taints.
 * Virtual machines may go on running on the other unready nodes.
 */
function makeNodeClauses(nodes: readonly ReportNode[]): readonly Impact[] {
  const lost = nodes.filter(({ conditions }) => isKubeletSilent(conditions));
  const off = lost.filter(isMarkedAsOff);
  const others = lost.filter((node) => !isMarkedAsOff(node));
  const clauses: Impact[] = [];
  if (others.length > 0) clauses.push(makeNodeClause(others));
  if (off.length > 0) clauses.push({ ...makeNodeClause(off), areOff: true });
  return clauses;
}

function isMarkedAsOff({ trouble }: ReportNode): boolean {
  const observed = trouble?.observed;
  return observed?.code === "machines-may-run" && observed.fencing?.is === "out-of-service";
}

function makeNodeClause(nodes: readonly ReportNode[]): Impact {
  const names = nodes.map(({ ref }) => ref.name);
  return { code: "node", stops: [], components: [], nodes: names, because: nodes.map(({ ref }) => ref) };
}

/**
 * A HyperConverged that its operator rejects: the operator writes its conditions and does nothing else, so whatever
 * components exist stay as they are (https://github.com/kubevirt/hyperconverged-cluster-operator,
 * controllers/hyperconverged/hyperconverged_controller.go, doReconcile, validateNamespace).
 */
function makeRejectedClauses({ ref }: RootNode, findings: readonly Finding[]): readonly Impact[] {
  if (!findings.some(({ code }) => code === "invalid-request")) return [];
  return [{ code: "rejected", stops: [], components: [ref.kind], because: [ref] }];
}

function makeUnmanagedClauses(
  { ref }: RootNode,
  uncertain: readonly UncertainPart[],
  { isOrphan = false }: ImpactContext,
): readonly Impact[] {
  const orphans: readonly Impact[] = isOrphan
    ? [{ code: "unmanaged", stops: [], components: [ref.kind], because: [ref] }]
    : [];
  return [
    ...orphans,
    ...uncertain.filter(({ is }) => is === "unmanaged").map((part) => makeWorkingClause("unmanaged", [part])),
  ];
}

/** The components whose effect is not known: those with a fault first, then those that were not read at all. */
function makeNotKnownClauses(faults: readonly UncertainPart[], unread: readonly UncertainPart[]): readonly Impact[] {
  const named = faults.flatMap((fault) => fault.parts ?? []);
  return [
    ...(faults.length === 0
      ? []
      : [
          { ...makePartsClause("not-known", faults), ...(named.length > 0 && { parts: named }), ...pickUnread(faults) },
        ]),
    ...(unread.length === 0 ? [] : [{ ...makePartsClause("not-known", unread), areComponentsUnread: true as const }]),
  ];
}

function makeWorkingClause(code: ImpactCode, parts: readonly UncertainPart[]): Impact {
  return {
    ...makePartsClause(code, parts),
    ...pickUnread(parts),
    ...(code === "unmanaged" && { uncertain: parts.flatMap(({ uncertain = [] }) => uncertain) }),
    pods: parts.flatMap(({ pods }) => pods),
  };
}

function makePartsClause(code: ImpactCode, parts: readonly UncertainPart[]): Impact {
  return {
    code,
    stops: [],
    components: parts.map(({ row }) => row.component),
    because: parts.map(({ ref }) => ref),
  };
}

/**
 * The clause that nothing is affected. That is known in two cases: all parts that lack pods still work, or each component
 * reports itself available while an upgrade waits or while only the state of the root itself is unknown.
 */
function makeUnaffectedClauses(
  root: RootNode,
  working: readonly UncertainPart[],
  isLookedUp: (ref: Ref) => boolean,
): readonly Impact[] {
  if (working.length > 0) {
    const none = makeWorkingClause("none", working);
    return none.unread !== undefined ? [none, ...makeGoesOnClauses(root, [], working, [], false)] : [none];
  }
  const isOwnDoubt = root.verdict === "unknown" && root.causes.every(({ path }) => path.length === 1);
  if (!isSerious(root.verdict) && !isOwnDoubt) return [];
  const components = root.children.filter(({ role, required }) => role === "component" && required);
  const isUpgradeWaiting =
    root.causes.length > 0 && root.causes.every(({ evidence }) => evidence.every(({ is }) => is === "awaited"));
  if (!isUpgradeWaiting && !isOwnDoubt) return [];
  if (components.length === 0 || !components.every(isAvailable)) return [];
  // A condition stays as it is where its writer is gone.
  const unread = components
    .map(({ ref }) => ({ component: ref.kind, workloads: listUnreadParts(ref.kind, root.ref.namespace, isLookedUp) }))
    .filter(({ workloads }) => workloads.length > 0);
  return [
    {
      ...(isOwnDoubt && unread.length > 0 && { unread }),
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

/** Orders clauses: what is certain before what may fail, then the worst for virtual machines. */
function compareImpacts(a: Impact, b: Impact): number {
  const certainty = Number(a.isPossible === true) - Number(b.isPossible === true);
  return certainty === 0 ? worstFirst.indexOf(a.code) - worstFirst.indexOf(b.code) : certainty;
}

const worstFirst: readonly ImpactCode[] = ["node", ...impactSubjects, "rejected", "unmanaged"];

/**
 * The clause about what goes on although parts are down or may be: the least of what any of them leaves. None for a new
 * HyperConverged that no operator has evaluated and that has no KubeVirt, because no virtual machine can run yet.
 */
function makeGoesOnClauses(
  root: RootNode,
  down: readonly DownPart[],
  uncertain: readonly UncertainPart[],
  findings: readonly Finding[],
  isNodeLost: boolean,
): readonly Impact[] {
  const isNew = findings.some(({ code }) => code === "not-yet-seen");
  if (isNew && uncertain.some(({ is, row }) => is === "absent" && row.component === "KubeVirt")) return [];
  const codes = [
    ...down.map(({ row, where }): GoesOnCode => (where === undefined ? row.goesOn : "running")),
    // Of what is not known only what may fail or is absent makes it worse.
    ...uncertain.map(({ is, row }): GoesOnCode => (is === "may-fail" || is === "absent" ? row.goesOn : "running")),
  ];
  const parts = [...down, ...uncertain.filter(({ is }) => is !== "unread")];
  const because = parts.map(({ ref }) => ref);
  const clause: Impact = {
    code: "goes-on",
    stops: [],
    goesOn: goesOnCodes.find((code) => codes.includes(code)) ?? "running",
    ...(isNodeLost && { isNodeLost }),
    components: [...new Set(parts.map(({ row }) => row.component))],
    because: because.length === 0 ? [root.ref] : because.filter(isFirstOccurrence),
  };
  return [clause];
}

function isFirstOccurrence(ref: Ref, index: number, all: readonly Ref[]): boolean {
  return all.findIndex((other) => isSameObject(other, ref)) === index;
}
