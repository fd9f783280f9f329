import type { Finding } from "../model/finding/finding.ts";
import { makeGradedFinding } from "../model/finding/make-finding.ts";
import { type KubeObject, keyOf } from "../model/object.ts";
import type { RootNode } from "../model/report.ts";
import { isSerious, type Verdict } from "../model/verdict.ts";
import { isNode } from "../profiles/core-kinds.ts";
import { listKeysOfTree, listNodeAndDescendants } from "./evaluation/node-tree.ts";
import { isWebhookConfiguration } from "./generic/webhook-bundles.ts";
import { hasFields, listStandaloneObjects } from "./select-roots.ts";
import type { ObjectIndex } from "./snapshot/object-index.ts";

/** The most unhealthy objects that the finding names. */
const maxNamedObjects = 3;

/**
 * The finding about the objects that the user gave and that no root shows: it counts them and names the unhealthy ones. It does
 * not change the verdict. Events do not count, because they are evidence about other objects. An unhealthy Node below a
 * healthy root counts, because the first screen shows nothing below such a root: the Node from which one of several Pods was
 * evicted. Empty if the roots show all objects.
 */
export function findOtherObjects(
  index: ObjectIndex,
  roots: readonly RootNode[],
  name: string,
  verdictOf: (object: KubeObject) => Verdict,
): readonly Finding[] {
  const healthyRoots = roots.filter(({ verdict }) => verdict === "healthy");
  const shownKeys = new Set([
    ...roots.flatMap(listKeysOfTree),
    ...roots.flatMap(({ related }) => related.map(({ ref }) => keyOf(ref))),
  ]);
  for (const key of healthyRoots.flatMap(listUnhealthyNodeKeys)) shownKeys.delete(key);
  const others = index.objects().filter(({ ref, key }) => ref.kind !== "Event" && !shownKeys.has(key));
  if (others.length === 0) return [];
  const standaloneObjects = new Set(listStandaloneObjects(index));
  const unhealthy = others.filter((object) => {
    const isEvaluated = standaloneObjects.has(object) || isWebhookConfiguration(object);
    return isEvaluated && isSerious(verdictOf(object));
  });
  const unhealthySet = new Set(unhealthy);
  const remaining = others.filter((object) => !unhealthySet.has(object));
  const withStatus = remaining.filter(({ status }) => hasFields(status)).length;
  const severity = unhealthy.length === 0 ? "info" : "warning";
  return [
    makeGradedFinding(
      severity,
      { group: "", kind: "File", name },
      {
        code: "other-objects",
        unhealthy: unhealthy.slice(0, maxNamedObjects).map(({ ref }) => `${ref.kind} ${ref.name}`),
        unhealthyCount: unhealthy.length,
        withStatus,
        withoutStatus: remaining.length - withStatus,
      },
    ),
  ];
}

/** The keys of the unhealthy Nodes below a root. */
function listUnhealthyNodeKeys(root: RootNode): readonly string[] {
  return listNodeAndDescendants(root).flatMap(({ verdict, ref }) =>
    isNode(ref) && isSerious(verdict) ? [keyOf(ref)] : [],
  );
}
