import type { GateCode } from "../../../model/finding/row.ts";
import type { GateAnswer, GateReason, GateReport, GateRoot } from "../../../model/upgrade-gate.ts";
import { countText } from "../../../outline/words/names.ts";

/**
 * `upgrade of HyperConverged kubevirt-hyperconverged (1.19.2, operator 1.20.0): 3 reasons`. `shown`: one reason for each
 * row of the table, so that the number is that of the rows.
 */
export function gateHeadline({ roots, reasons, answer }: GateReport, shown: readonly GateReason[]): string {
  const [root, ...more] = roots;
  if (root === undefined) {
    const isUnread = reasons.some(({ code, about }) => code === "IncompleteReading" && about.kind === "HyperConverged");
    return isUnread ? "HyperConverged could not be read" : "no HyperConverged to upgrade";
  }
  const what = more.length === 0 ? rootWords(root) : countText(roots.length, "object");
  const standing = shown.filter(({ state }) => state !== "accepted").length;
  const tail = answer === "ALLOW" ? allowed(shown.length) : countText(standing, "reason");
  return `upgrade of ${what}: ${tail}`;
}

function allowed(accepted: number): string {
  return accepted === 0
    ? "no blocking conditions"
    : `${countText(accepted, "reason")}, ${accepted === 1 ? "accepted" : "all accepted"}`;
}

/** `HyperConverged kubevirt-hyperconverged (1.19.2, operator 1.20.0)`. */
export function rootWords({ ref, version, operatorVersion }: GateRoot): string {
  const versions = [
    ...(version === undefined ? [] : [version]),
    ...(operatorVersion === undefined || operatorVersion === version ? [] : [`operator ${operatorVersion}`]),
  ];
  return `${ref.kind} ${ref.name}${versions.length === 0 ? "" : ` (${versions.join(", ")})`}`;
}

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
