import { commands, Disposable, type ExtensionContext } from "vscode";
import { placeKey } from "../places/place.ts";
import { commandIds as ids, viewIds } from "../platform/contributions.ts";
import { findOpenPlace } from "../session/place-names.ts";
import { registerRowCommand } from "../session/register-row-command.ts";
import type { ExtensionHost, PlaceControl, PlaceStates } from "../session/session-parts.ts";

/** Registers the commands that need only the session, and those that ask the user which place to show. */
export function registerCommands(session: ExtensionHost & PlaceControl & PlaceStates): Disposable {
  const table: Readonly<Record<string, (...words: unknown[]) => unknown>> = {
    // A refresh is not a request to connect, so it alone must not run a program for logging in.
    [ids.refresh]: (word) => refresh(session, word),
    [ids.showAllContexts]: () => session.showAllContexts(true),
    [ids.showOneContext]: () => session.showAllContexts(false),
    [ids.showLog]: () => session.log.show(),
    [ids.pickContext]: async (name) => (await import("./pick-context.ts")).pickContext(session, name),
    [ids.chooseKubeconfig]: async (path) => (await import("./pick-context.ts")).chooseKubeconfig(session, path),
    [ids.pinContext]: async () => (await import("./pick-context.ts")).pinContext(session),
    [ids.pickNamespaces]: async (names) => (await import("./pick-namespaces.ts")).pickNamespaces(session, names),
    [ids.openMustGather]: async (path, holds) =>
      (await import("./open-must-gather.ts")).showMustGather(session, path, holds),
    [ids.openHere]: async (uri) => (await import("./open-must-gather.ts")).openHere(session, uri),
    [ids.closeMustGather]: () => session.showCluster(),
    [ids.openSample]: () => openSample(session),
    [ids.showUnhealthy]: async () => (await import("./show-unhealthy.ts")).showUnhealthy(session),
  };
  const registered = Object.entries(table).map(([id, run]) => commands.registerCommand(id, run));
  return Disposable.from(
    ...registered,
    registerRowCommand(ids.connect, (word) => connect(session, word)),
    registerRowCommand(ids.openManifest, async (word) => (await import("./open-manifest.ts")).openManifest(word)),
  );
}

/** Shows the sample, and the view: from the walkthrough or the palette the view may be hidden. */
async function openSample(session: ExtensionHost & PlaceControl): Promise<void> {
  session.showPlace(samplePlace(session.context));
  await commands.executeCommand(`${viewIds.roots}.focus`);
}

/** Returns the must-gather that is shipped with the extension. */
function samplePlace({ extensionUri }: ExtensionContext): { kind: "files"; holds: "must-gather"; path: string } {
  return { kind: "files", holds: "must-gather", path: `${extensionUri.fsPath}/dist/extension/sample.tar.zst` };
}

/** Reads a place again, or without an argument all that is shown. A row whose place is gone refreshes nothing. */
function refresh(session: PlaceControl & PlaceStates, word: unknown): void {
  const place = findOpenPlace(session, word);
  if (word === undefined || place !== undefined) session.refresh(place);
}

/**
 * Connects to a place, or without an argument to the cluster of the sidebar, which returns from files to it. A link to a
 * place that is no longer in use connects to nothing.
 */
async function connect(session: PlaceControl & PlaceStates, word: unknown): Promise<void> {
  if (word === undefined && session.sidebar.place.kind === "files") session.showCluster();
  const place = word === undefined ? session.sidebar.place : findOpenPlace(session, word);
  if (place !== undefined) session.connect(place);
  // The user wants to see the result, and a manifest alone may be no reason to read the place.
  if (place === undefined || placeKey(place) === placeKey(session.sidebar.place))
    await commands.executeCommand(`${viewIds.roots}.focus`);
}
