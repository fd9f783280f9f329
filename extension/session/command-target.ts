import { l10n, Uri, window, workspace } from "vscode";
import { definedFields } from "../../shared/model/defined-fields.ts";
import type { LogSource } from "../../shared/model/log-source.ts";
import type { Ref } from "../../shared/model/object.ts";
import type { Place } from "../places/place.ts";
import { showMessage } from "../platform/messages.ts";
import { buildLinkArguments, type CommandArguments, readCommandArguments } from "./command-arguments.ts";
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
 * Returns the target that a command's arguments name. They are a row of the tree, or the LinkArguments of a link, hint
 * or lens. Without arguments it is the object at the cursor, else the only root of the sidebar. Only places in use
 * count, so that no link chooses a kubeconfig.
 */
export function readCommandTarget(
  session: ManifestDocuments & PlaceStates,
  passed: readonly unknown[],
): CommandTarget | undefined {
  // VS Code passes `undefined` for a row that is gone. Such a command is not about the cursor or a root.
  const hasArguments = passed.length > 0;
  const target = hasArguments ? readCommandArguments(passed) : findAtCursor(session);
  if (target === undefined) return hasArguments ? undefined : findOnlyRoot(session);
  const { ref, place, logs } = target;
  const written = findWrittenObject(target);
  const usualState = written === undefined ? session.sidebar : session.at(written.uri);
  const namedState = place && findPlaceState(session, place);
  return { ref, place: (namedState ?? usualState).place, ...definedFields({ logs, written }) };
}

/** Says that a command has no target. */
export async function showNoTarget(): Promise<void> {
  await showMessage(
    l10n.t("No Kubernetes object here: place the cursor in a manifest, or select a row of HCO Status."),
  );
}

/** Returns the object at the cursor of the active editor. */
function findAtCursor(session: ManifestDocuments & PlaceStates): CommandArguments | undefined {
  const editor = window.activeTextEditor;
  if (editor === undefined) return undefined;
  const { document, selection } = editor;
  const object = findObjectAt(session.getOrParseManifest(document)?.objects ?? [], document.offsetAt(selection.active));
  if (object === undefined) return undefined;
  const { place } = session.at(document.uri);
  return readCommandArguments(buildLinkArguments(object, { state: "unnamed" }, place, document.uri.toString()) ?? []);
}

/** Returns the root of the sidebar; undefined where it shows none, or several. */
function findOnlyRoot({ sidebar }: PlaceStates): CommandTarget | undefined {
  const roots = sidebar.report?.roots ?? [];
  const [root] = roots;
  return root === undefined || roots.length > 1 ? undefined : { ref: root.ref, place: sidebar.place };
}

/** Returns the open document that names an object; undefined where the arguments name none, or where it is closed. */
function findWrittenObject({ written }: CommandArguments): CommandTarget["written"] {
  if (written === undefined) return undefined;
  const address = Uri.parse(written.document).toString();
  const document = workspace.textDocuments.find(({ uri }) => uri.toString() === address);
  return document && { uri: document.uri, offset: written.offset };
}
