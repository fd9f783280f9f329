import { commands, Disposable } from "vscode";
import { keyOfPlace } from "../places/place.ts";
import { commandIds as ids } from "../platform/contributions.ts";
import { showMessage } from "../platform/messages.ts";
import { translate } from "../platform/translate.ts";
import { readRefArgument } from "../session/command-arguments.ts";
import { findOpenPlace } from "../session/place-names.ts";
import type { PlaceControl, PlaceStates } from "../session/session-parts.ts";
import type { SidebarTree } from "./tree-view.ts";

/** Registers the commands of the tree. */
export function registerTreeCommands(session: PlaceControl & PlaceStates, tree: SidebarTree): Disposable {
  return Disposable.from(
    commands.registerCommand(ids.showUnhealthyOnly, () => tree.showUnhealthyOnly(true)),
    commands.registerCommand(ids.showAll, () => tree.showUnhealthyOnly(false)),
    commands.registerCommand(ids.reveal, (word: unknown) => revealed(session, tree, word)),
  );
}

/** Shows the row of an object. For another place the sidebar shows that place first, and the row once it is read. */
async function revealed(session: PlaceControl & PlaceStates, tree: SidebarTree, word: unknown): Promise<void> {
  const ref = readRefArgument(word);
  if (ref === undefined) return;
  const place = findOpenPlace(session, word);
  if (place !== undefined && keyOfPlace(place) !== keyOfPlace(session.sidebar.place)) session.showPlace(place);
  if (await tree.reveal(ref)) return;
  const { notInTree } = await import("./visible-rows.ts");
  await showMessage(notInTree(translate, `${ref.kind} ${ref.name}`));
}
