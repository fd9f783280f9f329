import { commands, Disposable } from "vscode";
import { commands as ids } from "./contributions.ts";
import type { Session } from "./session.ts";
import type { Stop } from "./wait-progress.ts";

/** Waits with somebody until a root is healthy: what for is told meanwhile, how it ended once. Nothing is written. */
export function registerWait(session: Session): Disposable {
  const running = new Set<Stop>();
  return Disposable.from(
    commands.registerCommand(ids.waitUntilHealthy, async (...words: unknown[]) =>
      (await import("./wait-progress.ts")).waitUntilHealthy(session, running, words),
    ),
    {
      dispose() {
        for (const stop of [...running]) stop();
      },
    },
  );
}
