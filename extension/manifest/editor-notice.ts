import type { Disposable } from "vscode";
import { keepWhileEnabled, openLater } from "../session/enabled-by-setting.ts";
import type { ManifestSurface, SettingsSource } from "../session/session-parts.ts";

/** Registers messages about changes of top-level objects while the settings enable them; they are loaded then. */
export function registerNotice(session: ManifestSurface & SettingsSource): Disposable {
  const open = async (): Promise<() => Disposable> => {
    const { showEditorNotice } = await import("./editor-notice.lazy.ts");
    return () => showEditorNotice(session);
  };
  return keepWhileEnabled(
    session,
    ({ notifications }) => notifications !== "off",
    () => openLater(open, session.log.failed),
  );
}
