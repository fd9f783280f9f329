/** The characters at the end of a text in which its last condition and the label of its list must be. */
const maxSearchedLength = 64 * 1024;

/** The last line of a condition, without its line break. The group is the type or its beginning. */
const typeLine = /^\s*(?:- )?type: ["']?([A-Za-z]+)$/;

/**
 * Whether a text ends in the middle of a condition's type: it has no last line break, its last condition's type is none of
 * `knownTypes`, and one of these begins with it. kubectl writes the type last, and the missing end may name a fault.
 *
 *     conditions:
 *     - status: "True"
 *       type: Degr            true if `Degraded` is known
 */
export function endsInConditionType(text: string, knownTypes: ReadonlySet<string>): boolean {
  const lines = text.slice(-maxSearchedLength).split("\n");
  const type = typeLine.exec(lines.at(-1) ?? "")?.[1];
  if (type === undefined || knownTypes.has(type) || !endsInConditions(lines)) return false;
  return [...knownTypes].some((knownType) => knownType.startsWith(type));
}

/** Whether all lines after the last `conditions:` belong to that list: they are deeper, or items as deep as the label. */
function endsInConditions(lines: readonly string[]): boolean {
  const label = lines.findLastIndex((line) => /^\s*conditions:\s*$/.test(line));
  if (label < 0) return false;
  const labelDepth = (lines[label] ?? "").search(/\S/);
  return lines.slice(label + 1).every((line) => {
    const depth = line.search(/\S/);
    const isBlank = depth < 0;
    return isBlank || depth > labelDepth || (depth === labelDepth && line.trimStart().startsWith("- "));
  });
}
