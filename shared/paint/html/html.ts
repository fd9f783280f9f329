import { displayWidth } from "../../characters/display-width.ts";
import type { Mark, Outline, OutlineEntry, Text } from "../../model/outline.ts";
import { shortLine } from "../../outline/fit-text.ts";
import { markLegend } from "../../outline/marks.ts";
import { entryLine, fieldText, joined, plainText, spanText } from "../../outline/text.ts";
import type { TextStyle } from "../../render/terminal/text-style.ts";
import { emptyHtml, type SafeHtml, safeHtml } from "./escape.ts";
import { styleSheet } from "./style-sheet.ts";

/** The characters of a page, and whether roots stand there in full that are usually rows. */
type HtmlStyle = Pick<TextStyle, "glyphs" | "clean" | "wide">;

/** What stands around an outline on a page. */
export interface HtmlFrame {
  /** What was read, and when: RFC 3339. */
  readonly origin: string;
  readonly takenAt: string;
  /** What made the page. */
  readonly maker: string;
  /** What was concealed in the texts of the cluster, or nothing. */
  readonly concealed: string;
}

/**
 * An outline as one self-contained HTML page: no script, nothing fetched, light and dark, for phones, wide screens and
 * paper. The head of each root says how it is and what is done next; below it stands what an engineer needs. Nothing
 * from the cluster is more than text.
 */
export function paintHtml(outline: Outline, frame: HtmlFrame, style: HtmlStyle): string {
  const page = new HtmlPage(style);
  const [first] = outline.entries;
  const title = first === undefined ? "" : style.clean(plainText(entryLine(first)));
  const time = frame.takenAt.replace("T", " ").replace(/Z$/, " UTC");
  return safeHtml`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
${styleSheet}
</head>
<body>
<main>
<p class="origin">${frame.origin}${style.clean(" · ")}<time datetime="${frame.takenAt}">${time}</time></p>
${page.entries(outline)}<footer>
${page.legend()}${
  frame.concealed === ""
    ? emptyHtml
    : safeHtml`<p>${frame.concealed}</p>
`
}<p>${frame.maker}</p>
</footer>
</main>
</body>
</html>
`.html;
}

/** The most causes of one root, and rows of several. An Application may have thousands of causes. */
const maxCauses = 50;

/** Characters beyond which a text is folded: a message can hold a whole stack trace or a whole object. */
const maxTextLength = 600;

/** Draws entries in the characters of one style. */
class HtmlPage {
  readonly #style: HtmlStyle;
  #hasTitle = false;
  /** The commands on the page so far. */
  readonly #printed = new Set<string>();

  constructor(style: HtmlStyle) {
    this.#style = style;
  }

  /** The entries of a page, one after the other; lines that belong to no root stand in sections of their own. */
  entries({ entries }: Outline): SafeHtml {
    const loose = entries.filter(({ kind }) => kind === "finding");
    const blocks = entries.map((entry): SafeHtml => {
      if (entry.kind === "root" && entry.weight === "full" && !this.#style.wide) return emptyHtml;
      if (entry.kind === "root") return this.#root(entry);
      if (entry.kind === "lead") return this.#lead(entry);
      if (entry.kind === "section") return this.#section(entry, 2);
      if (entry.kind === "summary") return safeHtml`<section>${this.#line(entry)}</section>\n`;
      if (entry.kind === "next" && entry.id !== "details") return this.#next(entry);
      return emptyHtml;
    });
    return safeHtml`${blocks}${this.#notes(loose, 2)}`;
  }

  /** What each mark means. */
  legend(): SafeHtml {
    const items = Object.entries(markLegend).map(([name, { meaning }]) => {
      const mark = name as Mark;
      return safeHtml`<li class="${mark}">${this.#mark(mark)}${meaning}</li>\n`;
    });
    return safeHtml`<h2>Marks</h2>
<ul class="legend">
${items}</ul>
`;
  }

  #root(root: OutlineEntry): SafeHtml {
    const level = this.#hasTitle ? 2 : 1;
    const below = level === 1 ? 2 : 3;
    const { entries } = root;
    const rows = entries.filter(({ kind }) => kind === "root");
    const sections = entries.filter(({ kind }) => kind === "section");
    const findings = entries.filter(({ kind }) => kind === "finding");
    return safeHtml`<article>
${this.#head(root, level)}${this.#rows(rows)}${sections.map((section) => this.#section(section, below))}${this.#notes(findings, below)}${this.#summaries(entries)}</article>
`;
  }

  /** How the root is, the lines below that, the first warning of a healthy one, and what is done next. */
  #head(root: OutlineEntry, level: 1 | 2): SafeHtml {
    const { entries } = root;
    const isShown = ({ weight }: OutlineEntry): boolean => weight !== "full" || this.#style.wide;
    const fields = entries.filter((entry) => entry.kind === "field" && isShown(entry));
    const why = entries.filter(({ kind }) => kind === "evidence");
    const findings = entries.filter((entry) => entry.kind === "finding" && entry.level !== "info");
    const warning =
      root.mark === "good" ? findings.slice(0, 1) : findings.filter(({ level: each }) => each === "error");
    return safeHtml`<header class="${root.mark ?? "unknown"}">
${this.#heading(level, safeHtml`${this.#mark(root.mark)}<span>${this.#text(entryLine(root))}</span>`, `lead ${root.mark ?? ""}`)}
${[...why, ...warning].map((entry) => safeHtml`<p class="lead ${entry.mark ?? ""}">${this.#mark(entry.mark)}<span>${this.#text(entry.text)}</span></p>\n`)}${this.#nextLine(entries)}${
  fields.length === 0
    ? emptyHtml
    : safeHtml`<dl class="pairs">
${fields.map((field) => safeHtml`<dt>${plainText(field.subject)}</dt><dd>${this.#block(fieldText(field))}</dd>\n`)}</dl>
`
}</header>
`;
  }

  /** What is done next about the first cause, in words. Its command stands with the cause. */
  #nextLine(entries: readonly OutlineEntry[]): SafeHtml {
    const causes = entries.filter(({ kind }) => kind === "section").flatMap((section) => section.entries);
    const first = causes.find(({ kind, commands }) => kind === "cause" && commands.length > 0);
    const why = first?.commands[0]?.why ?? "";
    if (first === undefined || why === "") return emptyHtml;
    return safeHtml`<p class="next"><b>Next</b> ${this.#text(first.subject)}: see ${why}</p>\n`;
  }

  #rows(rows: readonly OutlineEntry[]): SafeHtml {
    if (rows.length === 0) return emptyHtml;
    return safeHtml`<ol class="causes">
${rows.slice(0, maxCauses).map((row) => this.#item(row))}</ol>
${rows.length > maxCauses ? safeHtml`<p>and ${String(rows.length - maxCauses)} more</p>\n` : emptyHtml}`;
  }

  #section(section: OutlineEntry, level: 2 | 3): SafeHtml {
    const { subject, text, entries } = section;
    if (entries.length === 0 && text.length === 0) return emptyHtml;
    const small = text.length === 0 ? emptyHtml : safeHtml` <small>${this.#text(text)}</small>`;
    return safeHtml`<section>
${this.#heading(level, safeHtml`${sentenceCase(plainText(subject))}${small}`)}
${this.#sectionBody(entries)}</section>
`;
  }

  #sectionBody(entries: readonly OutlineEntry[]): SafeHtml {
    const [first] = entries;
    if (first?.kind === "condition") return this.#conditions(entries);
    if (first?.kind === "part") return this.#parts(entries);
    const shown = entries.slice(0, maxCauses);
    const others = entries.slice(maxCauses).map(({ subject }) => plainText(subject));
    const more =
      others.length === 0 ? emptyHtml : safeHtml`<p>and ${String(others.length)} more: ${others.join(", ")}</p>\n`;
    return safeHtml`<ol class="causes">
${shown.map((entry) => this.#item(entry))}</ol>
${more}`;
  }

  /** An entry with what stands below it, and its commands. */
  #item(entry: OutlineEntry): SafeHtml {
    const { mark, subject, text, commands } = entry;
    const below = entry.entries.filter((each) => each.kind !== "cause" && each.kind !== "log");
    const log = entry.entries.filter((each) => each.kind === "log" && (each.weight !== "full" || this.#style.wide));
    const others = entry.entries.filter((each) => each.kind === "cause");
    const name = subject.length === 0 ? emptyHtml : safeHtml`<b>${this.#text(subject)}</b> `;
    const lines =
      below.length === 0
        ? emptyHtml
        : safeHtml`<ul>${below.map((each) => safeHtml`<li>${this.#block(each.text)}</li>`)}</ul>\n`;
    return safeHtml`<li class="${mark ?? ""}">${this.#mark(mark)}${name}<span class="state">${this.#text(text)}</span>
${lines}${log.length === 0 ? emptyHtml : safeHtml`<pre>${log.map((each) => safeHtml`${this.#text(each.text)}\n`)}</pre>\n`}${this.#commands(commands)}${
  others.length === 0 ? emptyHtml : safeHtml`<ul>${others.map((each) => this.#item(each))}</ul>\n`
}</li>
`;
  }

  /** The conditions that are not as expected in a table, the others in one that opens. */
  #conditions(entries: readonly OutlineEntry[]): SafeHtml {
    const abnormal = entries.filter(({ weight }) => weight !== "full");
    const others = entries.filter(({ weight }) => weight === "full");
    const good = others.filter(({ mark }) => mark === "good");
    const unknown = others.filter(({ mark }) => mark !== "good");
    return safeHtml`${this.#conditionTable(abnormal)}${this.#folded(good, "as expected")}${this.#folded(unknown, "not evaluated")}`;
  }

  #folded(conditions: readonly OutlineEntry[], words: string): SafeHtml {
    if (conditions.length === 0) return emptyHtml;
    return safeHtml`<details class="folded"><summary>${String(conditions.length)} ${words}</summary>
${this.#conditionTable(conditions)}</details>
`;
  }

  #conditionTable(conditions: readonly OutlineEntry[]): SafeHtml {
    if (conditions.length === 0) return emptyHtml;
    const row = ({ mark, subject, text, entries }: OutlineEntry): SafeHtml => {
      const message = joined(": ", [text, ...entries.map((entry) => entry.text)]);
      return safeHtml`<tr role="row" class="${mark ?? ""}"><th scope="row" role="rowheader"><span class="lead ${mark ?? ""}">${this.#mark(mark)}<span>${this.#text(subject)}</span></span></th><td role="cell" class="words">${this.#block(message)}</td></tr>
`;
    };
    return safeHtml`<table role="table">
<thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">Condition</th><th scope="col" role="columnheader">Since, reason and message</th></tr></thead>
<tbody role="rowgroup">
${conditions.map(row)}</tbody>
</table>
`;
  }

  /** The components with all that is below them, as nested lists that open. What is healthy is closed, or one line. */
  #parts(entries: readonly OutlineEntry[]): SafeHtml {
    const unhealthy = entries.filter(({ mark }) => mark !== "good");
    const healthy = entries.filter(({ mark }) => mark === "good");
    const tree = (some: readonly OutlineEntry[]): SafeHtml =>
      some.length === 0 ? emptyHtml : safeHtml`<ul class="tree">\n${some.map((entry) => this.#branch(entry))}</ul>\n`;
    const names = healthy.map(({ subject }) => plainText(subject)).join(", ");
    return safeHtml`${tree(unhealthy)}${
      healthy.length === 0
        ? emptyHtml
        : safeHtml`<details class="folded"><summary class="good">${this.#mark("good")}healthy: ${this.#style.clean(names)}</summary>
${tree(healthy)}</details>
`
    }`;
  }

  #branch({ mark, subject, text, entries }: OutlineEntry): SafeHtml {
    const line = safeHtml`${this.#mark(mark)}<b>${this.#text(subject)}</b> <span class="state">${this.#text(text)}</span>`;
    if (entries.length === 0) return safeHtml`<li class="leaf ${mark ?? ""}">${line}</li>\n`;
    const open: SafeHtml = mark === "good" ? emptyHtml : safeHtml` open`;
    return safeHtml`<li><details${open}><summary class="${mark ?? ""}">${line}</summary>
<ul>
${entries.map((entry) => this.#branch(entry))}</ul>
</details></li>
`;
  }

  #notes(findings: readonly OutlineEntry[], level: 2 | 3): SafeHtml {
    if (findings.length === 0) return emptyHtml;
    return safeHtml`<section>
${this.#heading(level, safeHtml`Notes`)}
<ol class="causes">
${findings.map((entry) => this.#note(entry))}</ol>
</section>
`;
  }

  /** A finding. What is only information has no command: the reader need not act. */
  #note({ mark, level, text, commands }: OutlineEntry): SafeHtml {
    return safeHtml`<li class="${mark ?? ""}">${this.#mark(mark)}${this.#block(text)}
${level === "info" ? emptyHtml : this.#commands(commands)}</li>
`;
  }

  #summaries(entries: readonly OutlineEntry[]): SafeHtml {
    const lines = entries.filter(({ kind }) => kind === "summary");
    if (lines.length === 0) return emptyHtml;
    return safeHtml`<section>
${lines.map((entry) => this.#line(entry))}</section>
`;
  }

  #line(entry: OutlineEntry): SafeHtml {
    return safeHtml`<p class="lead ${entry.mark ?? ""}">${this.#mark(entry.mark)}<span>${this.#text(entryLine(entry))}</span></p>
${this.#commands(entry.commands)}`;
  }

  /** A line above all roots; the first one is the title of a page without roots. */
  #lead({ mark, text }: OutlineEntry): SafeHtml {
    if (mark !== undefined)
      return safeHtml`<p class="lead ${mark}">${this.#mark(mark)}<span>${this.#text(text)}</span></p>\n`;
    return this.#hasTitle ? safeHtml`<p>${this.#text(text)}</p>\n` : safeHtml`${this.#heading(1, this.#text(text))}\n`;
  }

  #next({ subject, commands }: OutlineEntry): SafeHtml {
    if (commands.every(({ command }) => this.#printed.has(command))) return emptyHtml;
    return safeHtml`<section>
${this.#heading(2, safeHtml`${plainText(subject)}`)}
${this.#commands(commands)}</section>
`;
  }

  /** The commands that do not stand higher on the page. */
  #commands(commands: OutlineEntry["commands"]): SafeHtml {
    const first = commands.filter(({ command }) => !this.#printed.has(command));
    for (const { command } of first) this.#printed.add(command);
    return safeHtml`${first.map(({ command }) => safeHtml`<pre><code>${command}</code></pre>\n`)}`;
  }

  #heading(level: 1 | 2 | 3, content: SafeHtml, kind = ""): SafeHtml {
    this.#hasTitle ||= level === 1;
    const attribute = kind === "" ? emptyHtml : safeHtml` class="${kind}"`;
    if (level === 1) return safeHtml`<h1${attribute}>${content}</h1>`;
    return level === 2 ? safeHtml`<h2${attribute}>${content}</h2>` : safeHtml`<h3${attribute}>${content}</h3>`;
  }

  /** A mark for the eye; the word beside it says the same. */
  #mark(mark: Mark | undefined): SafeHtml {
    if (mark === undefined) return emptyHtml;
    return safeHtml`<span class="mark" aria-hidden="true">${this.#style.glyphs.marks[mark]}</span>`;
  }

  /** A text in which a browser must not break a sign, and whose ages know their moment. */
  #text(text: Text): SafeHtml {
    return safeHtml`${text.map((span) => {
      const words = this.#style.clean(spanText(span));
      if (span.is === "age") return safeHtml`<time datetime="${span.since}" title="${span.since}">${words}</time>`;
      return span.is === "sign" ? safeHtml`<span class="short">${words}</span>` : safeHtml`${words}`;
    })}`;
  }

  /** A text with a cell or a paragraph of its own. A long one shows its beginning and opens on demand. */
  #block(text: Text): SafeHtml {
    const words = this.#style.clean(plainText(text));
    if (words.length <= maxTextLength || displayWidth(words) <= maxTextLength) return this.#text(text);
    const start = this.#style.clean(shortLine(text, maxTextLength / 3));
    return safeHtml`<details><summary>${start}</summary>${words}</details>`;
  }
}

/** `IN PROGRESS` as a document writes it: `In progress`. */
function sentenceCase(title: string): string {
  return `${title.charAt(0)}${title.slice(1).toLowerCase()}`;
}
