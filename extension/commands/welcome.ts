import { commands, Disposable, window } from "vscode";
import { contextKeys } from "../platform/contributions.ts";
import type { ManifestSurface } from "../session/session-parts.ts";

/** Sets the context keys that decide which welcome texts and title buttons VS Code shows. */
export function registerWelcome(session: ManifestSurface): Disposable {
  const contextValues = new Map<string, unknown>();

  function setSidebarKeys(): void {
    const { phase, place, report } = session.sidebar;
    set(contextKeys.phase, phase);
    set(contextKeys.hasRows, (report?.roots.length ?? 0) > 0);
    set(contextKeys.isFiles, place.kind === "files");
    set(contextKeys.isDump, place.kind === "files" && place.holds === "dump");
    if (place.kind === "cluster" && report !== undefined) set(contextKeys.isConnected, true);
    set(contextKeys.isAllContexts, session.contexts !== undefined);
  }

  function set(key: string, value: unknown): void {
    if (contextValues.get(key) === value) return;
    contextValues.set(key, value);
    commands.executeCommand("setContext", key, value).then(undefined, session.log.failed);
  }

  function setManifestKey(): void {
    const hasVisibleManifest = window.visibleTextEditors.some(({ document }) => session.hasKnownKind(document));
    if (hasVisibleManifest) set(contextKeys.isBeside, true);
  }

  setSidebarKeys();
  return Disposable.from(
    session.onDidChangePlace(setSidebarKeys),
    session.onDidSwitchPlace(setSidebarKeys),
    session.onDidParse(setManifestKey),
  );
}
