import { blankText, findMarkerEnd } from "./characters.ts";

/** An action of a template engine. It ends before the next one begins, so that many unclosed ones take linear time. */
const templateAction =
  /\{\{-?\s*\/\*(?:(?!\*\/|\{\{\/\*)[\s\S]){0,4000}\*\/\s*-?\}\}|\{\{(?:(?!\{\{|\}\})[\s\S]){0,4000}\}\}/g;

// Characters of Unicode's private use area. If the user's text contains them, only the masked texts change.
const controlMask = "\uE000";
const valueMask = "\uE001";
const linesOfControl = /^[ \t]*\uE000[\uE000 \t]*$/gm;
const linesOfActions = /^[ \t]*[\uE000\uE001][\uE000\uE001 \t]*$/gm;

/**
 * Returns texts that can be parsed instead of `text`, the most faithful first; none if masking changes nothing. Offsets stay:
 *
 *     name: {{ .Values.name }}      name: xxxxxxxxxxxxxxxxxx
 *     {{- if .Values.a }}           (blank)
 *     {{ include "labels" . }}      xxxxxxxxxxxxxxxxxxxxxx, and blank in the second text
 *     <<<<<<< HEAD                  (blank)
 *     %YAML 1.2                     (blank)
 *     \tkey: 1                       key: 1, with a blank for the tab
 */
export function maskTemplates(text: string): readonly string[] {
  let plain = maskUnprintable(text);
  plain = blankConflictMarkers(plain);
  plain = blankDirectives(plain);
  plain = blankTabs(plain);
  plain = replaceLoneReturns(plain);
  if (!hasTemplate(text)) return plain === text ? [] : [plain];
  const masked = plain.replace(templateAction, maskAction);
  const variants = [masked.replace(linesOfControl, blankText), masked.replace(linesOfActions, blankText)];
  return variants.map((variant) => variant.replaceAll(controlMask, "x").replaceAll(valueMask, "x"));
}

/** Whether a text contains an action of a template engine, such as Helm's `{{ .Values.name }}`. */
export function hasTemplate(text: string): boolean {
  return text.includes("{{") && text.search(templateAction) >= 0;
}

/**
 * Returns a function for the number of template blocks that are open at an offset: those that begin before it (`{{ if }}`,
 * `{{ range }}`) minus those that end (`{{ end }}`). It is negative in a text that ends more blocks than it begins.
 */
export function openTemplateBlocksAt(text: string): (offset: number) => number {
  const changes: { readonly offset: number; readonly openBlocks: number }[] = [];
  let openBlocks = 0;
  if (text.includes("{{")) {
    for (const { 0: action, index } of text.matchAll(templateAction)) {
      const keyword = /^\{\{-?\s*([a-z]+)/.exec(action)?.[1] ?? "";
      if (["if", "range", "with", "define", "block"].includes(keyword)) openBlocks++;
      else if (keyword === "end") openBlocks--;
      else continue;
      changes.push({ offset: index, openBlocks });
    }
  }
  return (offset) => changes.findLast((change) => change.offset < offset)?.openBlocks ?? 0;
}

/** Masks an action by one of two characters, by whether it controls the template or stands for a value. */
function maskAction(action: string): string {
  const isControl = /^\{\{-?\s*(?:\/\*|\$\w*\s*:?=|(?:if|else|end|range|with|define|block|break|continue)\b)/.test(
    action,
  );
  return action.replace(/[^\r\n]/g, isControl ? controlMask : valueMask);
}

/** Replaces the characters that js-yaml rejects everywhere, and halves of surrogate pairs, by `?`. */
function maskUnprintable(text: string): string {
  return text.replace(
    /[\x00-\x08\x0B\x0C\x0E-\x1F\x7F-\x84\x86-\x9F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g,
    "?",
  );
}

/** Blanks git's conflict markers, also those of the base version in the style zdiff3. */
function blankConflictMarkers(text: string): string {
  return text.replace(/^(?:<{7}|={7}|>{7}|\|{7})(?![<=>|\S])[^\r\n]*/gm, blankText);
}

/** Blanks the directives and the document marker, which can only be the first lines. */
function blankDirectives(text: string): string {
  const markerEnd = findMarkerEnd(text);
  return blankText(text.slice(0, markerEnd)) + text.slice(markerEnd);
}

/** Blanks the tabs in indentations. */
function blankTabs(text: string): string {
  return text.replace(/^[ \t]*\t[ \t]*/gm, blankText);
}

function replaceLoneReturns(text: string): string {
  return text.replace(/\r(?!\n)/g, "\n");
}
