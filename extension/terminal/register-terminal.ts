import { commands, Disposable } from "vscode";
import { commandIds as ids } from "../platform/contributions.ts";
import type { ManifestDocuments, PlaceStates } from "../session/session-parts.ts";
import { createPlaceTerminals } from "./place-terminals.ts";

/** Registers the commands that write a command of kubectl into a terminal. None of them runs it. */
export function registerTerminal(session: ManifestDocuments & PlaceStates): Disposable {
  const terminals = createPlaceTerminals();
  const show = (id: string, action: "logs" | "describe" | "events"): Disposable =>
    commands.registerCommand(id, async (...words: unknown[]) =>
      (await import("./terminal.lazy.ts")).showInTerminal(session, terminals, action, words),
    );
  return Disposable.from(
    terminals,
    show(ids.showLogs, "logs"),
    show(ids.describe, "describe"),
    show(ids.showEvents, "events"),
    commands.registerCommand(ids.logIn, async (word) =>
      (await import("./terminal.lazy.ts")).showLogin(session, terminals, word),
    ),
    commands.registerCommand(ids.writeCommand, async (words, place) =>
      (await import("./terminal.lazy.ts")).writeCommand(session, terminals, words, place),
    ),
  );
}
