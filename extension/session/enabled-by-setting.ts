import { Disposable } from "vscode";
import type { ExtensionSettings } from "../platform/settings.ts";
import type { SettingsSource } from "./session-parts.ts";

/** Keeps what `open` creates exactly while the settings enable it. */
export function keepWhileEnabled(
  session: SettingsSource,
  isOn: (settings: ExtensionSettings) => boolean,
  open: () => Disposable,
): Disposable {
  let opened: Disposable | undefined;

  function settle(): void {
    const wanted = isOn(session.settings);
    if (wanted === (opened !== undefined)) return;
    opened?.dispose();
    opened = wanted ? open() : undefined;
  }

  settle();
  return Disposable.from(session.onDidChangeSettings(settle), new Disposable(() => opened?.dispose()));
}

/** Loads what creates something, and creates it unless it was disposed of meanwhile. `failed` gets the error of a load. */
export function openLater(load: () => Promise<() => Disposable>, failed: (error: unknown) => void): Disposable {
  let isOver = false;
  let opened: Disposable | undefined;
  load().then((open) => {
    if (!isOver) opened = open();
  }, failed);
  return new Disposable(() => {
    isOver = true;
    opened?.dispose();
  });
}
