const word = String.raw`(?:\b|_)(?:omitted|snip|snipped|truncated|elided|skipping)(?:\b|_)`;
/** What stands in a line in place of text. */
const elisions = [
  String.raw`\s*[[(<{]\s*(?:\.{3,}|…)[^\]})>]*[\])}>]\W*`, // [... 30 lines ...]
  String.raw`\s*(?:[[(<{]|\.{3,}|…|-{2,}|={2,}|\*)[^:"]*${word}.*`, // <snip>, -- output truncated --
  String.raw`\s*snip\w*\W*`,
  String.raw`\s+(?:- |# ?)?(?:\.{3,}|…+)`, // dots below a field; at the margin three of them end a document of YAML
  String.raw`\s+#\s*(?:\.{3}|…).*`, // # ... more conditions
  String.raw`…+|\.{4,}|\s*\.|\s*\*{3,}`,
  String.raw`\s*-{2,}More-{2,}.*`, // the page of a pager
];
const elision = new RegExp(`^(?:${elisions.join("|")})\\s*$`, "i");

/** Whether a line stands in place of text that was omitted. Dots alone at the margin also end a document of YAML. */
export function isElision(line: string): boolean {
  return line.length < 300 && elision.test(line);
}

/** The same in a text that is no YAML, where three dots end nothing. */
export function isDots(line: string): boolean {
  return isElision(line) || /^\s*\.\.\.\s*$/.test(line);
}

/** Whether a line stands for text that an author omitted, and not for the page of a pager, below which text goes on. */
export function isGap(line: string): boolean {
  return isDots(line) && !/^\s*-{2,}More-{2,}/i.test(line);
}

/** Whether dots or a pager end a type or a status in its middle. Neither has dots at its end. */
export function isBrokenWord(line: string): boolean {
  return line.length < 300 && /^\s*(?:Type|Status):\s+\S*(?:\.{3}|…|-{2,}More-{2,}\S*)\s*$/i.test(line);
}
