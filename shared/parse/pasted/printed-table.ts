const cell = "[A-Z][A-Z()/-]*(?: [A-Z()/-]+)*";
const header = new RegExp(`^${cell}(?: {2,}${cell})+\\s*$`);
/** A row with its age, as --no-headers prints it. */
const row = /^\S+(?: {2,}|\t)\S.*(?: {2,}|\t)(?:\d+y)?(?:\d+d)?(?:\d+h)?(?:\d+m)?(?:\d+s)?(?<=\d[ydhms])(?:\s.*)?$/;

/** Whether a text is the table that `kubectl get` prints, with its header or without (cli-runtime, pkg/printers). */
export function isPrintedTable(text: string): boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "" && line.trim() !== "---");
  const [first = ""] = lines;
  const short = first.slice(0, 400).trimEnd();
  return /^(NAMESPACE +)?NAME +[A-Z][A-Z() -]*$/.test(short) || header.test(short) || isRows(lines);
}

function isRows(lines: readonly string[]): boolean {
  return lines.length > 0 && lines.length < 10_000 && lines.every((line) => line.length < 400 && row.test(line));
}
