import { Disposable, StatusBarAlignment, type StatusBarItem, window } from "vscode";
import { besideOf, hereFor } from "./beside.ts";
import { commands } from "./contributions.ts";
import { say } from "./say.ts";
import type { Session } from "./session.ts";
import { switched } from "./switched.ts";

/** In the status bar how many roots of what the sidebar shows are unwell; no item where none is. */
export function registerStatusBar(session: Session): Disposable {
  return switched(
    session,
    ({ statusBar }) => statusBar,
    () => statusBar(session),
  );
}

function statusBar(session: Session): Disposable {
  const beside = besideOf(session);
  let item: StatusBarItem | undefined;

  function look(): void {
    const { view } = session;
    const pieces = view.report === undefined ? undefined : beside.pieces();
    const said = pieces?.statusBarOf(say, view.report, hereFor(session, pieces, view));
    if (pieces === undefined || said === undefined) {
      item?.dispose();
      item = undefined;
      return;
    }
    item ??= window.createStatusBarItem("hcoStatus.unwell", StatusBarAlignment.Left);
    item.name = pieces.statusBarName(say);
    item.text = said.text;
    item.tooltip = said.tooltip;
    item.accessibilityInformation = { label: said.label };
    item.command = commands.showUnwell;
    item.show();
  }

  look();
  return Disposable.from(beside.onDidChange(look), new Disposable(() => item?.dispose()));
}
