import type { KubeObject } from "../../model/object.ts";
import type { Gate, Gates, RootNode } from "../../model/report.ts";
import { compareVerdicts, isSerious, type Verdict } from "../../model/verdict.ts";
import { valueAt } from "../../parse/json-value.ts";
import type { EvaluationContext, RootEvaluation } from "../evaluation/evaluation.ts";
import { malformedFindings } from "../evaluation/shared-findings.ts";
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
  const ruleSet = context.ruleSet === "adr" ? ("adr" as const) : ("controller" as const);
  const drift = computeGreenhouseDrift(ruleSet, subject.conditions, expected[ruleSet]);
  const driftHeld = findGreenhouseDriftExcuse(subject, index);
  const offenders = listGreenhouseOffenders(subject, evaluated, index);
  const uncertain = listGreenhouseUncertain(subject, evaluated);
  const counted = listCountedParts(object, evaluated.children, index);
  // Parts that the object's own status calls not ready are causes if no other part that was read explains it.
  const blamed = { Available: Object.values(offenders).flatMap((rows) => rows.filter(({ rule }) => rule === "part")) };
  const serious = counted
    .filter((part) => part.counted === part.verdict && compareVerdicts(evaluated.verdict, "degraded") <= 0)
    .map((part) => ({ ...part, required: true }));
  const candidates = listPartCandidates(evaluated, serious, blamed);
  const bare = {
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
    gates: evaluateGates(evaluated, counted, offenders, uncertain),
    related: [],
  };
  const root = explainEmptySelection(addCauses(bare, candidates, index), object);
  return {
    root,
    findings: [
      ...listGreenhouseFindings(subject, root, index),
      ...malformedFindings(object.ref, subject.malformed, subject.conditions, context.takenAt),
    ],
  };
}

/**
 * The TeamRoleBinding whose cause says why it selects no Cluster: the controller gives only the reason EmptyClusterList
 * (cloudoperators/greenhouse, internal/controller/teamrbac/teamrolebinding_controller.go).
 */
function explainEmptySelection(root: RootNode, { ref, spec }: KubeObject): RootNode {
  if (ref.kind !== "TeamRoleBinding") return root;
  const selectors = [valueAt(spec, "clusterSelector"), valueAt(spec, "clusterName")];
  const isSelectorSet = selectors.some((value) => value !== undefined && value !== null && value !== "");
  const observed = { code: isSelectorSet ? "no-cluster-matches" : "no-cluster-selector" } as const;
  const causes = root.causes.map((cause) => ({
    ...cause,
    evidence: cause.evidence.map((clause) =>
      clause.is === "condition" && clause.reason === "EmptyClusterList" ? { ...clause, observed } : clause,
    ),
  }));
  return { ...root, causes };
}

type ByType = RootNode["offenders"];
type Counted = ReturnType<typeof listCountedParts>;

/**
 * The gates of a Greenhouse object. It has no upgrades. Ready means healthy; while it is suspended, this is unknown.
 */
function evaluateGates(evaluated: EvaluatedObject, parts: Counted, offenders: ByType, uncertain: ByType): Gates {
  return {
    ready: evaluateReadyGate(evaluated, parts, offenders, uncertain),
    upgradeable: { answer: "unknown", because: [] },
    upgrade: { running: null, waitingFor: [] },
  };
}

function evaluateReadyGate(
  { verdict, conditions, deleting, frozen }: EvaluatedObject,
  parts: Counted,
  offenders: ByType,
  uncertain: ByType,
): Gate {
  const labels = (isSo: (of: Verdict) => boolean): readonly string[] =>
    parts.filter(({ counted }) => isSo(counted)).map(({ label }) => label);
  const missing = Object.keys(uncertain).filter((type) =>
    uncertain[type]?.some(({ rule }) => rule === "missing-condition"),
  );
  if (verdict === "healthy") return { answer: "yes", because: [] };
  if (deleting) return { answer: "no", because: ["Deleting"] };
  if (isSerious(verdict)) {
    const shares = [...(offenders["Ready"] ?? []), ...(offenders["AllPluginsReady"] ?? [])];
    const named = shares.filter(({ rule }) => rule === "part").map(({ component }) => component);
    const types = Object.keys(offenders).filter((type) => type !== "Ready" && type !== "AllPluginsReady");
    const because = [...types, ...named, ...labels(isSerious)];
    return { answer: "no", because: chooseReasons(because, [...missing, ...labels((of) => of !== "healthy")]) };
  }
  if (frozen) return { answer: "unknown", because: ["Suspended"] };
  const unknown = conditions.filter(({ abnormal, status }) => abnormal && status === "Unknown").map(({ type }) => type);
  const because = [...unknown, ...labels((of) => of !== "healthy")];
  return { answer: verdict === "unknown" ? "unknown" : "no", because: chooseReasons(because, missing) };
}

/** `because` without repetitions, never empty: otherwise the absent conditions, otherwise Ready itself. */
function chooseReasons(because: readonly string[], missing: readonly string[]): readonly string[] {
  const [words = ["Ready"]] = [because, missing].filter(({ length }) => length > 0);
  return [...new Set(words)];
}
