/**
 * A Report, or another document of ours, as JSON, two spaces deep, ending in a line break. Parsed texts are unchanged.
 * Characters that could act on a terminal are written as `\uXXXX`, which is the same JSON.
 */
export function renderJson(report: object): string {
  return `${quietJson(report, 2)}\n`;
}

/** A Report as {@link renderJson} prints it, in one line. */
export function renderJsonLine(report: object): string {
  return `${quietJson(report)}\n`;
}

/** JSON in which control, format, separator and surrogate characters and invisible fillers are escaped. */
export function quietJson(
  value: unknown,
  indent?: number,
  escapeActing: (character: string) => string = escapeUnits,
): string {
  const acting = /[\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u007f-\u009f]/gu;
  return JSON.stringify(value, null, indent).replace(acting, escapeActing);
}

/** JSON escapes UTF-16 units only: a character beyond them needs two escapes. */
function escapeUnits(character: string): string {
  return character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
