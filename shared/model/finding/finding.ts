import type { NextStep } from "../next-step.ts";
import type { Ref } from "../object.ts";
import type { Verdict } from "../verdict.ts";
import type { Effects } from "./effect.ts";
import type { FindingCode, FindingEvidence } from "./evidence.ts";
import type { FindingRow } from "./row.ts";
import type { Severity } from "./severity.ts";

/**
 * One fact about one object, with its evidence. The row of its code in explanations/findings-*.yaml has its evidence, its
 * severity and its explanation. The sentence is in outline/findings: a code without one does not compile.
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

/** The finding with this code. */
export type FindingOf<Code extends FindingCode> = Finding & { readonly code: Code };
