import { type GateAnswer, gateAnswers } from "../../../model/upgrade-gate.ts";
import { countText } from "../../../outline/words/names.ts";

/** The titles of the columns of several gates. */
export const fleetGateTitles = {
  context: "CONTEXT",
  profile: "PROFILE",
  answer: "ANSWER",
  version: "VERSION",
  reasons: "REASONS",
} as const;

/** The keys of `-o plain`. */
export const fleetGateKeys = { answer: "answer", headline: "headline", cluster: "cluster" } as const;

/** `upgrade of 3 clusters: 1 BLOCK, 1 UNKNOWN, 1 ALLOW`. */
export function fleetGateSummary(answers: readonly GateAnswer[]): string {
  const numbers = Map.groupBy(answers, (answer) => answer);
  const parts = gateAnswers.flatMap((answer) => {
    const number = numbers.get(answer)?.length ?? 0;
    return number === 0 ? [] : [`${number} ${answer}`];
  });
  return `upgrade of ${countText(answers.length, "cluster")}: ${parts.join(", ")}`;
}

/** The codes of reasons: `UpgradeRunning, WorkloadDown`. */
export function reasonCodesText(codes: readonly string[]): string {
  return codes.join(", ");
}
