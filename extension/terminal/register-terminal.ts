import { commands, Disposable } from "vscode";
import { commandIds as ids } from "../platform/contributions.ts";
import type { ManifestDocuments, PlaceStates } from "../session/session-parts.ts";

/** Registers the commands that write a command of kubectl into a terminal. None of them runs it. */
export function registerTerminal(session: ManifestDocuments & PlaceStates): Disposable {
  const show = (id: string, action: "logs" | "describe" | "events"): Disposable =>
    commands.registerCommand(id, async (...words: unknown[]) =>
      (await import("./terminal.lazy.ts")).showInTerminal(session, action, words),
    );
  return Disposable.from(
    show(ids.showLogs, "logs"),
    show(ids.describe, "describe"),
    show(ids.showEvents, "events"),
    commands.registerCommand(ids.logIn, async (word) => (await import("./terminal.lazy.ts")).showLogin(session, word)),
  );
}
