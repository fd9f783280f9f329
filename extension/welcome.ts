import { commands, Disposable } from "vscode";
import { contextKeys } from "./contributions.ts";
import type { Session } from "./session.ts";

/** Tells the editor how far we have come, so that it offers what fits: the welcome texts and title buttons go by it. */
export function registerWelcome(session: Session): Disposable {
  const told = new Map<string, unknown>();

  function tell(): void {
    const { phase, place, report } = session.view;
    set(contextKeys.phase, phase);
    set(contextKeys.hasRows, (report?.roots.length ?? 0) > 0);
    set(contextKeys.isFiles, place.kind === "files");
  }

  function set(key: string, value: unknown): void {
    if (told.get(key) === value) return;
    told.set(key, value);
    commands.executeCommand("setContext", key, value).then(undefined, session.log.failed);
  }

  tell();
  return Disposable.from(session.onDidChange(tell), session.onDidMove(tell));
}
