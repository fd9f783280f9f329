import type { CauseClause } from "../../model/cause/cause-evidence.ts";
import type { KubeObject } from "../../model/object.ts";
import type { ContributionsByType, Gate, Gates, RootNode } from "../../model/report.ts";
import { compareVerdicts, isSerious } from "../../model/verdict.ts";
import { valueAt } from "../../parse/json-value.ts";
import type { EvaluationContext, RootEvaluation } from "../evaluation/evaluation.ts";
import { listMalformedFindings } from "../evaluation/shared-findings.ts";
import { listPartCandidates } from "../root-cause/blamed-parts.ts";
import type { Candidate } from "../root-cause/candidates.ts";
import { addCauses } from "../root-cause/find-causes.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { computeExpectedConditions } from "./expected-conditions.ts";
import { listGreenhouseFindings } from "./greenhouse-findings.ts";
import { type CountedPart, type EvaluatedObject, evaluateObject, listCountedParts } from "./object-node.ts";
import { listGreenhouseOffenders, listGreenhouseUncertain } from "./offenders.ts";
import { computeGreenhouseDrift, findGreenhouseDriftExcuse } from "./status-drift.ts";
import { readSubject } from "./subject.ts";

/** Evaluates one Greenhouse object: its conditions, what both rule sets compute, its parts and the root cause. */
export function evaluateGreenhouse(object: KubeObject, index: ObjectIndex, context: EvaluationContext): RootEvaluation {
  const subject = readSubject(object);
  const evaluated = evaluateObject(subject, index, context);
  const expected = computeExpectedConditions(subject, index);
  const ruleSet: "adr" | "controller" = context.ruleSet === "adr" ? "adr" : "controller";
  const offenders = listGreenhouseOffenders(subject, evaluated, index);
  const uncertain = listGreenhouseUncertain(subject, evaluated);
  const countedParts = listCountedParts(object, evaluated.children, index);
  const rootWithoutCauses = {
    role: "root" as const,
    label: object.ref.name,
    outcome: "found" as const,
    required: true,
    ...evaluated,
    profile: "greenhouse" as const,
    ruleSet,
    expected: { ...expected },
    drift: computeGreenhouseDrift(ruleSet, subject.conditions, expected[ruleSet]),
    driftHeld: findGreenhouseDriftExcuse(subject, index),
    offenders,
    uncertain,
    gates: evaluateGates(evaluated, countedParts, offenders, uncertain),
    related: [],
  };
  const candidates = listCandidates(evaluated, countedParts, offenders);
  const root = explainEmptySelection(addCauses(rootWithoutCauses, candidates, index), object);
  return {
    root,
    findings: [
      ...listGreenhouseFindings(subject, root, index),
      ...listMalformedFindings(object.ref, subject.malformed, subject.conditions, context.takenAt),
    ],
  };
}

/**
 * The parts that can be causes of the root. They are all parts whose whole verdict explains the root, if the root is
 * degraded or worse. The parts that the root's own status calls not ready are passed as contributions to Available, so that
 * they are causes only if no part that was read explains the root.
 */
function listCandidates(
  evaluated: EvaluatedObject,
  countedParts: readonly CountedPart[],
  offenders: ContributionsByType,
): readonly Candidate[] {
  const isRootSerious = compareVerdicts(evaluated.verdict, "degraded") <= 0;
  const explainingParts = countedParts
    .filter((part) => isRootSerious && part.counted === part.verdict)
    .map((part) => ({ ...part, required: true }));
  const reportedParts = Object.values(offenders)
    .flat()
    .filter(({ rule }) => rule === "part");
  return listPartCandidates(evaluated, explainingParts, { Available: reportedParts });
}

/**
 * The root. The causes of a TeamRoleBinding that selects no Cluster also say whether it has a selector at all, because the
 * controller gives only the reason EmptyClusterList for both cases
 * (cloudoperators/greenhouse, internal/controller/teamrbac/teamrolebinding_controller.go).
 */
function explainEmptySelection(root: RootNode, { ref, spec }: KubeObject): RootNode {
  if (ref.kind !== "TeamRoleBinding") return root;
  const selectors = [valueAt(spec, "clusterSelector"), valueAt(spec, "clusterName")];
  const isSelectorSet = selectors.some((value) => value !== undefined && value !== null && value !== "");
  const observed = { code: isSelectorSet ? "no-cluster-matches" : "no-cluster-selector" } as const;
  const explainClause = (clause: CauseClause): CauseClause =>
    clause.is === "condition" && clause.reason === "EmptyClusterList" ? { ...clause, observed } : clause;
  const causes = root.causes.map((cause) => ({ ...cause, evidence: cause.evidence.map(explainClause) }));
  return { ...root, causes };
}

/** The gates of a Greenhouse object. It has no upgrades. */
function evaluateGates(
  evaluated: EvaluatedObject,
  parts: readonly CountedPart[],
  offenders: ContributionsByType,
  uncertain: ContributionsByType,
): Gates {
  return {
    ready: evaluateReadyGate(evaluated, parts, offenders, uncertain),
    upgradeable: { answer: "unknown", because: [] },
    upgrade: { running: null, waitingFor: [] },
  };
}

/**
 * The gate ready. `because` has the types of conditions and the labels of parts that prevent it. The first case that applies
 * decides:
 * 1. yes for a healthy object,
 * 2. no for one that is being deleted, or that is degraded or worse,
 * 3. unknown for one that is suspended, or whose verdict is unknown,
 * 4. no for one that is progressing.
 */
function evaluateReadyGate(
  { verdict, conditions, deleting, frozen }: EvaluatedObject,
  parts: readonly CountedPart[],
  offenders: ContributionsByType,
  uncertain: ContributionsByType,
): Gate {
  if (verdict === "healthy") return { answer: "yes", because: [] };
  if (deleting) return { answer: "no", because: ["Deleting"] };
  const unhealthyLabels = parts.filter(({ counted }) => counted !== "healthy").map(({ label }) => label);
  const missingTypes = Object.keys(uncertain).filter((type) =>
    uncertain[type]?.some(({ rule }) => rule === "missing-condition"),
  );
  if (isSerious(verdict)) {
    const because = listSeriousReasons(parts, offenders);
    return { answer: "no", because: chooseReasons(because, [...missingTypes, ...unhealthyLabels]) };
  }
  if (frozen) return { answer: "unknown", because: ["Suspended"] };
  const unknownConditions = conditions.filter(({ abnormal, status }) => abnormal && status === "Unknown");
  const because = [...unknownConditions.map(({ type }) => type), ...unhealthyLabels];
  return { answer: verdict === "unknown" ? "unknown" : "no", because: chooseReasons(because, missingTypes) };
}

/** The conditions to which parts contribute. */
const summaryTypes = ["Ready", "AllPluginsReady"];

/** The types of bad conditions, then the parts that the object's status or their own verdict shows to be failing. */
function listSeriousReasons(parts: readonly CountedPart[], offenders: ContributionsByType): readonly string[] {
  const badTypes = Object.keys(offenders).filter((type) => !summaryTypes.includes(type));
  const contributions = summaryTypes.flatMap((type) => offenders[type] ?? []);
  const reportedLabels = contributions.filter(({ rule }) => rule === "part").map(({ component }) => component);
  const seriousLabels = parts.filter(({ counted }) => isSerious(counted)).map(({ label }) => label);
  return [...badTypes, ...reportedLabels, ...seriousLabels];
}

/** The reasons, or else the less certain ones, or else Ready itself. Each is returned once. */
function chooseReasons(reasons: readonly string[], lessCertainReasons: readonly string[]): readonly string[] {
  if (reasons.length > 0) return [...new Set(reasons)];
  return lessCertainReasons.length > 0 ? [...new Set(lessCertainReasons)] : ["Ready"];
}
