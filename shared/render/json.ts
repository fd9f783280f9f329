/**
 * A Report, or another document of ours, as it is, two spaces deep, ending in a line break. Texts stay raw to whoever parses
 * them; what could act on a terminal is written as `\uXXXX`, which is the same JSON.
 */
export function renderJson(report: object): string {
  return `${quietJson(report, 2)}\n`;
}

/** JSON in which every control, format, separator and surrogate character is escaped, and invisible fillers with them. */
export function quietJson(value: unknown, indent?: number, rewrite: (found: string) => string = units): string {
  const acting = /[\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u007f-\u009f]/gu;
  return JSON.stringify(value, null, indent).replace(acting, rewrite);
}

/** JSON knows UTF-16 units only: a character beyond them is two. */
function units(found: string): string {
  return found
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
