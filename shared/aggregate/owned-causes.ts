import { hasMessage, hasReasonBeyondCounts, type Trouble } from "../model/cause/trouble.ts";
import { compareTexts } from "../model/compare-texts.ts";
import { conditionVerdict } from "../model/condition-age.ts";
import { isDeletedInTime } from "../model/finding/pod-causes.ts";
import { kindKey } from "../model/kind.ts";
import { type KubeObject, keyOf } from "../model/object.ts";
import type { ReportNode } from "../model/report.ts";
import { isSerious, type Verdict, worstVerdict } from "../model/verdict.ts";
import { isEqual } from "../parse/equal-values.ts";
import { namedKindRowsOf, ownedKindRowsOf, ownerLabelOf } from "../profiles/owned-kinds.ts";
import { supersededKinds } from "../tables/owned-kinds.ts";
import { hasGracePeriod } from "./core/kind-rules.ts";
import { hasLasted, maxWorkSeconds, troubleFromCondition } from "./core/object-health.ts";
import { makeAbsentNeedNode } from "./core/workload-tree.ts";
import { compareOldestFirst } from "./evaluation/compare.ts";
import type { EvaluationContext } from "./evaluation/evaluation.ts";
import { listNamedObjects } from "./generic/named-objects.ts";
import { makeObjectNode, makePresentNode } from "./generic/object-node.ts";
import { buildOwnedTree, type OwnedTree } from "./generic/owned-objects.ts";
import { addRefusedCertificates } from "./generic/refused-certificates.ts";
import { isRefusedSource } from "./generic/refused-sources.ts";
import type { Candidate } from "./root-cause/candidates.ts";
import { findExplainingCondition } from "./root-cause/cause-evidence.ts";
import {
  type CauseTrail,
  deepestNode,
  findBestTrail,
  findTrailTime,
  hasReplacedPod,
} from "./root-cause/cause-trails.ts";
import { makeOwnCandidate } from "./root-cause/own-cause.ts";
import { memoizeByIndex } from "./snapshot/memoize-by-index.ts";
import type { ObjectIndex } from "./snapshot/object-index.ts";

/** An owned object that explains its root, with its owners up to the one that the root owns or names itself. */
interface OwnedChain {
  /** From the object that the root owns or names down to the one that explains. */
  readonly nodes: readonly [ReportNode, ...ReportNode[]];
  /** From the last node on, down through Pods and containers. */
  readonly trail: CauseTrail;
  /** Its controller reports why. Otherwise it only lacks replicas. */
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
 * Finds the objects that explain an unhealthy root among those that it owns or names: for each object that the root owns
 * or names itself the best chain down from there. An object explains the root if it is unhealthy and its message says more
 * than the root's, or if the root needs it and it does not exist.
 *
 * Three kinds of object explain nothing, because their controller does not count them: one that a newer one supersedes, one
 * that is being deleted in time, and those below an object that reports itself healthy.
 */
export function findOwnedCauses(
  object: KubeObject,
  root: ReportNode,
  index: ObjectIndex,
  context: EvaluationContext,
): OwnedCauses {
  // Nothing below says more than a source that is not trusted.
  if (root.verdict === "healthy" || isRefusedSource(root)) return { nodes: [], candidates: [], verdict: root.verdict };
  const chains = findBestChains(object, root, index, context);
  const verdict = waitsForFault(root, chains) ? "degraded" : root.verdict;
  const candidates = chains.map((chain) => makeChainCandidate(chain, verdict));
  const isRootReplaced = candidates.some((candidate) => candidate.verdict === verdict);
  const own = isRootReplaced && reportsAnotherFault(root, chains) ? makeOwnCandidate(root, []) : undefined;
  return {
    nodes: chains.map((chain) => joinNodes(chain.nodes)),
    candidates: own === undefined ? candidates : [...candidates, own],
    verdict,
  };
}

/** Whether a root whose kind names what it needs is only progressing although one of those objects is faulty. */
function waitsForFault(root: ReportNode, chains: readonly OwnedChain[]): boolean {
  if (root.verdict !== "progressing" || namedKindRowsOf(root.ref).length === 0) return false;
  return chains.some(({ trail }) => isSerious(trail[0].verdict));
}

function makeChainCandidate({ nodes }: OwnedChain, rootVerdict: Verdict): Candidate {
  const verdict = worstVerdict(nodes.map((node) => node.verdict));
  return {
    component: nodes[0].label,
    verdict: isSerious(verdict) ? rootVerdict : verdict,
    required: true,
    evidence: { node: makeEvidenceNode(nodes, verdict) },
  };
}

/** The best chain below each object that the root names, then below each that it owns. */
function findBestChains(
  rootObject: KubeObject,
  root: ReportNode,
  index: ObjectIndex,
  context: EvaluationContext,
): readonly OwnedChain[] {
  const shownKeys = new Set(keysOfNodeAndBelow(root));
  const visitedKeys = new Set([rootObject.key]);
  const fullObjects = fullyReadObjects(index);

  /** The chains of each object that this one names. An object that it needs and that does not exist is a chain itself. */
  function listNamedChains(namer: KubeObject, above: readonly ReportNode[]): readonly (readonly OwnedChain[])[] {
    return listNamedObjects(namer, index).map(({ lookup, isNeeded }): readonly OwnedChain[] => {
      if (lookup.outcome === "found") {
        const { object } = lookup;
        return listChains({ object, owned: listOwnedOrLabelled(object, index) }, above);
      }
      const key = keyOf(lookup.ref);
      if (!isNeeded || lookup.outcome !== "absent" || shownKeys.has(key)) return [];
      shownKeys.add(key);
      const node = makeAbsentNeedNode(lookup, "part");
      return [makeChain(above, node, [node], true)];
    });
  }

  /** The chains through an object and through the objects that it names or owns. `above`: the nodes of its owners. */
  function listChains({ object, owned }: OwnedTree, above: readonly ReportNode[]): readonly OwnedChain[] {
    if (visitedKeys.has(object.key)) return [];
    visitedKeys.add(object.key);
    const listChainsBelow = (path: readonly ReportNode[]): readonly OwnedChain[] => [
      ...listNamedChains(object, path).flat(),
      ...dropSuperseded(owned).flatMap((tree) => listChains(tree, path)),
    ];
    // The tree of the root, such as that of a workload, shows this object already.
    if (shownKeys.has(object.key)) return listChainsBelow(above);
    const node = fullObjects.has(object)
      ? addRefusedCertificates(makeObjectNode(object, index, context, "part"), index, context)
      : makePresentNode(object, "part", context);
    if (isDeletionInTime(object, node, context.takenAt)) return [];
    for (const key of keysOfNodeAndBelow(node)) shownKeys.add(key);
    if (node.verdict === "healthy" && reportsState(node)) return [];
    const chain = makeExplainingChain(above, node, root);
    if (chain !== undefined && isRefusedSource(node)) return [chain];
    const chainsBelow = listChainsBelow([...above, node]);
    return chain === undefined ? chainsBelow : [chain, ...chainsBelow];
  }

  const pickBest = (chains: readonly OwnedChain[]): readonly OwnedChain[] => chains.toSorted(compareChains).slice(0, 1);
  const ofNamed = listNamedChains(rootObject, []).flatMap(pickBest);
  const owned = dropSuperseded(listOwnedOrLabelled(rootObject, index));
  return [...ofNamed, ...owned.flatMap((tree) => pickBest(listChains(tree, [])))];
}

/** The objects of which more than metadata was read. */
const fullyReadObjects = memoizeByIndex((index: ObjectIndex): ReadonlySet<KubeObject> => new Set(index.objects()));

/**
 * The objects that an object owns, and those that its kind marks by a label with its name or uid. A label is needed where
 * the owner in between was not read: a Machine belongs to a MachineSet, and that to the Cluster.
 */
function listOwnedOrLabelled(root: KubeObject, index: ObjectIndex): readonly OwnedTree[] {
  const { owned } = buildOwnedTree(root, index);
  const ownedKeys = new Set(owned.flatMap(keysOfTree));
  const labelled = ownedKindRowsOf(root.ref).flatMap((row) => {
    const mark = ownerLabelOf(row, root);
    if (mark === undefined) return [];
    return index.all(row.owned, root.ref.namespace).filter(({ labels }) => labels.get(mark.label) === mark.value);
  });
  const onlyLabelled = labelled.filter(({ key }) => !ownedKeys.has(key));
  return [...owned, ...onlyLabelled.map((object): OwnedTree => ({ object, owned: [] }))];
}

function keysOfTree({ object, owned }: OwnedTree): readonly string[] {
  return [object.key, ...owned.flatMap(keysOfTree)];
}

/** The keys of a node and of all nodes below it. A container has none, because its ref is that of its Pod. */
function keysOfNodeAndBelow({ ref, role, children }: ReportNode): readonly string[] {
  const keysBelow = children.flatMap(keysOfNodeAndBelow);
  return role === "container" ? keysBelow : [keyOf(ref), ...keysBelow];
}

/** Whether the root reports the message of an object too or, of an object without a message, the same observation. */
function repeatsRoot({ message, observed }: Trouble, root: ReportNode): boolean {
  const text = message.trim();
  return text === "" ? isEqual(observed, root.trouble?.observed) : joinMessages(root).includes(text);
}

function hasNoMessage(node: ReportNode): boolean {
  return node.trouble?.observed === undefined && joinMessages(node).trim() === "";
}

/** Joins the messages of the cluster about the state of a node: of its trouble and of its abnormal conditions. */
function joinMessages({ trouble, conditions }: ReportNode): string {
  const ofConditions = conditions.filter(({ abnormal }) => abnormal).map(({ message }) => message);
  return (trouble === undefined ? ofConditions : [trouble.message, ...ofConditions]).join("\n");
}

/** Drops the objects of the superseded kinds (`tables/owned-kinds.ts`) but the newest of each kind. */
function dropSuperseded(owned: readonly OwnedTree[]): readonly OwnedTree[] {
  const newestTimes = new Map<string, string>();
  for (const { object } of owned) {
    const kind = kindKey(object.ref);
    const createdAt = object.createdAt ?? "";
    if (supersededKinds.includes(kind) && createdAt > (newestTimes.get(kind) ?? "")) newestTimes.set(kind, createdAt);
  }
  return owned.filter(({ object }) => {
    const newestTime = newestTimes.get(kindKey(object.ref));
    return newestTime === undefined || object.createdAt === undefined || object.createdAt === newestTime;
  });
}

/**
 * Whether an object is being deleted, for no longer than its controllers may take. For an object with a grace period of its
 * own, such as a Pod, its own node says so: it is degraded soon after that period.
 */
function isDeletionInTime({ deletedAt, ref }: KubeObject, node: ReportNode, takenAt: string): boolean {
  if (deletedAt === undefined) return false;
  return hasGracePeriod(ref) ? isDeletedInTime(node) : !hasLasted(deletedAt, takenAt, maxWorkSeconds);
}

/** Whether a node reports a state. A ConfigMap does not, nor does an object of which only metadata was read. */
function reportsState({ conditions, facts, children }: ReportNode): boolean {
  return conditions.length > 0 || children.length > 0 || Object.keys(facts).length > 0;
}

/**
 * The chain that ends at an unhealthy node, if the node explains more than the root: by a Pod or a container below it, or
 * by a message that the root does not repeat. Where the root gives no message, missing replicas explain it too.
 */
function makeExplainingChain(above: readonly ReportNode[], node: ReportNode, root: ReportNode): OwnedChain | undefined {
  if (node.verdict !== "progressing" && !isSerious(node.verdict)) return undefined;
  const trail = findBestTrail(node);
  if (trail.length > 1) return makeChain(above, node, trail, hasReasonBeyondCounts(deepestNode(trail)));
  const trouble = findExplanation(node);
  if (trouble !== undefined && hasMessage(trouble) && !repeatsRoot(trouble, root)) {
    const explained = { ...node, trouble };
    return makeChain(above, explained, [explained], true);
  }
  const lacksReplicas = node.facts["ready"] !== undefined && isSerious(node.verdict);
  return lacksReplicas && hasNoMessage(root) ? makeChain(above, node, trail, false) : undefined;
}

function makeChain(
  above: readonly ReportNode[],
  node: ReportNode,
  trail: CauseTrail,
  isExplained: boolean,
): OwnedChain {
  const [first = node, ...others] = [...above, node];
  return { nodes: [first, ...others], trail, isExplained };
}

/** The trouble of an object by the rule of its kind, if that has a message, else the condition that explains most. */
function findExplanation({ trouble, conditions }: ReportNode): Trouble | undefined {
  if (trouble !== undefined && hasMessage(trouble)) return trouble;
  const condition = findExplainingCondition(conditions);
  return condition === undefined ? trouble : troubleFromCondition(condition);
}

/**
 * Orders chains by how much they explain:
 * 1. one without a replaced Pod,
 * 2. a fault before an object that only waits,
 * 3. one with a reason before one that only lacks replicas,
 * 4. the deeper one,
 * 5. the older one, and the names.
 */
function compareChains(a: OwnedChain, b: OwnedChain): number {
  const isFault = ({ trail }: OwnedChain): boolean => isSerious(trail[0].verdict);
  return (
    Number(hasReplacedPod(a.trail)) - Number(hasReplacedPod(b.trail)) ||
    Number(isFault(b)) - Number(isFault(a)) ||
    Number(b.isExplained) - Number(a.isExplained) ||
    depthOf(b) - depthOf(a) ||
    compareOldestFirst(findTrailTime(a.trail), findTrailTime(b.trail)) ||
    compareTexts(keyOfChain(a), keyOfChain(b))
  );
}

function depthOf({ nodes, trail }: OwnedChain): number {
  return nodes.length + trail.length;
}

function keyOfChain({ nodes }: OwnedChain): string {
  return nodes.map(({ ref }) => keyOf(ref)).join("\n");
}

/** Puts each node of a chain below the one before it. */
function joinNodes([first, next, ...others]: readonly [ReportNode, ...ReportNode[]]): ReportNode {
  return next === undefined ? first : { ...first, children: [joinNodes([next, ...others])] };
}

/**
 * The chain as evidence: every node has the worst verdict of all, and every owner a trouble. Otherwise an owner that only
 * waits would not count as explained by the object below it.
 */
function makeEvidenceNode([first, ...others]: OwnedChain["nodes"], verdict: Verdict): ReportNode {
  const last = others.at(-1) ?? first;
  const mark = (node: ReportNode): ReportNode =>
    node === last ? { ...node, verdict } : { ...node, verdict, trouble: node.trouble ?? { reason: "", message: "" } };
  return joinNodes([mark(first), ...others.map(mark)]);
}

/**
 * Whether a condition of the root reports a fault that is not that of the chains. The main condition only sums up the
 * others. A message that names or quotes an object of a chain reports the same fault: `Ready=False` sums up, and
 * `ContinuousArchiving=False` is a fault of its own (CloudNativePG).
 */
function reportsAnotherFault({ conditions }: ReportNode, chains: readonly OwnedChain[]): boolean {
  const nodes = chains.flatMap((chain) => [...chain.nodes, ...chain.trail]);
  return conditions.some((condition) => {
    const verdict = conditionVerdict(condition);
    if (verdict === "healthy" || verdict === "remark" || !isSerious(verdict)) return false;
    const text = condition.message.trim();
    if (condition.polarity === "main" || text === "" || text === condition.reason) return false;
    return !nodes.some((node) => text.includes(node.ref.name) || joinMessages(node).includes(text));
  });
}
