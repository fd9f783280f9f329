import { commands, Disposable, env, l10n } from "vscode";
import { placeKey } from "../places/place.ts";
import { commandIds as ids } from "../platform/contributions.ts";
import { showBriefly, showMessage } from "../platform/messages.ts";
import { readRefArgument } from "../session/command-arguments.ts";
import { findOpenPlace } from "../session/place-names.ts";
import { registerRowCommand } from "../session/register-row-command.ts";
import type { PlaceControl, PlaceStates } from "../session/session-parts.ts";
import type { TreeElement } from "./element-cache.ts";
import { registerExplainedRows } from "./explained-row.ts";
import { runRowAction } from "./row-command.ts";
import type { SidebarTree } from "./tree-view.ts";

/** Registers the commands of the tree. */
export function registerTreeCommands(session: PlaceControl & PlaceStates, tree: SidebarTree): Disposable {
  return Disposable.from(
    commands.registerCommand(ids.showUnhealthyOnly, () => tree.showUnhealthyOnly(true)),
    commands.registerCommand(ids.showAll, () => tree.showUnhealthyOnly(false)),
    registerExplainedRows(),
    commands.registerCommand(ids.actOnRow, (word: unknown) => (isElement(word) ? runRowAction(word) : undefined)),
    registerRowCommand(ids.copyRow, (word: unknown) => copyRow(tree, word)),
    commands.registerCommand(ids.reveal, (word: unknown) => revealObject(session, tree, word)),
  );
}

/** Shows the row of an object. For another place the sidebar shows that place first, and the row once it is read. */
async function revealObject(session: PlaceControl & PlaceStates, tree: SidebarTree, word: unknown): Promise<void> {
  const ref = readRefArgument(word);
  if (ref === undefined) return;
  const place = findOpenPlace(session, word);
  if (place !== undefined && placeKey(place) !== placeKey(session.sidebar.place)) session.showPlace(place);
  if (await tree.reveal(ref)) return;
  await showMessage(l10n.t("{0} is not in the tree", `${ref.kind} ${ref.name}`));
}

/** Copies the text of a row, without an argument that of the selected rows. Of a step it is the command. */
async function copyRow(tree: SidebarTree, word: unknown): Promise<void> {
  const text = (isElement(word) ? [word] : tree.selection()).map(({ row }) => row.copied).join("\n");
  if (text === "") return;
  await env.clipboard.writeText(text);
  await showBriefly(l10n.t("Copied: {0}", text), 3_000);
}

function isElement(word: unknown): word is Pick<TreeElement, "row" | "place"> {
  if (typeof word !== "object" || word === null || !("row" in word) || !("place" in word)) return false;
  const { row } = word;
  return typeof row === "object" && row !== null && "copied" in row && typeof row.copied === "string";
}
