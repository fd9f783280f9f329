import type { Report } from "../model/report.ts";
import { pageOf } from "./page.ts";
import type { RootList, RootPage, Telling } from "./page-model.ts";
import { type ConditionRow, conditionRows } from "./rows-conditions.ts";
import { gateRows } from "./rows-gates.ts";
import type { NodeRow } from "./rows-nodes.ts";
import { type PartRow, partRows } from "./rows-parts.ts";
import { harmlessReport } from "./safe.ts";
import { styleOf, type TextOptions } from "./style.ts";
import { noReason } from "./words-cause.ts";
import { nameOf } from "./words-names.ts";
import { aboutPart, keys, sinceWords } from "./words-plain.ts";
import { sourceName } from "./words-reading.ts";

/**
 * The Report as `key: value` lines for a screen reader and for simple scripts, in the order of text: one fact per line, never
 * wrapped, no marks, tables or drawings; ages are in words. A key ends at the first colon and never has another one: in
 * names of the cluster a colon is `\u003a`, and no name at all is `""`. The keys, of which those with a + may come again:
 *
 * - `verdict`: unavailable, degraded, unknown, progressing or healthy; always the first line
 * - `headline`+: a sentence; the verdict of the root first, of several roots how many are how, then a line each, worst first
 * - `source`, `taken`: where it was read, and when (RFC 3339, UTC)
 * - `object`+: kind and name of a root; the lines below are about it. Of several roots only the worst that are unwell have one,
 *   and their `headline` lines follow it
 * - `identity`+: its version, its counts
 * - `cause`; `and`+: causes that are as deep and as bad; `event`+: what was said of the cause lately
 * - `also`+ (`who`+ where there is no cause): the others who are unwell; `waits`, `means`
 * - `condition TYPE`+: `STATUS, REASON, for AGE: MESSAGE`, worst first, the good ones too; what is empty is left out
 * - `component NAME`+, `part NAME`+: `VERDICT, for AGE, version VERSION: WHY`, worst first, the healthy ones too
 * - `below NAME, OBJECT, …`+: what is unwell below a component, with the way down to it in the key
 * - `gate upgrade`, `gate ready`: the answer
 * - `drift`+, `note`+, `related`: where the CR and its rules differ, what else was found, in wide the related objects
 * - `read`: what was read and what was not, where something is missing
 * - `next`: the command that shows more; `next on the cluster` where this source cannot run it
 */
export function renderPlain(report: Report, options: TextOptions = {}): string {
  const { clean, wide } = styleOf(options);
  // Where and when stand in lines of their own.
  const page = pageOf(report, { ...options, contextLine: "", tells: "words", clean });
  const { source, takenAt, verdict } = harmlessReport(report, clean);
  const telling = { clock: page.clock, wide };
  const alone = page.list === undefined ? page.roots.flatMap(({ leads }) => leads) : listTexts(page.list);
  const facts: readonly Fact[] = [
    [keys.verdict, verdict],
    ...[...(page.lead === undefined ? [] : [page.lead]), ...alone].map(({ text }): Fact => [keys.headline, text]),
    ...page.nothing.map((text): Fact => [keys.headline, text]),
    [keys.source, sourceName(source)],
    [keys.taken, takenAt],
    ...page.roots.flatMap((root) => rootFacts(root, telling, page.list !== undefined)),
    ...page.notes.texts.map((text): Fact => [keys.note, text]),
    ...(page.reading === undefined ? [] : [[keys.read, page.reading] as const]),
    ...(page.next === undefined ? [] : [[keys.next(page.next.place), page.next.command] as const]),
  ];
  return `${facts.map(([key, value]) => `${clean(key)}: ${oneLine(clean(value))}`.trimEnd()).join("\n")}\n`;
}

/** A sentence for each root, its cause behind it. */
function listTexts({ summary, rows, more }: RootList): readonly { readonly text: string }[] {
  const sentences = rows.map(({ sentence, verdict, why }) =>
    why === "" || !sentence.includes(` is ${verdict}`) ? sentence : `${sentence}: ${why}`,
  );
  return [summary.text, ...sentences, ...more].map((text) => ({ text }));
}

type Fact = readonly [key: string, value: string];

function rootFacts(page: RootPage, { clock, wide }: Telling, ofSeveral: boolean): readonly Fact[] {
  const { root, findings } = page;
  const { abnormal, good, unjudged } = conditionRows(root.conditions, clock, wide);
  const parts = partRows(root, findings, clock, wide);
  return [
    [keys.object, nameOf(root.ref)],
    ...(ofSeveral ? page.leads : []).map(({ text }): Fact => [keys.headline, text]),
    ...page.identity.slice(root.ref.namespace === undefined ? 0 : 1).map((text): Fact => [keys.identity, text]),
    ...page.why.flatMap(({ label, texts }) => texts.map((text): Fact => [label.toLowerCase(), text])),
    ...[...abnormal, ...good, ...unjudged].map(conditionFact),
    ...parts.flatMap((part) => [partFact(part, page.parts.title), ...below(part.children, part.label)]),
    ...gateRows(root).map((gate): Fact => [`${keys.gate} ${gate.name}`, gate.words]),
    ...page.notes.flatMap(({ label, texts }) => texts.map((text): Fact => [label.toLowerCase(), text])),
  ];
}

function conditionFact({ mark, type, status, reason, since, message }: ConditionRow): Fact {
  const said = mark !== "good" && reason === "" && message === "" ? noReason : message;
  return [`${keys.condition} ${name(type)}`, withTail([status, reason, sinceWords(since)], said)];
}

function partFact({ label, verdict, since, version, why }: PartRow, title: string): Fact {
  return [`${title.toLowerCase()} ${name(label)}`, withTail([verdict, sinceWords(since), aboutPart(version)], why)];
}

function below(rows: readonly NodeRow[], above: string): readonly Fact[] {
  return rows.flatMap(({ ref, label, description, children }): readonly Fact[] => {
    if (ref === undefined) return [[`${keys.below} ${name(above)}`, label]];
    const way = `${above}, ${label}`;
    return [[`${keys.below} ${name(way)}`, description], ...below(children, way)];
  });
}

function withTail(pieces: readonly string[], tail: string): string {
  const head = pieces.filter((piece) => piece !== "").join(", ");
  return tail === "" ? head : `${head}: ${tail}`;
}

/** A name in a key: nothing in it may look like the end of the key. */
function name(text: string): string {
  return oneLine(text).replaceAll(":", "\\u003a") || '""';
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
