import { conditionOf } from "../model/condition.ts";
import type { Contribution, JudgedCondition, Node, RootCause } from "../model/report.ts";
import { compareVerdicts, type Verdict, verdicts } from "../model/verdict.ts";
import { causeText, evidenceText } from "../render/words.ts";
import { outcomeEvidence, workloadEvidence } from "../render/words-evidence.ts";

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

/** The worst parts: worst verdict first, of equals a degraded one before one that is only being deployed, then in order. */
function worstFirst(parts: readonly Node[]): readonly Node[] {
  const isDegraded = (part: Node): number => (conditionOf(part.conditions, "Degraded")?.status === "True" ? 0 : 1);
  return parts.toSorted((a, b) => compareVerdicts(a.verdict, b.verdict) || isDegraded(a) - isDegraded(b));
}

/**
 * The deepest unwell node reached from the worst required part; undefined where no part makes the root unavailable or
 * degraded. `blamed` stands in where the part itself was not read and only the root's reasons name it.
 */
export function rootCauseOf(
  root: string,
  verdict: Verdict,
  parts: readonly Node[],
  blamed: Readonly<Record<string, readonly Contribution[]>>,
): RootCause | undefined {
  const isSerious = (each: Verdict): boolean => verdicts.indexOf(each) <= verdicts.indexOf("degraded");
  const [part] = worstFirst(parts.filter((each) => each.required && isSerious(each.verdict)));
  if (part !== undefined) {
    const deepest = deepestOf(part);
    // A component that says nothing of itself leaves the word to what lies below it.
    const speaking = deepest.length > 1 && saysNothing(part) ? deepest.slice(1) : deepest;
    const evidence = speaking.map(evidenceOf).join("; ");
    return {
      path: [root, ...deepest.map((node) => node.label)],
      text: causeText({ verdict: part.verdict, label: part.label, evidence }),
    };
  }
  // HCODegraded in Available is the operator's own word for whoever Degraded names.
  const down = blamed["Available"]?.filter((each) => each.reason !== "HCODegraded") ?? [];
  const [row] = [...down, ...(blamed["Degraded"] ?? [])];
  if (row === undefined || !isSerious(verdict)) return undefined;
  // The operator's words are `CDI is degraded: ` and the component's own, which may be none.
  const all = [row, ...(blamed["Degraded"] ?? []), ...(blamed["Available"] ?? []), ...(blamed["Progressing"] ?? [])];
  const speaking = all.find((each) => each.component === row.component && !each.message.trimEnd().endsWith(":")) ?? row;
  const evidence = evidenceText(speaking.message === "" ? speaking : { reason: "", message: speaking.message });
  return { path: [root, row.component], text: causeText({ verdict, label: row.component, evidence }) };
}

function deepestOf(part: Node): readonly Node[] {
  const [child] = worstFirst(
    part.children.filter((each) => each.verdict === "unavailable" || each.verdict === "degraded"),
  );
  return child === undefined ? [part] : [part, ...deepestOf(child)];
}

function saysNothing(part: Node): boolean {
  const condition = telling(part.conditions);
  return part.outcome === "found" && (condition === undefined || (condition.reason === "" && condition.message === ""));
}

function evidenceOf(node: Node): string {
  if (node.outcome !== "found") return outcomeEvidence(node.outcome, node.ref);
  if (node.role === "workload") return workloadEvidence(node.ref, node.facts["ready"]);
  const condition = telling(node.conditions);
  if (condition !== undefined && (condition.reason !== "" || condition.message !== "")) return evidenceText(condition);
  if (node.conditions.length === 0) return outcomeEvidence("no-conditions", node.ref);
  const isSilent = conditionOf(node.conditions, "Available") === undefined;
  return outcomeEvidence(isSilent ? "no-available" : "found", node.ref);
}
