import { commands, Disposable, type WebviewPanel } from "vscode";
import { commands as ids } from "./contributions.ts";
import { keepLanes } from "./lanes-kept.ts";
import type { Session } from "./session.ts";

/** The conditions of a root over time, drawn: one panel per root, live while it is seen. */
export function registerTimeline(session: Session): Disposable {
  const kept = keepLanes(session);
  const panels = new Map<string, WebviewPanel>();
  return Disposable.from(
    kept,
    commands.registerCommand(ids.showTimeline, async (...words: unknown[]) =>
      (await import("./timeline-panel.ts")).showTimeline(session, kept, panels, words),
    ),
    {
      dispose() {
        for (const panel of [...panels.values()]) panel.dispose();
      },
    },
  );
}
