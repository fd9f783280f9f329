import type { Disposable } from "vscode";
import { keepWhileEnabled, openLater } from "../session/enabled-by-setting.ts";
import type { ManifestSurface, SettingsSource } from "../session/session-parts.ts";

/** Registers texts at the ends of lines while the settings enable them; they are loaded then. */
export function registerEndOfLine(session: ManifestSurface & SettingsSource): Disposable {
  const open = async (): Promise<() => Disposable> => {
    const { showEndOfLine } = await import("./line-decorations.lazy.ts");
    return () => showEndOfLine(session);
  };
  return keepWhileEnabled(
    session,
    ({ endOfLine }) => endOfLine,
    () => openLater(open, session.log.failed),
  );
}
