import { Uri, window, workspace } from "vscode";
import type { Ref } from "../shared/model/object.ts";
import type { Logs } from "../shared/render/next.ts";
import { commandWords, type Said, saidBy } from "./command-words.ts";
import type { Place } from "./place.ts";
import { shownOf } from "./place-name.ts";
import type { Session } from "./session.ts";
import { objectAt } from "./written-object.ts";

/** What a command is about. */
export interface Target {
  readonly ref: Ref;
  readonly place: Place;
  /** Of a row of a container that has a log. */
  readonly logs?: Logs;
  /** Where it is written: a document, and an offset within the object. */
  readonly written?: { readonly uri: Uri; readonly offset: number };
}

/**
 * What a command was called with: a row of the tree, what a link, a hint or a lens carries (CommandWords), or nothing, then it is
 * the object at the cursor, else the only root of the sidebar. A place counts only if somebody looks there already, so that
 * no link chooses a kubeconfig.
 */
export function targetOf(session: Session, words: readonly unknown[]): Target | undefined {
  const [first] = words;
  const said = first === undefined || first === null ? atCursor(session) : saidBy(words);
  if (said === undefined) return first === undefined || first === null ? onlyRoot(session) : undefined;
  const { ref, place, logs } = said;
  const written = writtenAt(said);
  const counted = written === undefined ? session.view : session.at(written.uri);
  const known = place === undefined ? undefined : shownOf(session, place);
  return {
    ...{ ref, place: (known ?? counted).place },
    ...(logs !== undefined && { logs }),
    ...(written !== undefined && { written }),
  };
}

function atCursor(session: Session): Said | undefined {
  const editor = window.activeTextEditor;
  if (editor === undefined) return undefined;
  const { document, selection } = editor;
  const object = objectAt(session.manifest(document)?.objects ?? [], document.offsetAt(selection.active));
  if (object === undefined) return undefined;
  const { place } = session.at(document.uri);
  return saidBy(commandWords(object, { state: "unnamed" }, place, document.uri.toString()) ?? []);
}

function onlyRoot({ view }: Session): Target | undefined {
  const roots = view.report?.roots ?? [];
  const [root] = roots;
  return root === undefined || roots.length > 1 ? undefined : { ref: root.ref, place: view.place };
}

function writtenAt({ written }: Said): Target["written"] {
  if (written === undefined) return undefined;
  const name = Uri.parse(written.document).toString();
  const open = workspace.textDocuments.find(({ uri }) => uri.toString() === name);
  return open === undefined ? undefined : { uri: open.uri, offset: written.offset };
}
