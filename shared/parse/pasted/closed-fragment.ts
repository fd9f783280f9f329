/**
 * A part of a JSON object with the brackets around it that are missing: `"status": {…}`, or `{…}, {…}`. Brackets that
 * close what does not begin in the text are omitted. Only what ends at its last bracket is completed. The reader of JSON
 * refuses a key that comes twice.
 */
export function closedFragment(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex(isFilled);
  const last = lines.findLastIndex(isFilled);
  const begin = (lines[first] ?? "").trimStart();
  const isMembers = /^"\w+"\s*:/.test(begin);
  if (!isMembers && !begin.startsWith("{")) return lines;
  if (lines.some((line) => line === "---")) return lines;
  const depths = depthsOf(lines);
  const cut = depths.findIndex((depth) => depth < 0);
  const end = cut < 0 ? last : lines.slice(0, cut).findLastIndex(isFilled);
  const isRest = cut < 0 || lines.slice(cut).every((line) => /^[\s\]},]*$/.test(line));
  if (!isRest || end < first || depths[end] !== 0) return lines;
  if (!isMembers && !/\},\s*$/.test(lines.slice(first, end + 1).find((_, index) => depths[first + index] === 0) ?? ""))
    return lines;
  const [open, close] = isMembers ? ["{", "}"] : ["[", "]"];
  return lines.map((line, index) => {
    if (index > end) return "";
    const opened = index === first ? open + line : line;
    return index === end ? `${opened.replace(/,\s*$/, "")}${close}` : opened;
  });
}

export function isFilled(line: string): boolean {
  return line.trim() !== "";
}

/** How many brackets are open after each line, texts omitted. */
function depthsOf(lines: readonly string[]): readonly number[] {
  let depth = 0;
  return lines.map((line) => {
    const bare = line.replace(/"(?:[^"\\]|\\.)*"/g, "");
    for (const unit of bare) depth += "[{".includes(unit) ? 1 : "]}".includes(unit) ? -1 : 0;
    return depth;
  });
}
