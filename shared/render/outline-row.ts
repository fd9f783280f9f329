import type { Ref } from "../model/object.ts";
import type { Part } from "./markdown-parts.ts";
import type { RowMark } from "./marks.ts";
import type { Logs } from "./next.ts";
import type { Say } from "./say.ts";
import { ageOf, type Clock } from "./words-age.ts";
import { shorten } from "./words-cause.ts";
import { sinceAloud } from "./words-tree-aloud.ts";

/** One row of a tree: what a surface needs to draw it, nothing it has to compute. All texts are harmless, and of one line. */
export interface OutlineRow {
  /** The same for the same thing in the next Report, and of no other row of the tree. */
  readonly id: string;
  readonly mark: RowMark;
  /** The same for as long as the id is. */
  readonly label: string;
  /** What changes: how it is, why, since when. */
  readonly description: string;
  /** Label, description and mark for a screen reader: in words, without signs. */
  readonly spoken: string;
  /** What menus go by: `object` (it is there, and `ref` names it), `unwell`, `hasLogs`, and what kind of row it is. */
  readonly context: readonly string[];
  /** The object behind the row, where there is one; of a container its Pod. */
  readonly ref?: Ref;
  /** Of a container that has a log. */
  readonly logs?: Logs;
  /** There are rows below it. */
  readonly hasChildren: boolean;
  /** It is open when it is shown for the first time. */
  readonly isOpen: boolean;
  /** What `hint` says of it beyond label, description and ages: another text wants the row drawn anew. */
  readonly hinted: string;
  /** The tooltip; made when it is asked for. */
  readonly hint: readonly Part[];
  /** Made when they are asked for, once. */
  readonly children: readonly OutlineRow[];
}

/** What is told of the same things again and again, and how. */
export interface Voice {
  readonly say: Say;
  readonly clock: Clock;
  /** What is well is left out. */
  readonly isUnwellOnly: boolean;
  /** What a condition or a reason means where an object of this kind says it. */
  readonly meaning: (word: string, ref: Ref) => string | undefined;
}

type Own = Pick<OutlineRow, "id" | "mark" | "label" | "description" | "spoken"> &
  Partial<Pick<OutlineRow, "context" | "isOpen" | "hinted" | "ref" | "logs">>;

/** A row; without `below` it has no rows below it, without `hint` its tooltip is all of its description. */
export function row(own: Own, below?: () => readonly OutlineRow[], hint?: () => readonly Part[]): OutlineRow {
  let children: readonly OutlineRow[] | undefined;
  return {
    context: [],
    isOpen: false,
    hinted: "",
    ...own,
    label: oneLine(own.label, 120),
    description: oneLine(own.description, 300),
    // A cut is heard as a pause, a sign for it as its name.
    spoken: oneLine(own.spoken, 400).replace(/…$/, ""),
    hasChildren: below !== undefined,
    get hint() {
      return hint?.() ?? [{ as: "paragraph", line: [{ as: "strong", text: own.label }, ` ${own.description}`] }];
    },
    get children() {
      children ??= below?.() ?? [];
      return children;
    },
  };
}

/** A message may have 32 KiB, and a row is as wide as a side bar: the tooltip says the rest. */
function oneLine(text: string, most: number): string {
  return shorten(
    text
      .slice(0, 4 * most)
      .replace(/\s+/g, " ")
      .trim(),
    most,
  );
}

/** The one to look at first; none at all is `none`. */
export function worstRowMark(marks: readonly RowMark[]): RowMark {
  const order: readonly RowMark[] = ["bad", "unknown", "busy", "remark", "good"];
  return order.find((mark) => marks.includes(mark)) ?? "none";
}

/** Nothing to look at. */
export function isWell(mark: RowMark): boolean {
  return mark === "good" || mark === "none";
}

/** `14m`, or empty. */
export function ageIn({ clock }: Voice, since: string | undefined): string {
  return ageOf(since, clock);
}

/** `14 minutes`, or empty. */
export function ageSpoken({ say, clock }: Voice, since: string | undefined): string {
  return sinceAloud(say, since, clock.now);
}

/** The clock of the shared words where they are spoken. */
export function clockAloud({ clock }: Voice): Clock {
  return { ...clock, tells: "words" };
}

/** Text as one step of an id: no `/` in it, and no `%` that does not escape. */
export function step(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("/", "%2f");
}
