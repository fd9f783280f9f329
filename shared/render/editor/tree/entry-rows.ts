import type { OutlineEntry } from "../../../model/outline.ts";
import type { AgeClock } from "../../../outline/ages.ts";
import { fieldText, plainText } from "../../../outline/text.ts";
import type { RowMark } from "../../terminal/verdict-marks.ts";
import { entryParts } from "../hover/entry-parts.ts";
import { clockAloud, type OutlineRow, type RowKind, type RowWording, treeRow, worstRowMark } from "./row.ts";
import { type SiblingList, siblingRows } from "./sibling-list.ts";
import { markWords, readAloud } from "./spoken-row.ts";
import { stepRows } from "./step-rows.ts";

/** An entry of the outline as it is drawn, and the same with ages in words. */
export interface DrawnEntry {
  readonly entry: OutlineEntry;
  readonly aloud: OutlineEntry;
}

/** The entries that `make` returns, each also with its ages in words. */
export function drawnEntries(
  make: (clock: AgeClock) => readonly OutlineEntry[],
  wording: RowWording,
): readonly DrawnEntry[] {
  const aloud = make(clockAloud(wording));
  return make(wording.clock).map((entry, index) => ({ entry, aloud: aloud[index] ?? entry }));
}

/** The mark of an entry's row. Information needs no attention. */
export function entryMark({ mark, level }: OutlineEntry): RowMark {
  return level === "info" ? "none" : (mark ?? "none");
}

/** A row for an entry: its subject and its text, else its text alone. */
export function entryRow(
  id: string,
  { entry, aloud }: DrawnEntry,
  kind: RowKind,
  below?: () => readonly OutlineRow[],
): OutlineRow {
  const mark = entryMark(entry);
  const [label, description] = wordsOf(entry);
  return treeRow(
    {
      id,
      mark,
      label,
      description,
      spoken: readAloud([...wordsOf(aloud), markWords[mark]]),
      context: [kind],
    },
    below,
    () => entryParts(entry),
  );
}

/** Label and description. */
function wordsOf(entry: OutlineEntry): readonly [label: string, description: string] {
  const subject = plainText(entry.subject);
  const text = plainText(fieldText(entry));
  return subject === "" ? [text, ""] : [subject, text];
}

/** The group of the findings, a row each: its sentence, then its code. Open where a healthy root has only these. */
export function noteGroup(
  id: string,
  notes: readonly DrawnEntry[],
  wording: RowWording,
  isOpen: boolean = false,
): readonly OutlineRow[] {
  if (notes.length === 0) return [];
  const list: SiblingList<DrawnEntry> = {
    items: notes,
    key: ({ entry }) => entry.id,
    mark: ({ entry }) => entryMark(entry),
    name: ({ entry }) => plainText(entry.subject),
    row: (note, rowId) => noteRow(rowId, note, wording),
  };
  const mark = worstRowMark(notes.map(list.mark));
  const group = { id, mark, label: "Notes", description: `${notes.length}`, context: ["group"], isOpen } as const;
  return [treeRow(group, () => siblingRows(id, list, wording))];
}

/** A finding, with its next commands below it. */
function noteRow(id: string, { entry, aloud }: DrawnEntry, wording: RowWording): OutlineRow {
  const { meaning } = wording;
  const { subject, text, about } = entry;
  const code = plainText(subject);
  const mark = entryMark(entry);
  return treeRow(
    {
      id,
      mark,
      label: plainText(text),
      description: code,
      spoken: readAloud([plainText(aloud.text), "note", markWords[mark]]),
      context: ["finding"],
      action: { is: "explain", code, text: plainText(text) },
      ...(about !== undefined && { ref: about }),
    },
    entry.commands.length === 0 ? undefined : () => stepRows(id, entry, wording),
    () => entryParts(entry, about && meaning(code, about)),
  );
}
