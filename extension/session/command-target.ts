import { Uri, window, workspace } from "vscode";
import type { LogSource } from "../../shared/model/log-source.ts";
import type { Ref } from "../../shared/model/object.ts";
import type { Place } from "../places/place.ts";
import { buildCommandArguments, type CommandArguments, readCommandArguments } from "./command-arguments.ts";
import { findObjectAt } from "./object-in-document.ts";
import { findPlaceState } from "./place-names.ts";
import type { ManifestDocuments, PlaceStates } from "./session-parts.ts";

/** The object that a command is about, its place, and where it is written. */
export interface CommandTarget {
  readonly ref: Ref;
  readonly place: Place;
  /** Set for the row of a container that has a log. */
  readonly logs?: LogSource;
  /** The document that names the object, and an offset within the object. */
  readonly written?: { readonly uri: Uri; readonly offset: number };
}

/**
 * Returns the target that a command's arguments name. They are a row of the tree, or the PassedArguments of a link, hint
 * or lens. Without arguments it is the object at the cursor, else the only root of the sidebar. Only places in use
 * count, so that no link chooses a kubeconfig.
 */
export function readCommandTarget(
  session: ManifestDocuments & PlaceStates,
  words: readonly unknown[],
): CommandTarget | undefined {
  // For a row that is gone VS Code passes `undefined`: a command about it is about nothing else.
  const isOfRow = words.length > 0;
  const target = isOfRow ? readCommandArguments(words) : findAtCursor(session);
  if (target === undefined) return isOfRow ? undefined : findOnlyRoot(session);
  const { ref, place, logs } = target;
  const written = findWrittenObject(target);
  const counted = written === undefined ? session.sidebar : session.at(written.uri);
  const known = place === undefined ? undefined : findPlaceState(session, place);
  return {
    ref,
    place: (known ?? counted).place,
    ...(logs !== undefined && { logs }),
    ...(written !== undefined && { written }),
  };
}

function findAtCursor(session: ManifestDocuments & PlaceStates): CommandArguments | undefined {
  const editor = window.activeTextEditor;
  if (editor === undefined) return undefined;
  const { document, selection } = editor;
  const object = findObjectAt(session.manifest(document)?.objects ?? [], document.offsetAt(selection.active));
  if (object === undefined) return undefined;
  const { place } = session.at(document.uri);
  return readCommandArguments(
    buildCommandArguments(object, { state: "unnamed" }, place, document.uri.toString()) ?? [],
  );
}

function findOnlyRoot({ sidebar }: PlaceStates): CommandTarget | undefined {
  const roots = sidebar.report?.roots ?? [];
  const [root] = roots;
  return root === undefined || roots.length > 1 ? undefined : { ref: root.ref, place: sidebar.place };
}

function findWrittenObject({ written }: CommandArguments): CommandTarget["written"] {
  if (written === undefined) return undefined;
  const name = Uri.parse(written.document).toString();
  const open = workspace.textDocuments.find(({ uri }) => uri.toString() === name);
  return open === undefined ? undefined : { uri: open.uri, offset: written.offset };
}
