import type { ExplanationKind } from "../../../model/finding/explanation.ts";

/** The name of a kind of code, singular and plural. */
export const kindWords: Readonly<Record<ExplanationKind, { readonly one: string; readonly many: string }>> = {
  term: { one: "term", many: "Terms" },
  finding: { one: "finding", many: "Findings" },
  gate: { one: "upgrade gate code", many: "Upgrade gate codes" },
  answer: { one: "answer", many: "Answers" },
  condition: { one: "condition", many: "Conditions" },
  reason: { one: "reason", many: "Reasons" },
  event: { one: "event", many: "Events" },
  status: { one: "status", many: "Statuses" },
  health: { one: "systemHealthStatus", many: "systemHealthStatus" },
  alert: { one: "alert", many: "Alerts" },
  verdict: { one: "verdict", many: "Verdicts" },
  severity: { one: "severity", many: "Severities" },
  outcome: { one: "outcome", many: "Outcomes" },
  related: { one: "state of a related object", many: "States of related objects" },
  drift: { one: "difference", many: "Differences" },
  held: { one: "reason to tolerate a difference", many: "Reasons to tolerate a difference" },
  rule: { one: "rule of an offender", many: "Rules of offenders" },
  polarity: { one: "polarity of a condition", many: "Polarities" },
  rules: { one: "rule set", many: "Rule sets" },
  judged: { one: "state of a part", many: "States of parts" },
  part: { one: "part", many: "Parts" },
};

/** The labels of an entry's pieces. */
export const explainLabels = {
  values: "Values",
  example: "Example",
  down: "Down",
  causes: "Causes",
  next: "Next",
  runbook: "Runbook",
  source: "Source",
} as const;

/** The line below the list of all codes. */
export const listFooter = "kubectl hco-status explain CODE prints its causes, the next commands and its source.";

/** The error for unknown words; `guesses` are probable meanings. */
export function unknownWords(unknown: readonly Unknown[]): string {
  const isHinted = unknown.every(({ guesses }) => guesses.length > 0);
  return `${unknown.map(unknownWord).join("; ")}${isHinted ? "" : "; kubectl hco-status explain lists all"}`;
}

function unknownWord({ typed, guesses, documentation }: Unknown): string {
  const shown = typed.length > longest ? `${typed.slice(0, longest)}...` : typed;
  const fault = `unknown code, condition or reason "${shown}"`;
  if (guesses.length > 0) return `${fault}, did you mean ${orList(guesses)}?`;
  if (documentation !== undefined)
    return `${fault}: the controller of ${documentation.kind} documents its reasons, see ${documentation.source}`;
  if (!/^[A-Z][A-Za-z]+$/.test(typed)) return fault;
  return `${fault}: the controller that writes it documents it, and kubectl describe KIND NAME shows its message`;
}

/** An unknown word, and the codes it may have been. */
interface Unknown {
  readonly typed: string;
  readonly guesses: readonly string[];
  /** Of `KIND/REASON`: where the controller of the kind describes its status. */
  readonly documentation?: { readonly kind: string; readonly source: string } | undefined;
}

const longest = 60;

function orList(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} or ${last}`;
}
