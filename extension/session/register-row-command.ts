import { commands, type Disposable, l10n } from "vscode";
import { showMessage } from "../platform/messages.ts";

/**
 * Registers a command about the object or the context of a row. VS Code passes `undefined` for a row that it has read again
 * while the row's menu was open: then the user is asked to choose again.
 */
export function registerRowCommand(id: string, run: (...passed: unknown[]) => unknown): Disposable {
  return commands.registerCommand(id, async (...passed: unknown[]) => {
    const isRowReplaced = passed.length > 0 && passed[0] === undefined;
    if (isRowReplaced) await askToChooseAgain();
    else await run(...passed);
  });
}

/** Says that a row was replaced while its menu was open. */
export async function askToChooseAgain(): Promise<void> {
  await showMessage(l10n.t("The row has just changed. Choose again."));
}
