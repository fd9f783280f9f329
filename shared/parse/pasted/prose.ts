/**
 * Without the sentences before the first object and after the last one. What is indented, or is a field of an object,
 * may belong to an object that is cut, and stays. So do comments.
 */
export function withoutProse(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => /^apiVersion:\s/.test(line));
  if (first < 0) return lines;
  const isBefore = lines.slice(0, first).every((line) => !mayBelong(line));
  const last = lines.findLastIndex((line, index) => index >= first && (mayBelong(line) || isField(line)));
  return lines.map((line, index) => (isMark(line) || (index >= first ? index <= last : !isBefore) ? line : ""));
}

function mayBelong(line: string): boolean {
  return (
    /^(?:\s+\S|- |[{}[\]])/.test(line) || /^(?:kind|metadata|spec|status|items|conditions|data):(?:\s|$)/.test(line)
  );
}

function isField(line: string): boolean {
  return /^["']?[\w./-]+["']?:(?:\s|$)/.test(line);
}

/** Whether a line separates documents, or is empty or a comment of YAML. */
function isMark(line: string): boolean {
  return line.trim() === "" || /^(?:---|\.\.\.|#|%)/.test(line);
}
