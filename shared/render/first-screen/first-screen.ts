import type { RootRow } from "../page/root-rows.ts";
import type { VerdictMark } from "../terminal/verdict-marks.ts";

/**
 * What a person sees first of a Report, in order and before layout. It has the verdict, each culprit with its cause and
 * its next command, and what they block. Every text is harmless.
 */
export interface FirstScreen {
  /** Lines above the headline: what the roots are where there is no HyperConverged, why the whole is worse than they. */
  readonly lead: readonly MarkedLine[];
  readonly headline: MarkedLine;
  readonly fields: readonly ScreenField[];
  /** Several roots, a row each, worst first. */
  readonly rows: readonly RootRow[];
  /** The rows that are omitted; empty: none. */
  readonly moreRows: string;
  readonly culprits: CulpritSection;
  readonly conditions: ConditionSection;
  /** Findings that no culprit explains, worst first. */
  readonly remarks: readonly RemarkLine[];
  /** The number of further findings, which only the full report has. */
  readonly left: number;
  /** The healthy parts, or the good conditions where there are no parts. */
  readonly healthy: FittingLine | undefined;
  /** What blocks an upgrade; undefined where nothing does. */
  readonly blocked: FittingLine | undefined;
  /** What was not read; undefined where all was read that counts. */
  readonly reading: FittingLine | undefined;
  /** The answer about the upgrade, where it has no line. */
  readonly upgradeLeft?: "blocked" | "unknown" | undefined;
  /** The command to run next where no culprit has one; undefined where none is known. */
  readonly next: string | undefined;
  /** The command that shows why an upgrade is blocked; undefined where it cannot be run. */
  readonly gate: string | undefined;
  /** The command that prints the full report. */
  readonly details: string;
  /** Whether nothing is wrong: then four lines are enough. */
  readonly isHealthy: boolean;
}

/** One line behind its mark. */
export interface MarkedLine {
  readonly mark: VerdictMark;
  readonly text: string;
}

/** A finding. */
export interface RemarkLine extends MarkedLine {
  /** It ends with a message of the cluster, whose end often has the reason. */
  readonly keepsEnd: boolean;
}

/** One line of which the longest text that fits is shown. */
export interface FittingLine {
  readonly mark: VerdictMark;
  /** From the longest to the shortest; there is at least one. */
  readonly texts: readonly string[];
}

/** `Cluster   admin@prod, namespace x`. */
export interface ScreenField {
  readonly key: "impact" | "upgrade" | "place" | "waits" | "meaning";
  readonly label: string;
  /** The whole text, then shorter ones for where there is one row. */
  readonly texts: readonly string[];
}

/** The worst culprits, and a line that names the others. */
export interface CulpritSection {
  /** From the longest to the shortest. */
  readonly titles: readonly string[];
  readonly entries: readonly CulpritEntry[];
  /** The names of the others, from the longest text to the shortest; empty: there are none. */
  readonly more: readonly string[];
  /** Why the root is unhealthy where nothing is to blame. */
  readonly why: readonly MarkedLine[];
}

/** One culprit with its own way down, its cause and its next commands. */
export interface CulpritEntry {
  readonly mark: VerdictMark;
  readonly name: string;
  /** `unavailable for 14m`; empty where the headline has it. */
  readonly state: string;
  /** A remark in brackets behind the state, or empty. */
  readonly note: string;
  /** The objects on the way down, in full and then shorter; empty where there are none below the part. */
  readonly ways: readonly string[];
  /** The last of these objects: `container x`; empty where there are none. */
  readonly end: string;
  /** The cause itself; empty where the way down says it. */
  readonly text: string;
  /** An event that adds to the cause, or empty. */
  readonly event: string;
  /** The commands to run next, the most telling first. */
  readonly commands: readonly string[];
}

/** The conditions that are not as expected. */
export interface ConditionSection {
  readonly title: string;
  readonly entries: readonly MarkedLine[];
}
