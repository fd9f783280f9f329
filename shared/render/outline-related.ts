import { keyOf } from "../model/object.ts";
import type { Related } from "../model/report.ts";
import type { RowMark } from "./marks.ts";
import { relatedHint } from "./outline-hint.ts";
import { type Listing, listed } from "./outline-list.ts";
import { type OutlineRow, row, type Voice, worstRowMark } from "./outline-row.ts";
import { notAsRecorded } from "./rows-related.ts";
import { harmless, harmlessReport } from "./safe.ts";
import { pluralOf } from "./words-names.ts";
import { groupLabel, relatedNumbers, relatedWord } from "./words-tree.ts";
import { aloud, markWord, roleWord, rowWord } from "./words-tree-aloud.ts";

/** The recorded objects by kind; there may be thousands, so that each is looked at when its kind is opened. */
export function relatedGroup(id: string, related: readonly Related[], voice: Voice): OutlineRow {
  const { say } = voice;
  const label = groupLabel(say, "related");
  const description = relatedNumbers(say, related);
  const worst = worstRowMark(related.map(relatedMark));
  // As long as some were not looked at nobody can say that all are there.
  const mark = worst === "good" && related.some(({ state }) => state === "unread") ? "none" : worst;
  return row(
    {
      id,
      mark,
      label,
      description,
      spoken: aloud([label, description, markWord(say, mark)]),
      context: ["group", "relatedObjects"],
    },
    () => listed(id, kindList(related, voice), voice),
  );
}

interface OfKind {
  readonly group: string;
  readonly kind: string;
  readonly entries: readonly Related[];
}

function kindList(related: readonly Related[], voice: Voice): Listing<OfKind> {
  const kinds = [...Map.groupBy(related, ({ ref }) => `${ref.kind}/${ref.group}`)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, entries]): OfKind => ({ group: entries[0]?.ref.group ?? "", kind: entries[0]?.ref.kind ?? "", entries }));
  const named = Map.groupBy(kinds, ({ kind }) => kind);
  const label = ({ kind, group }: OfKind): string =>
    harmless((named.get(kind)?.length ?? 1) > 1 && group !== "" ? `${kind}.${group}` : kind);
  return {
    items: kinds,
    key: ({ kind, group }) => harmless(`${kind}.${group}`),
    mark: ({ entries }) => worstRowMark(entries.map(relatedMark)),
    name: label,
    row: (kind, id) => kindRow(id, label(kind), kind.entries, voice),
  };
}

function kindRow(id: string, label: string, entries: readonly Related[], voice: Voice): OutlineRow {
  const description = relatedNumbers(voice.say, entries);
  const mark = worstRowMark(entries.map(relatedMark));
  const spoken = aloud([label, rowWord(voice.say, "kind"), description, markWord(voice.say, mark)]);
  return row({ id, mark, label, description, spoken, context: ["kind"] }, () =>
    listed(id, entryList(entries, voice), voice),
  );
}

/** Those that are not as recorded first, else by name. */
function entryList(entries: readonly Related[], voice: Voice): Listing<Related> {
  const other = notAsRecorded(entries.filter(({ state }) => state !== "changed"));
  const rest = entries.filter(({ state }) => state === "same" || state === "changed" || state === "unread");
  const name = (entry: Related): string => harmless(placeOf(entry));
  return {
    items: [...other, ...inOrder(rest)],
    key: ({ ref }) => harmless(keyOf(ref)),
    mark: relatedMark,
    name,
    row: (raw, id) => {
      const entry = harmlessReport(raw);
      const mark = relatedMark(entry);
      const description = relatedWord(voice.say, entry.state);
      const isThere = entry.ref.name !== "" && entry.current !== undefined;
      const spoken = [`${entry.ref.kind} ${name(raw)}`, roleWord(voice.say, "related"), description];
      return row(
        {
          id,
          mark,
          label: name(raw),
          description,
          spoken: aloud([...spoken, mark === "remark" ? markWord(voice.say, mark) : ""]),
          context: ["related", ...(isThere ? ["object"] : [])],
          ...(entry.ref.name !== "" && { ref: entry.ref }),
        },
        undefined,
        () => relatedHint(entry, voice),
      );
    },
  };
}

/** By name, each of which is made once. */
function inOrder(entries: readonly Related[]): readonly Related[] {
  const named = entries.map((entry) => ({ entry, place: placeOf(entry) }));
  return named.sort((a, b) => (a.place < b.place ? -1 : a.place > b.place ? 1 : 0)).map(({ entry }) => entry);
}

/** Its name; of all objects of a kind their plural. */
function placeOf({ ref }: Related): string {
  const name = ref.name === "" ? pluralOf(ref.kind) : ref.name;
  return ref.namespace === undefined ? name : `${ref.namespace}/${name}`;
}

/** What its operator wrote again is as good as before; what nobody looked at is not judged. */
function relatedMark({ state }: Related): RowMark {
  if (state === "same" || state === "changed") return "good";
  return state === "unread" ? "none" : "remark";
}
