import { l10n } from "vscode";
import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import { wrapHanging } from "../../shared/characters/wrap.ts";
import { findExplanations } from "../../shared/explain/explain-reason.ts";
import { renderExplanations } from "../../shared/render/commands/explanation.ts";

/** Columns of the text, which VS Code does not wrap by itself. */
const width = 80;

/** Returns what a row says, and what its code means as `kubectl hco-status explain` prints it. */
export function explainedText(code: string, text: string): string {
  const all = findExplanations(code).filter((each) => each.code === code);
  const own = all.filter(({ kind }) => kind === "finding" || kind === "gate");
  const known = own.length > 0 ? own : all;
  const meaning =
    known.length === 0 ? l10n.t("There is no explanation of {0}.", code) : renderExplanations(known, { width });
  return `${wrapHanging("", sanitizeLine(text), width).join("\n")}\n\n${meaning}`;
}
