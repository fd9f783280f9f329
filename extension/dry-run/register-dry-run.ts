import { commands, Disposable, workspace } from "vscode";
import { commandIds, uriSchemes } from "../platform/contributions.ts";
import { loadOnce } from "../platform/lazy-import.ts";
import type { LiveClusters, ManifestDocuments, PlaceStates, SettingsSource } from "../session/session-parts.ts";
import type { DryRuns } from "./dry-run.lazy.ts";

/** Registers the command that asks the server what applying a manifest would change. It runs only when the user asks. */
export function registerDryRun(session: LiveClusters & ManifestDocuments & PlaceStates & SettingsSource): Disposable {
  const loaded = loadOnce<DryRuns>(async () => (await import("./dry-run.lazy.ts")).createDryRuns(session));
  return Disposable.from(
    commands.registerCommand(commandIds.dryRun, async (...words: unknown[]) => (await loaded.load()).run(words)),
    workspace.registerTextDocumentContentProvider(uriSchemes.dryRun, {
      provideTextDocumentContent: async (uri) => (await loaded.load()).text(uri),
    }),
    new Disposable(() => loaded.made?.dispose()),
  );
}
