/**
 * Whether a text ends within the type of a condition, since kubectl writes the type last: a text without a last line break
 * whose last condition has the beginning of one of `knownTypes` as its type, and no type that is known. What is missing may
 * be the type of a fault.
 *
 *     conditions:
 *     - status: "True"
 *       type: Degr            true, as Degraded is known
 */
export function endsInConditionType(text: string, knownTypes: ReadonlySet<string>): boolean {
  const lines = text.slice(-maxLength).split("\n");
  const type = typeLine.exec(lines.at(-1) ?? "")?.[1];
  if (type === undefined || knownTypes.has(type) || !isInConditions(lines)) return false;
  return [...knownTypes].some((known) => known.startsWith(type));
}

/** The most characters before the end of a text in which its last condition and the name of its list must stand. */
const maxLength = 64 * 1024;

const typeLine = /^\s*(?:- )?type: ["']?([A-Za-z]+)$/;

/** Whether all lines behind the last `conditions:` belong to that list. */
function isInConditions(lines: readonly string[]): boolean {
  const start = lines.findLastIndex((line) => /^\s*conditions:\s*$/.test(line));
  if (start < 0) return false;
  const depth = (lines[start] ?? "").search(/\S/);
  return lines.slice(start + 1).every((line) => {
    const own = line.search(/\S/);
    return own < 0 || own > depth || (own === depth && line.trimStart().startsWith("- "));
  });
}
