import { markerEnd } from "./characters.ts";

/**
 * Texts to parse instead of `text`, the most faithful first. Their length is the same, so that every offset is valid in
 * `text`. Templates become words. Lines that contain only templates become blank, as do conflict markers. Each tab at
 * the start of a line becomes a space. Empty if masking would change nothing.
 */
export function maskedTexts(text: string): readonly string[] {
  const plain = [unprintable, markers, directives, tabs, loneReturns].reduce((masked, mask) => mask(masked), text);
  if (!hasTemplate(text)) return plain === text ? [] : [plain];
  const filled = plain.replace(actions, filler);
  return [filled.replace(controlLines, blank), filled.replace(actionLines, blank)].map((masked) =>
    masked.replaceAll(controlFill, "x").replaceAll(actionFill, "x"),
  );
}

/** Whether a text contains an action of a template engine, such as Helm's `{{ .Values.name }}`. */
export function hasTemplate(text: string): boolean {
  return text.includes("{{") && text.search(actions) >= 0;
}

/**
 * Returns the number of open template blocks before an offset. It is the number of opened blocks (`{{ if }}`, `{{ range
 * }}` and similar) minus closed ones (`{{ end }}`); it can be negative.
 */
export function openTemplateBlocksAt(text: string): (offset: number) => number {
  const changes: { readonly at: number; readonly opens: number }[] = [];
  let opens = 0;
  if (text.includes("{{")) {
    for (const { 0: action, index } of text.matchAll(actions)) {
      const word = /^\{\{-?\s*([a-z]+)/.exec(action)?.[1] ?? "";
      if (["if", "range", "with", "define", "block"].includes(word)) opens++;
      else if (word === "end") opens--;
      else continue;
      changes.push({ at: index, opens });
    }
  }
  return (offset) => changes.findLast(({ at }) => at < offset)?.opens ?? 0;
}

// An action ends before the next one begins, so that many unclosed ones cost no more than their length.
const actions =
  /\{\{-?\s*\/\*(?:(?!\*\/|\{\{\/\*)[\s\S]){0,4000}\*\/\s*-?\}\}|\{\{(?:(?!\{\{|\}\})[\s\S]){0,4000}\}\}/g;

// Characters of Unicode's private use area. If the user's text contains them, only the masked texts change.
const controlFill = "\uE000";
const actionFill = "\uE001";
const controlLines = /^[ \t]*\uE000[\uE000 \t]*$/gm;
const actionLines = /^[ \t]*[\uE000\uE001][\uE000\uE001 \t]*$/gm;

function filler(action: string): string {
  const isControl = /^\{\{-?\s*(?:\/\*|\$\w*\s*:?=|(?:if|else|end|range|with|define|block|break|continue)\b)/.test(
    action,
  );
  return action.replace(/[^\r\n]/g, isControl ? controlFill : actionFill);
}

function blank(line: string): string {
  return line.replace(/[^\r\n]/g, " ");
}

// Replaces characters that js-yaml rejects everywhere, and halves of surrogate pairs.
function unprintable(text: string): string {
  return text.replace(
    /[\x00-\x08\x0B\x0C\x0E-\x1F\x7F-\x84\x86-\x9F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g,
    "?",
  );
}

// Blanks git's conflict markers, with zdiff3's marker of the base version.
function markers(text: string): string {
  return text.replace(/^(?:<{7}|={7}|>{7}|\|{7})(?![<=>|\S])[^\r\n]*/gm, blank);
}

/** Blanks directives and the document's marker, which only its first lines can hold. */
function directives(text: string): string {
  const end = markerEnd(text);
  return blank(text.slice(0, end)) + text.slice(end);
}

function tabs(text: string): string {
  return text.replace(/^[ \t]*\t[ \t]*/gm, blank);
}

function loneReturns(text: string): string {
  return text.replace(/\r(?!\n)/g, "\n");
}
