import { Disposable } from "vscode";
import { commandIds as ids } from "../platform/contributions.ts";
import { registerRowCommand } from "../session/register-row-command.ts";
import type { FollowSurface, ManifestDocuments, PlaceStates } from "../session/session-parts.ts";
import type { StopWaiting } from "./wait-notification.ts";

/**
 * Registers the command that waits until a root is healthy. It shows progress meanwhile, and reports the result once.
 * Nothing is written.
 */
export function registerWait(session: FollowSurface & ManifestDocuments & PlaceStates): Disposable {
  const running = new Set<StopWaiting>();
  return Disposable.from(
    registerRowCommand(ids.waitUntilHealthy, async (...words: unknown[]) =>
      (await import("./wait-notification.ts")).waitUntilHealthy(session, running, words),
    ),
    {
      dispose() {
        for (const stop of [...running]) stop();
      },
    },
  );
}
