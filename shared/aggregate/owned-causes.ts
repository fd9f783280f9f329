import { hasMessage, hasReasonBeyondCounts, type Trouble } from "../model/cause/trouble.ts";
import { compareTexts } from "../model/compare-texts.ts";
import { conditionVerdict } from "../model/condition-age.ts";
import { isDeletedInTime } from "../model/finding/pod-causes.ts";
import { isSameKind, kindKey } from "../model/kind.ts";
import { type KubeObject, keyOf } from "../model/object.ts";
import type { OwnedKindRow } from "../model/profile.ts";
import type { ReportNode } from "../model/report.ts";
import { isSerious, type Verdict, worstVerdict } from "../model/verdict.ts";
import { conditionOf } from "../parse/conditions.ts";
import { isEqual } from "../parse/equal-values.ts";
import { valuesAtPath } from "../parse/value-paths.ts";
import { namedKindRowsOf, ownedKindRowsOf, ownerLabelOf } from "../profiles/owned-kinds.ts";
import { migrations } from "../profiles/virtual-machines.ts";
import { supersededKinds } from "../tables/owned-kinds.ts";
import { hasGracePeriod } from "./core/kind-rules.ts";
import { hasLasted, maxWorkSeconds, troubleFromCondition } from "./core/object-health.ts";
import { makeAbsentNeedNode } from "./core/workload-tree.ts";
import { compareOldestFirst } from "./evaluation/compare.ts";
import type { EvaluationContext } from "./evaluation/evaluation.ts";
import { listKeysOfTree } from "./evaluation/node-tree.ts";
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

/** An object that explains a root, with the objects between the root and that object: MachineSet -> Machine. */
interface OwnedChain {
  /** The nodes from the object that the root owns or names down to the object that explains. */
  readonly nodes: readonly [ReportNode, ...ReportNode[]];
  /** The last node and the objects below it, down through Pods and containers. */
  readonly trail: CauseTrail;
  /** Whether the controller of the object reports a reason. Otherwise the object only lacks replicas. */
  readonly isExplained: boolean;
}

/** What the objects that an unhealthy root owns or names explain. */
export interface OwnedCauses {
  /** The nodes that stand below the root. */
  readonly nodes: readonly ReportNode[];
  /** A candidate for each node, and the root itself if it reports another fault too. */
  readonly candidates: readonly Candidate[];
  /** The verdict of the root with these nodes. */
  readonly verdict: Verdict;
}

/**
 * Finds the objects that explain an unhealthy root among those that it owns or names: the best chain down from each of them.
 * An object explains the root if it is unhealthy and its message says more than that of the root, or if the root needs it and
 * it does not exist. These objects explain nothing, because their controller does not count them:
 * - an object that a newer one supersedes,
 * - an object whose deletion takes no longer than it may,
 * - an object below one that reports itself healthy.
 */
export function findOwnedCauses(
  object: KubeObject,
  root: ReportNode,
  index: ObjectIndex,
  context: EvaluationContext,
): OwnedCauses {
  // A source whose certificate is refused explains all objects below the root.
  if (root.verdict === "healthy" || isRefusedSource(root)) return { nodes: [], candidates: [], verdict: root.verdict };
  const chains = findBestChains(object, root, index, context);
  const verdict = waitsForFault(root, chains) ? "degraded" : root.verdict;
  const candidates = chains.map((chain) => makeChainCandidate(chain, verdict));
  // Without a candidate of this verdict, the search for causes makes the root a candidate.
  const isRootExplained = candidates.some((candidate) => candidate.verdict === verdict);
  if (isRootExplained && reportsAnotherFault(root, chains)) {
    const ownCandidate = makeOwnCandidate(root, []);
    if (ownCandidate !== undefined) candidates.push(ownCandidate);
  }
  return { nodes: chains.map((chain) => joinNodes(chain.nodes)), candidates, verdict };
}

/** Whether a root is only progressing although an object that explains it, and that its kind may name, is at fault. */
function waitsForFault(root: ReportNode, chains: readonly OwnedChain[]): boolean {
  if (root.verdict !== "progressing" || namedKindRowsOf(root.ref).length === 0) return false;
  return chains.some(isFault);
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
  // The keys of the nodes that the report shows already. Each object is shown once.
  const shownKeys = new Set(listKeysOfTree(root));
  const visitedKeys = new Set([rootObject.key]);
  const fullObjects = fullyReadObjects(index);

  /**
   * The chains through each object that `object` names. A named object that is needed and does not exist is a chain itself.
   *
   * @param nodesAbove the nodes of the objects between the root and `object`
   */
  function listNamedChains(object: KubeObject, nodesAbove: readonly ReportNode[]): readonly (readonly OwnedChain[])[] {
    return listNamedObjects(object, index, context.takenAt).map(({ lookup, isNeeded }): readonly OwnedChain[] => {
      if (lookup.outcome === "found") {
        const owned = listOwnedOrLabelled(lookup.object, index);
        return listChains({ object: lookup.object, owned }, nodesAbove);
      }
      const key = keyOf(lookup.ref);
      if (!isNeeded || lookup.outcome !== "absent" || shownKeys.has(key)) return [];
      shownKeys.add(key);
      const node = makeAbsentNeedNode(lookup, "part");
      return [makeChain(nodesAbove, node, [node], true)];
    });
  }

  /** The chain that ends at an object, if it explains the root, and the chains through the objects that it names or owns. */
  function listChains({ object, owned }: OwnedTree, nodesAbove: readonly ReportNode[]): readonly OwnedChain[] {
    if (visitedKeys.has(object.key)) return [];
    visitedKeys.add(object.key);
    const listChainsBelow = (path: readonly ReportNode[]): readonly OwnedChain[] => [
      ...listNamedChains(object, path).flat(),
      ...dropSuperseded(owned).flatMap((tree) => listChains(tree, path)),
    ];
    if (shownKeys.has(object.key)) return listChainsBelow(nodesAbove);
    const node = fullObjects.has(object)
      ? addRefusedCertificates(makeObjectNode(object, index, context, "part"), index, context)
      : makePresentNode(object, "part", context);
    if (isDeletionInTime(object, node, context.takenAt) || waitsForMigration(node, rootObject)) return [];
    for (const key of listKeysOfTree(node)) shownKeys.add(key);
    if (node.verdict === "healthy" && reportsState(node)) return [];
    const chain = makeExplainingChain(nodesAbove, node, root);
    if (chain !== undefined && isRefusedSource(node)) return [chain];
    const chainsBelow = dropWaiting(node, listChainsBelow([...nodesAbove, node]));
    return chain === undefined ? chainsBelow : [chain, ...chainsBelow];
  }

  const pickBest = (chains: readonly OwnedChain[]): readonly OwnedChain[] =>
    dropWaiting(root, chains).toSorted(compareChains).slice(0, 1);
  const chainsOfNamed = listNamedChains(rootObject, []).flatMap(pickBest);
  const ownedTrees = dropSuperseded(listOwnedOrLabelled(rootObject, index));
  return [...chainsOfNamed, ...ownedTrees.flatMap((tree) => pickBest(listChains(tree, [])))];
}

/** The objects of which more than metadata was read. */
const fullyReadObjects = memoizeByIndex((index: ObjectIndex): ReadonlySet<KubeObject> => new Set(index.objects()));

/**
 * The objects that an object owns, then those with a label that has its name or uid. The label is needed if an owner in
 * between was not read: a Cluster owns a MachineSet, and the MachineSet owns a Machine.
 */
function listOwnedOrLabelled(owner: KubeObject, index: ObjectIndex): readonly OwnedTree[] {
  const { owned } = buildOwnedTree(owner, index);
  const ownedKeys = new Set(owned.flatMap(keysOfTree));
  const labelledObjects = ownedKindRowsOf(owner.ref).flatMap((row) => {
    const mark = ownerLabelOf(row, owner);
    if (mark === undefined) return [];
    return index
      .all(row.owned, owner.ref.namespace)
      .filter((object) => object.labels.get(mark.label) === mark.value && mayExplain(owner, object, row));
  });
  const onlyLabelled = labelledObjects.filter(({ key }) => !ownedKeys.has(key));
  return [...owned, ...onlyLabelled.map((object): OwnedTree => ({ object, owned: [] }))];
}

/**
 * Whether an object may explain its owner. One cannot that is about an older generation of the owner, which no longer counts
 * it (kubernetes-nmstate, pkg/enactmentstatus/conditions/counter.go), or that was aborted because another one failed.
 */
function mayExplain({ generation }: KubeObject, object: KubeObject, { generationAt }: OwnedKindRow): boolean {
  if (conditionOf(object, "Aborted")?.status === "True") return false;
  const [countedGeneration] = generationAt === undefined ? [] : valuesAtPath(object.raw, generationAt);
  return generation === undefined || typeof countedGeneration !== "number" || countedGeneration >= generation;
}

function keysOfTree({ object, owned }: OwnedTree): readonly string[] {
  return [object.key, ...owned.flatMap(keysOfTree)];
}

/** Whether the root reports the message of an object too, or the same observation of an object without a message. */
function repeatsRoot({ message, observed }: Trouble, root: ReportNode): boolean {
  const text = message.trim();
  return text === "" ? isEqual(observed, root.trouble?.observed) : joinMessages(root).includes(text);
}

function hasNoMessage(node: ReportNode): boolean {
  return node.trouble?.observed === undefined && joinMessages(node).trim() === "";
}

/** Joins the messages of the cluster about the state of a node: that of its trouble and those of its abnormal conditions. */
function joinMessages({ trouble, conditions }: ReportNode): string {
  const messages = conditions.filter(({ abnormal }) => abnormal).map(({ message }) => message);
  if (trouble !== undefined) messages.unshift(trouble.message);
  return messages.join("\n");
}

/** Drops the objects of the superseded kinds (`tables/owned-kinds.ts`) except the newest of each kind. */
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
 * Whether an object is being deleted, for no longer than its controllers may take. An object with a grace period, such as a
 * Pod, has a node that is degraded soon after that period.
 */
function isDeletionInTime({ deletedAt, ref }: KubeObject, node: ReportNode, takenAt: string): boolean {
  if (deletedAt === undefined) return false;
  return hasGracePeriod(ref) ? isDeletedInTime(node) : !hasLasted(deletedAt, takenAt, maxWorkSeconds);
}

/** Whether a node is an instance that waits for a migration, and the root is a migration: the instance does not explain it. */
function waitsForMigration({ trouble }: ReportNode, root: KubeObject): boolean {
  return trouble?.observed?.code === "migration-awaited" && isSameKind(root.ref, migrations);
}

/** Whether a node reports a state. A ConfigMap, or an object of which only metadata was read, reports none. */
function reportsState({ conditions, facts, children }: ReportNode): boolean {
  return conditions.length > 0 || children.length > 0 || Object.keys(facts).length > 0;
}

/**
 * The chain that ends at an unhealthy node, if the node explains the root by the first of these. Otherwise undefined.
 * 1. A Pod or a container below the node.
 * 2. A message that the root does not repeat.
 * 3. Replicas that the node lacks, if the root has no message.
 */
function makeExplainingChain(
  nodesAbove: readonly ReportNode[],
  node: ReportNode,
  root: ReportNode,
): OwnedChain | undefined {
  if (node.verdict !== "progressing" && !isSerious(node.verdict)) return undefined;
  const trail = findBestTrail(node);
  if (trail.length > 1) return makeChain(nodesAbove, node, trail, hasReasonBeyondCounts(deepestNode(trail)));
  const trouble = findExplanation(node);
  if (trouble !== undefined && hasMessage(trouble) && !repeatsRoot(trouble, root)) {
    const explainedNode = { ...node, trouble };
    return makeChain(nodesAbove, explainedNode, [explainedNode], true);
  }
  const lacksReplicas = node.facts["ready"] !== undefined && isSerious(node.verdict);
  return lacksReplicas && hasNoMessage(root) ? makeChain(nodesAbove, node, trail, false) : undefined;
}

function makeChain(
  nodesAbove: readonly ReportNode[],
  node: ReportNode,
  trail: CauseTrail,
  isExplained: boolean,
): OwnedChain {
  const [first = node, ...others] = [...nodesAbove, node];
  return { nodes: [first, ...others], trail, isExplained };
}

/** The trouble of an object by the rule of its kind, if that has a message, otherwise the condition that explains most. */
function findExplanation({ trouble, conditions }: ReportNode): Trouble | undefined {
  if (trouble !== undefined && hasMessage(trouble)) return trouble;
  const condition = findExplainingCondition(conditions);
  return condition === undefined ? trouble : troubleFromCondition(condition);
}

function isFault({ trail }: OwnedChain): boolean {
  return isSerious(trail[0].verdict);
}

/**
 * Orders chains by how much they explain. First comes
 * 1. a chain without a replaced Pod,
 * 2. a fault, before an object that only waits,
 * 3. a chain with a reason, before one that only lacks replicas,
 * 4. the deeper chain,
 * 5. the older chain, then the first by name.
 */
function compareChains(a: OwnedChain, b: OwnedChain): number {
  return (
    Number(hasReplacedPod(a.trail)) - Number(hasReplacedPod(b.trail)) ||
    Number(isFault(b)) - Number(isFault(a)) ||
    Number(b.isExplained) - Number(a.isExplained) ||
    depthOf(b) - depthOf(a) ||
    compareOldestFirst(findTrailTime(a.trail), findTrailTime(b.trail)) ||
    compareTexts(keyOfChain(a), keyOfChain(b))
  );
}

/** Drops the chains that only wait below a DataVolume that itself waits for a user or a consumer, as its claim then does. */
function dropWaiting({ trouble }: ReportNode, chains: readonly OwnedChain[]): readonly OwnedChain[] {
  const code = trouble?.observed?.code;
  if (code !== "waits-for-upload" && code !== "waits-for-first-consumer") return chains;
  return chains.filter(isFault);
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
 * The chain as evidence. Every node gets the worst verdict of all, and every node but the last a trouble: the object below
 * would not explain a node that only waits, or that has no trouble.
 */
function makeEvidenceNode([first, ...others]: OwnedChain["nodes"], verdict: Verdict): ReportNode {
  const last = others.at(-1) ?? first;
  const mark = (node: ReportNode): ReportNode =>
    node === last ? { ...node, verdict } : { ...node, verdict, trouble: node.trouble ?? { reason: "", message: "" } };
  return joinNodes([mark(first), ...others.map(mark)]);
}

/**
 * Whether a condition of the root reports another fault than the chains: `ContinuousArchiving=False` of a database whose Pod
 * fails (CloudNativePG). The main condition does not count, because it only sums up the others. A message that names or
 * quotes an object of a chain reports the same fault.
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
