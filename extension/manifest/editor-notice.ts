import { ConfigurationTarget, Disposable, commands as editor, l10n, workspace } from "vscode";
import type { Report } from "../../shared/model/report.ts";
import { keyOfPlace } from "../places/place.ts";
import { commandIds, settingNames, settingsSection } from "../platform/contributions.ts";
import { showMessage } from "../platform/messages.ts";
import { whileEnabled } from "../session/enabled-by-setting.ts";
import type { ManifestSurface, SettingsSource } from "../session/session-parts.ts";
import { annotationContextOf, hereFor } from "./annotation-context.ts";

/**
 * Registers messages about roots that become unavailable, degraded or healthy again. Only one message is shown at a
 * time, and only for the place in the sidebar.
 */
export function registerNotice(session: ManifestSurface & SettingsSource): Disposable {
  return whileEnabled(
    session,
    ({ notifications }) => notifications,
    () => notice(session),
  );
}

function notice(session: ManifestSurface): Disposable {
  const annotations = annotationContextOf(session);
  /** By place, the Report that the next one is compared with. */
  const shownNotices = new Map<string, { readonly report: Report; readonly identity: string | undefined }>();
  let isShowing = false;
  let isDisposed = false;

  function look(): void {
    const { sidebar } = session;
    const { report, link, identity } = sidebar;
    // Data that is not live may be an hour old, and the user is not notified of old changes.
    if (report === undefined || link.state !== "live") return;
    const key = keyOfPlace(sidebar.place);
    const before = shownNotices.get(key);
    if (before?.report === report) return;
    // The first Report of a cluster has no earlier one to compare with.
    if (before === undefined || before.identity !== identity) {
      shownNotices.set(key, { report, identity });
      return;
    }
    const pieces = annotations.pieces();
    // While a message is open, changes wait. The next message covers all of them.
    if (isShowing || pieces === undefined) return;
    shownNotices.set(key, { report, identity });
    const text = pieces.changeNotice(before.report, report, hereFor(session, pieces, sidebar));
    if (text !== undefined)
      show(text, { show: l10n.t("Show"), never: l10n.t("Don't show again") }).catch(session.log.failed);
  }

  async function show(text: string, actions: { readonly show: string; readonly never: string }): Promise<void> {
    isShowing = true;
    try {
      const answer = await showMessage(text, actions.show, actions.never);
      if (answer === actions.show) await editor.executeCommand(commandIds.showUnhealthy);
      if (answer === actions.never) {
        await workspace
          .getConfiguration(settingsSection)
          .update(settingNames.notifications, false, ConfigurationTarget.Global);
      }
    } finally {
      isShowing = false;
      if (!isDisposed) look();
    }
  }

  look();
  return Disposable.from(
    annotations.onDidChange(look),
    new Disposable(() => {
      isDisposed = true;
    }),
  );
}
