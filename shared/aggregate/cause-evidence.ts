import { conditionOf } from "../model/condition.ts";
import type { JudgedCondition, Node } from "../model/report.ts";
import { compareVerdicts } from "../model/verdict.ts";
import { workloadKinds } from "../profiles/hco-workloads.ts";
import { evidenceText } from "../render/words.ts";
import {
  outcomeEvidence,
  readyWords,
  restartingEvidence,
  saysWhy,
  troubleEvidence,
  workloadEvidence,
} from "../render/words-evidence.ts";
import { restartingBelow } from "./restarting.ts";
import { endOf, type Trail } from "./trails.ts";

/**
 * What was found along a trail, in one line: the part's own words, only where nothing below it is as bad, for what runs
 * explains what its operator says of it; its workload by replicas; and what the trail ends at. Pods and ReplicaSets in
 * between are left out.
 */
export function evidenceOf(trail: Trail): string {
  const [part, below] = trail;
  const end = endOf(trail);
  if (below === undefined) return alone(part);
  if (keepsPods(part)) return `${readyWords(part)}; ${endEvidence(end)}`;
  const isExplained = compareVerdicts(below.verdict, part.verdict) <= 0 && (end !== below || saysWhy(below));
  const workload = trail.slice(1, -1).find(keepsPods);
  return [
    ...(isExplained || saysNothing(part) ? [] : [ownEvidence(part)]),
    ...(workload === undefined ? [] : [`${workload.ref.kind} ${workload.label} ${readyWords(workload)}`]),
    endEvidence(end),
  ].join("; ");
}

/** Nothing below it is unwell: its own words, else what has only just come back below it. */
function alone(part: Node): string {
  const [worst] = part.trouble === undefined && saysNothing(part) ? restartingBelow(part) : [];
  return worst === undefined ? ownEvidence(part) : restartingEvidence(worst);
}

/** It is judged by its replicas, whatever its role. */
export function keepsPods({ role, ref }: Node): boolean {
  return role === "workload" || (ref.group === "apps" && workloadKinds.some(({ kind }) => kind === ref.kind));
}

function endEvidence(end: Node): string {
  if (end.outcome !== "found") return outcomeEvidence(end.outcome, end.ref);
  return end.role === "workload" ? workloadEvidence(end) : troubleEvidence(end);
}

function ownEvidence(part: Node): string {
  if (part.outcome !== "found") return outcomeEvidence(part.outcome, part.ref);
  // The label of a part is its name already.
  if (keepsPods(part))
    return workloadEvidence(part).slice(part.role === "part" ? `${part.ref.kind} ${part.ref.name} `.length : 0);
  const condition = telling(part.conditions);
  if (condition !== undefined && (condition.reason !== "" || condition.message !== "")) return evidenceText(condition);
  if (part.trouble !== undefined) return evidenceText(part.trouble);
  if (part.conditions.length === 0) return outcomeEvidence("no-conditions", part.ref);
  const isSilent = conditionOf(part.conditions, "Available") === undefined && part.role === "component";
  return outcomeEvidence(isSilent ? "no-available" : "found", part.ref);
}

/** A part's own condition that best tells why it is unwell, with words: its worst ones first, then any sibling that speaks. */
function telling(conditions: readonly JudgedCondition[]): JudgedCondition | undefined {
  const abnormal = ["Degraded", "Available", "Progressing"]
    .map((type) => conditionOf(conditions, type))
    .filter((condition) => condition?.abnormal);
  const others = conditions.filter((condition) => condition.abnormal && condition.sense !== "advice");
  const all = [...abnormal, ...others].filter((condition) => condition !== undefined);
  // CDI and its kin write their words on one condition of three (facts hco 6), so a silent one is not the end.
  return (
    all.find((condition) => condition.message !== "") ?? all.find((condition) => condition.reason !== "") ?? all[0]
  );
}

function saysNothing(part: Node): boolean {
  const condition = telling(part.conditions);
  return part.outcome === "found" && (condition === undefined || (condition.reason === "" && condition.message === ""));
}
