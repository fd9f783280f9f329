import type { NextStep } from "../next-step.ts";
import type { MalformedField, Ref } from "../object.ts";
import type { Verdict } from "../verdict.ts";
import type { ApplicationEvidence } from "./application.ts";
import type { ComponentEvidence } from "./component.ts";
import type { GenericEvidence } from "./generic.ts";
import type { GreenhouseEvidence } from "./greenhouse.ts";
import type { CertificateEvidence, DeletionEvidence, OperatorEvidence } from "./operator.ts";
import type { SilenceEvidence } from "./operator-silence.ts";
import type { ReadingEvidence } from "./reading.ts";
import type { Effects, FindingRow } from "./row.ts";

export const severities = ["error", "warning", "info"] as const;
export type Severity = (typeof severities)[number];

/**
 * One fact about one object, with its evidence. A code compiles only if all its parts exist. Its severity is in
 * severity.ts, its sentence in findings/describe.ts and the tables there. Its explanation with the source is
 * in explanations/findings-*.yaml.
 */
export type Finding = FindingEvidence & FindingHeader;

/** What every finding has, whatever its code. */
export interface FindingHeader {
  readonly severity: Severity;
  readonly about: Ref;
  /** The root that it concerns; absent if it is about the input, or about nothing that was found. */
  readonly root?: Ref;
  /** The component that it comes from, by the operator's name. */
  readonly component?: string;
  /** What it makes of the root; healthy: nothing. */
  readonly verdict: Verdict;
  /** What it does to each goal; to an upgrade the worst of its rows. */
  readonly effects: Effects;
  readonly rows: readonly FindingRow[];
  /** Of a cause of its root: the labels from the root down to the object that explains it. */
  readonly path?: readonly string[];
  /** Of a cause: since when the object that explains it has been so, RFC 3339 UTC. */
  readonly since?: string;
  /** The commands that show what it is about, the most telling first. */
  readonly next: readonly NextStep[];
}

export type FindingCode = FindingEvidence["code"];

/** The finding with this code. */
export type FindingOf<Code extends FindingCode> = Finding & { readonly code: Code };

/** One variant for each code, in a file for each topic. */
export type FindingEvidence =
  | OperatorEvidence
  | ComponentEvidence
  | SilenceEvidence
  | CertificateEvidence
  | DeletionEvidence
  | ReadingEvidence
  | GenericEvidence
  | MalformedField
  | ApplicationEvidence
  | GreenhouseEvidence;
