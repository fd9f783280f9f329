import { compareTexts } from "../../../model/compare-texts.ts";
import type { Condition } from "../../../model/condition.ts";
import { definedFields } from "../../../model/defined-fields.ts";
import type { Finding } from "../../../model/finding/finding.ts";
import { makeFinding } from "../../../model/finding/make-finding.ts";
import type { KubeObject } from "../../../model/object.ts";
import type { ReportNode } from "../../../model/report.ts";
import { conditionOf } from "../../../parse/conditions.ts";
import { valueAt } from "../../../parse/json-value.ts";
import { isNode, nodeKind, podKind } from "../../../profiles/core-kinds.ts";
import { isCordoned } from "../../core/cluster-kinds.ts";
import { schedulableLabel } from "../../core/machine-nodes.ts";
import { gracePeriodSeconds, hasLasted } from "../../core/object-health.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";

/** The most pods that a finding names. */
const maxNamedPods = 3;

/**
 * The findings about nodes that are not Ready while the pods on them still report Ready, so that no part explains them.
 * The node controller marks a node after 40 to 50 seconds without a heartbeat, and its pods in the same pass
 * (kubernetes/kubernetes pkg/controller/nodelifecycle/node_lifecycle_controller.go, monitorNodeHealth;
 * `--node-monitor-grace-period`). A live cluster shows the difference for moments only. A must-gather can show it longer,
 * because its objects were collected one after the other. After five minutes the controller evicts the pods.
 *
 * No finding is made about a node on which neither the product nor virtual machines run, nor about a cordoned node in
 * these five minutes, because it may restart.
 */
export function listLostNodeFindings(
  parts: readonly ReportNode[],
  index: ObjectIndex,
  home: string,
  takenAt: string,
): readonly Finding[] {
  const lost = index.all(nodeKind).filter((node) => findReadyCondition(node)?.status !== "True");
  if (lost.length === 0) return [];
  const namesInParts = new Set(parts.flatMap(listNodeNames));
  const readyPods = index.all(podKind, home).filter((pod) => findReadyCondition(pod)?.status === "True");
  const podsByNode = Map.groupBy(readyPods, ({ spec }) => valueAt(spec, "nodeName"));
  return lost.flatMap((node): readonly Finding[] => {
    const ready = findReadyCondition(node);
    const podsOfNode = podsByNode.get(node.ref.name) ?? [];
    const pods = podsOfNode.map(({ ref }) => ref.name).toSorted(compareTexts);
    const isUsed = pods.length > 0 || node.labels.has(schedulableLabel);
    if (ready === undefined || !isUsed || namesInParts.has(node.ref.name)) return [];
    if (isCordoned(node) && !hasLasted(ready.since, takenAt, gracePeriodSeconds.evicting)) return [];
    const { status, reason, message, since } = ready;
    return [
      makeFinding(node.ref, {
        code: "node-lost",
        isSilent: status === "Unknown",
        reason,
        message,
        ...definedFields({ since }),
        pods: pods.slice(0, maxNamedPods),
        podCount: pods.length,
      }),
    ];
  });
}

function findReadyCondition({ status }: KubeObject): Condition | undefined {
  return conditionOf({ status }, "Ready");
}

/** The names of the Nodes below a part. */
function listNodeNames({ ref, children }: ReportNode): readonly string[] {
  const names = children.flatMap(listNodeNames);
  return isNode(ref) ? [ref.name, ...names] : names;
}
