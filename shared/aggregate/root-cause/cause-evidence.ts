import { lastConditionOfType } from "../../model/condition.ts";
import type { JudgedCondition, ReportNode } from "../../model/report.ts";
import { compareVerdicts } from "../../model/verdict.ts";
import { workloadKinds } from "../../profiles/hco/workloads.ts";
import { beingDeleted, evidenceInFull, outdatedStatus, pausedWords } from "../core/words/cause.ts";
import { joinClauses } from "../core/words/end-marks.ts";
import {
  outcomeEvidence,
  readyWords,
  restartingEvidence,
  saysWhy,
  troubleEvidence,
  workloadEvidence,
} from "../core/words/evidence.ts";
import { type CauseTrail, deepestNode } from "./cause-trails.ts";
import { restartingBelow } from "./restarting-containers.ts";

/**
 * The evidence along a trail, with every message in full. It holds the part's own condition, its workload's replicas, and the end of
 * the trail. The part's condition appears only where nothing below it is as bad, because a workload explains its
 * operator's conditions. Pods and ReplicaSets in between are omitted.
 */
export function trailEvidence(trail: CauseTrail): string {
  const [part, below] = trail;
  const end = deepestNode(trail);
  if (below === undefined) return alone(part);
  if (isReplicaController(part)) {
    // Of a Deployment that could not be read no counts are known.
    return joinClauses([...(part.facts["ready"] === undefined ? [] : [readyWords(part)]), endEvidence(end)]);
  }
  const isExplained = compareVerdicts(below.verdict, part.verdict) <= 0 && (end !== below || saysWhy(below));
  const workload = trail.slice(1, -1).find(isReplicaController);
  return joinClauses([
    ...(isExplained || hasNoReason(part) ? [] : [ownEvidence(part)]),
    ...(workload === undefined ? [] : [`${workload.ref.kind} ${workload.label} ${readyWords(workload)}`]),
    endEvidence(end),
  ]);
}

/** The evidence of a part with nothing unhealthy below it: its own condition, else a recent restart below it. */
function alone(part: ReportNode): string {
  const [worst] = part.trouble === undefined && hasNoReason(part) ? restartingBelow(part) : [];
  return worst === undefined ? ownEvidence(part) : restartingEvidence(worst);
}

/** Whether a node's health is computed from its replicas, whatever its role. */
export function isReplicaController({ role, ref }: ReportNode): boolean {
  return role === "workload" || (ref.group === "apps" && workloadKinds.some(({ kind }) => kind === ref.kind));
}

function endEvidence(end: ReportNode): string {
  if (end.outcome !== "found") return outcomeEvidence(end.outcome, end.ref);
  return end.role === "workload" ? workloadEvidence(end) : troubleEvidence(end);
}

function ownEvidence(part: ReportNode): string {
  if (part.outcome !== "found") return outcomeEvidence(part.outcome, part.ref);
  // The cause names the part already.
  if (isReplicaController(part)) return workloadEvidence(part).slice(`${part.ref.kind} ${part.ref.name} `.length);
  const condition = explainingCondition(part.conditions);
  if (condition !== undefined && (condition.reason !== "" || condition.message !== ""))
    return evidenceInFull(condition);
  if (part.trouble !== undefined) return evidenceInFull(part.trouble);
  if (part.conditions.length === 0) return outcomeEvidence("no-conditions", part.ref);
  const state = condition === undefined ? stateWords(part) : undefined;
  if (state !== undefined) return state;
  const isSilent = lastConditionOfType(part.conditions, "Available") === undefined && part.role === "component";
  return outcomeEvidence(isSilent ? "no-available" : "found", part.ref);
}

/** Why a part is not healthy though all its conditions are. */
function stateWords({ deleting, frozen, stale }: ReportNode): string | undefined {
  if (deleting) return beingDeleted;
  if (frozen) return pausedWords;
  return stale ? outdatedStatus : undefined;
}

/**
 * The condition of a part that best explains why it is unhealthy. The worst ones come first, then the others. Among
 * these, one with a message is preferred.
 */
export function explainingCondition(conditions: readonly JudgedCondition[]): JudgedCondition | undefined {
  const abnormal = ["Degraded", "Available", "Progressing"]
    .map((type) => lastConditionOfType(conditions, type))
    .filter((condition) => condition?.abnormal);
  const others = conditions.filter((condition) => condition.abnormal && condition.sense !== "advice");
  const all = [...abnormal, ...others].filter((condition) => condition !== undefined);
  // CDI and similar operators set a message on one condition of three (facts hco 6), so an empty one is not the end.
  return (
    all.find((condition) => condition.message !== "") ?? all.find((condition) => condition.reason !== "") ?? all[0]
  );
}

function hasNoReason(part: ReportNode): boolean {
  const condition = explainingCondition(part.conditions);
  return part.outcome === "found" && (condition === undefined || (condition.reason === "" && condition.message === ""));
}
