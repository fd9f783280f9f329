import type { Finding } from "../model/finding/finding.ts";
import { makeGradedFinding } from "../model/finding/make-finding.ts";
import { type KubeObject, keyOf } from "../model/object.ts";
import type { ReportNode, RootNode } from "../model/report.ts";
import { isSerious, type Verdict } from "../model/verdict.ts";
import { hasFields, standaloneObjects } from "./select-roots.ts";
import type { ObjectIndex } from "./snapshot/object-index.ts";

/** The most unhealthy objects that are named. */
const mostNamed = 3;

/**
 * The finding that counts what the user gave and no root shows, and names what is unhealthy there. Beside a known root
 * it does not change the verdict. Events are evidence and do not count. None where all is shown.
 */
export function otherObjects(
  index: ObjectIndex,
  roots: readonly RootNode[],
  name: string,
  verdictOf: (object: KubeObject) => Verdict,
): readonly Finding[] {
  const shown = new Set<string>();
  take(roots, shown);
  for (const { related } of roots) for (const { ref } of related) shown.add(keyOf(ref));
  const others = index.objects().filter(({ ref }) => ref.kind !== "Event" && !shown.has(keyOf(ref)));
  if (others.length === 0) return [];
  const alone = new Set(standaloneObjects(index));
  const unhealthy = others.filter((object) => alone.has(object) && isSerious(verdictOf(object)));
  const withStatus = others.filter(({ status }) => hasFields(status)).length;
  return [
    makeGradedFinding(
      unhealthy.length === 0 ? "info" : "warning",
      { group: "", kind: "File", name },
      {
        code: "other-objects",
        unhealthy: unhealthy.slice(0, mostNamed).map(({ ref }) => `${ref.kind} ${ref.name}`),
        unhealthyCount: unhealthy.length,
        withStatus: withStatus - unhealthy.length,
        withoutStatus: others.length - withStatus,
      },
    ),
  ];
}

function take(nodes: readonly ReportNode[], shown: Set<string>): void {
  for (const { ref, children } of nodes) {
    shown.add(keyOf(ref));
    take(children, shown);
  }
}
