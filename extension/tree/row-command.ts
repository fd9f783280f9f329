import { type Command, commands, l10n, type Uri } from "vscode";
import type { OutlineRow, RowAction } from "../../shared/render/editor/tree/row.ts";
import { commandIds as ids } from "../platform/contributions.ts";
import type { TreeElement } from "./element-cache.ts";
import { showExplanation } from "./explained-row.ts";

/**
 * Returns what VS Code runs when the row is clicked, or Enter is pressed on it; undefined for a row that only opens.
 * @param uri the document of the row's object. VS Code itself opens it, because it leaves the focus in the tree after a
 *   click, and moves it into the document after Enter.
 */
export function buildRowCommand(element: Pick<TreeElement, "row">, uri: Uri | undefined): Command | undefined {
  const { action } = element.row;
  if (action === undefined) return undefined;
  const title = actionTitle(action, element.row);
  if (action.is === "openLive" && uri !== undefined)
    return { command: "vscode.open", title, arguments: [uri, { preview: true }] };
  return { command: ids.actOnRow, title, arguments: [element] };
}

/** Returns the row for a screen reader, with what Enter does. */
export function describeForScreenReader({
  spoken,
  action,
  context,
}: Pick<OutlineRow, "spoken" | "action" | "context">): string {
  // The name of a row that is nothing but an action says what it does.
  if (action === undefined || action.is === "run") return spoken;
  return l10n.t("{0}. Enter: {1}", spoken, actionTitle(action, { context }));
}

/** Does what the row is for. The row may have changed since it was drawn. */
export async function runRowAction(element: Pick<TreeElement, "row" | "place">): Promise<void> {
  const { action } = element.row;
  if (action === undefined) return;
  switch (action.is) {
    case "run":
      await commands.executeCommand(ids[action.command], element);
      break;
    case "terminal":
      await commands.executeCommand(ids.writeCommand, action.words, element.place);
      break;
    case "copy":
      await commands.executeCommand(ids.copyRow, element);
      break;
    case "openLive":
      await commands.executeCommand(ids.openLive, element);
      break;
    case "openLog":
      await commands.executeCommand(ids.openLog, element);
      break;
    case "explain":
      await showExplanation(action.code, action.text);
  }
}

function actionTitle(action: RowAction, { context }: Pick<OutlineRow, "context">): string {
  switch (action.is) {
    case "run":
      return "";
    case "terminal":
      return l10n.t("write the command into a terminal");
    case "copy":
      return l10n.t("copy the command");
    case "openLive":
      return context.includes("event") ? l10n.t("open the object it is about") : l10n.t("open its YAML");
    case "openLog":
      return l10n.t("open the log");
    case "explain":
      return l10n.t("explain it");
  }
}
