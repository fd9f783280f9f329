import type { Report } from "../../model/report.ts";
import { joinClauses } from "../../outline/end-marks.ts";
import { truncateText } from "../characters/display-width.ts";
import { markdownFence, markdownText } from "../characters/escape-markdown.ts";
import { buildPage } from "../page/build-page.ts";
import type { PartRow } from "../page/component-rows.ts";
import type { NodeRow } from "../page/node-rows.ts";
import type { LabelledText, PageLine, ReportPage, RootList, RootPage } from "../page/page.ts";
import { resolveTextStyle, type TextOptions, type TextStyle } from "../terminal/text-style.ts";
import type { VerdictMark } from "../terminal/verdict-marks.ts";
import { columnTitles, inSentenceCase, paragraphLabels } from "../words/report/labels.ts";

/**
 * The Report for an issue, a chat or a note, as GitHub Flavored Markdown; ends in a line break. It contains what the
 * text format contains. Each root has a heading, the cause, and tables of conditions, components and gates. The path
 * down is a nested list. Notes, what was not read, and the next command in a fence follow. Nothing from the cluster in
 * it is more than text, and it sends no notifications. `width`, `palette`, `noHeaders` and `contextLine` do not count:
 * the text is read later and elsewhere.
 */
export function renderMarkdown(report: Report, options: TextOptions = {}): string {
  const { contextLine: _, ...rest } = options;
  const style = resolveTextStyle(rest);
  const page = buildPage(report, { ...rest, alerts: true, clean: style.clean });
  const write = writer(style);
  const blocks = [
    ...(page.lead === undefined ? [] : [write.line(page.lead)]),
    ...(page.list === undefined ? [] : listBlocks(page.list, write)),
    ...page.roots.flatMap((root) => rootBlocks(root, write)),
    ...page.nothing.map(write.text),
    paragraphItems(page.notes, write).join("\n"),
    ...(page.reading === undefined ? [] : [write.text(page.reading)]),
    ...nextBlocks(page.next, write),
  ];
  return `${blocks.filter((block) => block !== "").reduce(below)}\n`;
}

/** A block below the text above it. Two lists with an empty line between them would be one with gaps. */
function below(above: string, block: string): string {
  const isOneList = /^ *- [^\n]*$/.test(above.slice(above.lastIndexOf("\n") + 1)) && block.startsWith("- ");
  return `${above}${isOneList ? "\n" : "\n\n"}${block}`;
}

/** Harmless Markdown of texts and lines in one style. */
interface Writer {
  readonly text: (text: string) => string;
  readonly marked: (mark: VerdictMark, text: string) => string;
  readonly line: (line: PageLine) => string;
  readonly list: (lines: readonly PageLine[]) => string;
  readonly table: (titles: readonly string[], rows: readonly (readonly string[])[]) => string;
}

/** A text beyond these columns is cut: a message can hold a whole stack trace or a whole object. */
const longest = 400;

function writer({ clean, glyphs, wide }: TextStyle): Writer {
  const isAscii = clean("…") !== "…";
  const text = (all: string): string =>
    markdownText(wide ? clean(all) : truncateText(clean(all).replace(/\s+/g, " "), longest, glyphs.ellipsis), isAscii);
  const marked = (mark: VerdictMark, all: string): string => `${glyphs.marks[mark].replace("+", "\\+")} ${text(all)}`;
  const line = ({ mark, text: all }: PageLine): string => (mark === undefined ? text(all) : marked(mark, all));
  const list = (lines: readonly PageLine[]): string => lines.map((one) => `- ${line(one)}`).join("\n");
  const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const table: Writer["table"] = (heads, rows) =>
    rows.length === 0
      ? ""
      : [row(heads.map((head) => text(inSentenceCase(head)))), row(heads.map(() => "---")), ...rows.map(row)].join(
          "\n",
        );
  return { text, marked, line, list, table };
}

/** Several roots at a glance. */
function listBlocks({ summary, identity, rows, more }: RootList, write: Writer): readonly string[] {
  const isPlaced = rows.some(({ namespace }) => namespace !== "");
  const placed = (one: string): readonly string[] => (isPlaced ? [one] : []);
  return [
    `### ${write.line(summary)}`,
    write.text(identity.join(" · ")),
    write.table(
      [
        columnTitles.name,
        ...placed(columnTitles.namespace),
        columnTitles.verdict,
        columnTitles.since,
        columnTitles.why,
      ],
      rows.map(({ mark, name, namespace, verdict, since, why }) => [
        write.marked(mark, name),
        ...[...placed(namespace), verdict, since, why].map(write.text),
      ]),
    ),
    ...more.map(write.text),
  ];
}

function rootBlocks(page: RootPage, write: Writer): readonly string[] {
  const [first, ...others] = page.leads;
  return [
    ...(first === undefined ? [] : [`### ${write.line(first)}`]),
    write.list(others),
    page.impact.length === 0 ? "" : `**${paragraphLabels.impact}** ${write.text(joinClauses(page.impact))}`,
    write.text(page.identity.filter((piece) => piece.trim() !== "").join(" · ")),
    write.list(page.folded),
    page.why.map(({ label, texts }) => `- **${label}** ${write.text(joinClauses(texts))}`).join("\n"),
    write.table(
      [columnTitles.condition, columnTitles.status, columnTitles.since, columnTitles.words],
      page.conditions.listed.map(({ mark, type, status, since, words }) => [
        write.marked(mark, type),
        ...[status, since, words].map(write.text),
      ]),
    ),
    write.list(page.conditions.folded),
    write.table(
      [page.parts.title, columnTitles.verdict, columnTitles.since, columnTitles.version, columnTitles.why],
      page.parts.listed.map(({ mark, label, verdict, since, version, why }) => [
        write.marked(mark, label),
        ...[verdict, since, version, why].map(write.text),
      ]),
    ),
    ...[wayDown(page.parts.listed, write)],
    write.list(page.parts.folded),
    write.table(
      [columnTitles.gate, columnTitles.answer],
      page.gates.map(({ mark, name, words }) => [write.marked(mark, name), write.text(words)]),
    ),
    page.notes.flatMap((paragraph) => paragraphItems(paragraph, write)).join("\n"),
  ];
}

/** The unhealthy nodes below the components, each level a list in the one above. */
function wayDown(parts: readonly PartRow[], write: Writer): string {
  const item = ({ mark, label, description, children }: NodeRow, depth: number): readonly string[] => [
    `${"  ".repeat(depth)}- ${write.marked(mark, `${label} ${description}`)}`,
    ...children.flatMap((child) => item(child, depth + 1)),
  ];
  return parts
    .filter((part) => part.children.length > 0)
    .flatMap((part) => item({ ...part, description: part.verdict }, 0))
    .join("\n");
}

function paragraphItems({ label, texts }: LabelledText, write: Writer): readonly string[] {
  return texts.map((text) => `- **${label}** ${write.text(text)}`);
}

function nextBlocks(next: ReportPage["next"], write: Writer): readonly string[] {
  if (next === undefined) return [];
  const place = next.place === "" ? "" : ` ${write.text(next.place)}`;
  const lines = next.commands.map((command) => command.replace(/\s+/g, " ")).filter((line) => line.trim() !== "");
  return [`**${paragraphLabels.next}**${place}`, markdownFence(lines.join("\n"), "sh")];
}
