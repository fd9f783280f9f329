import type { LinkState } from "../model/report-change.ts";
import { secondsBetween } from "../model/time.ts";
import { type Mark, paintOf } from "./marks.ts";
import { harmless } from "./safe.ts";
import { styleOf, type TextOptions } from "./style.ts";
import { askedWords, keyWords, type LinkWords, linkNews, linkWords } from "./words-watch.ts";

/** The row at the bottom of a screen: how good what stands above it is, when somebody `asked` again, what can be done. */
export function statusLine(link: LinkWords, now: string, options: TextOptions, asked?: string): string {
  const { palette, glyphs, clean } = styleOf(options);
  const mark = marks[link.state];
  const keys = link.state === "live" ? palette.dim(` ${glyphs.dot} ${keyWords}`) : "";
  return `${paintOf(mark, palette)(glyphs.marks[mark])} ${clean(linkWords(link, secondsBetween(link.until, now) ?? 0))}${asked === undefined ? "" : `, ${askedWords(asked)}`}${keys}`;
}

/** Why it is so, for a row of its own; empty: nobody says. */
export function linkCause({ state, cause = "" }: LinkWords, options: TextOptions): readonly string[] {
  return state === "live" || cause === "" ? [] : [styleOf(options).clean(harmless(cause))];
}

/** A line of a log that says that the link stands otherwise. */
export function linkLine(link: LinkWords, options: TextOptions): string {
  const { palette, glyphs, clean } = styleOf(options);
  const mark = marks[link.state];
  return `${paintOf(mark, palette)(glyphs.marks[mark])} ${clean(harmless(linkNews(link)))}`;
}

const marks: Readonly<Record<LinkState, Mark>> = {
  idle: "busy",
  connecting: "busy",
  live: "good",
  stale: "busy",
  unreachable: "bad",
  authRequired: "bad",
  forbidden: "good",
  gone: "good",
};
