import { isFilled, type Lines } from "./lines.ts";

/** The lines of a part of JSON, by their indices. */
interface FragmentLines {
  readonly first: number;
  readonly last: number;
}

/**
 * Adds the missing outer brackets to a part of JSON, and removes closing brackets below it, whose opening ones were not
 * copied. Returns any other lines as they are, also a part that does not end at its last bracket.
 *
 *     "status": {…}     ->  {"status": {…}}
 *     {…}, {…}          ->  [{…}, {…}]
 */
export function closeJsonFragment(lines: Lines): Lines {
  const first = lines.findIndex(isFilled);
  const firstText = (lines[first] ?? "").trimStart();
  const isMembers = /^"\w+"\s*:/.test(firstText);
  if ((!isMembers && !firstText.startsWith("{")) || lines.includes("---")) return lines;
  const openBrackets = countOpenBrackets(lines);
  const firstUnopened = openBrackets.findIndex((count) => count < 0);
  const partEnd = firstUnopened < 0 ? lines.length : firstUnopened;
  if (!lines.slice(partEnd).every((line) => /^[\s\]},]*$/.test(line))) return lines;
  const last = lines.findLastIndex((line, index) => isFilled(line) && index < partEnd);
  if (last < first || openBrackets[last] !== 0) return lines;
  if (isMembers) return wrapLines(lines, { first, last }, "{", "}");
  const endOfFirstObject = lines[openBrackets.indexOf(0, first)] ?? "";
  const isList = /\},\s*$/.test(endOfFirstObject);
  return isList ? wrapLines(lines, { first, last }, "[", "]") : lines;
}

/** Puts brackets around a part and removes the comma at its end. The lines below the part become empty. */
function wrapLines(
  lines: Lines,
  { first, last }: FragmentLines,
  openingBracket: string,
  closingBracket: string,
): Lines {
  const wrapped = lines.map((line, index) => (index > last ? "" : line));
  wrapped[first] = `${openingBracket}${wrapped[first]}`;
  wrapped[last] = `${wrapped[last]?.replace(/,\s*$/, "")}${closingBracket}`;
  return wrapped;
}

/**
 * The number of brackets that are open after each line. Negative if a text closes brackets whose opening ones it lacks.
 * Brackets in quoted texts do not count.
 */
function countOpenBrackets(lines: Lines): readonly number[] {
  let openBrackets = 0;
  return lines.map((line) => {
    const withoutTexts = line.replace(/"(?:[^"\\]|\\.)*"/g, "");
    const opened = withoutTexts.split(/[[{]/).length;
    const closed = withoutTexts.split(/[\]}]/).length;
    openBrackets += opened - closed;
    return openBrackets;
  });
}
