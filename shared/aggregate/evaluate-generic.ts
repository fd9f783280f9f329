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
 * Evaluates an object as a root without a family's rules. Kubernetes' own kinds follow the rule of their kind, any other
 * the polarity of its conditions. Without a condition of known polarity the result is unknown. Its parts are the objects
 * in status.relatedObjects and, with `context.tree`, those that it owns. None is required.
 *
 * @param own the evaluation of the object itself, where a family has a rule for it.
 */
export function evaluateAlone(
  object: KubeObject,
  index: ObjectIndex,
  context: EvaluationContext,
  own: StandaloneComponent = { node: makeObjectNode(object, index, context, "part"), uncertain: {}, findings: [] },
): RootEvaluation {
  const { ref } = object;
  const { takenAt } = context;
  const recorded = readRecordedReferences(object);
  const related = findRelatedObjects(recorded.objects, index);
  const tree = context.tree ? makeOwnedParts(object, own.node.children, index, context) : { parts: [], findings: [] };
  const ownedCauses = findOwnedCauses(object, own.node, index, context);
  const ownedNodes = context.tree ? tree.parts : ownedCauses.nodes;
  const ownNode = addRefusedCertificates(own.node, index, context, ownedCauses.nodes);
  const shown = [...ownNode.children, ...ownedNodes];
  const node: ReportNode = {
    ...ownNode,
    verdict: worstVerdict([own.node.verdict, ownedCauses.verdict]),
    children: [...shown, ...makeRelatedParts(object, recorded.objects, shown, index, context)],
  };
  const candidates =
    own.isExplained === true
      ? (own.candidates ?? [makeSelfCandidate(ownNode)])
      : [...listCandidates(node, ownedNodes), ...ownedCauses.candidates];
  const { conditions, malformed } = conditionsAt(object);
  const remaining = listRemainingFindings(object, index, takenAt);
  const ownSteps = listAwaitedSteps(remaining, index);
  const hasRuleOfKind = hasRule(ref) || isBuiltInKind(ref);
  return {
    root: addCauses({ ...makeRoot(node, own.uncertain), related }, candidates, index, ownSteps),
    findings: [
      ...listMalformedFindings(ref, dropExpectedMalformed(object, malformed, node.conditions), conditions, takenAt),
      ...listStateFindings(object, node),
      ...listRestartingFindings(own.node),
      ...listDrainedNodes(object, index).flatMap((drained) => listDrainFindings(drained, index, takenAt)),
      ...remaining,
      ...(isNode(ref) ? listMachineNodeFindings([object], index, takenAt) : []),
      ...listRefusedFindings(shown),
      ...own.findings,
      ...listInferredFindings(ref, node.conditions),
      ...(hasRuleOfKind ? [] : listSuspects(node, context)),
      ...listRelatedFindings(ref, recorded, related, node.deleting),
      ...tree.findings,
    ],
  };
}

/**
 * Drops the malformed statuses that custom resources have on purpose: none at all, where a controller lists a condition
 * only while it holds (Argo CD), and one in other letters (`true`). Of a text that was cut every malformed field counts.
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

/**
 * Makes a root of a node. It has no components that contribute to its conditions and no rule set from which these can
 * differ, so each bad condition is the root's own.
 */
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
 * Makes a candidate of each child of an unhealthy root, without the nodes `owned`, which have candidates of their own. A
 * related object that does not exist is no candidate, because the operator may no longer need it.
 */
function listCandidates({ children }: ReportNode, owned: readonly ReportNode[]): readonly Candidate[] {
  return children
    .filter((child) => !owned.includes(child))
    .filter(({ role, outcome }) => role !== "related" || outcome === "found")
    .map((part) => makePartCandidate({ ...part, required: true }));
}

/** Makes the root itself a candidate, with the nodes that stand below it already. */
function makeSelfCandidate(node: ReportNode): Candidate {
  return { component: node.label, verdict: node.verdict, required: true, evidence: { node } };
}

/** The findings about an object whose status is out of date, which is being deleted, or which no rule evaluates. */
function listStateFindings(object: KubeObject, node: ReportNode): readonly Finding[] {
  const { ref, deletedAt, finalizers, generation = 0 } = object;
  const { conditions } = node;
  const findings: Finding[] = [];
  if (node.stale) {
    const ofStatus = generationNumber(valueAt(object.status, generationField(object)));
    const ofConditions = conditions.flatMap(({ observedGeneration }) => observedGeneration ?? []);
    const observedGeneration = ofStatus ?? Math.min(...ofConditions, generation);
    findings.push(makeFinding(ref, { code: "stale", generation, observedGeneration }));
  }
  if (deletedAt !== undefined)
    findings.push(makeGradedFinding("warning", ref, { code: "deleting", since: deletedAt, finalizers, remaining: [] }));
  const hasEvidence = node.trouble !== undefined || conditions.some(reportsHealth);
  if (node.verdict === "unknown" && !hasEvidence && !isBuiltInKind(ref)) {
    const types = [...new Set(conditions.map(({ type }) => type))];
    const known = conditions.some(({ polarity }) => polarity !== "info") ? (true as const) : undefined;
    findings.push(makeFinding(ref, { code: "not-evaluated", types, ...definedFields({ known }) }));
  }
  return findings;
}

/**
 * The finding about conditions that no rule knows. None for an object that is unknown: then `not-evaluated` is about the
 * same conditions.
 */
function listSuspects({ ref, conditions, verdict }: ReportNode, { polarities }: EvaluationContext): readonly Finding[] {
  if (verdict === "unknown") return [];
  return listSuspectFindings(ref, conditions, (type) => hasKnownPolarity(ref, type, polarities));
}

function listOwnOffenders(
  component: string,
  conditions: readonly EvaluatedCondition[],
  verdict: Verdict,
): ContributionsByType {
  if (verdict === "healthy") return {};
  const isBad = ({ abnormal, verdict: given, polarity, status }: EvaluatedCondition): boolean =>
    abnormal && (given ?? verdictByPolarity(polarity, status)) !== "healthy";
  const contributions = conditions.filter(isBad).map(({ type, status, reason, message, since }) => {
    const words = { component, status, reason, message };
    const contribution: Contribution = {
      ...words,
      rule: "reported-reason",
      shown: true,
      ...definedFields({ since }),
    };
    return [type, [contribution]] as const;
  });
  // A type may be any text of the cluster, even `__proto__`, which an assignment would not store.
  return Object.fromEntries(contributions);
}
