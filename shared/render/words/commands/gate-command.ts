import type { GateCode } from "../../../model/finding/row.ts";
import type { GateAnswer, GateReason } from "../../../model/upgrade-gate.ts";
import { countText } from "../../../outline/words/names.ts";

/** The titles of the columns. */
export const gateTitles = { code: "CODE", state: "STATE", since: "SINCE", what: "WHAT" } as const;

export const gateStateText: Readonly<Record<GateReason["state"], string>> = {
  blocks: "blocks",
  unknown: "unknown",
  accepted: "accepted",
};

/** The labels of the commands below the table. */
export const gateLabels = { look: "Details", accept: "Accept", explain: "Explain" } as const;

/** The keys of `gate upgrade --plain`; scripts read them. */
export const gateKeys = {
  answer: "answer",
  headline: "headline",
  object: "object",
  reason: "reason",
  note: "note",
  read: "read",
  permit: "permit",
} as const;

/** The line before the command that permits what was forbidden. */
export const permitLead = "Permissions for what is forbidden, which an administrator can apply and bind:";

/** The warning that accepted, unread responses may hold a reason. */
export function blindWords(number: number): string {
  return `IncompleteReading is accepted: ${countText(number, "object")} that ${number === 1 ? "was" : "were"} not read may block the upgrade`;
}

/** The note on accepted codes that no reason has. */
export function unneededWords(codes: readonly GateCode[]): string {
  return `accepted but not present: ${codes.join(", ")}`;
}

/** The mark whose colour each result has. */
export const answerMarks: Readonly<Record<GateAnswer, "good" | "bad" | "unknown">> = {
  ALLOW: "good",
  BLOCK: "bad",
  UNKNOWN: "unknown",
};
