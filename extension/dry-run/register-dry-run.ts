import { commands, Disposable, workspace } from "vscode";
import { commandIds, uriSchemes } from "../platform/contributions.ts";
import { loadOnce } from "../platform/lazy-import.ts";
import type { LiveClusters, ManifestDocuments, PlaceStates, SettingsSource } from "../session/session-parts.ts";
import type { DryRuns } from "./dry-run.lazy.ts";

/** Registers the command that asks the server what applying a manifest would change. It runs only when the user asks. */
export function registerDryRun(session: LiveClusters & ManifestDocuments & PlaceStates & SettingsSource): Disposable {
  const dryRuns = loadOnce<DryRuns>(async () => {
    const bundle = await import("./dry-run.lazy.ts");
    return new bundle.DryRuns(session);
  });
  return Disposable.from(
    commands.registerCommand(commandIds.dryRun, async (...commandArguments: unknown[]) => {
      const loaded = await dryRuns.load();
      await loaded.run(commandArguments);
    }),
    workspace.registerTextDocumentContentProvider(uriSchemes.dryRun, {
      async provideTextDocumentContent(uri) {
        const loaded = await dryRuns.load();
        return loaded.text(uri);
      },
    }),
    new Disposable(() => dryRuns.made?.dispose()),
  );
}
