import type { AlertName } from "../alert.ts";
import type { ApplicationStatus } from "../application-status.ts";
import type { ConditionSense } from "../condition.ts";
import type { Drift, DriftHeld } from "../drift.ts";
import type { RuleSetName } from "../families.ts";
import type { ContributionRule, Related } from "../report.ts";
import type { Outcome } from "../snapshot.ts";
import type { GateCode } from "../upgrade-gate.ts";
import type { Verdict } from "../verdict.ts";
import type { FindingCode } from "./finding.ts";

/** The kinds of codes, in the order in which they are listed. */
export const explanationKinds = [
  "finding",
  "condition",
  "reason",
  "event",
  "status",
  "health",
  "alert",
  "gate",
  "verdict",
  "outcome",
  "related",
  "drift",
  "held",
  "rule",
  "sense",
  "rules",
  "judged",
] as const;

export type ExplanationKind = (typeof explanationKinds)[number];

/** One code, condition or reason, and what it means if `of` writes it. */
export interface Explanation {
  readonly code: string;
  readonly kind: ExplanationKind;
  /** The kind of object or the operator that writes it. */
  readonly of: string;
  readonly meaning: string;
  /** Likely causes, the likeliest first. */
  readonly causes: readonly string[];
  /** Commands for a shell; the user fills in what is in capitals. */
  readonly next: readonly string[];
  /** The alerts that fire with it, the likeliest first; absent for an alert itself and where there is none. */
  readonly alerts?: readonly AlertName[];
  /** The address of the alert's runbook, or of that of the first of `alerts`. */
  readonly runbook?: string;
  /** The source: a repository and a file, or a document. */
  readonly source: string;
}

/** All explanations, as explanations/table.ts holds them. */
export interface ExplanationTable {
  readonly own: { readonly [Kind in keyof OwnCodes]: Readonly<Record<OwnCodes[Kind], OwnExplanation>> };
  /** In the order in which they are listed. */
  readonly foreign: readonly ForeignTopic[];
}

/** The codes whose list this program holds, by kind: a code without an explanation does not compile. */
interface OwnCodes {
  readonly finding: FindingCode;
  readonly alert: AlertName;
  readonly gate: GateCode;
  readonly verdict: Verdict;
  readonly outcome: Outcome;
  readonly related: Related["state"];
  readonly drift: Drift["what"];
  readonly held: DriftHeld;
  readonly rule: ContributionRule;
  readonly sense: ConditionSense;
  readonly rules: RuleSetName;
  readonly judged: ApplicationStatus;
}

type OwnExplanation = Omit<Explanation, "code" | "kind" | "runbook">;

/** Codes that operators and Kubernetes write; several operators may write the same code. */
interface ForeignTopic {
  readonly kind: Exclude<ExplanationKind, keyof OwnCodes>;
  readonly of: string;
  /** Names that people put before its codes: `KV` of `KVUpdateInProgress`. */
  readonly speakers: readonly string[];
  readonly codes: Readonly<Record<string, ForeignExplanation>>;
}

type ForeignExplanation = Omit<Explanation, "code" | "kind" | "of" | "runbook">;

/** What `explain -o json` prints. */
export interface ExplanationDocument {
  readonly apiVersion: "hco-status/v1";
  readonly kind: "Explanation";
  readonly entries: readonly Explanation[];
}
