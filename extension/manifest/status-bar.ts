import { Disposable, l10n, StatusBarAlignment, type StatusBarItem, ThemeColor, window } from "vscode";
import type { PlaceState } from "../places/place-state.ts";
import { commandIds, viewIds } from "../platform/contributions.ts";
import { readContextMarks } from "../platform/settings.ts";
import { keepWhileEnabled } from "../session/enabled-by-setting.ts";
import type { ManifestSurface, SettingsSource } from "../session/session-parts.ts";
import { describePlace, getAnnotationContext } from "./annotation-context.ts";

/**
 * Registers a status bar item with the context and its verdict: of a manifest of a known kind that is visible, else of the
 * sidebar while a root there is unhealthy.
 */
export function registerStatusBar(session: ManifestSurface & SettingsSource): Disposable {
  return keepWhileEnabled(
    session,
    ({ statusBar }) => statusBar,
    () => showStatusBarEntry(session),
  );
}

function showStatusBarEntry(session: ManifestSurface & SettingsSource): Disposable {
  const annotations = getAnnotationContext(session);
  let item: StatusBarItem | undefined;

  /** Returns the place of a visible manifest of a known kind, that of the active editor first. */
  function placeBeside(): PlaceState | undefined {
    const editors = [window.activeTextEditor, ...window.visibleTextEditors].filter((editor) => editor !== undefined);
    const found = editors.find(({ document }) => session.isKnownManifest(document));
    return found && session.at(found.document.uri);
  }

  function look(): void {
    const beside = placeBeside();
    const shown = beside ?? session.sidebar;
    const pieces = beside === undefined && shown.report === undefined ? undefined : annotations.pieces();
    const here = pieces && describePlace(session, pieces, shown);
    const said = here && (beside === undefined ? pieces.statusBarText : pieces.statusBarBeside)(shown.report, here);
    if (pieces === undefined || said === undefined) {
      item?.dispose();
      item = undefined;
      return;
    }
    item ??= window.createStatusBarItem("hcoStatus.unhealthy", StatusBarAlignment.Left);
    item.name = l10n.t("Context and verdict");
    item.text = said.text;
    item.tooltip = said.tooltip;
    item.accessibilityInformation = { label: said.label };
    item.command = shown.report?.verdict === "healthy" ? `${viewIds.roots}.focus` : commandIds.showUnhealthy;
    item.backgroundColor = alarmBackground(pieces.contextMark(shown.name, readContextMarks()).alarm);
    item.show();
  }

  look();
  return Disposable.from(
    annotations.onDidChange(look),
    window.onDidChangeActiveTextEditor(look),
    window.onDidChangeVisibleTextEditors(look),
    session.onDidChangeSettings(look),
    new Disposable(() => item?.dispose()),
  );
}

/** VS Code has two backgrounds for an item (StatusBarItem.backgroundColor). */
function alarmBackground(alarm: "error" | "warning" | "none"): ThemeColor | undefined {
  return alarm === "none" ? undefined : new ThemeColor(`statusBarItem.${alarm}Background`);
}
