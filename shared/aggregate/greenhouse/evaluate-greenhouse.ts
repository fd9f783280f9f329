import type { KubeObject } from "../../model/object.ts";
import type { Gate, Gates, RootNode } from "../../model/report.ts";
import { compareVerdicts, isSerious, type Verdict } from "../../model/verdict.ts";
import { valueAt } from "../../parse/json-value.ts";
import type { EvaluationContext, RootEvaluation } from "../evaluation/evaluation.ts";
import { oddityFindings } from "../evaluation/shared-findings.ts";
import { listPartCandidates } from "../root-cause/blamed-parts.ts";
import { addCauses } from "../root-cause/find-causes.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { expectedGreenhouseConditions } from "./expected-conditions.ts";
import { greenhouseFindings } from "./greenhouse-findings.ts";
import { countedParts, type EvaluatedObject, evaluatedObject } from "./object-node.ts";
import { greenhouseOffenders, greenhouseUncertain } from "./offenders.ts";
import { greenhouseDrift, greenhouseDriftHeld } from "./status-drift.ts";
import { readSubject } from "./subject.ts";

/** Evaluates one Greenhouse object: its conditions, what both rule sets compute, its parts and the root cause. */
export function evaluateGreenhouse(object: KubeObject, index: ObjectIndex, context: EvaluationContext): RootEvaluation {
  const subject = readSubject(object);
  const evaluated = evaluatedObject(subject, index, context);
  const expected = expectedGreenhouseConditions(subject, index);
  const ruleSet = context.ruleSet === "adr" ? ("adr" as const) : ("controller" as const);
  const drift = greenhouseDrift(ruleSet, subject.conditions, expected[ruleSet]);
  const driftHeld = greenhouseDriftHeld(subject, index);
  const offenders = greenhouseOffenders(subject, evaluated, index);
  const uncertain = greenhouseUncertain(subject, evaluated);
  const counted = countedParts(object, evaluated.children, index);
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
    gates: gatesOf(evaluated, counted, offenders, uncertain),
    related: [],
  };
  const root = withEmptySelection(addCauses(bare, candidates, index), object);
  return {
    root,
    findings: [
      ...greenhouseFindings(subject, root, index),
      ...oddityFindings(object.ref, subject.oddities, subject.conditions, context.takenAt),
    ],
  };
}

/**
 * The TeamRoleBinding whose cause says why it selects no Cluster: the controller gives only the reason EmptyClusterList
 * (cloudoperators/greenhouse, internal/controller/teamrbac/teamrolebinding_controller.go).
 */
function withEmptySelection(root: RootNode, { ref, spec }: KubeObject): RootNode {
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
type Counted = ReturnType<typeof countedParts>;

/**
 * The gates of a Greenhouse object. It has no upgrades. Ready means healthy; while it is suspended, this is unknown.
 */
function gatesOf(evaluated: EvaluatedObject, parts: Counted, offenders: ByType, uncertain: ByType): Gates {
  return {
    ready: readyGate(evaluated, parts, offenders, uncertain),
    upgradeable: { answer: "unknown", because: [] },
    upgrade: { running: null, waitingFor: [] },
  };
}

function readyGate(
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
    return { answer: "no", because: orElse(because, [...missing, ...labels((of) => of !== "healthy")]) };
  }
  if (frozen) return { answer: "unknown", because: ["Suspended"] };
  const unknown = conditions.filter(({ abnormal, status }) => abnormal && status === "Unknown").map(({ type }) => type);
  const because = [...unknown, ...labels((of) => of !== "healthy")];
  return { answer: verdict === "unknown" ? "unknown" : "no", because: orElse(because, missing) };
}

/** `because` without repetitions, never empty: otherwise the absent conditions, otherwise Ready itself. */
function orElse(because: readonly string[], missing: readonly string[]): readonly string[] {
  const [words = ["Ready"]] = [because, missing].filter(({ length }) => length > 0);
  return [...new Set(words)];
}
