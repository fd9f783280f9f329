import { Disposable } from "vscode";
import type { ExtensionSettings } from "../platform/settings.ts";
import type { ExtensionHost, SettingsSource } from "./session-parts.ts";

type IsEnabled = (settings: ExtensionSettings) => boolean;

/** Keeps what `open` creates exactly while the settings enable it. */
export function keepWhileEnabled(session: SettingsSource, isEnabled: IsEnabled, open: () => Disposable): Disposable {
  let opened: Disposable | undefined;

  function settle(): void {
    const wanted = isEnabled(session.settings);
    if (wanted === (opened !== undefined)) return;
    opened?.dispose();
    opened = wanted ? open() : undefined;
  }

  settle();
  return Disposable.from(session.onDidChangeSettings(settle), new Disposable(() => opened?.dispose()));
}

/** Keeps what a function creates that `load` returns. It is loaded each time the settings enable it. */
export function loadWhileEnabled<Session extends ExtensionHost & SettingsSource>(
  session: Session,
  isEnabled: IsEnabled,
  load: () => Promise<(session: Session) => Disposable>,
): Disposable {
  return keepWhileEnabled(session, isEnabled, () => {
    let isDisposed = false;
    let opened: Disposable | undefined;
    load().then((open) => {
      if (!isDisposed) opened = open(session);
    }, session.log.failed);
    return new Disposable(() => {
      isDisposed = true;
      opened?.dispose();
    });
  });
}
