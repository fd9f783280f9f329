import type { ExplanationKind } from "../../../shared/model/finding/explanation.ts";
import type { Severity } from "../../../shared/model/finding/severity.ts";
import type { EvidenceEntry } from "./evidence.ts";
import type { Table } from "./read-table.ts";

/** One file of shared/explanations: the codes of one kind that one source writes. */
export interface ExplanationTopic {
  readonly kind: ExplanationKind;
  readonly of: string;
  readonly writerNames?: readonly string[];
  /** Of findings: only `wait` makes them. */
  readonly onlyWait?: true;
  /** The commands of a code that names none. */
  readonly next: readonly string[];
  readonly codes: Readonly<Record<string, ExplainedCode>>;
}

/** A topic, and the name of its file: `findings-wait`. */
export interface NamedTopic {
  readonly name: string;
  readonly table: Table<ExplanationTopic>;
}

/** What a topic says about one code. An item of `next` is a command, or the name of one. */
export interface ExplainedCode extends EvidenceEntry {
  readonly meaning: string;
  /** Of a finding. */
  readonly severity?: Severity | readonly Severity[];
  /** Of a reason against an upgrade: the findings about the same fault. */
  readonly findings?: readonly string[];
  /** Of a reason that is a condition of an object beside HyperConverged: its type. */
  readonly conditionType?: string;
  /** Only of a term: other words for it. */
  readonly otherWords?: readonly string[];
  /** Only of a term. */
  readonly example?: string;
  /** Of every code but a term. */
  readonly causes?: readonly string[];
  readonly next?: readonly string[];
  /** Names of alerts; the TypeScript compiler checks them in the table. */
  readonly alerts?: readonly string[];
  readonly source: string;
}
