import type { Report } from "../model/report.ts";
import { markdownFence, markdownText } from "./markdown-text.ts";
import type { Mark } from "./marks.ts";
import { pageOf } from "./page.ts";
import type { Line, Page, Paragraph, RootList, RootPage } from "./page-model.ts";
import type { NodeRow } from "./rows-nodes.ts";
import type { PartRow } from "./rows-parts.ts";
import { type Style, styleOf, type TextOptions } from "./style.ts";
import { truncate } from "./width.ts";
import { inSentenceCase, labels, titles } from "./words-labels.ts";

/**
 * The Report for an issue, a chat or a note, as GitHub Flavored Markdown; ends in a line break. It says what text says: a
 * heading per root, cause, tables of conditions, components and gates, the way down as a nested list, notes, what was not
 * read, and the next command in a fence. Nothing from the cluster in it is more than text, and it notifies nobody.
 * `width`, `palette`, `noHeaders` and `contextLine` do not count: who reads it does so later and elsewhere.
 */
export function renderMarkdown(report: Report, options: TextOptions = {}): string {
  const { contextLine: _, ...rest } = options;
  const style = styleOf(rest);
  const page = pageOf(report, { ...rest, clean: style.clean });
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

/** Two lists with an empty line between them would be one with gaps. */
function below(above: string, block: string): string {
  const isOneList = /^ *- [^\n]*$/.test(above.slice(above.lastIndexOf("\n") + 1)) && block.startsWith("- ");
  return `${above}${isOneList ? "\n" : "\n\n"}${block}`;
}

/** Harmless Markdown of texts and lines in one style. */
interface Writer {
  readonly text: (text: string) => string;
  readonly marked: (mark: Mark, text: string) => string;
  readonly line: (line: Line) => string;
  readonly list: (lines: readonly Line[]) => string;
  readonly table: (titles: readonly string[], rows: readonly (readonly string[])[]) => string;
}

/** A text beyond these columns is cut: a message can hold a whole stack trace or a whole object. */
const longest = 400;

function writer({ clean, glyphs, wide }: Style): Writer {
  const isAscii = clean("…") !== "…";
  const text = (all: string): string =>
    markdownText(wide ? clean(all) : truncate(clean(all).replace(/\s+/g, " "), longest, glyphs.ellipsis), isAscii);
  const marked = (mark: Mark, all: string): string => `${glyphs.marks[mark].replace("+", "\\+")} ${text(all)}`;
  const line = ({ mark, text: all }: Line): string => (mark === undefined ? text(all) : marked(mark, all));
  const list = (lines: readonly Line[]): string => lines.map((one) => `- ${line(one)}`).join("\n");
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
      [titles.name, ...placed(titles.namespace), titles.verdict, titles.since, titles.why],
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
    write.text(page.identity.filter((piece) => piece.trim() !== "").join(" · ")),
    write.list(page.folded),
    page.why.map(({ label, texts }) => `- **${label}** ${write.text(texts.join("; "))}`).join("\n"),
    write.table(
      [titles.condition, titles.status, titles.since, titles.words],
      page.conditions.listed.map(({ mark, type, status, since, words }) => [
        write.marked(mark, type),
        ...[status, since, words].map(write.text),
      ]),
    ),
    write.list(page.conditions.folded),
    write.table(
      [page.parts.title, titles.verdict, titles.since, titles.version, titles.why],
      page.parts.listed.map(({ mark, label, verdict, since, version, why }) => [
        write.marked(mark, label),
        ...[verdict, since, version, why].map(write.text),
      ]),
    ),
    ...[wayDown(page.parts.listed, write)],
    write.list(page.parts.folded),
    write.table(
      [titles.gate, titles.answer],
      page.gates.map(({ mark, name, words }) => [write.marked(mark, name), write.text(words)]),
    ),
    page.notes.flatMap((paragraph) => paragraphItems(paragraph, write)).join("\n"),
  ];
}

/** What is unwell below the components, each level a list in the one above. */
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

function paragraphItems({ label, texts }: Paragraph, write: Writer): readonly string[] {
  return texts.map((text) => `- **${label}** ${write.text(text)}`);
}

function nextBlocks(next: Page["next"], write: Writer): readonly string[] {
  if (next === undefined) return [];
  const place = next.place === "" ? "" : ` ${write.text(next.place)}`;
  return [`**${labels.next}**${place}`, markdownFence(next.command.replace(/\s+/g, " "), "sh")];
}
