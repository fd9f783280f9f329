import { commands, Disposable } from "vscode";
import type { TerminalAction } from "../../shared/render/editor/terminal-commands.ts";
import { commandIds } from "../platform/contributions.ts";
import { registerRowCommand } from "../session/register-row-command.ts";
import type { ManifestDocuments, PlaceStates } from "../session/session-parts.ts";
import { PlaceTerminals } from "./place-terminals.ts";

/** Registers the commands that write a command of kubectl into a terminal. None of them runs it. */
export function registerTerminal(session: ManifestDocuments & PlaceStates): Disposable {
  const terminals = new PlaceTerminals();

  function registerAction(id: string, action: TerminalAction): Disposable {
    return registerRowCommand(id, async (...commandArguments: unknown[]) => {
      const { showInTerminal } = await import("./terminal.lazy.ts");
      await showInTerminal(session, terminals, action, commandArguments);
    });
  }

  return Disposable.from(
    terminals,
    registerAction(commandIds.showLogs, "logs"),
    registerAction(commandIds.describe, "describe"),
    registerAction(commandIds.showEvents, "events"),
    registerRowCommand(commandIds.logIn, async (place) => {
      const { showLogin } = await import("./terminal.lazy.ts");
      await showLogin(session, terminals, place);
    }),
    commands.registerCommand(commandIds.writeCommand, async (kubectlArguments, place) => {
      const { writeCommand } = await import("./terminal.lazy.ts");
      await writeCommand(session, terminals, kubectlArguments, place);
    }),
  );
}
