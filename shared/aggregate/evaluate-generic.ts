import type { Finding } from "../model/finding/finding.ts";
import { makeFinding, makeGradedFinding } from "../model/finding/make-finding.ts";
import { isBuiltInKind } from "../model/kind.ts";
import type { KubeObject, MalformedField } from "../model/object.ts";
import type { ContributionsByType, EvaluatedCondition, Gate, ReportNode, RootNode } from "../model/report.ts";
import { type Verdict, worstVerdict } from "../model/verdict.ts";
import { conditionsAt } from "../parse/conditions.ts";
import { generationNumber, valueAt } from "../parse/json-value.ts";
import { isNode } from "../profiles/core-kinds.ts";
import { hasRule } from "./core/kind-rules.ts";
import { machineNodeFindings } from "./core/machine-nodes.ts";
import { hasKnownPolarity, reportsHealth, verdictByPolarity } from "./evaluation/condition-polarity.ts";
import type { EvaluationContext, RootEvaluation } from "./evaluation/evaluation.ts";
import { inferredFindings, malformedFindings, suspectFindings } from "./evaluation/shared-findings.ts";
import { ownedParts, relatedParts } from "./generic/child-nodes.ts";
import { hasCutCondition } from "./generic/nested-conditions.ts";
import { drainedNodes, drainFindings } from "./generic/node-drain.ts";
import { objectNode } from "./generic/object-node.ts";
import { remainingFindings } from "./generic/remaining-objects.ts";
import { findOwnedCauses } from "./owned-causes.ts";
import { relatedFindings, relatedObjects } from "./related/related-objects.ts";
import { makePartCandidate } from "./root-cause/blamed-parts.ts";
import type { Candidate, StandaloneComponent } from "./root-cause/candidates.ts";
import { addCauses, type RootWithoutCauses } from "./root-cause/find-causes.ts";
import { listRestartingFindings } from "./root-cause/restarting-containers.ts";
import type { ObjectIndex } from "./snapshot/object-index.ts";
import { recordedIn } from "./snapshot/recorded-references.ts";

/**
 * Evaluates an object on its own. Kubernetes' own kinds follow the rule of their kind, any other the polarity of its
 * conditions. Without a condition of known polarity the result is unknown. Its parts are the objects in
 * status.relatedObjects and, with `context.tree`, those that it owns. None is required.
 *
 * @param own the object where the rules of a family evaluate it on its own.
 */
export function evaluateAlone(
  object: KubeObject,
  index: ObjectIndex,
  context: EvaluationContext,
  own: StandaloneComponent = { node: objectNode(object, index, context, "part"), uncertain: {}, findings: [] },
): RootEvaluation {
  const recorded = recordedIn(object);
  const related = relatedObjects(recorded.objects, index);
  const tree = context.tree ? ownedParts(object, own.node.children, index, context) : { parts: [], findings: [] };
  const ownedCauses = findOwnedCauses(object, own.node, index, context);
  const ownedNodes = context.tree ? tree.parts : ownedCauses.nodes;
  const shown = [...own.node.children, ...ownedNodes];
  const node: ReportNode = {
    ...own.node,
    verdict: worstVerdict([own.node.verdict, ownedCauses.verdict]),
    children: [...shown, ...relatedParts(object, recorded.objects, shown, index, context)],
  };
  const { conditions, malformed } = conditionsAt(object);
  return {
    root: addCauses(
      { ...asRoot(node, own.uncertain), related },
      own.isExplained === true
        ? (own.candidates ?? [itself(own.node)])
        : [...candidatesOf(node, ownedNodes), ...ownedCauses.candidates],
      index,
    ),
    findings: [
      ...malformedFindings(
        object.ref,
        countedOddities(object, malformed, node.conditions),
        conditions,
        context.takenAt,
      ),
      ...stateFindings(object, node),
      ...listRestartingFindings(own.node),
      ...drainedNodes(object, index).flatMap((each) => drainFindings(each, index, context.takenAt)),
      ...remainingFindings(object, index, context.takenAt),
      ...(isNode(object.ref) ? machineNodeFindings([object], index, context.takenAt) : []),
      ...own.findings,
      ...inferredFindings(object.ref, node.conditions),
      ...(hasRule(object.ref) || isBuiltInKind(object.ref) ? [] : suspects(node, context)),
      ...relatedFindings(object.ref, recorded, related, node.deleting),
      ...tree.findings,
    ],
  };
}

/**
 * The malformed without those of types that are listed only while they hold, as Argo CD's, and so have no status, and
 * without statuses in other letters. Of a text that was cut all count.
 */
function countedOddities(
  object: KubeObject,
  malformed: readonly MalformedField[],
  conditions: readonly EvaluatedCondition[],
): readonly MalformedField[] {
  if (hasCutCondition(object)) return malformed;
  const listed = new Set(conditions.filter(({ polarity }) => polarity === "info").map(({ type }) => type));
  return malformed.filter(
    ({ code, type, value }) =>
      code !== "odd-status" || (value === undefined ? !listed.has(type ?? "") : !/^(true|false|unknown)$/i.test(value)),
  );
}

/** The node as a root. No component contributes and no summary can drift, so every bad condition is its own. */
function asRoot(node: ReportNode, uncertain: RootNode["uncertain"]): RootWithoutCauses {
  const { verdict, ref } = node;
  const whenUnhealthy = verdict === "unknown" ? "unknown" : "no";
  const answer: Gate["answer"] = verdict === "healthy" ? "yes" : whenUnhealthy;
  return {
    ...node,
    role: "root",
    required: true,
    profile: "generic",
    ruleSet: "generic",
    expected: { generic: { conditions: [] } },
    drift: [],
    driftHeld: null,
    offenders: ownOffenders(ref.kind, node.conditions, verdict),
    uncertain,
    gates: {
      ready: { answer, because: verdict === "healthy" ? [] : [ref.name] },
      upgradeable: { answer: "unknown", because: [] },
      upgrade: { running: null, waitingFor: [] },
    },
    related: [],
  };
}

/**
 * What explains an object that reports itself unhealthy: what is unhealthy below it, but for `owned`, which has candidates
 * of its own. The parts are not required for the verdict. A recorded object that does not exist is only a remark, because
 * the operator may no longer need it.
 */
function candidatesOf({ children }: ReportNode, owned: readonly ReportNode[]): readonly Candidate[] {
  return children
    .filter((child) => !owned.includes(child))
    .filter(({ role, outcome }) => role !== "related" || outcome === "found")
    .map((part) => makePartCandidate({ ...part, required: true }));
}

/** The object with what stands below it already. */
function itself(node: ReportNode): Candidate {
  return { component: node.label, verdict: node.verdict, required: true, evidence: { node } };
}

function stateFindings(object: KubeObject, { stale, conditions, verdict, trouble }: ReportNode): readonly Finding[] {
  const { ref: about, deletedAt: since, finalizers, generation = 0 } = object;
  const observed = conditions.flatMap(({ observedGeneration }) => observedGeneration ?? []);
  const observedGeneration =
    generationNumber(valueAt(object.status, "observedGeneration")) ?? Math.min(...observed, generation);
  const types = [...new Set(conditions.map(({ type }) => type))];
  const isNotEvaluated = trouble === undefined && !conditions.some(reportsHealth);
  const isUnknown = verdict === "unknown" && isNotEvaluated && !isBuiltInKind(about);
  const isKnown = isUnknown && conditions.some(({ polarity }) => polarity !== "info");
  return [
    ...(stale ? [makeFinding(about, { code: "stale", generation, observedGeneration })] : []),
    ...(since === undefined
      ? []
      : [makeGradedFinding("warning", about, { code: "deleting", since, finalizers, remaining: [] })]),
    ...(isUnknown
      ? [makeFinding(about, { code: "not-evaluated", types, ...(isKnown && { known: true as const }) })]
      : []),
  ];
}

/** What no rule knows, unless that is all there is: then the verdict is unknown for that reason. */
function suspects({ ref, conditions, verdict }: ReportNode, { polarities }: EvaluationContext): readonly Finding[] {
  if (verdict === "unknown") return [];
  return suspectFindings(ref, conditions, (type) => hasKnownPolarity(ref, type, polarities));
}

function ownOffenders(
  component: string,
  conditions: readonly EvaluatedCondition[],
  verdict: Verdict,
): ContributionsByType {
  if (verdict === "healthy") return {};
  const bad = conditions.filter(
    (each) => each.abnormal && (each.verdict ?? verdictByPolarity(each.polarity, each.status)) !== "healthy",
  );
  return Object.fromEntries(
    bad.map(({ type, status, reason, message, since }) => {
      const own = { component, status, reason, message, rule: "reported-reason" as const, shown: true };
      return [type, [since === undefined ? own : { ...own, since }]];
    }),
  );
}
