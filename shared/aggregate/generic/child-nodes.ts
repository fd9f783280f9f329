import type { Finding } from "../../model/finding/finding.ts";
import { type KubeObject, keyOf } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import type { EvaluationContext } from "../evaluation/evaluation.ts";
import { traceRecordedObject } from "../related/related-objects.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import type { RecordedObject } from "../snapshot/recorded-references.ts";
import { makeMissingObjectNode, makeObjectNode, makePresentNode } from "./object-node.ts";
import { buildOwnedTree, type OwnedTree } from "./owned-objects.ts";

/** The most related objects that become parts; `related` holds all of them. */
const maxRelatedParts = 200;

/**
 * Nodes of an object's related objects, in its order; an object recorded twice appears once. An entry for all objects
 * of a kind becomes every one that was read. Objects in `shown` are omitted.
 */
export function makeRelatedParts(
  { ref: own }: KubeObject,
  recorded: readonly RecordedObject[],
  shown: readonly ReportNode[],
  index: ObjectIndex,
  context: EvaluationContext,
): readonly ReportNode[] {
  const taken = new Set([keyOf(own)]);
  take(shown, taken);
  const nodes = new Map<string, ReportNode>();
  for (const one of recorded) {
    for (const node of nodesOfRecorded(one, index, context)) {
      const key = keyOf(node.ref);
      const known = nodes.get(key);
      if (known !== undefined) nodes.set(key, { ...known, times: (known.times ?? 1) + 1 });
      else if (!taken.has(key) && nodes.size < maxRelatedParts) nodes.set(key, node);
    }
  }
  return [...nodes.values()];
}

function nodesOfRecorded(one: RecordedObject, index: ObjectIndex, context: EvaluationContext): readonly ReportNode[] {
  if (one.ref.name === "") {
    const all = index.all(one.ref, one.ref.namespace);
    if (all.length > 0) return all.map((object) => makeObjectNode(object, index, context, "related"));
  }
  const whole = traceRecordedObject(one, index, index.find);
  if (whole.outcome === "found") return [makeObjectNode(whole.object, index, context, "related")];
  const trace = traceRecordedObject(one, index);
  if (trace.outcome === "found") return [makePresentNode(trace.object, "related")];
  // An empty list of all objects of a kind is a valid result.
  return one.ref.name === "" && trace.outcome === "absent" ? [] : [makeMissingObjectNode(trace, "related")];
}

/** Nodes of what an object owns, each below its owner; objects in `shown` are omitted. */
export function makeOwnedParts(
  root: KubeObject,
  shown: readonly ReportNode[],
  index: ObjectIndex,
  context: EvaluationContext,
): { readonly parts: readonly ReportNode[]; readonly findings: readonly Finding[] } {
  const taken = new Set<string>();
  take(shown, taken);
  const { owned, findings } = buildOwnedTree(root, index);
  const whole = new Set(index.objects());

  function below({ object, owned: children }: OwnedTree): readonly ReportNode[] {
    // A workload's own tree already shows this object; children that the tree does not show move up.
    if (taken.has(keyOf(object.ref))) return children.flatMap(below);
    const node = whole.has(object) ? makeObjectNode(object, index, context, "part") : makePresentNode(object, "part");
    take([node], taken);
    return [{ ...node, children: [...node.children, ...children.flatMap(below)] }];
  }

  return { parts: owned.flatMap(below), findings };
}

function take(nodes: readonly ReportNode[], taken: Set<string>): void {
  for (const { ref, role, children } of nodes) {
    // A container's ref is that of its Pod.
    if (role !== "container") taken.add(keyOf(ref));
    take(children, taken);
  }
}
