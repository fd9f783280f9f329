import type { KubeObject } from "../../model/object.ts";
import type { Query } from "../../model/snapshot.ts";
import { valueAt } from "../../parse/json-value.ts";
import { type ObjectFilter, parseLabelSelector, writeLabelSelector } from "../../parse/label-selector.ts";
import { nodeKind } from "../../profiles/core-kinds.ts";
import { isPoolOfNodes } from "../../profiles/openshift.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { listQuery } from "../snapshot/queries.ts";

/** The list of the nodes of a MachineConfigPool; none for another object, and of a pool that selects nothing. */
export function planPoolNodeReads(pool: KubeObject): readonly Query[] {
  const selector = selectorOf(pool);
  return selector === undefined ? [] : [{ ...listQuery(nodeKind), labelSelector: selector.text }];
}

/**
 * The nodes of a MachineConfigPool, as far as they were read. A node that a custom pool selects too has the configuration
 * of that one (openshift/machine-config-operator pkg/helpers/helpers.go, GetPoolsForNode): its annotation names the pool,
 * `rendered-worker-HASH`.
 */
export function listPoolNodes(pool: KubeObject, index: ObjectIndex): readonly KubeObject[] {
  const selector = selectorOf(pool);
  if (selector === undefined) return [];
  return index.all(nodeKind).filter((node) => {
    const configuration = node.annotations.get("machineconfiguration.openshift.io/desiredConfig");
    const isOther = configuration !== undefined && !isRenderedFor(pool.ref.name, configuration);
    return !isOther && selector.selects(node);
  });
}

/** Whether a rendered configuration is of a pool: its name and a hash (pkg/controller/render/hash.go, getMachineConfigHashedName). */
function isRenderedFor(pool: string, configuration: string): boolean {
  const prefix = `rendered-${pool}-`;
  return configuration.startsWith(prefix) && /^[0-9a-z]+$/.test(configuration.slice(prefix.length));
}

/** The selector of the nodes of a pool: as the server takes it, `a=b,c in (d,e)`, and as a filter. */
interface NodeSelector {
  readonly text: string;
  readonly selects: ObjectFilter;
}

/** `spec.nodeSelector` of a pool. Undefined for another object, and where it selects nothing: a pool without one has no nodes. */
function selectorOf({ ref, spec }: KubeObject): NodeSelector | undefined {
  if (!isPoolOfNodes(ref)) return undefined;
  const text = writeLabelSelector(valueAt(spec, "nodeSelector"));
  const selects = parseLabelSelector(text);
  return text === "" || typeof selects !== "function" ? undefined : { text, selects };
}
