import type { AlertName } from "../alert-name.ts";
import type { ApplicationStatus } from "../application-status.ts";
import type { Polarity } from "../condition.ts";
import type { Drift, DriftHeld } from "../drift.ts";
import type { RuleSetName } from "../families.ts";
import type { Related } from "../report.ts";
import type { Outcome } from "../snapshot.ts";
import type { GateAnswer } from "../upgrade-gate.ts";
import type { Verdict } from "../verdict.ts";
import type { FindingCode } from "./evidence.ts";
import type { ContributionRule } from "./evidence-parts.ts";
import type { GoalFindingCode } from "./goal.ts";
import type { GateCode } from "./row.ts";
import type { Severity } from "./severity.ts";

/** The kinds of codes, in the order in which they are listed. */
export const explanationKinds = [
  "term",
  "verdict",
  "answer",
  "severity",
  "finding",
  "condition",
  "reason",
  "event",
  "status",
  "health",
  "alert",
  "gate",
  "outcome",
  "related",
  "drift",
  "held",
  "rule",
  "polarity",
  "rules",
  "judged",
  "part",
] as const;

export type ExplanationKind = (typeof explanationKinds)[number];

/** One code, condition or reason, and what it means if `of` writes it. */
export interface Explanation {
  readonly code: string;
  readonly kind: ExplanationKind;
  /** The kind of object or the operator that writes it. */
  readonly of: string;
  readonly meaning: string;
  /** What a term can be, the worst first. */
  readonly values?: readonly TermValue[];
  /** How a report shows a term. */
  readonly example?: string;
  /** Of a part: what its being down means for virtual machines. Of a component: the same of each of its parts. */
  readonly down?: readonly string[];
  /** Likely causes, the likeliest first; empty for a term and a part. */
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

/** One of the values of a term. */
export interface TermValue {
  readonly value: string;
  /** The value under `--ascii`, where it is another. */
  readonly ascii?: string;
  readonly meaning: string;
}

/** All explanations, as explanations/table.ts holds them. */
export interface ExplanationTable {
  readonly own: { readonly [Kind in keyof OwnCodes]: Readonly<Record<OwnCodes[Kind], OwnExplanation>> };
  /** In the order in which they are listed. */
  readonly foreign: readonly ForeignTopic[];
}

/** The codes whose list this program holds, by kind: a code without an explanation does not compile. */
interface OwnCodes {
  /** A word of this program that help, reports and documents use: every row of terms.yaml is one. */
  readonly term: string;
  readonly finding: FindingCode | GoalFindingCode;
  readonly alert: AlertName;
  readonly gate: GateCode;
  readonly answer: GateAnswer;
  readonly verdict: Verdict;
  readonly severity: Severity;
  readonly outcome: Outcome;
  readonly related: Related["state"];
  readonly drift: Drift["what"];
  readonly held: DriftHeld;
  readonly rule: ContributionRule;
  readonly polarity: Polarity;
  readonly rules: RuleSetName;
  readonly judged: ApplicationStatus;
}

/** What a topic says of a code of this program. */
interface OwnExplanation extends Omit<Explanation, "code" | "kind" | "values" | "runbook"> {
  /** Of a term: other words by which it is found. */
  readonly otherWords?: readonly string[];
}

/** Codes that operators and Kubernetes write; several operators may write the same code. */
interface ForeignTopic {
  readonly kind: Exclude<ExplanationKind, keyof OwnCodes>;
  readonly of: string;
  /** Names that people put before its codes: `KV` of `KVUpdateInProgress`. */
  readonly writerNames: readonly string[];
  readonly codes: Readonly<Record<string, ForeignExplanation>>;
}

type ForeignExplanation = Omit<Explanation, "code" | "kind" | "of" | "values" | "runbook">;

/** What `explain -o json` prints. */
export interface ExplanationDocument {
  readonly apiVersion: "hco-status/v1";
  readonly kind: "Explanation";
  readonly entries: readonly Explanation[];
}
