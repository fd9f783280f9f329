import type { Disposable } from "vscode";
import { keepWhileEnabled, openLater } from "../session/enabled-by-setting.ts";
import type { ManifestSurface, SettingsSource } from "../session/session-parts.ts";

/** Registers lenses above `kind:` while the settings enable them; they are loaded then. */
export function registerCodeLens(session: ManifestSurface & SettingsSource): Disposable {
  const open = async (): Promise<() => Disposable> => {
    const { showCodeLenses } = await import("./code-lens.lazy.ts");
    return () => showCodeLenses(session);
  };
  return keepWhileEnabled(
    session,
    ({ codeLens }) => codeLens,
    () => openLater(open, session.log.failed),
  );
}
