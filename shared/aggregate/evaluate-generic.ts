import { definedFields } from "../model/defined-fields.ts";
import type { MalformedEvidence } from "../model/finding/evidence.ts";
import type { Finding } from "../model/finding/finding.ts";
import { makeFinding, makeGradedFinding } from "../model/finding/make-finding.ts";
import { isBuiltInKind } from "../model/kind.ts";
import type { KubeObject } from "../model/object.ts";
import type {
  Contribution,
  ContributionsByType,
  EvaluatedCondition,
  Gate,
  ReportNode,
  RootNode,
} from "../model/report.ts";
import { type Verdict, worstVerdict } from "../model/verdict.ts";
import { conditionsAt } from "../parse/conditions.ts";
import { generationNumber, valueAt } from "../parse/json-value.ts";
import { isNode } from "../profiles/core-kinds.ts";
import { hasRule } from "./core/kind-rules.ts";
import { listMachineNodeFindings } from "./core/machine-nodes.ts";
import { hasKnownPolarity, reportsHealth, verdictByPolarity } from "./evaluation/condition-polarity.ts";
import type { EvaluationContext, RootEvaluation } from "./evaluation/evaluation.ts";
import { generationField } from "./evaluation/freshness.ts";
import { listInferredFindings, listMalformedFindings, listSuspectFindings } from "./evaluation/shared-findings.ts";
import { makeOwnedParts, makeRelatedParts } from "./generic/child-nodes.ts";
import { hasCutCondition, isConditionStatus } from "./generic/nested-conditions.ts";
import { listDrainedNodes, listDrainFindings } from "./generic/node-drain.ts";
import { makeObjectNode } from "./generic/object-node.ts";
import { addRefusedCertificates, listRefusedFindings } from "./generic/refused-certificates.ts";
import { listRemainingFindings } from "./generic/remaining-objects.ts";
import { findOwnedCauses } from "./owned-causes.ts";
import { findRelatedObjects, listRelatedFindings } from "./related/related-objects.ts";
import { makePartCandidate } from "./root-cause/blamed-parts.ts";
import type { Candidate, StandaloneComponent } from "./root-cause/candidates.ts";
import { addCauses, type RootWithoutCauses } from "./root-cause/find-causes.ts";
import { listAwaitedSteps } from "./root-cause/finding-steps.ts";
import { listRestartingFindings } from "./root-cause/restarting-containers.ts";
import type { ObjectIndex } from "./snapshot/object-index.ts";
import { readRecordedReferences } from "./snapshot/recorded-references.ts";

/**
 * Evaluates an object as a root without the rules of a family. Its parts are the objects that explain it, those in
 * status.relatedObjects and, with `context.tree`, all that it owns. No part is required.
 *
 * @param component the evaluation of the object itself. Without it the rule of its kind or its conditions decide, see
 *   {@link makeObjectNode}.
 */
export function evaluateAlone(
  object: KubeObject,
  index: ObjectIndex,
  context: EvaluationContext,
  component: StandaloneComponent = {
    node: makeObjectNode(object, index, context, "part"),
    uncertain: {},
    findings: [],
  },
): RootEvaluation {
  const { ref } = object;
  const { takenAt } = context;
  const recorded = readRecordedReferences(object);
  const related = findRelatedObjects(recorded.objects, index);
  const ownedTree = context.tree
    ? makeOwnedParts(object, component.node.children, index, context)
    : { parts: [], findings: [] };
  const ownedCauses = findOwnedCauses(object, component.node, index, context);
  const ownedNodes = context.tree ? ownedTree.parts : ownedCauses.nodes;
  const ownNode = addRefusedCertificates(component.node, index, context, ownedCauses.nodes);
  const shownNodes = [...ownNode.children, ...ownedNodes];
  const node: ReportNode = {
    ...ownNode,
    verdict: worstVerdict([component.node.verdict, ownedCauses.verdict]),
    children: [...shownNodes, ...makeRelatedParts(object, recorded.objects, shownNodes, index, context)],
  };
  const candidates =
    component.isExplained === true
      ? (component.candidates ?? [makeSelfCandidate(ownNode)])
      : [...listCandidates(node, ownedNodes), ...ownedCauses.candidates];
  const remainingFindings = listRemainingFindings(object, index, takenAt);
  const ownSteps = listAwaitedSteps(remainingFindings, index);
  const { conditions, malformed } = conditionsAt(object);
  const unexpected = dropExpectedMalformed(object, malformed, node.conditions);
  return {
    root: addCauses({ ...makeRoot(node, component.uncertain), related }, candidates, index, ownSteps),
    findings: [
      ...listMalformedFindings(ref, unexpected, conditions, takenAt),
      ...listStateFindings(object, node),
      ...listRestartingFindings(component.node),
      ...listDrainedNodes(object, index).flatMap((drained) => listDrainFindings(drained, index, takenAt)),
      ...remainingFindings,
      ...listMachineNodeFindings(isNode(ref) ? [object] : [], index, takenAt),
      ...listRefusedFindings(shownNodes),
      ...component.findings,
      ...listInferredFindings(ref, node.conditions),
      ...listSuspects(node, context),
      ...listRelatedFindings(ref, recorded, related, node.deleting),
      ...ownedTree.findings,
    ],
  };
}

/**
 * Drops the malformed statuses that custom resources have on purpose:
 * - no status at all, where a controller lists a condition only while it holds (Argo CD),
 * - a status in other letters (`true`).
 *
 * If the text of the object was cut, nothing is dropped.
 */
function dropExpectedMalformed(
  object: KubeObject,
  malformed: readonly MalformedEvidence[],
  conditions: readonly EvaluatedCondition[],
): readonly MalformedEvidence[] {
  if (malformed.length === 0 || hasCutCondition(object)) return malformed;
  const infoConditions = conditions.filter(({ polarity }) => polarity === "info");
  const infoTypes = new Set(infoConditions.map(({ type }) => type));
  return malformed.filter(({ code, type = "", value }) => {
    if (code !== "odd-status") return true;
    return value === undefined ? !infoTypes.has(type) : !isConditionStatus(value);
  });
}

function gateAnswerOf(verdict: Verdict): Gate["answer"] {
  if (verdict === "healthy") return "yes";
  return verdict === "unknown" ? "unknown" : "no";
}

/** Makes a root of a node, without components that contribute to its conditions and without a rule set. */
function makeRoot(node: ReportNode, uncertain: RootNode["uncertain"]): RootWithoutCauses {
  const { verdict, ref } = node;
  return {
    ...node,
    role: "root",
    required: true,
    profile: "generic",
    ruleSet: "generic",
    expected: { generic: { conditions: [] } },
    drift: [],
    driftHeld: null,
    offenders: listOwnOffenders(ref.kind, node.conditions, verdict),
    uncertain,
    gates: {
      ready: { answer: gateAnswerOf(verdict), because: verdict === "healthy" ? [] : [ref.name] },
      upgradeable: { answer: "unknown", because: [] },
      upgrade: { running: null, waitingFor: [] },
    },
    related: [],
  };
}

/**
 * Makes a candidate of each child of a root but `ownedNodes`, which have other candidates. A related object that does not
 * exist is no candidate, because the operator may no longer need it.
 */
function listCandidates({ children }: ReportNode, ownedNodes: readonly ReportNode[]): readonly Candidate[] {
  return children
    .filter((child) => !ownedNodes.includes(child))
    .filter(({ role, outcome }) => role !== "related" || outcome === "found")
    .map((part) => makePartCandidate({ ...part, required: true }));
}

/** Makes the root itself a candidate, with the nodes that stand below it already. */
function makeSelfCandidate(node: ReportNode): Candidate {
  return { component: node.label, verdict: node.verdict, required: true, evidence: { node } };
}

/** The findings about an object whose status is out of date, that is being deleted, or that no rule evaluates. */
function listStateFindings(object: KubeObject, node: ReportNode): readonly Finding[] {
  const { ref, deletedAt, finalizers, generation = 0 } = object;
  const { conditions } = node;
  const findings: Finding[] = [];
  if (node.stale) {
    const generationOfStatus = generationNumber(valueAt(object.status, generationField(object)));
    const generationsOfConditions = conditions.flatMap(({ observedGeneration }) => observedGeneration ?? []);
    const observedGeneration = generationOfStatus ?? Math.min(...generationsOfConditions, generation);
    findings.push(makeFinding(ref, { code: "stale", generation, observedGeneration }));
  }
  if (deletedAt !== undefined) {
    findings.push(makeGradedFinding("warning", ref, { code: "deleting", since: deletedAt, finalizers, remaining: [] }));
  }
  const hasEvidence = node.trouble !== undefined || conditions.some(reportsHealth);
  if (node.verdict === "unknown" && !hasEvidence && !isBuiltInKind(ref)) {
    const types = [...new Set(conditions.map(({ type }) => type))];
    const known = conditions.some(({ polarity }) => polarity !== "info") ? (true as const) : undefined;
    findings.push(makeFinding(ref, { code: "not-evaluated", types, ...definedFields({ known }) }));
  }
  return findings;
}

/**
 * The finding about conditions that no rule knows. Empty for a kind with a rule, and for an object that is unknown, because
 * its finding `not-evaluated` is about the same conditions.
 */
function listSuspects({ ref, conditions, verdict }: ReportNode, { polarities }: EvaluationContext): readonly Finding[] {
  if (verdict === "unknown" || hasRule(ref) || isBuiltInKind(ref)) return [];
  return listSuspectFindings(ref, conditions, (type) => hasKnownPolarity(ref, type, polarities));
}

/** The abnormal conditions of an unhealthy root that are not healthy, each as a contribution to its own type. */
function listOwnOffenders(
  component: string,
  conditions: readonly EvaluatedCondition[],
  verdict: Verdict,
): ContributionsByType {
  if (verdict === "healthy") return {};
  const isOffender = (condition: EvaluatedCondition): boolean =>
    condition.abnormal && (condition.verdict ?? verdictByPolarity(condition.polarity, condition.status)) !== "healthy";
  const contributions = conditions.filter(isOffender).map(({ type, status, reason, message, since }) => {
    const contribution: Contribution = {
      component,
      status,
      reason,
      message,
      rule: "reported-reason",
      shown: true,
      ...definedFields({ since }),
    };
    return [type, [contribution]] as const;
  });
  // A type may be any text of the cluster, even `__proto__`, which an assignment would not store.
  return Object.fromEntries(contributions);
}
