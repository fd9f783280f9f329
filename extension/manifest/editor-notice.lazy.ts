import { commands, Disposable, l10n } from "vscode";
import { systemClock } from "../../shared/io/watch/clock.ts";
import type { Report } from "../../shared/model/report.ts";
import type { AnnouncedCauses, ChangeNotice } from "../../shared/render/editor/annotations/change-notice.ts";
import { type Place, placeKey } from "../places/place.ts";
import { commandIds } from "../platform/contributions.ts";
import { showBriefly, showMessage, showWarning } from "../platform/messages.ts";
import { timeOfDay } from "../platform/time-of-day.ts";
import type { ManifestSurface, SettingsSource } from "../session/session-parts.ts";
import { getAnnotationContext } from "./annotation-context.ts";

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
  let mutedUntilMs = 0;
  let isShowing = false;
  let isDisposed = false;

  function announceChanges(): void {
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
    const bundle = annotations.bundle();
    // While a message is open, changes wait. The next message covers all of them.
    if (isShowing || bundle === undefined) return;
    shownNotices.set(key, { report, identity });
    const options = { level, announced: announced.get(key) ?? new Map() };
    const step = bundle.changeNotice(before.report, report, annotations.describePlace(bundle, sidebar), options);
    announced.set(key, step.announced);
    if (step.notice !== undefined && systemClock.now() >= mutedUntilMs)
      show(step.notice, place).catch(session.log.failed);
  }

  async function show({ text, ref, isWorse }: ChangeNotice, place: Place): Promise<void> {
    const showButton = l10n.t("Show");
    const muteButton = l10n.t("Mute for an hour");
    isShowing = true;
    try {
      const display = isWorse ? showWarning : showMessage;
      const button = await display(text, showButton, muteButton);
      if (button === showButton) await commands.executeCommand(commandIds.reveal, { ...ref, place });
      if (button === muteButton) await mute();
    } finally {
      isShowing = false;
      if (!isDisposed) announceChanges();
    }
  }

  /** Ends early where the user sets the setting to `off` and back: the messages are then registered again. */
  async function mute(): Promise<void> {
    mutedUntilMs = systemClock.now() + muteMs;
    await showBriefly(l10n.t("HCO Status notifies of nothing until {0}", timeOfDay(mutedUntilMs)), 10_000);
  }

  announceChanges();
  return Disposable.from(
    annotations.onDidChange(announceChanges),
    new Disposable(() => {
      isDisposed = true;
    }),
  );
}
