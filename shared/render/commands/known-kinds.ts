import { wrapHanging } from "../../characters/wrap.ts";
import type { KnownKind } from "../../explain/known-kinds.ts";
import { formatGroupKind } from "../../model/kind.ts";
import { layOutTable } from "../terminal/table.ts";
import { resolveTextStyle, type TextOptions } from "../terminal/text-style.ts";

/** The kinds in a table, as `explain --kinds` takes them, and below it how to print and to add a row; ends in a line break. */
export function renderKnownKinds(kinds: readonly KnownKind[], options: TextOptions = {}): string {
  const style = resolveTextStyle(options);
  const columns = [{ title: "KIND" }, { title: "READ BY" }];
  const cells = kinds.map((row) => [{ text: formatGroupKind(row) }, { text: fileAndLine(row.readBy) }]);
  const { head, rows } = layOutTable(columns, cells, style.width);
  const notes = [
    "* stands for every other kind of a group, or for the start of a group. Any kind that is not listed is read by the general rules.",
    "kubectl hco-status explain --kinds KIND prints the row of a kind. A file for --polarity has such rows, and replaces them.",
  ];
  const below = notes.flatMap((note) => wrapHanging("", note, style.width));
  return `${[style.palette.dim(head), ...rows.flat(), "", ...below].join("\n")}\n`;
}

/** `polarity.yaml:12` of `/home/user/.config/hco-status/polarity.yaml:12`, so that a line has room for both columns. */
function fileAndLine(readBy: string): string {
  return readBy.slice(Math.max(readBy.lastIndexOf("/"), readBy.lastIndexOf("\\")) + 1);
}
