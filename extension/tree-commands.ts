import { commands, Disposable } from "vscode";
import { refOf } from "./command-words.ts";
import { commands as ids } from "./contributions.ts";
import { keyOfPlace } from "./place.ts";
import { placeOf } from "./place-name.ts";
import { say } from "./say.ts";
import type { Session } from "./session.ts";
import { tell } from "./telling.ts";
import type { Tree } from "./tree.ts";

/** The commands that are about the tree itself. */
export function registerTreeCommands(session: Session, tree: Tree): Disposable {
  return Disposable.from(
    commands.registerCommand(ids.showUnwellOnly, () => tree.showUnwellOnly(true)),
    commands.registerCommand(ids.showAll, () => tree.showUnwellOnly(false)),
    commands.registerCommand(ids.reveal, (word: unknown) => revealed(session, tree, word)),
  );
}

/** Shows the row of an object; of another place that place first, and the row as soon as it is read. */
async function revealed(session: Session, tree: Tree, word: unknown): Promise<void> {
  const ref = refOf(word);
  if (ref === undefined) return;
  const place = placeOf(session, word);
  if (place !== undefined && keyOfPlace(place) !== keyOfPlace(session.view.place)) session.use(place);
  if (await tree.reveal(ref)) return;
  const { notInTree } = await import("./tree-rows.ts");
  await tell(notInTree(say, `${ref.kind} ${ref.name}`));
}
