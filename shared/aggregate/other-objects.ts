import type { Finding } from "../model/finding/finding.ts";
import { makeGradedFinding } from "../model/finding/make-finding.ts";
import { isSameObject, type KubeObject, keyOf } from "../model/object.ts";
import type { ReportNode, RootNode } from "../model/report.ts";
import { isSerious, type Verdict } from "../model/verdict.ts";
import { isNode } from "../profiles/core-kinds.ts";
import { listNodeAndDescendants } from "./evaluation/node-tree.ts";
import { isWebhookConfiguration } from "./generic/webhook-bundles.ts";
import { hasFields, listStandaloneObjects } from "./select-roots.ts";
import type { ObjectIndex } from "./snapshot/object-index.ts";

/** The most unhealthy objects that the finding names. */
const maxNamedObjects = 3;

/**
 * The finding about the objects that the user gave and that no root shows: it counts them and names the unhealthy ones. It does
 * not change the verdict. Events do not count, because they are evidence about other objects. An unhealthy Node below a root
 * counts unless a cause of the root names it, because the first screen shows it only there: the Node from which one of several
 * Pods was evicted. Empty if the roots show all objects.
 */
export function findOtherObjects(
  index: ObjectIndex,
  roots: readonly RootNode[],
  name: string,
  verdictOf: (object: KubeObject) => Verdict,
): readonly Finding[] {
  const shownKeys = new Set(roots.flatMap(listShownKeys));
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

/** The keys of a root, of what is below it, and of what is related to it, without the unhealthy Nodes that no cause names. */
function listShownKeys(root: RootNode): readonly string[] {
  const below = root.children.flatMap(listNodeAndDescendants);
  const shown = below.filter((node) => !isNode(node.ref) || !isSerious(node.verdict) || isNamedByCause(node, root));
  return [root, ...shown, ...root.related].map(({ ref }) => keyOf(ref));
}

function isNamedByCause({ ref, label }: ReportNode, { causes }: RootNode): boolean {
  return causes.some(({ path, about }) => path.includes(label) || isSameObject(about, ref));
}
