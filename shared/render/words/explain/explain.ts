import type { ExplanationKind } from "../../../model/finding/explanation.ts";

/** The name of a kind of code, singular and plural. */
export const kindWords: Readonly<Record<ExplanationKind, { readonly one: string; readonly many: string }>> = {
  finding: { one: "finding", many: "Findings" },
  gate: { one: "upgrade gate code", many: "Upgrade gate codes" },
  condition: { one: "condition", many: "Conditions" },
  reason: { one: "reason", many: "Reasons" },
  event: { one: "event", many: "Events" },
  status: { one: "status", many: "Statuses" },
  health: { one: "systemHealthStatus", many: "systemHealthStatus" },
  alert: { one: "alert", many: "Alerts" },
  verdict: { one: "verdict", many: "Verdicts" },
  outcome: { one: "outcome", many: "Outcomes" },
  related: { one: "state of a related object", many: "States of related objects" },
  drift: { one: "difference", many: "Differences" },
  held: { one: "reason to tolerate a difference", many: "Reasons to tolerate a difference" },
  rule: { one: "rule of an offender", many: "Rules of offenders" },
  sense: { one: "polarity of a condition", many: "Polarities" },
  rules: { one: "rule set", many: "Rule sets" },
  judged: { one: "state of a part", many: "States of parts" },
};

/** The labels of an entry's pieces. */
export const explainLabels = { causes: "Causes", next: "Next", runbook: "Runbook", source: "Source" } as const;

/** The line below the list of all codes. */
export const listFooter = "kubectl hco-status explain CODE prints its causes, the next commands and its source.";

/** The error for unknown words; `guesses` are probable meanings. */
export function unknownWords(unknown: readonly Unknown[]): string {
  const all = unknown.map(({ typed, guesses }) => {
    const shown = typed.length > longest ? `${typed.slice(0, longest)}...` : typed;
    const hint = guesses.length === 0 ? "" : `, did you mean ${orList(guesses)}?`;
    return `unknown code, condition or reason "${shown}"${hint}`;
  });
  const isHinted = unknown.every(({ guesses }) => guesses.length > 0);
  return `${all.join("; ")}${isHinted ? "" : "; kubectl hco-status explain lists all"}`;
}

/** An unknown word, and the codes it may have been. */
interface Unknown {
  readonly typed: string;
  readonly guesses: readonly string[];
}

const longest = 60;

function orList(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} or ${last}`;
}
