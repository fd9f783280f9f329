import type { CauseClause } from "../../model/cause/cause-evidence.ts";
import type { KubeObject } from "../../model/object.ts";
import type { Gate, Gates, RootNode } from "../../model/report.ts";
import { compareVerdicts, isSerious } from "../../model/verdict.ts";
import { valueAt } from "../../parse/json-value.ts";
import type { EvaluationContext, RootEvaluation } from "../evaluation/evaluation.ts";
import { listMalformedFindings } from "../evaluation/shared-findings.ts";
import { listPartCandidates } from "../root-cause/blamed-parts.ts";
import { addCauses } from "../root-cause/find-causes.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { computeExpectedConditions } from "./expected-conditions.ts";
import { listGreenhouseFindings } from "./greenhouse-findings.ts";
import { type EvaluatedObject, evaluateObject, listCountedParts } from "./object-node.ts";
import { listGreenhouseOffenders, listGreenhouseUncertain } from "./offenders.ts";
import { computeGreenhouseDrift, findGreenhouseDriftExcuse } from "./status-drift.ts";
import { readSubject } from "./subject.ts";

/** Evaluates one Greenhouse object: its conditions, what both rule sets compute, its parts and the root cause. */
export function evaluateGreenhouse(object: KubeObject, index: ObjectIndex, context: EvaluationContext): RootEvaluation {
  const subject = readSubject(object);
  const evaluated = evaluateObject(subject, index, context);
  const expected = computeExpectedConditions(subject, index);
  const ruleSet: "adr" | "controller" = context.ruleSet === "adr" ? "adr" : "controller";
  const drift = computeGreenhouseDrift(ruleSet, subject.conditions, expected[ruleSet]);
  const driftHeld = findGreenhouseDriftExcuse(subject, index);
  const offenders = listGreenhouseOffenders(subject, evaluated, index);
  const uncertain = listGreenhouseUncertain(subject, evaluated);
  const countedParts = listCountedParts(object, evaluated.children, index);
  // Parts that the object's own status calls not ready are causes only if no other part that was read explains it.
  const reportedParts = Object.values(offenders).flatMap((rows) => rows.filter(({ rule }) => rule === "part"));
  const blamed = { Available: reportedParts };
  const isRootSerious = compareVerdicts(evaluated.verdict, "degraded") <= 0;
  const serious = countedParts
    .filter((part) => isRootSerious && part.counted === part.verdict)
    .map((part) => ({ ...part, required: true }));
  const candidates = listPartCandidates(evaluated, serious, blamed);
  const rootWithoutCauses = {
    role: "root" as const,
    label: object.ref.name,
    outcome: "found" as const,
    required: true,
    ...evaluated,
    profile: "greenhouse" as const,
    ruleSet,
    expected: { ...expected },
    drift,
    driftHeld,
    offenders,
    uncertain,
    gates: evaluateGates(evaluated, countedParts, offenders, uncertain),
    related: [],
  };
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
 * The root, and for a TeamRoleBinding why it selects no Cluster as evidence. The controller gives only the reason EmptyClusterList
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

type ByType = RootNode["offenders"];
type Counted = ReturnType<typeof listCountedParts>;

/** The gates of a Greenhouse object. It has no upgrades. */
function evaluateGates(evaluated: EvaluatedObject, parts: Counted, offenders: ByType, uncertain: ByType): Gates {
  return {
    ready: evaluateReadyGate(evaluated, parts, offenders, uncertain),
    upgradeable: { answer: "unknown", because: [] },
    upgrade: { running: null, waitingFor: [] },
  };
}

/**
 * The gate ready: "yes" for a healthy object, "unknown" for one that is suspended or of which a part is unknown. Otherwise
 * `because` names condition types and parts. Where nothing is named, it names missing conditions.
 */
function evaluateReadyGate(
  { verdict, conditions, deleting, frozen }: EvaluatedObject,
  parts: Counted,
  offenders: ByType,
  uncertain: ByType,
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

/** The types of bad conditions, then the parts that the status or their own verdict shows to be failing. */
function listSeriousReasons(parts: Counted, offenders: ByType): readonly string[] {
  const partTypes = ["Ready", "AllPluginsReady"];
  const ownTypes = Object.keys(offenders).filter((type) => !partTypes.includes(type));
  const contributions = partTypes.flatMap((type) => offenders[type] ?? []);
  const reportedParts = contributions.filter(({ rule }) => rule === "part").map(({ component }) => component);
  const seriousLabels = parts.filter(({ counted }) => isSerious(counted)).map(({ label }) => label);
  return [...ownTypes, ...reportedParts, ...seriousLabels];
}

/** The first of the two lists that is not empty, without repetitions, otherwise Ready itself. */
function chooseReasons(because: readonly string[], otherwise: readonly string[]): readonly string[] {
  if (because.length > 0) return [...new Set(because)];
  return otherwise.length > 0 ? [...new Set(otherwise)] : ["Ready"];
}
