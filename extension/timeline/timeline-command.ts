import { commands, Disposable, type WebviewPanel } from "vscode";
import { commandIds as ids } from "../platform/contributions.ts";
import type { ExtensionHost, FollowSurface, ManifestDocuments, PlaceStates } from "../session/session-parts.ts";
import { createLaneCache } from "../session/timeline-history.ts";

/**
 * Registers the timeline, which draws the conditions of a root over time. Each root has one panel, which updates while
 * it is visible.
 */
export function registerTimeline(session: FollowSurface & ExtensionHost & ManifestDocuments & PlaceStates): Disposable {
  const cached = createLaneCache(session);
  const panels = new Map<string, WebviewPanel>();
  return Disposable.from(
    cached,
    commands.registerCommand(ids.showTimeline, async (...words: unknown[]) =>
      (await import("./timeline-panel.lazy.ts")).showTimeline(session, cached, panels, words),
    ),
    {
      dispose() {
        for (const panel of [...panels.values()]) panel.dispose();
      },
    },
  );
}
