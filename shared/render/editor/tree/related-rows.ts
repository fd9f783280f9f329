import { harmlessReport, sanitizeLine } from "../../../characters/sanitize.ts";
import { compareTexts } from "../../../model/compare-texts.ts";
import { definedFields } from "../../../model/defined-fields.ts";
import { formatGroupKind } from "../../../model/kind.ts";
import { keyOf } from "../../../model/object.ts";
import type { Related } from "../../../model/report.ts";
import { guessPlural } from "../../../model/resource-name.ts";
import { listAmbiguousKinds } from "../../../outline/root-rows.ts";
import { plainText } from "../../../outline/text.ts";
import { listNotAsRecorded, relatedCounts, relatedName, relatedState } from "../../../outline/words/related.ts";
import type { RowMark } from "../../terminal/verdict-marks.ts";
import { paragraphPart } from "../hover/markdown-parts.ts";
import { type OutlineRow, type RowWording, treeRow, worstRowMark } from "./row.ts";
import { type SiblingList, siblingRows } from "./sibling-list.ts";
import { markWords, readAloud, roleWords } from "./spoken-row.ts";

/** The recorded objects by kind. There may be thousands, so each is evaluated when its kind is opened. */
export function relatedGroup(id: string, related: readonly Related[], wording: RowWording): OutlineRow {
  const worst = worstRowMark(related.map(relatedMark));
  // While some objects were not read, it is unknown whether all exist.
  const mark = worst === "good" && related.some(({ state }) => state === "unread") ? "none" : worst;
  const description = relatedCounts(related, wording.source);
  return treeRow({ id, mark, label: "Related objects", description, context: ["group", "relatedObjects"] }, () =>
    siblingRows(id, kindList(related, wording), wording),
  );
}

interface EntriesOfKind {
  readonly group: string;
  readonly kind: string;
  readonly entries: readonly Related[];
}

function kindList(related: readonly Related[], wording: RowWording): SiblingList<EntriesOfKind> {
  const entriesByKind = Map.groupBy(related, ({ ref }) => `${ref.kind}/${ref.group}`);
  const kinds = [...entriesByKind.values()].flatMap((entries): readonly EntriesOfKind[] => {
    const [first] = entries;
    return first === undefined ? [] : [{ group: first.ref.group, kind: first.ref.kind, entries }];
  });
  const ambiguousKinds = listAmbiguousKinds(kinds);
  const labelOf = (kind: EntriesOfKind): string =>
    sanitizeLine(ambiguousKinds.has(kind.kind) ? formatGroupKind(kind) : kind.kind);
  return {
    items: kinds.toSorted((a, b) => compareTexts(`${a.kind}/${a.group}`, `${b.kind}/${b.group}`)),
    key: ({ kind, group }) => sanitizeLine(`${kind}.${group}`),
    mark: ({ entries }) => worstRowMark(entries.map(relatedMark)),
    name: labelOf,
    row: (kind, id) => kindRow(id, labelOf(kind), kind.entries, wording),
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
function entryList(entries: readonly Related[], wording: RowWording): SiblingList<Related> {
  const notAsRecorded = listNotAsRecorded(entries.filter(({ state }) => state !== "changed"));
  const others = entries.filter(({ state }) => state === "same" || state === "changed" || state === "unread");
  return {
    items: [...notAsRecorded, ...others.toSorted((a, b) => compareTexts(nameInNamespace(a), nameInNamespace(b)))],
    key: ({ ref }) => sanitizeLine(keyOf(ref)),
    mark: relatedMark,
    name: (entry) => sanitizeLine(nameInNamespace(entry)),
    row: (entry, id) => relatedRow(id, sanitizeLine(nameInNamespace(entry)), harmlessReport(entry), wording.source),
  };
}

/** `kubevirt-hyperconverged/cdi   deleted`. A click opens an object that exists. */
function relatedRow(id: string, label: string, entry: Related, source: RowWording["source"]): OutlineRow {
  const { ref } = entry;
  const mark = relatedMark(entry);
  const description = plainText(relatedState(entry, { hasVersions: false, source }));
  const isNamed = ref.name !== "";
  const isFound = isNamed && entry.current !== undefined;
  const spokenMark = mark === "remark" ? markWords[mark] : "";
  return treeRow(
    {
      id,
      mark,
      label,
      description,
      spoken: readAloud([`${ref.kind} ${label}`, roleWords.related, description, spokenMark]),
      context: isFound ? ["related", "object"] : ["related"],
      ...definedFields({
        action: isFound ? ({ is: "openLive" } as const) : undefined,
        ref: isNamed ? ref : undefined,
      }),
    },
    undefined,
    () => {
      const state = plainText(relatedState(entry, { hasVersions: true, source }));
      return [paragraphPart({ as: "strong", text: relatedName(entry) }, ` ${state}`)];
    },
  );
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
