import { definedFields } from "../../model/defined-fields.ts";
import { keepFirstOfEachKey } from "../../model/items-by-key.ts";
import { findLogSource, type LogSource } from "../../model/log-source.ts";
import { type KubeObject, keyOf, type Ref } from "../../model/object.ts";
import type { Report, ReportNode } from "../../model/report.ts";
import { compareVerdicts } from "../../model/verdict.ts";
import { listAt, textAt, valueAt } from "../../parse/json-value.ts";

/** A log that the user may open. */
export interface LogChoice {
  readonly logs: LogSource;
  /** Whether the container is unhealthy. */
  readonly isUnhealthy: boolean;
}

/**
 * Returns the logs of the containers below an object that Reports have, unhealthy ones first. Empty where they have
 * none, which says nothing about the cluster: Pods are read only where something is unhealthy.
 */
export function logChoices(reports: readonly Report[], ref: Ref): readonly LogChoice[] {
  const key = keyOf(ref);
  const nodes = reports.flatMap(({ roots }) => roots.flatMap((root) => nodesAbout(root, key)));
  const found = nodes.flatMap(containersBelow).toSorted((a, b) => compareVerdicts(a.node.verdict, b.node.verdict));
  const choices = found.flatMap(({ node, pod }): readonly LogChoice[] => {
    const logs = findLogSource(node, pod);
    return logs === undefined ? [] : [{ logs, isUnhealthy: node.verdict !== "healthy" }];
  });
  return keepFirstOfEachKey(choices, ({ logs }) => `${logs.pod}/${logs.container}`);
}

/** The nodes about an object that are no containers, whose ref is that of their Pod. */
function nodesAbout(node: ReportNode, key: string): readonly ReportNode[] {
  if (node.role !== "container" && keyOf(node.ref) === key) return [node];
  return node.children.flatMap((child) => nodesAbout(child, key));
}

interface FoundContainer {
  readonly node: ReportNode;
  readonly pod: Ref;
}

function containersBelow(node: ReportNode): readonly FoundContainer[] {
  return node.children.flatMap((child) =>
    child.role === "container" ? [{ node: child, pod: node.ref }] : containersBelow(child),
  );
}

/** Returns the logs of all containers of a Pod, those that started again first. */
export function logsOfPod({ ref, spec, status }: KubeObject): readonly LogChoice[] {
  const containers = [...listAt(spec, "initContainers"), ...listAt(spec, "containers")];
  const statuses = [...listAt(status, "initContainerStatuses"), ...listAt(status, "containerStatuses")];
  const choices = containers.flatMap((container): readonly LogChoice[] => {
    const name = textAt(container, "name");
    if (name === "") return [];
    const ownStatus = statuses.find((each) => textAt(each, "name") === name);
    const hasRestarted = Number(valueAt(ownStatus, "restartCount") ?? 0) > 0;
    const namespace = definedFields({ namespace: ref.namespace });
    return [{ logs: { ...namespace, pod: ref.name, container: name, isPrevious: false }, isUnhealthy: hasRestarted }];
  });
  return choices.toSorted((a, b) => Number(b.isUnhealthy) - Number(a.isUnhealthy));
}
