import { sanitizeLine } from "../../characters/sanitize.ts";
import type { Mark } from "../../model/outline.ts";
import type { LinkState } from "../../model/report-change.ts";
import { secondsBetween } from "../../model/time.ts";
import { resolveTextStyle, type TextOptions } from "../terminal/text-style.ts";
import { markPaint } from "../terminal/verdict-marks.ts";
import { keyHelpText, type LinkFacts, linkNews, refreshedText, watchLinkText } from "../words/commands/watch.ts";

/** The mark of each state of a connection. */
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

/** The row at the bottom of a screen: state of the connection, time of the requested refresh, available keys. */
export function statusLine(link: LinkFacts, now: string, options: TextOptions, refreshedAt?: string): string {
  const { palette, glyphs } = resolveTextStyle(options);
  const secondsOld = secondsBetween(link.until, now) ?? 0;
  const state = formatMarked(link, watchLinkText(link, secondsOld), options);
  const refreshed = refreshedAt === undefined ? "" : `, ${refreshedText(refreshedAt)}`;
  const keys = link.state === "live" ? palette.dim(` ${glyphs.dot} ${keyHelpText}`) : "";
  return `${state}${refreshed}${keys}`;
}

/** The cause of the connection's state, for a row of its own; empty where none is known. */
export function linkCause({ state, cause = "" }: LinkFacts, options: TextOptions): readonly string[] {
  return state === "live" || cause === "" ? [] : [resolveTextStyle(options).clean(sanitizeLine(cause))];
}

/** A line of a log that reports a change of the connection. */
export function linkLine(link: LinkFacts, options: TextOptions): string {
  return formatMarked(link, sanitizeLine(linkNews(link)), options);
}

/** A text behind the mark of the connection's state. */
function formatMarked({ state }: LinkFacts, text: string, options: TextOptions): string {
  const { palette, glyphs, clean } = resolveTextStyle(options);
  const mark = marks[state];
  return `${markPaint(mark, palette)(glyphs.marks[mark])} ${clean(text)}`;
}
