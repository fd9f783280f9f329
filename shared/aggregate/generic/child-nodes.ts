import type { Finding } from "../../model/finding/finding.ts";
import { type KubeObject, keyOf } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import type { EvaluationContext } from "../evaluation/evaluation.ts";
import { listKeysOfTree } from "../evaluation/node-tree.ts";
import { traceRecordedObject } from "../related/related-objects.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import type { RecordedObject } from "../snapshot/recorded-references.ts";
import { makeMissingObjectNode, makeObjectNode, makePresentNode } from "./object-node.ts";
import { buildOwnedTree, type OwnedTree } from "./owned-objects.ts";

/** The most related objects that become parts of the tree. */
const maxRelatedParts = 200;

/**
 * The nodes of the objects that a root records, in the order of the records. An object that is recorded twice has one node,
 * with 2 in `times`. A record without a name is for all objects of its kind that were read. Objects in `shown` are omitted.
 */
export function makeRelatedParts(
  root: KubeObject,
  recorded: readonly RecordedObject[],
  shown: readonly ReportNode[],
  index: ObjectIndex,
  context: EvaluationContext,
): readonly ReportNode[] {
  const shownKeys = new Set([keyOf(root.ref), ...shown.flatMap(listKeysOfTree)]);
  const nodes = new Map<string, ReportNode>();
  for (const entry of recorded) {
    for (const node of makeNodesOfEntry(entry, index, context)) {
      const key = keyOf(node.ref);
      const earlier = nodes.get(key);
      if (earlier !== undefined) nodes.set(key, { ...earlier, times: (earlier.times ?? 1) + 1 });
      else if (!shownKeys.has(key) && nodes.size < maxRelatedParts) nodes.set(key, node);
    }
  }
  return [...nodes.values()];
}

/** The nodes of one recorded object, or of all objects of its kind where it has no name. */
function makeNodesOfEntry(
  entry: RecordedObject,
  index: ObjectIndex,
  context: EvaluationContext,
): readonly ReportNode[] {
  const isForAll = entry.ref.name === "";
  const objects = isForAll ? index.all(entry.ref, entry.ref.namespace) : [];
  if (objects.length > 0) return objects.map((object) => makeObjectNode(object, index, context, "related"));
  const wholeObject = traceRecordedObject(entry, index, index.find);
  if (wholeObject.outcome === "found") return [makeObjectNode(wholeObject.object, index, context, "related")];
  const metadata = traceRecordedObject(entry, index);
  if (metadata.outcome === "found") return [makePresentNode(metadata.object, "related", context)];
  // An empty list of all objects of a kind is a valid result.
  if (isForAll && metadata.outcome === "absent") return [];
  return [makeMissingObjectNode(metadata, "related")];
}

/** The nodes of the objects that a root owns, each below its owner. Objects in `shown` are omitted. */
export function makeOwnedParts(
  root: KubeObject,
  shown: readonly ReportNode[],
  index: ObjectIndex,
  context: EvaluationContext,
): { readonly parts: readonly ReportNode[]; readonly findings: readonly Finding[] } {
  const shownKeys = new Set(shown.flatMap(listKeysOfTree));
  const { owned, findings } = buildOwnedTree(root, index);
  const wholeObjects = new Set(index.objects());

  function makeNodes({ object, owned: children }: OwnedTree): readonly ReportNode[] {
    // The tree of a workload shows this object already. The objects that this one owns move up.
    if (shownKeys.has(keyOf(object.ref))) return children.flatMap(makeNodes);
    const isWhole = wholeObjects.has(object);
    const node = isWhole ? makeObjectNode(object, index, context, "part") : makePresentNode(object, "part", context);
    for (const key of listKeysOfTree(node)) shownKeys.add(key);
    return [{ ...node, children: [...node.children, ...children.flatMap(makeNodes)] }];
  }

  return { parts: owned.flatMap(makeNodes), findings };
}
