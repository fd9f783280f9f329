import type { Report } from "../../model/report.ts";
import { noReason } from "../../outline/cause.ts";
import { harmlessReport } from "../characters/sanitize.ts";
import { buildPage } from "../page/build-page.ts";
import { type PartRow, partRows } from "../page/component-rows.ts";
import { type ConditionRow, conditionRows } from "../page/condition-rows.ts";
import { gateRows } from "../page/gate-rows.ts";
import type { NodeRow } from "../page/node-rows.ts";
import type { PageDetail, RootList, RootPage } from "../page/page.ts";
import { resolveTextStyle, type TextOptions } from "../terminal/text-style.ts";
import { aboutPart, plainKeys, plainSinceText } from "../words/commands/plain-format.ts";
import { sourceName } from "../words/report/completeness.ts";
import { qualifiedName } from "../words/report/names.ts";

/**
 * The Report as `key: value` lines for a screen reader and for simple scripts, in the order of the text format. One
 * fact per line, never wrapped, without marks, tables or drawings; ages are in words. A key ends at the first colon and
 * never has another one. In cluster names a colon is `\u003a`, and an empty name is `""`. The keys, of which those with
 * a + may be repeated:
 *
 * - `verdict`: unavailable, degraded, unknown, progressing or healthy; always the first line
 * - `headline`+: a sentence, the verdict of the root first. For several roots: the number in each state, then a line
 *   each, worst first
 * - `source`, `taken`: where it was read, and when (RFC 3339, UTC)
 * - `object`+: kind and name of a root; the lines below are about it. Of several roots only the worst unhealthy ones
 *   have one, followed by their `headline` lines
 * - `impact`+: what it means for virtual machines, worst first, and last what goes on
 * - `identity`+: its version, its counts
 * - `cause`; `and`+: causes that are as deep and as bad; `event`+: recent events about the cause
 * - `also`+ (`who`+ where there is no cause): the other unhealthy parts; `waits`, `means`
 * - `condition TYPE`+: `STATUS, REASON, for AGE: MESSAGE`, worst first, the good ones too; empty parts are omitted
 * - `component NAME`+, `part NAME`+: `VERDICT, for AGE, version VERSION: WHY`, worst first, the healthy ones too
 * - `below NAME, OBJECT, …`+: an unhealthy object below a component; the key has the path down to it
 * - `gate upgrade`, `gate ready`: the gate's result
 * - `drift`+, `note`+, `related`: where the CR and its rules differ, other findings, in wide the related objects
 * - `read`: what was read and what was not, where something is missing
 * - `next`: the command that shows more; `next on the cluster` where this source cannot run it
 */
export function renderPlain(report: Report, options: TextOptions = {}): string {
  const { clean, wide } = resolveTextStyle(options);
  // Source and time stand in lines of their own.
  const page = buildPage(report, { ...options, contextLine: "", tells: "words", clean });
  const { source, takenAt, verdict } = harmlessReport(report, clean);
  const telling = { clock: page.clock, wide };
  const alone = page.list === undefined ? page.roots.flatMap(({ leads }) => leads) : listTexts(page.list);
  const facts: readonly Fact[] = [
    [plainKeys.verdict, verdict],
    ...[...(page.lead === undefined ? [] : [page.lead]), ...alone].map(({ text }): Fact => [plainKeys.headline, text]),
    ...page.nothing.map((text): Fact => [plainKeys.headline, text]),
    [plainKeys.source, sourceName(source)],
    [plainKeys.taken, takenAt],
    ...page.roots.flatMap((root) => rootFacts(root, telling, page.list !== undefined)),
    ...page.notes.texts.map((text): Fact => [plainKeys.note, text]),
    ...(page.reading === undefined ? [] : [[plainKeys.read, page.reading] as const]),
    ...(page.next?.commands ?? []).map((command) => [plainKeys.next(page.next?.place ?? ""), command] as const),
  ];
  return `${facts.map(([key, value]) => `${clean(key)}: ${oneLine(clean(value))}`.trimEnd()).join("\n")}\n`;
}

/** A sentence for each root, followed by its cause. */
function listTexts({ summary, rows, more }: RootList): readonly { readonly text: string }[] {
  const sentences = rows.map(({ sentence, verdict, why }) =>
    why === "" || !sentence.includes(` is ${verdict}`) ? sentence : `${sentence}: ${why}`,
  );
  return [summary.text, ...sentences, ...more].map((text) => ({ text }));
}

type Fact = readonly [key: string, value: string];

function rootFacts(page: RootPage, { clock, wide }: PageDetail, ofSeveral: boolean): readonly Fact[] {
  const { root, findings } = page;
  const { abnormal, good, unjudged } = conditionRows(root.conditions, clock, wide);
  const parts = partRows(root, findings, clock, wide);
  return [
    [plainKeys.object, qualifiedName(root.ref)],
    ...(ofSeveral ? page.leads : []).map(({ text }): Fact => [plainKeys.headline, text]),
    ...page.impact.map((text): Fact => [plainKeys.impact, text]),
    ...page.identity.slice(root.ref.namespace === undefined ? 0 : 1).map((text): Fact => [plainKeys.identity, text]),
    ...page.why.flatMap(({ label, texts }) => texts.map((text): Fact => [label.toLowerCase(), text])),
    ...[...abnormal, ...good, ...unjudged].map(conditionFact),
    ...parts.flatMap((part) => [partFact(part, page.parts.title), ...below(part.children, part.label)]),
    ...gateRows(root).map((gate): Fact => [`${plainKeys.gate} ${gate.name}`, gate.words]),
    ...page.notes.flatMap(({ label, texts }) => texts.map((text): Fact => [label.toLowerCase(), text])),
  ];
}

function conditionFact({ mark, type, status, reason, since, message }: ConditionRow): Fact {
  const detail = mark !== "good" && reason === "" && message === "" ? noReason : message;
  return [`${plainKeys.condition} ${name(type)}`, withTail([status, reason, plainSinceText(since)], detail)];
}

function partFact({ label, verdict, since, version, why }: PartRow, title: string): Fact {
  return [`${title.toLowerCase()} ${name(label)}`, withTail([verdict, plainSinceText(since), aboutPart(version)], why)];
}

function below(rows: readonly NodeRow[], above: string): readonly Fact[] {
  return rows.flatMap(({ ref, label, description, children }): readonly Fact[] => {
    if (ref === undefined) return [[`${plainKeys.below} ${name(above)}`, label]];
    const way = `${above}, ${label}`;
    return [[`${plainKeys.below} ${name(way)}`, description], ...below(children, way)];
  });
}

function withTail(pieces: readonly string[], tail: string): string {
  const head = pieces.filter((piece) => piece !== "").join(", ");
  return tail === "" ? head : `${head}: ${tail}`;
}

/** A name in a key, in which nothing may look like the end of the key. */
function name(text: string): string {
  return oneLine(text).replaceAll(":", "\\u003a") || '""';
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
