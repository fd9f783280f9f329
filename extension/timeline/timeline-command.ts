import { commands, Disposable, type WebviewPanel } from "vscode";
import { commandIds as ids } from "../platform/contributions.ts";
import type { ExtensionHost, FollowSurface, ManifestDocuments, PlaceStates } from "../session/session-parts.ts";
import { keepLanes } from "../session/timeline-history.ts";

/**
 * Registers the timeline, which draws the conditions of a root over time. Each root has one panel, which updates while
 * it is visible.
 */
export function registerTimeline(session: FollowSurface & ExtensionHost & ManifestDocuments & PlaceStates): Disposable {
  const kept = keepLanes(session);
  const panels = new Map<string, WebviewPanel>();
  return Disposable.from(
    kept,
    commands.registerCommand(ids.showTimeline, async (...words: unknown[]) =>
      (await import("./timeline-panel.lazy.ts")).showTimeline(session, kept, panels, words),
    ),
    {
      dispose() {
        for (const panel of [...panels.values()]) panel.dispose();
      },
    },
  );
}
