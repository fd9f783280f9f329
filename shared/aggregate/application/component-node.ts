import { computeOnce } from "../../model/compute-once.ts";
import { definedFields } from "../../model/defined-fields.ts";
import { isSameKind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import { worstVerdict } from "../../model/verdict.ts";
import { textAt } from "../../parse/json-value.ts";
import { applicationProfile } from "../../profiles/application.ts";
import { hcoComponents } from "../../tables/components.ts";
import { statusWordVerdicts } from "../../tables/status-words.ts";
import { hasRule } from "../core/kind-rules.ts";
import { makeCoreObjectNode } from "../core/workload-tree.ts";
import { evaluateConditionsAlone } from "../evaluation/conditions-alone.ts";
import type { EvaluationContext } from "../evaluation/evaluation.ts";
import { makePlainNode } from "../evaluation/plain-node.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import type { ApplicationComponent, ApplicationComposition } from "./composition.ts";
import { isInCoreGroup, readExtendedStatus } from "./readiness-by-proposal.ts";

/** The node of one component of an Application: its health, and the readiness that the controller and the proposal compute. */
export function evaluatePart(
  component: ApplicationComponent,
  index: ObjectIndex,
  context: EvaluationContext,
): ReportNode {
  const { object, code } = component;
  const node = evaluateComponentObject(object, index, context);
  const part = addReadiness(node, component);
  // A custom resource that reports nothing, such as a ServiceMonitor, is not counted (kubernetes-sigs/application#79,
  // "Aggregating status").
  const isOmitted = code.status !== "Unknown" && reportsNothing(object, node, context);
  return isOmitted ? { ...part, required: false } : part;
}

/** The nodes of one evaluation by object. An object may be a component of many Applications. */
const nodesOfEvaluation = computeOnce((_: EvaluationContext) => new WeakMap<KubeObject, ReportNode>());

/** The node of an object by its own health, made once for each evaluation. */
function evaluateComponentObject(object: KubeObject, index: ObjectIndex, context: EvaluationContext): ReportNode {
  const nodes = nodesOfEvaluation(context);
  const knownNode = nodes.get(object);
  if (knownNode !== undefined) return knownNode;
  const node = hasRule(object.ref)
    ? makeCoreObjectNode(object, index, context.takenAt, "part")
    : makeNodeWithoutRule(object, context);
  nodes.set(object, node);
  return node;
}

/** Whether the object is a custom resource of no known family whose node and phase show no state. */
function reportsNothing(
  object: KubeObject,
  { conditions, deleting, stale }: ReportNode,
  { profileKnowing }: EvaluationContext,
): boolean {
  if (isInCoreGroup(object) || profileKnowing(object.ref) !== undefined) return false;
  return conditions.length === 0 && !deleting && !stale && !isPhaseFailed(object);
}

/** Whether the status.phase names a failure, as CDI's and many others do. */
function isPhaseFailed({ status }: KubeObject): boolean {
  const phase = textAt(status, "phase");
  return statusWordVerdicts.get(phase.toLowerCase()) === "degraded";
}

/**
 * The node as a part of the Application: with the readiness that the controller and the proposal compute, and how often the
 * part is listed. A part that the controller cannot read is unknown at best.
 */
export function addReadiness(node: ReportNode, component: ApplicationComponent): ReportNode {
  const { object, times, code, proposal, reported } = component;
  const health = code.error === undefined ? node : limitToUnknown(node, code.error);
  return {
    ...health,
    role: "part",
    required: true,
    facts: { ...node.facts, ...readExtendedStatus(object), ...definedFields({ reportedStatus: reported }) },
    judged: { code: code.status, proposal },
    ...definedFields({ times: times === 1 ? undefined : times }),
  };
}

/** The node of an object that the controller cannot read, with its error as the trouble unless the node has another one. */
function limitToUnknown(node: ReportNode, error: string): ReportNode {
  return {
    ...node,
    verdict: worstVerdict([node.verdict, "unknown"]),
    ownVerdict: worstVerdict([node.ownVerdict, "unknown"]),
    trouble: node.trouble ?? { reason: "Unreadable", message: error },
  };
}

/**
 * The node of an object without a health rule. An object of a kind of Kubernetes, such as a ConfigMap, is healthy because it
 * exists, unless it has conditions.
 */
function makeNodeWithoutRule(object: KubeObject, context: EvaluationContext): ReportNode {
  const node = makeCustomNode(object, context);
  if (!isInCoreGroup(object) || node.conditions.length > 0) return node;
  const verdict = node.deleting ? "progressing" : "healthy";
  return { ...node, verdict, ownVerdict: verdict };
}

/**
 * The node of a custom resource, by the polarity of its conditions in its family. A resource of no known family is evaluated
 * by the condition types of the proposal. Without a condition of known polarity the verdict is unknown.
 */
export function makeCustomNode(object: KubeObject, { polarities, profileKnowing }: EvaluationContext): ReportNode {
  const profile = profileKnowing(object.ref) ?? applicationProfile;
  return makePlainNode({
    role: "part",
    label: object.ref.name,
    ref: object.ref,
    outcome: "found",
    required: true,
    ...evaluateConditionsAlone(object, profile, { polarities, isGenerationOfSpec: hasGenerationOfSpec(object) }),
  });
}

/**
 * Whether the generation of an object counts the changes of its spec. For kinds without a status subresource the server also
 * increases it with each change of the status, so that it shows nothing about the spec.
 */
function hasGenerationOfSpec({ ref }: KubeObject): boolean {
  const row = hcoComponents.find((componentKind) => isSameKind(componentKind, ref));
  return row?.generationCountsStatus !== true;
}

/**
 * The nodes of components whose kind could not be listed, or that a file names and does not hold. They show what
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
