import { Disposable, l10n, StatusBarAlignment, type StatusBarItem, window } from "vscode";
import { commandIds } from "../platform/contributions.ts";
import { whileEnabled } from "../session/enabled-by-setting.ts";
import type { ManifestSurface, SettingsSource } from "../session/session-parts.ts";
import { annotationContextOf, hereFor } from "./annotation-context.ts";

/**
 * Registers a status bar item with the number of unhealthy roots in the sidebar's place. Without such roots there is no
 * item.
 */
export function registerStatusBar(session: ManifestSurface & SettingsSource): Disposable {
  return whileEnabled(
    session,
    ({ statusBar }) => statusBar,
    () => statusBar(session),
  );
}

function statusBar(session: ManifestSurface): Disposable {
  const annotations = annotationContextOf(session);
  let item: StatusBarItem | undefined;

  function look(): void {
    const { sidebar } = session;
    const pieces = sidebar.report === undefined ? undefined : annotations.pieces();
    const said = pieces?.statusBarText(sidebar.report, hereFor(session, pieces, sidebar));
    if (pieces === undefined || said === undefined) {
      item?.dispose();
      item = undefined;
      return;
    }
    item ??= window.createStatusBarItem("hcoStatus.unhealthy", StatusBarAlignment.Left);
    item.name = l10n.t("Unhealthy objects");
    item.text = said.text;
    item.tooltip = said.tooltip;
    item.accessibilityInformation = { label: said.label };
    item.command = commandIds.showUnhealthy;
    item.show();
  }

  look();
  return Disposable.from(annotations.onDidChange(look), new Disposable(() => item?.dispose()));
}
