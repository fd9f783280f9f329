import type { KubeObject } from "../../model/object.ts";
import type { Query } from "../../model/snapshot.ts";
import { valueAt } from "../../parse/json-value.ts";
import { type ObjectFilter, parseLabelSelector, writeLabelSelector } from "../../parse/label-selector.ts";
import { nodeKind } from "../../profiles/core-kinds.ts";
import { isPoolOfNodes } from "../../profiles/openshift.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { listQuery } from "../snapshot/queries.ts";

/** The selector of the nodes of a pool. */
interface NodeSelector {
  /** As the server takes it: `a=b,c in (d,e)`. */
  readonly text: string;
  readonly selects: ObjectFilter;
}

/** The annotation with the rendered configuration that a node should have: `rendered-worker-HASH`. */
const desiredConfigAnnotation = "machineconfiguration.openshift.io/desiredConfig";

/** The list of the nodes of a MachineConfigPool. Empty for another object, and for a pool that selects nothing. */
export function planPoolNodeReads(pool: KubeObject): readonly Query[] {
  const selector = readNodeSelector(pool);
  return selector === undefined ? [] : [{ ...listQuery(nodeKind), labelSelector: selector.text }];
}

/**
 * The nodes of a MachineConfigPool that were read. A node that both the pool `worker` and a custom pool select belongs to the
 * custom pool (openshift/machine-config-operator pkg/helpers/helpers.go, GetPoolsForNode). An annotation of the node
 * names its pool.
 */
export function listPoolNodes(pool: KubeObject, index: ObjectIndex): readonly KubeObject[] {
  const selector = readNodeSelector(pool);
  if (selector === undefined) return [];
  return index.all(nodeKind).filter((node) => {
    const configuration = node.annotations.get(desiredConfigAnnotation);
    const isOfAnotherPool = configuration !== undefined && !isRenderedFor(pool.ref.name, configuration);
    return !isOfAnotherPool && selector.selects(node);
  });
}

/**
 * Whether a rendered configuration is one of a pool, by its name: `rendered-`, the pool, `-` and a hash
 * (openshift/machine-config-operator pkg/controller/render/hash.go, getMachineConfigHashedName).
 */
function isRenderedFor(poolName: string, configuration: string): boolean {
  const prefix = `rendered-${poolName}-`;
  return configuration.startsWith(prefix) && /^[0-9a-z]+$/.test(configuration.slice(prefix.length));
}

/**
 * The `spec.nodeSelector` of a pool. Undefined for another object, for a pool without a selector, which has no nodes, and for
 * a selector that cannot be parsed.
 */
function readNodeSelector({ ref, spec }: KubeObject): NodeSelector | undefined {
  if (!isPoolOfNodes(ref)) return undefined;
  const text = writeLabelSelector(valueAt(spec, "nodeSelector"));
  if (text === "") return undefined;
  const selects = parseLabelSelector(text);
  return typeof selects === "function" ? { text, selects } : undefined;
}
