import { hasMessage, hasReasonBeyondCounts, type Trouble } from "../model/cause/trouble.ts";
import { conditionVerdict } from "../model/condition-age.ts";
import { type KubeObject, keyOf } from "../model/object.ts";
import type { ReportNode } from "../model/report.ts";
import { isSerious, type Verdict, worstVerdict } from "../model/verdict.ts";
import { isEqual } from "../parse/equal-values.ts";
import { namedKindRowsOf, ownedKindRowsOf, ownerLabelOf } from "../profiles/owned-kinds.ts";
import { supersededKinds } from "../tables/owned-kinds.ts";
import { hasGracePeriod } from "./core/kind-rules.ts";
import { hasLasted, troubleFromCondition } from "./core/object-health.ts";
import { absentNeedNode } from "./core/workload-tree.ts";
import { compareTexts } from "./evaluation/compare.ts";
import type { EvaluationContext } from "./evaluation/evaluation.ts";
import { namedBy } from "./generic/named-objects.ts";
import { objectNode, presentNode } from "./generic/object-node.ts";
import { patienceSeconds } from "./generic/on-its-way.ts";
import { type OwnedTree, ownedBy } from "./generic/owned-objects.ts";
import type { Candidate } from "./root-cause/candidates.ts";
import { findExplainingCondition } from "./root-cause/cause-evidence.ts";
import {
  type CauseTrail,
  deepestNode,
  findBestTrail,
  hasReplacedPod,
  sinceOfTrail,
} from "./root-cause/cause-trails.ts";
import { makeOwnCandidate } from "./root-cause/own-cause.ts";
import { computedOnce } from "./snapshot/computed-once.ts";
import type { ObjectIndex } from "./snapshot/object-index.ts";

/** An owned object that explains its root, with its owners up to the one that the root owns itself. */
interface OwnedChain {
  /** From the object that the root owns down to the one that explains. */
  readonly nodes: readonly [ReportNode, ...ReportNode[]];
  /** The way on through Pods and containers below the last one. */
  readonly trail: CauseTrail;
  /** Its controller reports why. Otherwise only its replicas are short. */
  readonly isExplained: boolean;
}

/**
 * What the objects that an unhealthy root owns or names explain: nodes that stand below the root, a candidate for each,
 * and the verdict of the root with them.
 */
export interface OwnedCauses {
  readonly nodes: readonly ReportNode[];
  readonly candidates: readonly Candidate[];
  readonly verdict: Verdict;
}

/**
 * Finds the objects that explain an unhealthy root among those that it owns or names: of each object that the root owns
 * or names itself the best chain down. Such an object explains its root if it is unhealthy and its message says more than
 * the root's, or if the root needs it and it does not exist.
 * What its controller does not count explains nothing: an object that a newer one supersedes, one that is being deleted
 * in time, and what lies below an object that reports itself healthy. `shown`: the nodes below the root already.
 */
export function findOwnedCauses(
  object: KubeObject,
  root: ReportNode,
  index: ObjectIndex,
  context: EvaluationContext,
): OwnedCauses {
  if (root.verdict === "healthy") return { nodes: [], candidates: [], verdict: root.verdict };
  const shown = new Set(keysBelow(root));
  const visited = new Set([keyOf(object.ref)]);
  const whole = wholeObjects(index);

  /** The best chain of each object that this one names, and one for each that it needs and that does not exist. */
  function namedChains(namer: KubeObject, above: readonly ReportNode[]): readonly (readonly OwnedChain[])[] {
    return namedBy(namer, index).map(({ lookup, isNeeded }): readonly OwnedChain[] => {
      if (lookup.outcome === "found") {
        const named = lookup.object;
        return chainsOf({ object: named, owned: ownedOrLabelled(named, index) }, above);
      }
      if (!isNeeded || lookup.outcome !== "absent" || shown.has(keyOf(lookup.ref))) return [];
      shown.add(keyOf(lookup.ref));
      const node = absentNeedNode(lookup, "part");
      return [chainOf(above, node, [node], true)];
    });
  }

  function chainsOf(tree: OwnedTree, above: readonly ReportNode[]): readonly OwnedChain[] {
    const { object } = tree;
    if (visited.has(keyOf(object.ref))) return [];
    visited.add(keyOf(object.ref));
    const below = (path: readonly ReportNode[]): readonly OwnedChain[] => [
      ...namedChains(object, path).flat(),
      ...withoutSuperseded(tree.owned).flatMap((each) => chainsOf(each, path)),
    ];
    // The tree of a workload shows this object already.
    if (shown.has(keyOf(object.ref))) return below(above);
    const node = whole.has(object) ? objectNode(object, index, context, "part") : presentNode(object, "part");
    if (isDeletedInTime(object, node, context.takenAt)) return [];
    for (const key of keysBelow(node)) shown.add(key);
    if (node.verdict === "healthy" && reportsState(node)) return [];
    const chain = explainedChain(above, node, root);
    return [...(chain === undefined ? [] : [chain]), ...below([...above, node])];
  }

  const best = (ofOne: readonly OwnedChain[]): readonly OwnedChain[] => ofOne.toSorted(compareChains).slice(0, 1);
  const named = namedChains(object, []).flatMap(best);
  const owned = withoutSuperseded(ownedOrLabelled(object, index)).flatMap((tree) => best(chainsOf(tree, [])));
  const chains = [...named, ...owned];
  // An object whose kind names what it needs waits for that, and for the pods that it owns.
  const isWaiting = root.verdict === "progressing" && namedKindRowsOf(object.ref).length > 0;
  const waitsForFault = isWaiting && chains.some(({ trail }) => isSerious(trail[0].verdict));
  const rootVerdict = waitsForFault ? "degraded" : root.verdict;
  const candidates = chains.map((chain): Candidate => {
    const verdict = worstVerdict(chain.nodes.map((node) => node.verdict));
    return {
      component: chain.nodes[0].label,
      verdict: isSerious(verdict) ? rootVerdict : verdict,
      required: true,
      evidence: { node: asEvidence(chain.nodes, verdict) },
    };
  });
  const nodes = chains.map((chain) => joinNodes(chain.nodes));
  const isReplaced = candidates.some(({ verdict }) => verdict === rootVerdict);
  const own = isReplaced && reportsAnotherFault(root, chains) ? makeOwnCandidate(root, []) : undefined;
  return { nodes, candidates: own === undefined ? candidates : [...candidates, own], verdict: rootVerdict };
}

/** The objects of which more than metadata was read. */
const wholeObjects = computedOnce((index: ObjectIndex): ReadonlySet<KubeObject> => new Set(index.objects()));

/**
 * What an object owns, and the objects that its kind marks by a label with its name or uid. Their owners in between may
 * not have been read: a Machine belongs to a MachineSet, and that to the Cluster.
 */
function ownedOrLabelled(root: KubeObject, index: ObjectIndex): readonly OwnedTree[] {
  const { owned } = ownedBy(root, index);
  const known = new Set(owned.flatMap(keysOfTree));
  const labelled = ownedKindRowsOf(root.ref).flatMap((row) => {
    const mark = ownerLabelOf(row, root);
    return mark === undefined
      ? []
      : index.all(row.owned, root.ref.namespace).filter(({ labels }) => labels.get(mark.label) === mark.value);
  });
  return [...owned, ...labelled.filter(({ ref }) => !known.has(keyOf(ref))).map((object) => ({ object, owned: [] }))];
}

function keysOfTree({ object, owned }: OwnedTree): readonly string[] {
  return [keyOf(object.ref), ...owned.flatMap(keysOfTree)];
}

/** The keys of a node and of all nodes below it. */
function keysBelow({ ref, role, children }: ReportNode): readonly string[] {
  // The ref of a container is that of its Pod.
  return [...(role === "container" ? [] : [keyOf(ref)]), ...children.flatMap(keysBelow)];
}

/** Whether an object's words are those of the root too. */
function repeats({ message, observed }: Trouble, root: ReportNode): boolean {
  const text = message.trim();
  return text === "" ? isEqual(observed, root.trouble?.observed) : messagesOf(root).includes(text);
}

function isSilent(node: ReportNode): boolean {
  return node.trouble?.observed === undefined && messagesOf(node).trim() === "";
}

/** All messages of the cluster about the state of a node, as one text. */
function messagesOf({ trouble, conditions }: ReportNode): string {
  const abnormal = conditions.filter((each) => each.abnormal);
  return [...(trouble === undefined ? [] : [trouble]), ...abnormal].map(({ message }) => message).join("\n");
}

/** Without the objects that a newer one of their owner supersedes. */
function withoutSuperseded(owned: readonly OwnedTree[]): readonly OwnedTree[] {
  const newest = new Map<string, string>();
  for (const { object } of owned) {
    const kind = `${object.ref.group}/${object.ref.kind}`;
    const createdAt = object.createdAt ?? "";
    if (supersededKinds.includes(kind) && createdAt > (newest.get(kind) ?? "")) newest.set(kind, createdAt);
  }
  return owned.filter(({ object }) => {
    const time = newest.get(`${object.ref.group}/${object.ref.kind}`);
    return time === undefined || (object.createdAt ?? time) === time;
  });
}

/**
 * Whether an object is being deleted, and has not been for longer than its controllers may take. What stops within a grace
 * period of its own is late soon after it.
 */
function isDeletedInTime({ deletedAt, ref }: KubeObject, { ownVerdict }: ReportNode, takenAt: string): boolean {
  if (deletedAt === undefined) return false;
  return hasGracePeriod(ref) ? ownVerdict === "progressing" : !hasLasted(deletedAt, takenAt, patienceSeconds);
}

/** Whether a node has any state of its own. A ConfigMap, and an object of which only metadata was read, has none. */
function reportsState({ conditions, facts, children }: ReportNode): boolean {
  return conditions.length > 0 || children.length > 0 || Object.keys(facts).length > 0;
}

/** The chain that ends at a node, if the node explains more than the root does. */
function explainedChain(above: readonly ReportNode[], node: ReportNode, root: ReportNode): OwnedChain | undefined {
  if (node.verdict !== "progressing" && !isSerious(node.verdict)) return undefined;
  const trail = findBestTrail(node);
  if (trail.length > 1) return chainOf(above, node, trail, hasReasonBeyondCounts(deepestNode(trail)));
  const trouble = explanationOf(node);
  if (trouble !== undefined && hasMessage(trouble) && !repeats(trouble, root))
    return chainOf(above, { ...node, trouble }, [{ ...node, trouble }], true);
  // That replicas are missing says more than a root that gives no message at all.
  const isShort = node.facts["ready"] !== undefined && isSerious(node.verdict) && isSilent(root);
  return isShort ? chainOf(above, node, trail, false) : undefined;
}

function chainOf(above: readonly ReportNode[], node: ReportNode, trail: CauseTrail, isExplained: boolean): OwnedChain {
  const [first, ...rest] = [...above, node];
  return { nodes: [first ?? node, ...rest], trail, isExplained };
}

/** What an object says about its state: the result of its kind's rule, else the condition that explains most. */
function explanationOf({ trouble, conditions }: ReportNode): Trouble | undefined {
  if (trouble !== undefined && hasMessage(trouble)) return trouble;
  const condition = findExplainingCondition(conditions);
  return condition === undefined ? trouble : troubleFromCondition(condition);
}

/**
 * Orders chains by how much they explain: a fault before what only waits, a message before counts, then the deepest
 * object, the older fault, and the names.
 */
function compareChains(a: OwnedChain, b: OwnedChain): number {
  const isFault = ({ trail }: OwnedChain): boolean => isSerious(trail[0].verdict);
  return (
    Number(hasReplacedPod(a.trail)) - Number(hasReplacedPod(b.trail)) ||
    Number(isFault(b)) - Number(isFault(a)) ||
    Number(b.isExplained) - Number(a.isExplained) ||
    depthOf(b) - depthOf(a) ||
    compareTexts(sinceOfTrail(a.trail) ?? never, sinceOfTrail(b.trail) ?? never) ||
    compareTexts(chainKey(a), chainKey(b))
  );
}

/** Sorts after every timestamp. */
const never = "~";

function depthOf({ nodes, trail }: OwnedChain): number {
  return nodes.length + trail.length;
}

function chainKey({ nodes }: OwnedChain): string {
  return nodes.map(({ ref }) => keyOf(ref)).join("\n");
}

/** The nodes of a chain, each below the one before it. */
function joinNodes([first, ...below]: OwnedChain["nodes"]): ReportNode {
  const [next, ...rest] = below;
  return next === undefined ? first : { ...first, children: [joinNodes([next, ...rest])] };
}

/**
 * The chain as evidence: every node has the worst verdict of all, and a trouble. Else an owner that only waits would not
 * be explained by what it owns.
 */
function asEvidence(nodes: OwnedChain["nodes"], verdict: Verdict): ReportNode {
  const last = nodes.length - 1;
  const [first, ...rest] = nodes.map((node, place) =>
    place === last ? { ...node, verdict } : { ...node, verdict, trouble: node.trouble ?? { reason: "", message: "" } },
  );
  return joinNodes([first ?? nodes[0], ...rest]);
}

/**
 * Whether a condition of the root reports a fault that is not that of the chains. A summary is none, and what names or
 * quotes an object of a chain is not: `Ready=False` sums up, `ContinuousArchiving=False` is a fault of its own
 * (CloudNativePG).
 */
function reportsAnotherFault({ conditions }: ReportNode, chains: readonly OwnedChain[]): boolean {
  const nodes = chains.flatMap((chain) => [...chain.nodes, ...chain.trail]);
  return conditions.some(({ message, reason, polarity, ...condition }) => {
    const verdict = conditionVerdict({ message, reason, polarity, ...condition });
    const text = message.trim();
    if (verdict === "healthy" || verdict === "remark" || !isSerious(verdict) || polarity === "main") return false;
    if (text === "" || text === reason) return false;
    return !nodes.some((node) => text.includes(node.ref.name) || messagesOf(node).includes(text));
  });
}
