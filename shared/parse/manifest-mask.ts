import { markerEnd } from "./manifest-text.ts";

/**
 * What to try to read instead of `text`, the most faithful first: never longer or shorter, so that every place in it is
 * a place in `text`. Templates become words, and lines that are nothing but templates become blank, as do conflict
 * markers; of tabs at the start of a line each becomes a space. Empty where nothing of it would change anything.
 */
export function maskedTexts(text: string): readonly string[] {
  const plain = [unprintable, markers, directives, tabs, loneReturns].reduce((masked, mask) => mask(masked), text);
  if (!hasTemplate(text)) return plain === text ? [] : [plain];
  const filled = plain.replace(actions, filler);
  return [filled.replace(controlLines, blank), filled.replace(actionLines, blank)].map((masked) =>
    masked.replaceAll(controlFill, "x").replaceAll(actionFill, "x"),
  );
}

/** There is an action of a template engine in it, such as Helm's `{{ .Values.name }}`. */
export function hasTemplate(text: string): boolean {
  return text.includes("{{") && text.search(actions) >= 0;
}

/**
 * Answers how many template blocks are open before an offset: those opened (`{{ if }}`, `{{ range }}` and their like) less
 * those closed (`{{ end }}`), which can be more.
 */
export function opensBefore(text: string): (offset: number) => number {
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

// An action ends before the next one begins, so that many without an end cost no more than their length.
const actions =
  /\{\{-?\s*\/\*(?:(?!\*\/|\{\{\/\*)[\s\S]){0,4000}\*\/\s*-?\}\}|\{\{(?:(?!\{\{|\}\})[\s\S]){0,4000}\}\}/g;

// Of Unicode's private use: what a person has of these in the text changes nothing but what is tried.
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

// What js-yaml takes for a mistake wherever it stands, and half a character of two.
function unprintable(text: string): string {
  return text.replace(
    /[\x00-\x08\x0B\x0C\x0E-\x1F\x7F-\x84\x86-\x9F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g,
    "?",
  );
}

// git's, with zdiff3's of what was there before.
function markers(text: string): string {
  return text.replace(/^(?:<{7}|={7}|>{7}|\|{7})(?![<=>|\S])[^\r\n]*/gm, blank);
}

/** Directives and the marker of the document, which only its first lines can be. */
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
