import { Disposable, l10n, StatusBarAlignment, type StatusBarItem, ThemeColor, window } from "vscode";
import type { StatusBar } from "../../shared/render/editor/annotations/badge-and-status-bar.ts";
import type { PlaceState } from "../places/place-state.ts";
import { commandIds, viewIds } from "../platform/contributions.ts";
import { readContextMarks } from "../platform/settings.ts";
import { keepWhileEnabled } from "../session/enabled-by-setting.ts";
import type { ManifestSurface, SettingsSource } from "../session/session-parts.ts";
import { getAnnotationContext } from "./annotation-context.ts";

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

interface StatusBarContent {
  readonly text: StatusBar;
  readonly alarm: Alarm;
  readonly isHealthy: boolean;
}

type Alarm = "error" | "warning" | "none";

function showStatusBarEntry(session: ManifestSurface & SettingsSource): Disposable {
  const annotations = getAnnotationContext(session);
  let item: StatusBarItem | undefined;

  /** Returns the place of a visible manifest of a known kind, that of the active editor first. */
  function findManifestPlace(): PlaceState | undefined {
    const editors = [window.activeTextEditor, ...window.visibleTextEditors].filter((editor) => editor !== undefined);
    const editor = editors.find(({ document }) => session.hasKnownKind(document));
    return editor && session.at(editor.document.uri);
  }

  function computeContent(): StatusBarContent | undefined {
    const manifestPlace = findManifestPlace();
    const state = manifestPlace ?? session.sidebar;
    if (manifestPlace === undefined && state.report === undefined) return undefined;
    const bundle = annotations.bundle();
    if (bundle === undefined) return undefined;
    const formatText = manifestPlace === undefined ? bundle.statusBarText : bundle.statusBarBeside;
    const text = formatText(state.report, annotations.describePlace(bundle, state));
    const { alarm } = bundle.contextMark(state.name, readContextMarks());
    return text && { text, alarm, isHealthy: state.report?.verdict === "healthy" };
  }

  function update(): void {
    const content = computeContent();
    if (content === undefined) {
      item?.dispose();
      item = undefined;
      return;
    }
    item ??= window.createStatusBarItem("hcoStatus.unhealthy", StatusBarAlignment.Left);
    item.name = l10n.t("Context and verdict");
    item.text = content.text.text;
    item.tooltip = content.text.tooltip;
    item.accessibilityInformation = { label: content.text.label };
    item.command = content.isHealthy ? `${viewIds.roots}.focus` : commandIds.showUnhealthy;
    item.backgroundColor = alarmBackground(content.alarm);
    item.show();
  }

  update();
  return Disposable.from(
    annotations.onDidChange(update),
    window.onDidChangeActiveTextEditor(update),
    window.onDidChangeVisibleTextEditors(update),
    session.onDidChangeSettings(update),
    new Disposable(() => item?.dispose()),
  );
}

/** VS Code has two backgrounds for an item (StatusBarItem.backgroundColor). */
function alarmBackground(alarm: Alarm): ThemeColor | undefined {
  return alarm === "none" ? undefined : new ThemeColor(`statusBarItem.${alarm}Background`);
}
