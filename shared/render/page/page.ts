import type { Finding } from "../../model/finding/finding.ts";
import type { RootNode } from "../../model/report.ts";
import type { AgeClock } from "../../outline/ages.ts";
import type { VerdictMark } from "../terminal/verdict-marks.ts";
import type { HeadlineLead } from "../words/report/headline.ts";
import type { PartRow } from "./component-rows.ts";
import type { ConditionRow } from "./condition-rows.ts";
import type { PageGateRow } from "./gate-rows.ts";
import type { RootRow } from "./root-rows.ts";

/** Everything that a Report shows to a person, in reading order, before layout; every text is harmless. */
export interface ReportPage {
  readonly clock: AgeClock;
  /** Above all the others: a sentence on what the roots are where there is no HyperConverged. */
  readonly lead?: HeadlineLead;
  /** A row for each of several roots, worst first; undefined for one root. */
  readonly list: RootList | undefined;
  /** Where and when the Report was read. */
  readonly context: string;
  /** The roots in full: the only one, or of several the worst unhealthy ones. */
  readonly roots: readonly RootPage[];
  /** Where there is no root, one sentence for each request and kind of failure. */
  readonly nothing: readonly string[];
  /** Findings that belong to no root that is shown in full. */
  readonly notes: LabelledText;
  /** What was read and what was not; absent where nothing is missing that could change the verdict. */
  readonly reading?: string;
  /** The commands that show more, at least one, and the words before each where this source cannot run it. */
  readonly next?: { readonly place: string; readonly commands: readonly string[] };
}

/** Several roots at a glance. */
export interface RootList {
  readonly summary: HeadlineLead;
  /** The namespace, if all roots lie in one, and where and when they were read, piece by piece. */
  readonly identity: readonly string[];
  readonly rows: readonly RootRow[];
  /** The left-out rows, and the unhealthy roots without a page; empty: none. */
  readonly more: readonly string[];
}

/** One root, section by section: healthy things share a line, unhealthy ones have a row each. */
export interface RootPage {
  readonly root: RootNode;
  readonly findings: readonly Finding[];
  /** The verdict, then other headline sentences. */
  readonly leads: readonly HeadlineLead[];
  /** What its state means for virtual machines, clause by clause. */
  readonly impact: readonly string[];
  /** The identity of the object, piece by piece. */
  readonly identity: readonly string[];
  /** A line for each section without table rows. */
  readonly folded: readonly PageLine[];
  /** The cause, the other causes, what still holds a deleted object, the matrix's sentence. */
  readonly why: readonly LabelledText[];
  readonly conditions: PageSection<ConditionRow>;
  readonly parts: PageSection<PartRow> & { readonly title: string };
  /** What the state blocks; empty where nothing is blocked. */
  readonly gates: readonly PageGateRow[];
  /** Where the CR and its rules differ, other findings, and in `wide` the related objects. */
  readonly notes: readonly LabelledText[];
}

/** The rows of a table, and a line for each group that is omitted of it. */
export interface PageSection<Row> {
  readonly listed: readonly Row[];
  readonly folded: readonly PageLine[];
}

/** One line with its mark; a line without a mark was not evaluated. */
export interface PageLine {
  readonly mark?: VerdictMark;
  readonly text: string;
}

/** The texts behind one label. */
export interface LabelledText {
  readonly label: string;
  readonly texts: readonly string[];
}

/** How times are printed, and whether everything is. */
export interface PageDetail {
  readonly clock: AgeClock;
  readonly wide: boolean;
  /** Related objects are shown even where all are unchanged. */
  readonly related?: boolean;
  /** The alerts that would fire are shown; `wide` shows them too. */
  readonly alerts?: boolean;
  /** The objects that a stand-alone object owns are shown even where it is healthy. */
  readonly tree?: boolean;
}
