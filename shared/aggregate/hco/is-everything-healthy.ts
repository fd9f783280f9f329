import type { Condition } from "../../model/condition.ts";
import { deploymentKind, summaryTypes } from "../../profiles/hco/profile.ts";
import { daemonSets } from "../../profiles/hco/workloads.ts";
import { isOlderThanSpec } from "../evaluation/freshness.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { isPaused } from "./component-node.ts";
import type { HcoComponent } from "./components.ts";
import { unavailableApis } from "./surroundings/served-apis.ts";
import { isOnEveryNode, isWholeDeployment } from "./workloads/whole-workloads.ts";
import { workloadsInOtherNamespaces } from "./workloads/workload-references.ts";

/**
 * Whether no component can be unhealthy: every component reports only good conditions, every Deployment and DaemonSet has
 * all its pods, and every API is served. Each run checks this before it evaluates the nodes, which costs as much as the
 * whole Report. In doubt it returns false. A missing workload does not count, because nothing lies below it.
 */
export function isEverythingHealthy(
  components: readonly HcoComponent[],
  namespaces: readonly string[],
  index: ObjectIndex,
): boolean {
  const isHere = components.every((component) => workloadsInOtherNamespaces(component, namespaces).length === 0);
  const areWhole = namespaces.every(
    (namespace) =>
      index.all(deploymentKind, namespace).every(isWholeDeployment) &&
      index.all(daemonSets, namespace).every(isOnEveryNode),
  );
  return isHere && areWhole && unavailableApis(index).length === 0 && components.every(isHealthyComponent);
}

/** Whether a component reports only good conditions about its present spec. In doubt it does not. */
export function isHealthyComponent({ lookup, row, conditions }: HcoComponent): boolean {
  if (lookup.outcome !== "found") return true;
  const { object } = lookup;
  const isSettled = object.deletedAt === undefined && !isPaused(object);
  const isFresh = row.generationCountsStatus || !isOlderThanSpec(object, conditions, summaryTypes);
  const isAvailable = conditions.some(({ type }) => type === "Available");
  return isSettled && isFresh && isAvailable && conditions.every(hasExpectedStatus);
}

function hasExpectedStatus({ type, status }: Condition): boolean {
  return status === (type === "Progressing" || type === "Degraded" ? "False" : "True");
}
