import type { FindingCode } from "./finding.ts";
import type { ApplicationEvidence } from "./finding-application.ts";
import type { GenericEvidence } from "./finding-generic.ts";
import type { GreenhouseEvidence } from "./finding-greenhouse.ts";
import type { Oddity } from "./object.ts";

/** What kind of word a code is, in the order in which they are listed. */
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

/** One word that somebody may wonder about, and what it means where `of` says it. */
export interface Explanation {
  readonly code: string;
  readonly kind: ExplanationKind;
  /** Which kind of object or which operator says it. */
  readonly of: string;
  readonly meaning: string;
  /** Likely ones, the likeliest first. */
  readonly causes: readonly string[];
  /** Commands for a shell; what is in capitals is to be filled in. */
  readonly next: readonly string[];
  /** Where it comes from: a repository and a file, or a document. */
  readonly source: string;
}

/** Codes that one speaker writes, each with the file or document that it comes from. */
export interface ReasonTable<Code extends string = string> {
  readonly kind: ExplanationKind;
  /** Names that people put before its codes: `KV` of `KVUpdateInProgress`. */
  readonly speakers?: readonly string[];
  /** The repository of its rows. */
  readonly source: string;
  readonly rows: Readonly<Record<Code, Place>>;
}

/** A file in the repository of the table, or another repository or document and a file or section of it. */
export type Place = string | readonly [repository: string, path: string];

export type ReasonTables = Readonly<Record<string, ReasonTable>>;

/** What is said about the codes of the {@link ReasonTable} of the same name. */
export interface WordsTable<Code extends string = string> {
  readonly of: string;
  /** The commands of every code that has none of its own. */
  readonly next: readonly string[];
  readonly says: Readonly<Record<Code, ExplanationWords>>;
}

export type WordsTables = Readonly<Record<string, WordsTable>>;

interface ExplanationWords {
  readonly meaning: string;
  readonly causes: readonly string[];
  readonly next?: readonly string[];
}

/** What `explain -o json` prints. */
export interface ExplanationDocument {
  readonly apiVersion: "hco-status/v1";
  readonly kind: "Explanation";
  readonly entries: readonly Explanation[];
}

export type ApplicationFindingCode = ApplicationEvidence["code"];
export type GreenhouseFindingCode = GreenhouseEvidence["code"];

/** About what was read and how it was judged, of any object. */
export type ReadingFindingCode =
  | Oddity["code"]
  | GenericEvidence["code"]
  | Extract<FindingCode, "judged-by-file" | "guessed-sense" | "clock-ahead" | "damaged-input" | "reading-refused">;

/** About HyperConverged itself and its operator. */
export type OperatorFindingCode = Extract<
  FindingCode,
  | "operator-down"
  | "invalid-request"
  | "reconcile-failed"
  | "status-unknown"
  | "installing"
  | "not-yet-seen"
  | "stale"
  | "deleting"
  | "deletion-blocked"
  | "upgrade-stall"
  | "upgrade-stuck"
  | "operator-condition"
  | "conversion-webhook"
  | "tainted"
  | "injector-not-ready"
  | "overwritten"
  | "health-disagrees"
  | "conditions-disagree"
  | "drift"
  | "boot-image"
  | "several-roots"
  | "related-object"
>;

/** All others: a new code of a finding that nobody explains does not compile. */
export type ComponentFindingCode = Exclude<
  FindingCode,
  OperatorFindingCode | ReadingFindingCode | ApplicationFindingCode | GreenhouseFindingCode
>;

/** What stands behind a component's name in a reason of HyperConverged. */
export type ComponentSuffix = "Conditions" | "NotAvailable" | "Progressing" | "Degraded" | "NotUpgradeable";
