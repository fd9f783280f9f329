import type { PasteStep } from "../../model/fault/input.ts";
import { joinNames } from "./names.ts";

/**
 * What was changed of a text that could be read only as people paste it: `read paste.txt as pasted text: colours removed,
 * commands and prompts removed`.
 */
export function pastedStepsText(name: string, steps: readonly PasteStep[]): string {
  return `read ${name} as pasted text: ${joinNames(steps.map((step) => stepTexts[step]))}`;
}

const stepTexts: Readonly<Record<PasteStep, string>> = {
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
