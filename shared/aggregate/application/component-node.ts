import { definedFields } from "../../model/defined-fields.ts";
import { isSameKind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import { worstVerdict } from "../../model/verdict.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { textAt } from "../../parse/json-value.ts";
import { applicationProfile } from "../../profiles/application.ts";
import { hcoComponents as operatorComponents } from "../../tables/components.ts";
import { statusWordVerdicts } from "../../tables/status-words.ts";
import { hasRule } from "../core/kind-rules.ts";
import { coreObjectNode } from "../core/workload-tree.ts";
import { evaluateConditions, verdictByPolarity } from "../evaluation/condition-polarity.ts";
import type { EvaluationContext } from "../evaluation/evaluation.ts";
import { isOlderThanSpec } from "../evaluation/freshness.ts";
import { makePlainNode } from "../evaluation/plain-node.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import type { ApplicationComponent, ApplicationComposition } from "./composition.ts";
import { isInCoreGroup, readExtendedStatus } from "./readiness-by-proposal.ts";

/** A part with its health and the readiness that both rule sets compute for it. */
export function evaluatePart(
  component: ApplicationComponent,
  index: ObjectIndex,
  context: EvaluationContext,
): ReportNode {
  const { object, code } = component;
  const nodes = nodesByContext.get(context) ?? new WeakMap<KubeObject, ReportNode>();
  nodesByContext.set(context, nodes);
  const node = nodes.get(object) ?? makeNode(object, index, context);
  nodes.set(object, node);
  const part = addReadiness(node, component);
  // A custom resource that reports nothing, such as a ServiceMonitor, is not counted (kubernetes-sigs/application#79,
  // "Aggregating status").
  const isOmitted = reportsNothing(object, node, context) && code.status !== "Unknown";
  return isOmitted ? { ...part, required: false } : part;
}

const nodesByContext = new WeakMap<EvaluationContext, WeakMap<KubeObject, ReportNode>>();

function makeNode(object: KubeObject, index: ObjectIndex, context: EvaluationContext): ReportNode {
  return hasRule(object.ref)
    ? coreObjectNode(object, index, context.takenAt, "part")
    : makeNodeWithoutRule(object, context);
}

/** Whether the object is a custom resource of no known family, without a single condition. */
function reportsNothing(
  object: KubeObject,
  { conditions, deleting, stale }: ReportNode,
  { profileKnowing }: EvaluationContext,
): boolean {
  const hasNoState = conditions.length === 0 && !deleting && !stale && !isPhaseFailed(object);
  return hasNoState && !isInCoreGroup(object) && profileKnowing(object.ref) === undefined;
}

/**
 * The node as a part of the Application: with the readiness that both rule sets compute, and how often it is listed. A part
 * that the controller cannot read is unknown at best.
 */
export function addReadiness(
  node: ReportNode,
  { object, times, code, proposal, reported }: ApplicationComponent,
): ReportNode {
  const { error } = code;
  const unreadable = error !== undefined && {
    verdict: worstVerdict([node.verdict, "unknown"]),
    ownVerdict: worstVerdict([node.ownVerdict, "unknown"]),
    trouble: node.trouble ?? { reason: "Unreadable", message: error },
  };
  return {
    ...node,
    ...unreadable,
    role: "part",
    required: true,
    facts: { ...node.facts, ...readExtendedStatus(object), ...definedFields({ reportedStatus: reported }) },
    judged: { code: code.status, proposal },
    ...definedFields({ times: times === 1 ? undefined : times }),
  };
}

/**
 * The node of an object without a health rule. A built-in kind without a rule, such as a ConfigMap, is healthy if it
 * was found. If it was read from a file, the Application's own node says so.
 */
function makeNodeWithoutRule(object: KubeObject, context: EvaluationContext): ReportNode {
  const node = makeCustomNode(object, context);
  if (!isInCoreGroup(object) || node.conditions.length > 0) return node;
  const verdict = node.deleting ? "progressing" : "healthy";
  return { ...node, verdict, ownVerdict: verdict };
}

/**
 * The node of any custom resource, by the polarity of its conditions in its family. Without a condition of known
 * polarity it is unknown.
 */
export function makeCustomNode(object: KubeObject, { polarities, profileKnowing }: EvaluationContext): ReportNode {
  const row = operatorComponents.find((each) => isSameKind(each, object.ref));
  // Without a status subresource every update of the status increases the generation, which then shows nothing.
  const generationCounts = row?.generationCountsStatus !== true;
  const reported = conditionsAt(object).conditions;
  // A resource of no known family is evaluated by the condition types of the proposal.
  const conditions = evaluateConditions(
    profileKnowing(object.ref) ?? applicationProfile,
    object,
    reported,
    generationCounts,
    polarities,
  );
  const stale = generationCounts && isOlderThanSpec(object, reported);
  const deleting = object.deletedAt !== undefined;
  const isKnown = conditions.some(({ polarity }) => polarity !== "info");
  const verdict = worstVerdict([
    ...conditions.map(({ polarity, status }) => verdictByPolarity(polarity, status)),
    isKnown ? "healthy" : "unknown",
    stale || deleting ? "progressing" : "healthy",
  ]);
  const { ref } = object;
  return makePlainNode({
    role: "part",
    label: ref.name,
    ref,
    outcome: "found",
    required: true,
    verdict,
    conditions,
    stale,
    deleting,
  });
}

/**
 * Nodes of parts whose kind could not be listed, or that a file names and does not hold. They show what
 * status.components reports. Their health, and whether the Application still selects them, is unknown.
 */
export function listUnlistedNodes({ object, unlisted }: ApplicationComposition): readonly ReportNode[] {
  const { namespace } = object.ref;
  return unlisted.map(({ group, kind, name, status, outcome }): ReportNode => {
    const ref = { group, kind, ...definedFields({ namespace }), name };
    const facts = { reportedStatus: status };
    return makePlainNode({ role: "part", label: name, ref, outcome, required: true, verdict: "unknown", facts });
  });
}

/** The status.phase of a custom resource; empty if it has none. */
function readStatusPhase({ status }: KubeObject): string {
  return textAt(status, "phase");
}

/** Whether the status.phase names a failure, as CDI's and many others do. */
function isPhaseFailed(object: KubeObject): boolean {
  return statusWordVerdicts.get(readStatusPhase(object).toLowerCase()) === "degraded";
}
