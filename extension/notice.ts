import { ConfigurationTarget, Disposable, commands as editor, workspace } from "vscode";
import type { Report } from "../shared/model/report.ts";
import { besideOf, hereFor } from "./beside.ts";
import { commands, section, settingNames } from "./contributions.ts";
import { keyOfPlace } from "./place.ts";
import { say } from "./say.ts";
import type { Session } from "./session.ts";
import { switched } from "./switched.ts";
import { tell } from "./telling.ts";

/** A message when a root becomes unavailable or degraded, or healthy again; one at a time, and only of what the sidebar shows. */
export function registerNotice(session: Session): Disposable {
  return switched(
    session,
    ({ notifications }) => notifications,
    () => notice(session),
  );
}

function notice(session: Session): Disposable {
  const beside = besideOf(session);
  /** What was told of last, or was so at the beginning, by place. */
  const told = new Map<string, { readonly report: Report; readonly identity: string | undefined }>();
  let isShowing = false;
  let isDisposed = false;

  function look(): void {
    const { view } = session;
    const { report, link, identity } = view;
    // What is not live may be an hour old, and nobody is told of an hour ago.
    if (report === undefined || link.state !== "live") return;
    const key = keyOfPlace(view.place);
    const before = told.get(key);
    if (before?.report === report) return;
    // Of another cluster nothing was known before.
    if (before === undefined || before.identity !== identity) {
      told.set(key, { report, identity });
      return;
    }
    const pieces = beside.pieces();
    // Whoever has not answered yet is told afterwards how it is then.
    if (isShowing || pieces === undefined) return;
    told.set(key, { report, identity });
    const text = pieces.noticeOf(say, before.report, report, hereFor(session, pieces, view));
    if (text !== undefined) show(text, pieces.noticeActions(say)).catch(session.log.failed);
  }

  async function show(text: string, actions: { readonly show: string; readonly never: string }): Promise<void> {
    isShowing = true;
    try {
      const answer = await tell(text, actions.show, actions.never);
      if (answer === actions.show) await editor.executeCommand(commands.showUnwell);
      if (answer === actions.never) {
        await workspace.getConfiguration(section).update(settingNames.notifications, false, ConfigurationTarget.Global);
      }
    } finally {
      isShowing = false;
      if (!isDisposed) look();
    }
  }

  look();
  return Disposable.from(
    beside.onDidChange(look),
    new Disposable(() => {
      isDisposed = true;
    }),
  );
}
