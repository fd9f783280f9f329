import { sanitizeLine } from "./sanitize.ts";

// Text acts in Markdown in two ways, each with its own remedy. Characters that a parser obeys (CommonMark 0.31, GFM)
// get a backslash. A backslash does not stop what a forge finds in the finished text (mentions, references, addresses,
// emoji). There an invisible space follows the sign, so that the text reads the same and means nothing.

/** An invisible space, and its form where only ASCII is allowed. */
const zeroWidthSpace = "\u200b";
const asciiZeroWidthSpace = "&#8203;";

/**
 * Places where an invisible space goes in, each between two characters. No pattern reads further than to the next of
 * its kind.
 */
const joints: readonly RegExp[] = [
  // An address, before and behind its sign: linkify-it reads on over an invisible space. `admin@prod` stays whole.
  /(?<=\S)(?=@[^\s@:/]*\.\S)/g,
  // A mention (GitHub, GitLab, Slack).
  /(?<=(?<!\w)@)(?=\w)/g,
  // References of GitLab and GitHub: issue, merge request, label, milestone, epic, snippet, each also by a quoted name.
  // `&` no longer begins an entity, `$(` no icon of VS Code.
  /(?<=[#!~%&$])(?=[\w"])/g,
  /(?<=\$)(?=[({`])/g,
  /(?<=GH)(?=-\d)/gi,
  // Addresses.
  /(?<=[\w+.-]:)(?=\/\/)/g,
  /(?<=www)(?=\.)/gi,
  // Emoji by name, and GitLab's inline differences `{+ +}`.
  /(?<=:)(?=\d{0,4}[a-z+-][\w+-]{0,40}:|100:|1234:)/gi,
  /(?<=[{[])(?=[+-])/g,
];

/**
 * Obeyed anywhere in a line. A backslash is only before a sign, a `_` only at the edge of a word, and of a pair of brackets
 * one is enough.
 */
const inline = /\\(?=[!-/:-@[-`{-~]|$)|[`*[<|~$#]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g;

/** Obeyed at the start of a line only: lists, quotes, underlines of headings, containers, GitLab's quick actions. */
const opening = /^(?:[-+=>:/%]|\d{1,9}(?=[.)]))/;

/**
 * `text` on one line of Markdown, wherever that line stands: read back it is the same text, but for spaces at its ends and
 * invisible ones where it would have been a mention or a reference. It has neither link, image, code, HTML nor emphasis.
 */
export function markdownText(text: string, asciiOnly = false): string {
  const line = sanitizeLine(text.replace(/\s+/g, " ")).trim();
  const pulled = joints.reduce((all, joint) => all.replace(joint, zeroWidthSpace), line);
  const escaped = pulled
    .replace(inline, "\\$&")
    .replace(opening, (start) => (/\d/.test(start) ? `${start}\\` : `\\${start}`));
  return asciiOnly ? escaped.replaceAll(zeroWidthSpace, asciiZeroWidthSpace) : escaped;
}

/** `code` between fences longer than any run of backticks in it. */
export function markdownFence(code: string, language: string): string {
  const longest = Math.max(0, ...Array.from(code.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(Math.max(3, longest + 1));
  return `${fence}${language}\n${code}\n${fence}`;
}
