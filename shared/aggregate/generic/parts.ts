import type { Finding } from "../../model/finding.ts";
import { type KubeObject, keyOf } from "../../model/object.ts";
import type { Node } from "../../model/report.ts";
import type { Context } from "../judgement.ts";
import type { Index } from "../lookup.ts";
import type { RecordedObject } from "../recorded.ts";
import { traceOf } from "../related.ts";
import { missingNode, nodeOf, presentNode } from "./node.ts";
import { type Owned, ownedBy } from "./owned.ts";

/** Related objects that become parts; all of them stand in `related`. */
const mostRelated = 200;

/**
 * What an object relates to, in its order, an object recorded twice once; an entry for all of a kind is each that was read.
 * Without what stands in `shown` already.
 */
export function relatedParts(
  { ref: own }: KubeObject,
  recorded: readonly RecordedObject[],
  shown: readonly Node[],
  index: Index,
  context: Context,
): readonly Node[] {
  const taken = new Set([keyOf(own)]);
  take(shown, taken);
  const nodes = new Map<string, Node>();
  for (const one of recorded) {
    for (const node of partsOf(one, index, context)) {
      const key = keyOf(node.ref);
      const known = nodes.get(key);
      if (known !== undefined) nodes.set(key, { ...known, times: (known.times ?? 1) + 1 });
      else if (!taken.has(key) && nodes.size < mostRelated) nodes.set(key, node);
    }
  }
  return [...nodes.values()];
}

function partsOf(one: RecordedObject, index: Index, context: Context): readonly Node[] {
  if (one.ref.name === "") {
    const all = index.all(one.ref, one.ref.namespace);
    if (all.length > 0) return all.map((object) => nodeOf(object, index, context, "related"));
  }
  const whole = traceOf(one, index, index.find);
  if (whole.outcome === "found") return [nodeOf(whole.object, index, context, "related")];
  const trace = traceOf(one, index);
  if (trace.outcome === "found") return [presentNode(trace.object, "related")];
  // An empty list of all there are is an answer.
  return one.ref.name === "" && trace.outcome === "absent" ? [] : [missingNode(trace, "related")];
}

/** What an object owns, each below its owner, without what stands in `shown` already. */
export function ownedParts(
  root: KubeObject,
  shown: readonly Node[],
  index: Index,
  context: Context,
): { readonly parts: readonly Node[]; readonly findings: readonly Finding[] } {
  const taken = new Set<string>();
  take(shown, taken);
  const { owned, findings } = ownedBy(root, index);
  const whole = new Set(index.objects);

  function below({ object, owned: children }: Owned): readonly Node[] {
    // A workload's own tree has shown it; what that does not show of its own moves up.
    if (taken.has(keyOf(object.ref))) return children.flatMap(below);
    const node = whole.has(object) ? nodeOf(object, index, context, "part") : presentNode(object, "part");
    take([node], taken);
    return [{ ...node, children: [...node.children, ...children.flatMap(below)] }];
  }

  return { parts: owned.flatMap(below), findings };
}

function take(nodes: readonly Node[], taken: Set<string>): void {
  for (const { ref, role, children } of nodes) {
    // A container goes by its Pod's name.
    if (role !== "container") taken.add(keyOf(ref));
    take(children, taken);
  }
}
