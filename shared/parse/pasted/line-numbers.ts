/** The frame that bat draws around a file, with its name. */
const frame = /^[\s─-╿]*(?:(?:File|Size):\s.*|STDIN\s*)?$/;

/** A number with what stands before and after it: cat -n, nl, less -N, vim, bat; grep -n, with the file's name or not. */
const shapes: readonly RegExp[] = [
  /^(?<before>\s*)(?<number>\d{1,7})(?<after>\t)(?<text>.*)$/,
  /^(?<before>\s*)(?<number>\d{1,7})(?<after>\s?[│|] ?)(?<text>.*)$/,
  /^(?<before>(?:[^\s:]+:)?)(?<number>\d{1,7})(?<after>[:-])(?<text>.*)$/,
  /^(?<before>\s*)(?<number>\d{1,7})(?<after> |$)(?<text>.*)$/,
];

/**
 * Without the numbers before the lines, where each line has the number after that of the line before. A document may
 * begin with any number. Lines of another kind, or a missing number, leave all as it is: what is missing may matter.
 */
export function withoutLineNumbers(lines: readonly string[]): readonly string[] {
  for (const shape of shapes) {
    const plain = numberless(lines, shape);
    if (plain !== undefined) return plain;
  }
  return lines;
}

function numberless(lines: readonly string[], shape: RegExp): readonly string[] | undefined {
  const found: string[] = [];
  let numbered = 0;
  let last: number | undefined;
  for (const line of lines) {
    const { number, text = "" } = shape.exec(line)?.groups ?? {};
    const isFrame =
      line.trim() === "" || line === "---" || (frame.test(line) && !/[\w]/.test(line.replace(/File:.*/, "")));
    if (number === undefined && !isFrame) return undefined;
    if (number === undefined) {
      if (line === "---") last = undefined;
      found.push(line === "---" ? line : "");
      continue;
    }
    if (last !== undefined && Number(number) !== last + 1) return undefined;
    last = Number(number);
    numbered += 1;
    found.push(text);
  }
  return numbered > 2 ? found : undefined;
}
