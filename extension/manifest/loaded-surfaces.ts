import type { Disposable } from "vscode";
import { loadWhileEnabled } from "../session/enabled-by-setting.ts";
import type { ManifestSurface, SettingsSource } from "../session/session-parts.ts";

// The surfaces that are off by default. Their code is loaded when the settings first enable them.

type Session = ManifestSurface & SettingsSource;

/** Registers lenses above `kind:`. */
export function registerCodeLens(session: Session): Disposable {
  return loadWhileEnabled(
    session,
    ({ codeLens }) => codeLens,
    async () => (await import("./code-lens.lazy.ts")).showCodeLenses,
  );
}

/** Registers texts at the ends of lines. */
export function registerEndOfLine(session: Session): Disposable {
  return loadWhileEnabled(
    session,
    ({ endOfLine }) => endOfLine,
    async () => (await import("./line-decorations.lazy.ts")).showEndOfLine,
  );
}

/** Registers messages about changes of top-level objects. */
export function registerNotice(session: Session): Disposable {
  return loadWhileEnabled(
    session,
    ({ notifications }) => notifications !== "off",
    async () => (await import("./editor-notice.lazy.ts")).showEditorNotice,
  );
}
