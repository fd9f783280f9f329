import type { Severity } from "./finding/severity.ts";
import type { Ref } from "./object.ts";

/** The mark before an entry, for the eye; a word beside it always says the same. */
export type Mark = "bad" | "busy" | "remark" | "unknown" | "good";

/**
 * A piece of a sentence. Painters cut by role: a name or a number never, a quote by whole clauses from its middle, an
 * aside and the middle of a list or a way first.
 */
export type Span =
  /** Our own words. */
  | { readonly is: "word"; readonly text: string }
  /** What people call an object, a component, a key; also counts, versions and addresses. */
  | { readonly is: "name"; readonly text: string }
  /** The cluster's own words. */
  | { readonly is: "quote"; readonly text: string }
  /** Words that may be omitted whole, with the separator before them: ` (the CR gives no reason)`. */
  | { readonly is: "aside"; readonly text: string }
  /** A sign of ours in place of a word: `->`. */
  | { readonly is: "sign"; readonly text: string }
  /** How long a state has lasted: `for 14m`. `since`, RFC 3339 UTC, is for painters that update the age. */
  | { readonly is: "age"; readonly text: string; readonly since: string }
  /** Names of which the last may be omitted: `CDI, AAQ and 2 more`. `last` stands before the last one of all. */
  | {
      readonly is: "list";
      readonly names: readonly string[];
      readonly separator?: string;
      readonly last?: " and ";
    }
  /** Objects from the top down, of which those in the middle may be omitted. */
  | { readonly is: "way"; readonly steps: readonly string[] };

export type Text = readonly Span[];

export type EntryKind =
  /** A line above all roots: what they are where there is no HyperConverged, why the whole is worse than they. */
  | "lead"
  /** A root: its name and its state. Its entries are everything about it. */
  | "root"
  /** A labelled line below a root: `Impact`, `Upgrade`, `Cluster`. The subject is the label. */
  | "field"
  /** A heading, and what stands below it. */
  | "section"
  /** A part with what makes it unhealthy. */
  | "cause"
  /** The way down to the object that explains, what that object reports, and an event about it. */
  | "way"
  | "evidence"
  | "event"
  /** A line of the log of the object that explains. */
  | "log"
  | "condition"
  | "finding"
  /** A component or another part of a root, and the objects below it. */
  | "part"
  | "node"
  /** One line about several things: the healthy parts, the upgrade, what was read. */
  | "summary"
  /** Entries that are named or counted in place of entries of their own. */
  | "more"
  /** The command that shows more. */
  | "next";

/** A command as the user types it, and what it shows; empty where that is said beside it. */
export interface OutlineCommand {
  readonly command: string;
  /** The same as arguments of kubectl, without quotes and without the flags that reach the cluster, where it has some. */
  readonly words?: readonly string[];
  readonly why: string;
  /** What a command that changes the cluster does, as the title of a row: `Start it again`. */
  readonly action?: string;
}

/** One statement about a Report. Siblings are in the order of their importance. */
export interface OutlineEntry {
  /** The same in the next outline of the same root, if it is about the same thing. */
  readonly id: string;
  readonly kind: EntryKind;
  readonly mark?: Mark;
  /** How serious a finding is. */
  readonly level?: Severity;
  readonly weight: Weight;
  readonly subject: Text;
  readonly text: Text;
  /** A short form of the text, for a line beside the findings or without room: `unknown: MigController`. */
  readonly brief?: Text;
  readonly commands: readonly OutlineCommand[];
  readonly about?: Ref;
  readonly container?: string;
  readonly entries: readonly OutlineEntry[];
}

/** How soon a painter without room omits an entry: `detail` first. `full` entries appear only where all is shown. */
export type Weight = "always" | "usual" | "detail" | "full";

/** All statements about a Report, in the order of reading. */
export interface Outline {
  /** The worst mark of all roots. */
  readonly mark: Mark;
  /** Whether nothing is wrong: then a few lines are enough. */
  readonly isHealthy: boolean;
  readonly entries: readonly OutlineEntry[];
}
