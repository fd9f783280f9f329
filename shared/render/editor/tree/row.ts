import type { CommandReach } from "../../../model/kubectl-command.ts";
import type { LogSource } from "../../../model/log-source.ts";
import type { Ref } from "../../../model/object.ts";
import type { ReportNode } from "../../../model/report.ts";
import type { Source } from "../../../model/snapshot.ts";
import type { ZoneAt } from "../../../model/time.ts";
import type { AgeClock } from "../../../outline/ages.ts";
import { shortLine } from "../../../outline/fit-text.ts";
import { quote } from "../../../outline/text.ts";
import { joinFilled } from "../../../outline/words/names.ts";
import type { RowMark } from "../../terminal/verdict-marks.ts";
import { type MarkdownPart, paragraphPart } from "../hover/markdown-parts.ts";
import { markWords, readAloud } from "./spoken-row.ts";

/**
 * One row of a tree: everything that a surface needs to draw it, nothing to compute. All texts are harmless, one line
 * each.
 */
export interface OutlineRow {
  /** An id that no other row of the tree has. The same thing keeps it in the next Report. */
  readonly id: string;
  readonly mark: RowMark;
  /** The label. That of a root has its age. */
  readonly label: string;
  /** The variable part: state, cause, age. */
  readonly description: string;
  /** Label, description and mark for a screen reader: in words, without signs. */
  readonly spoken: string;
  /** The tokens that menus and icons depend on. */
  readonly context: readonly RowToken[];
  /** What a click and Enter do. Without it they open and close what is below the row. */
  readonly action?: RowAction;
  /** The object behind the row, where there is one; for a container its Pod. */
  readonly ref?: Ref;
  /** The log, for a container that has one. */
  readonly logs?: LogSource;
  /** Whether there are rows below it. */
  readonly hasChildren: boolean;
  /** Whether it is open when it is shown for the first time. */
  readonly isOpen: boolean;
  /** The number of culprits of a root; 0 for every other row. */
  readonly causeCount: number;
  /** What `Copy` in the menu of the row copies: its whole text, or the command of a step. Harmless. */
  readonly copied: string;
  /** What `hint` adds to label, description and ages: where it changes, the row is redrawn. */
  readonly hinted: string;
  /** The tooltip, made on request. */
  readonly hint: () => readonly MarkdownPart[];
  /** The rows below, made on first request and kept. */
  readonly children: () => readonly OutlineRow[];
}

/** The kind of a row that stands for no node; each has an icon in extension/tree/tree-item.ts. */
export type RowKind =
  | "group"
  | "relatedObjects"
  | "kind"
  | "related"
  | "condition"
  | "gate"
  | "cause"
  /** A cause at the top of its root; the others stand below it. */
  | "culprit"
  | "step"
  | "event"
  | "log"
  /** A line about a root: its impact, what it waits for, what was not read. */
  | "fact"
  | "finding"
  | "timeline"
  | "change"
  | "page"
  | "deleted"
  | "hidden"
  /** A context with its roots below it, where the tree shows all contexts. */
  | "context"
  /** These run a command. */
  | WayOut;

/**
 * The first action of a row. `run`: a command of the view. `terminal`: writes a command of kubectl into a terminal;
 * `words` are its arguments without the flags that reach the cluster. `copy`: copies what {@link OutlineRow.copied} says.
 * `openLive`: opens the YAML of `ref`. `openLog`: opens the log of the container. `explain`: shows
 * `text`, which is the row's, whole, and what `code` means.
 */
export type RowAction =
  | { readonly is: "run"; readonly command: WayOut | "showAll" }
  | { readonly is: "terminal"; readonly words: readonly string[] }
  | { readonly is: "explain"; readonly code: string; readonly text: string }
  | { readonly is: "copy" | "openLive" | "openLog" };

/** The commands that a tree offers where something is in the way. */
export type WayOut = "connect" | "logIn" | "refresh" | "pickContext" | "pickNamespaces" | "openMustGather" | "showLog";

/** `object`: it exists, and `ref` names it. `unconnected`: a context that waits for the user to connect or log in. */
type RowToken = RowKind | ReportNode["role"] | "object" | "unhealthy" | "hasLogs" | "unconnected";

/** The settings for the texts of a tree. */
export interface RowWording {
  readonly clock: AgeClock;
  readonly zoneAt: ZoneAt;
  /** The context that was read, or the files; harmless. Empty: not shown. */
  readonly place: string;
  readonly reach: CommandReach;
  /** The place is files, on which no command can act. */
  readonly isFiles: boolean;
  /** The kind of source that was read. */
  readonly source: Source["kind"];
  /** Healthy things are omitted. */
  readonly isUnhealthyOnly: boolean;
  /** The meaning of a condition or a reason that an object of this kind reports. */
  readonly meaning: (word: string, ref: Ref) => string | undefined;
}

type RowFields = Pick<OutlineRow, "id" | "mark" | "label" | "description"> &
  Partial<
    Pick<OutlineRow, "spoken" | "context" | "isOpen" | "hinted" | "action" | "ref" | "logs" | "copied" | "causeCount">
  >;

/**
 * A row. Without `spoken` a screen reader speaks the label, the description and the meaning of the mark. Without `below`
 * it has no rows below it; without `hint` its tooltip is its whole description.
 */
export function treeRow(
  fields: RowFields,
  below?: () => readonly OutlineRow[],
  hint?: () => readonly MarkdownPart[],
): OutlineRow {
  const { label, description, mark, spoken = readAloud([label, description, markWords[mark]]) } = fields;
  let children: readonly OutlineRow[] | undefined;
  return {
    context: [],
    isOpen: false,
    hinted: "",
    causeCount: 0,
    copied: joinFilled(": ", [label, description]).slice(0, maxCopied),
    ...fields,
    label: oneLine(label, 120),
    description: oneLine(description, 300),
    // Screen readers speak a cut as a pause, an ellipsis by its name.
    spoken: oneLine(spoken, 400).replaceAll("…", ""),
    hasChildren: below !== undefined,
    hint: hint ?? (() => [paragraphPart({ as: "strong", text: label }, ` ${description}`)]),
    children() {
      children ??= below?.() ?? [];
      return children;
    },
  };
}

/** The most characters of a copied text. A message may have 32 KiB. */
const maxCopied = 40_000;

/**
 * The text on one line. A message may have 32 KiB, and a row is as wide as a side bar: of a longer text whole clauses in
 * the middle are omitted. The tooltip has them.
 */
function oneLine(text: string, most: number): string {
  return shortLine([quote(text.replace(/\s+/g, " ").trim())], most);
}

/** The worst mark; `none` where there is none. */
export function worstRowMark(marks: readonly RowMark[]): RowMark {
  const order: readonly RowMark[] = ["bad", "unknown", "busy", "remark", "good"];
  return order.find((mark) => marks.includes(mark)) ?? "none";
}

/** Whether the mark needs no attention. */
export function isAsExpected(mark: RowMark): boolean {
  return mark === "good" || mark === "none";
}

/** The shared clock, with ages in words for screen readers. */
export function clockAloud({ clock }: RowWording): AgeClock {
  return { ...clock, format: "words" };
}

/** Text as one step of an id: no `/` in it, and no `%` that does not escape. */
export function idStep(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("/", "%2f");
}
