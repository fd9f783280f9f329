import type { Finding } from "../model/finding.ts";
import type { RootNode } from "../model/report.ts";
import type { Mark } from "./marks.ts";
import type { ConditionRow } from "./rows-conditions.ts";
import type { GateRow } from "./rows-gates.ts";
import type { PartRow } from "./rows-parts.ts";
import type { RootRow } from "./rows-roots.ts";
import type { Clock } from "./words-age.ts";
import type { Lead } from "./words-headline.ts";

/** Everything a Report says to a person, in the order to be read, before anything is laid out; every text is harmless. */
export interface Page {
  readonly clock: Clock;
  /** Above all the others: what the roots are where no HyperConverged is. */
  readonly lead?: Lead;
  /** Of several roots a row each, worst first; of one root nothing. */
  readonly list: RootList | undefined;
  /** Where and when it was read. */
  readonly context: string;
  /** The roots in full: the only one, or of several the worst that are unwell. */
  readonly roots: readonly RootPage[];
  /** One sentence for each question and way in which it failed, where there is no root. */
  readonly nothing: readonly string[];
  /** Findings that belong to no root in full. */
  readonly notes: Paragraph;
  /** What was read and what was not; absent where nothing is missing that could change the verdict. */
  readonly reading?: string;
  /** The one command that shows more, and what stands before it where this source cannot run it. */
  readonly next?: { readonly place: string; readonly command: string };
}

/** Several roots at a glance. */
export interface RootList {
  readonly summary: Lead;
  /** Where they lie, if all lie in one namespace, and where and when they were read, piece by piece. */
  readonly identity: readonly string[];
  readonly rows: readonly RootRow[];
  /** The rows that were left out, and the roots that are unwell and have no page; empty: none. */
  readonly more: readonly string[];
}

/** One root as a person reads it, section by section; what is well takes a line, what is unwell a row. */
export interface RootPage {
  readonly root: RootNode;
  readonly findings: readonly Finding[];
  /** The verdict first. */
  readonly leads: readonly Lead[];
  /** Which object this is, piece by piece. */
  readonly identity: readonly string[];
  /** The sections with nothing to show in a table, in a line each. */
  readonly folded: readonly Line[];
  /** Cause, the others, who still holds a deleted object, the matrix's sentence. */
  readonly why: readonly Paragraph[];
  readonly conditions: Section<ConditionRow>;
  readonly parts: Section<PartRow> & { readonly title: string };
  /** What the state blocks; empty where nothing is. */
  readonly gates: readonly GateRow[];
  /** Where the CR and its rules differ, what else was found, and in `wide` the related objects. */
  readonly notes: readonly Paragraph[];
}

/** Rows of a table, and what was left out of it, in a line for all that are so. */
export interface Section<Row> {
  readonly listed: readonly Row[];
  readonly folded: readonly Line[];
}

/** One line, with the mark of what it is about; nobody judges what has none. */
export interface Line {
  readonly mark?: Mark;
  readonly text: string;
}

/** What stands behind one label. */
export interface Paragraph {
  readonly label: string;
  readonly texts: readonly string[];
}

/** How times are told, and whether everything is. */
export interface Telling {
  readonly clock: Clock;
  readonly wide: boolean;
  /** Related objects are told of also where all is well. */
  readonly related?: boolean;
  /** What an object on its own owns is told of also where it is well. */
  readonly tree?: boolean;
}
