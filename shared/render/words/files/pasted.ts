import type { PasteStep } from "../../../model/fault/input.ts";
import { joinNames } from "../../../outline/words/names.ts";

/** The note on what was done to read `where` as objects. */
export function pastedText(where: string, steps: readonly PasteStep[]): string {
  return `read ${where} as pasted text: ${joinNames(steps.map((step) => stepWords[step]))}`;
}

const stepWords: Readonly<Record<PasteStep, string>> = {
  colours: "colours removed",
  entities: "characters of HTML replaced",
  spaces: "spaces of a web page replaced",
  "curly-quotes": "curly quotes replaced",
  quotes: "quotes removed",
  fences: "only text inside fences",
  shell: "commands and prompts removed",
  "line-numbers": "line numbers removed",
  diff: "marks of a diff removed",
  prose: "sentences around it removed",
  tabs: "tabs in the indentation replaced",
  fragment: "brackets added",
  "watch-events": "the last event of each object",
  "cut-list": "the whole objects of a cut list",
  "cut-object": "objects of which a part is missing",
  indentation: "texts in quotes indented",
  describe: "output of describe, events without ages",
  items: "items without a list",
  "bare-status": "a status without an object",
  "no-name": "objects without a name called unnamed",
};
