import { harmlessReport, sanitizeLine } from "../../../characters/sanitize.ts";
import { keyOf } from "../../../model/object.ts";
import type { Related } from "../../../model/report.ts";
import { guessPlural } from "../../../model/resource-name.ts";
import { plainText } from "../../../outline/text.ts";
import { listNotAsRecorded, relatedCounts, relatedName, relatedState } from "../../../outline/words/related.ts";
import type { RowMark } from "../../terminal/verdict-marks.ts";
import { paragraphPart } from "../hover/markdown-parts.ts";
import { type OutlineRow, type RowWording, treeRow, worstRowMark } from "./row.ts";
import { type SiblingList, siblingRows } from "./sibling-list.ts";
import { markWords, readAloud, roleWords } from "./spoken-row.ts";

/** The recorded objects by kind. There may be thousands, so each is evaluated when its kind is opened. */
export function relatedGroup(id: string, related: readonly Related[], wording: RowWording): OutlineRow {
  const label = "Related objects";
  const description = relatedCounts(related, wording.source);
  const worst = worstRowMark(related.map(relatedMark));
  // While some objects were not read, it is unknown whether all exist.
  const mark = worst === "good" && related.some(({ state }) => state === "unread") ? "none" : worst;
  return treeRow(
    {
      id,
      mark,
      label,
      description,
      spoken: readAloud([label, description, markWords[mark]]),
      context: ["group", "relatedObjects"],
    },
    () => siblingRows(id, kindList(related, wording), wording),
  );
}

interface OfKind {
  readonly group: string;
  readonly kind: string;
  readonly entries: readonly Related[];
}

function kindList(related: readonly Related[], wording: RowWording): SiblingList<OfKind> {
  const kinds = [...Map.groupBy(related, ({ ref }) => `${ref.kind}/${ref.group}`)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, entries]): OfKind => ({ group: entries[0]?.ref.group ?? "", kind: entries[0]?.ref.kind ?? "", entries }));
  const named = Map.groupBy(kinds, ({ kind }) => kind);
  const label = ({ kind, group }: OfKind): string =>
    sanitizeLine((named.get(kind)?.length ?? 1) > 1 && group !== "" ? `${kind}.${group}` : kind);
  return {
    items: kinds,
    key: ({ kind, group }) => sanitizeLine(`${kind}.${group}`),
    mark: ({ entries }) => worstRowMark(entries.map(relatedMark)),
    name: label,
    row: (kind, id) => kindRow(id, label(kind), kind.entries, wording),
  };
}

function kindRow(id: string, label: string, entries: readonly Related[], wording: RowWording): OutlineRow {
  const description = relatedCounts(entries, wording.source);
  const mark = worstRowMark(entries.map(relatedMark));
  const spoken = readAloud([label, "kind", description, markWords[mark]]);
  return treeRow({ id, mark, label, description, spoken, context: ["kind"] }, () =>
    siblingRows(id, entryList(entries, wording), wording),
  );
}

/** Objects that are not as recorded first, the others by name. */
function entryList(entries: readonly Related[], { source }: RowWording): SiblingList<Related> {
  const other = listNotAsRecorded(entries.filter(({ state }) => state !== "changed"));
  const rest = entries.filter(({ state }) => state === "same" || state === "changed" || state === "unread");
  const name = (entry: Related): string => sanitizeLine(nameInNamespace(entry));
  return {
    items: [...other, ...sortedByName(rest)],
    key: ({ ref }) => sanitizeLine(keyOf(ref)),
    mark: relatedMark,
    name,
    row: (raw, id) => {
      const entry = harmlessReport(raw);
      const mark = relatedMark(entry);
      const description = plainText(relatedState(entry, { hasVersions: false, source }));
      const isThere = entry.ref.name !== "" && entry.current !== undefined;
      const spoken = [`${entry.ref.kind} ${name(raw)}`, roleWords.related, description];
      return treeRow(
        {
          id,
          mark,
          label: name(raw),
          description,
          spoken: readAloud([...spoken, mark === "remark" ? markWords[mark] : ""]),
          context: ["related", ...(isThere ? (["object"] as const) : [])],
          ...(isThere && { action: { is: "openLive" } as const }),
          ...(entry.ref.name !== "" && { ref: entry.ref }),
        },
        undefined,
        () => [
          paragraphPart(
            { as: "strong", text: relatedName(entry) },
            ` ${plainText(relatedState(entry, { hasVersions: true, source }))}`,
          ),
        ],
      );
    },
  };
}

/** The entries by name, and those of one name as they were. */
function sortedByName(entries: readonly Related[]): readonly Related[] {
  const byName = Map.groupBy(entries, nameInNamespace);
  return [...byName.keys()].sort().flatMap((name) => byName.get(name) ?? []);
}

/** The object's name, or the plural for all objects of a kind. */
function nameInNamespace({ ref }: Related): string {
  const name = ref.name === "" ? guessPlural(ref.kind) : ref.name;
  return ref.namespace === undefined ? name : `${ref.namespace}/${name}`;
}

/** The mark of an entry. An object that its operator rewrote is good, an unread one has no mark. */
function relatedMark({ state }: Related): RowMark {
  if (state === "same" || state === "changed") return "good";
  return state === "unread" ? "none" : "remark";
}
