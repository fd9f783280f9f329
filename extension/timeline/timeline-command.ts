import { Disposable, type WebviewPanel } from "vscode";
import { commandIds } from "../platform/contributions.ts";
import { registerRowCommand } from "../session/register-row-command.ts";
import type { ExtensionHost, FollowSurface, ManifestDocuments, PlaceStates } from "../session/session-parts.ts";
import { LaneCache } from "../session/timeline-history.ts";

/**
 * Registers the timeline, which draws the conditions of a root over time. Each root has one panel, which updates while
 * it is visible.
 */
export function registerTimeline(session: FollowSurface & ExtensionHost & ManifestDocuments & PlaceStates): Disposable {
  const laneCache = new LaneCache(session);
  const panels = new Map<string, WebviewPanel>();
  return Disposable.from(
    laneCache,
    registerRowCommand(commandIds.showTimeline, async (...commandArguments: unknown[]) => {
      const { showTimeline } = await import("./timeline-panel.lazy.ts");
      await showTimeline(session, laneCache, panels, commandArguments);
    }),
    new Disposable(() => {
      for (const panel of [...panels.values()]) panel.dispose();
    }),
  );
}
