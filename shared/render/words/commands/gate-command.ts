import type { GateAnswer } from "../../../model/upgrade-gate.ts";

/** The labels of the commands below the table. */
export const gateLabels = { look: "Details", accept: "Accept", explain: "Explain" } as const;

/** The mark whose colour each result has. */
export const answerMarks: Readonly<Record<GateAnswer, "good" | "bad" | "unknown">> = {
  ALLOW: "good",
  BLOCK: "bad",
  UNKNOWN: "unknown",
};
