import { Disposable, commands as editor, l10n } from "vscode";
import { systemClock } from "../../shared/io/watch/clock.ts";
import type { Report } from "../../shared/model/report.ts";
import type { AnnouncedCauses, ChangeNotice } from "../../shared/render/editor/annotations/change-notice.ts";
import { type Place, placeKey } from "../places/place.ts";
import { commandIds } from "../platform/contributions.ts";
import { showBriefly, showMessage, showWarning } from "../platform/messages.ts";
import { timeOfDay } from "../platform/time-of-day.ts";
import type { ManifestSurface, SettingsSource } from "../session/session-parts.ts";
import { describePlace, getAnnotationContext } from "./annotation-context.ts";

/** The time for which the user can mute all messages of the window. */
const muteMs = 3_600_000;

/**
 * Shows messages about top-level objects that turn worse, or, if the user wants that, change at all. Only one message is
 * shown at a time, and only for the place in the sidebar.
 */
export function showEditorNotice(session: ManifestSurface & SettingsSource): Disposable {
  const annotations = getAnnotationContext(session);
  /** By place, the Report that the next one is compared with. */
  const shownNotices = new Map<string, { readonly report: Report; readonly identity: string | undefined }>();
  /** By place. */
  const announced = new Map<string, AnnouncedCauses>();
  let mutedUntil = 0;
  let isShowing = false;
  let isDisposed = false;

  function look(): void {
    const { sidebar } = session;
    const { report, link, identity, place } = sidebar;
    const level = session.settings.notifications;
    // Data that is not live may be an hour old, and the user is not notified of old changes.
    if (report === undefined || link.state !== "live" || level === "off") return;
    const key = placeKey(place);
    const before = shownNotices.get(key);
    if (before?.report === report) return;
    // The first Report of a cluster has no earlier one to compare with.
    if (before === undefined || before.identity !== identity) {
      shownNotices.set(key, { report, identity });
      announced.delete(key);
      return;
    }
    const pieces = annotations.pieces();
    // While a message is open, changes wait. The next message covers all of them.
    if (isShowing || pieces === undefined) return;
    shownNotices.set(key, { report, identity });
    const options = { level, announced: announced.get(key) ?? new Map() };
    const step = pieces.changeNotice(before.report, report, describePlace(session, pieces, sidebar), options);
    announced.set(key, step.announced);
    if (step.notice !== undefined && systemClock.now() >= mutedUntil)
      show(step.notice, place).catch(session.log.failed);
  }

  async function show({ text, ref, isWorse }: ChangeNotice, place: Place): Promise<void> {
    const actions = { show: l10n.t("Show"), mute: l10n.t("Mute for an hour") };
    isShowing = true;
    try {
      const answer = await (isWorse ? showWarning : showMessage)(text, actions.show, actions.mute);
      if (answer === actions.show) await editor.executeCommand(commandIds.reveal, { ...ref, place });
      if (answer === actions.mute) await mute();
    } finally {
      isShowing = false;
      if (!isDisposed) look();
    }
  }

  /** Ends early where the user sets the setting to `off` and back: the messages are then registered again. */
  async function mute(): Promise<void> {
    mutedUntil = systemClock.now() + muteMs;
    await showBriefly(l10n.t("HCO Status notifies of nothing until {0}", timeOfDay(mutedUntil)), 10_000);
  }

  look();
  return Disposable.from(
    annotations.onDidChange(look),
    new Disposable(() => {
      isDisposed = true;
    }),
  );
}
