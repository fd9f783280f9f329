/*
 * Lines that stand in place of text. In a text like the output of kubectl they mean:
 *   isElision          `<snip>`, `# ... more`, `--More--`: text is missing. False for `...` at the margin, which may
 *                      end a YAML document.
 *   isElisionOrDots    the same and `...`, in a text that is no YAML
 *   isAuthorElision    the same without `--More--`, after which the text continues
 *   isCutWord          `Type: Deg...`: the end of a word is missing
 */

const omissionWord = String.raw`(?:\b|_)(?:omitted|snip|snipped|truncated|elided|skipping)(?:\b|_)`;
/** The patterns of whole lines, each with an example. */
const elisions = [
  String.raw`\s*[[(<{]\s*(?:\.{3,}|…)[^\]})>]*[\])}>]\W*`, // [... 30 lines ...]
  String.raw`\s*(?:[[(<{]|\.{3,}|…|-{2,}|={2,}|\*)[^:"]*${omissionWord}.*`, // <snip>, -- output truncated --
  String.raw`\s*snip\w*\W*`,
  String.raw`\s+(?:- |# ?)?(?:\.{3,}|…+)`, // dots below a field
  String.raw`\s+#\s*(?:\.{3}|…).*`, // # ... more conditions
  String.raw`…+|\.{4,}|\s*\.|\s*\*{3,}`,
  String.raw`\s*-{2,}More-{2,}.*`, // the page of a pager
];
const elision = new RegExp(`^(?:${elisions.join("|")})\\s*$`, "i");

/** The longest line that is searched. */
const maxLineLength = 300;

/** Whether a line of YAML stands in place of omitted text. False for `...` at the margin, which ends a document. */
export function isElision(line: string): boolean {
  return line.length < maxLineLength && elision.test(line);
}

/** Whether a line of a text that is no YAML stands in place of omitted text. */
export function isElisionOrDots(line: string): boolean {
  return isElision(line) || /^\s*\.\.\.\s*$/.test(line);
}

/** Whether a line stands in place of text that an author omitted. False for the mark of a pager. */
export function isAuthorElision(line: string): boolean {
  return isElisionOrDots(line) && !/^\s*-{2,}More-{2,}/i.test(line);
}

/** Whether the type or the status in a line ends with dots or with the mark of a pager. No whole one ends with these. */
export function isCutWord(line: string): boolean {
  return line.length < maxLineLength && /^\s*(?:Type|Status):\s+\S*(?:\.{3}|…|-{2,}More-{2,}\S*)\s*$/i.test(line);
}
