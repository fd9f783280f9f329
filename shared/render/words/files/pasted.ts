import type { PasteStep } from "../../../model/fault/input.ts";
import { joinNames } from "../report/names.ts";

/** The note on what was done to read `where` as objects. */
export function pastedText(where: string, steps: readonly PasteStep[]): string {
  return `read ${where} as pasted text: ${joinNames(steps.map((step) => stepWords[step]))}`;
}

const stepWords: Readonly<Record<PasteStep, string>> = {
  quotes: "quotes removed",
  fences: "only text inside fences",
  shell: "commands and prompts removed",
  indentation: "texts in quotes indented",
  describe: "output of describe, events without ages",
  items: "items without a list",
  "bare-status": "a status without an object",
  "no-name": "objects without a name called unnamed",
};
