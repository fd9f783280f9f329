import { type Disposable, Uri, ViewColumn, type WebviewPanel, window } from "vscode";
import { systemClock } from "../../shared/io/watch/clock.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import { keyOf, type Ref } from "../../shared/model/object.ts";
import { parseMilliseconds } from "../../shared/model/time.ts";
import type { DrawnTimeline } from "../../shared/render/editor/timeline/timeline-page.ts";
import { type Place, placeKey } from "../places/place.ts";
import { isOther, type PlaceState, reportsOf } from "../places/place-state.ts";
import { type CoalescedCall, coalesceCalls } from "../platform/coalesce.ts";
import { zoneAt } from "../platform/time-of-day.ts";
import * as timelineBundle from "../platform/timeline.lazy.ts";
import { type AgeTicker, getAgeTicker } from "../session/age-ticker.ts";
import { readCommandTarget, showNoTarget } from "../session/command-target.ts";
import type { FollowedRoots } from "../session/follow-requests.ts";
import { describePlace, findPlaceState } from "../session/place-names.ts";
import type { ExtensionHost, FollowSurface, ManifestDocuments, PlaceStates } from "../session/session-parts.ts";
import type { LaneCache } from "../session/timeline-history.ts";

type Session = FollowSurface & ExtensionHost & ManifestDocuments & PlaceStates;

/** What a panel shows: the timeline of one object at one place. */
interface TimelineSubject {
  readonly ref: Ref;
  readonly place: Place;
}

const minUpdateIntervalMs = 250;

/** Shows the timeline of the object that a command's arguments name. Each object has one panel, kept in `panels`. */
export async function showTimeline(
  session: Session,
  laneCache: LaneCache,
  panels: Map<string, WebviewPanel>,
  commandArguments: readonly unknown[],
): Promise<void> {
  const subject = findSubject(session, commandArguments);
  if (subject === undefined) return showNoTarget();
  const key = `${placeKey(subject.place)} ${keyOf(subject.ref)}`;
  const openPanel = panels.get(key);
  if (openPanel !== undefined) {
    openPanel.reveal();
    return;
  }
  const timelinePanel = new TimelinePanel(session, laneCache, subject);
  panels.set(key, timelinePanel.panel);
  timelinePanel.panel.onDidDispose(() => panels.delete(key));
}

/** Returns the root to which the target of a command belongs. Undefined where no Report of its place has it. */
function findSubject(session: Session, commandArguments: readonly unknown[]): TimelineSubject | undefined {
  const target = readCommandTarget(session, commandArguments);
  if (target === undefined) return undefined;
  const reports = reportsOf(findPlaceState(session, target.place) ?? {});
  const [root] = reports.flatMap((report) => timelineBundle.rootWith(report, target.ref) ?? []);
  return root && { ref: root.ref, place: target.place };
}

/**
 * A panel with a timeline. VS Code drops the page of a hidden panel, so the page is written when the panel becomes
 * visible. Its script requests the newest data when it starts, and receives updates while the panel is visible.
 */
class TimelinePanel {
  readonly panel: WebviewPanel;
  readonly #session: Session;
  readonly #laneCache: LaneCache;
  readonly #subject: TimelineSubject;
  readonly #scriptUri: string;
  readonly #updates: CoalescedCall;
  readonly #ticker: AgeTicker;
  readonly #subscriptions: readonly Disposable[];
  /** The cluster that the timeline was opened for. Undefined while it is not known. */
  #openedIdentity: string | undefined;
  /** Keeps the place being read while the panel is visible, even where the sidebar shows another one. */
  #followedRoots: FollowedRoots | undefined;

  constructor(session: Session, laneCache: LaneCache, subject: TimelineSubject) {
    this.#session = session;
    this.#laneCache = laneCache;
    this.#subject = subject;
    this.#ticker = getAgeTicker(session);
    const pagesFolder = Uri.joinPath(session.context.extensionUri, "dist", "extension");
    this.panel = window.createWebviewPanel("hcoStatus.timeline", "", ViewColumn.Active, {
      enableScripts: true,
      localResourceRoots: [pagesFolder],
    });
    const { webview } = this.panel;
    this.#scriptUri = webview.asWebviewUri(Uri.joinPath(pagesFolder, "timeline-page.js")).toString();
    this.#updates = coalesceCalls(() => this.#postUpdate(), minUpdateIntervalMs, systemClock);
    this.#openedIdentity = this.#readState()?.identity;
    this.#subscriptions = [
      laneCache.onDidChange((state) => this.#requestUpdate(state)),
      session.onDidChangePlace((state) => this.#requestUpdate(state)),
      this.#ticker.onTick(() => this.#postAgeTime()),
      this.panel.onDidChangeViewState(() => this.#applyVisibility()),
      webview.onDidReceiveMessage((message: unknown) => {
        if (isReadyMessage(message)) this.#postUpdate();
      }),
      this.panel.onDidDispose(() => this.#dispose()),
    ];
    this.#applyVisibility();
  }

  #dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#stopFollowing();
  }

  #applyVisibility(): void {
    if (!this.panel.visible) {
      this.#stopFollowing();
      return;
    }
    if (this.#followedRoots !== undefined) return;
    this.#followedRoots = this.#session.followRoots(this.#subject.place);
    this.#ticker.setShowsAge(this, true);
    this.#writePage();
  }

  #stopFollowing(): void {
    this.#followedRoots?.dispose();
    this.#followedRoots = undefined;
    this.#ticker.setShowsAge(this, false);
    this.#updates.cancel();
  }

  #requestUpdate({ place }: PlaceState): void {
    if (placeKey(place) === placeKey(this.#subject.place) && this.panel.visible) this.#updates.request();
  }

  #writePage(): void {
    const timeline = this.#buildTimeline();
    this.panel.title = timelineBundle.renderPageParts(timeline).title;
    const nonce = crypto.randomUUID().replaceAll("-", "");
    this.panel.webview.html = timelineBundle.timelinePage(timeline, { nonce, script: this.#scriptUri });
  }

  #postUpdate(): void {
    if (!this.panel.visible) return;
    const timeline = this.#buildTimeline();
    const { now, isLive } = timeline;
    const update = {
      type: "lanes",
      ...timelineBundle.renderPageParts(timeline),
      now,
      isLive,
      agesAt: this.#readAgeTime() ?? now,
    };
    this.panel.title = update.title;
    this.panel.webview.postMessage(update).then(undefined, this.#session.log.failed);
  }

  /** Posts the time from which the page counts its ages until the next tick, so that they are those of the tree. */
  #postAgeTime(): void {
    const agesAt = this.#readAgeTime();
    if (!this.panel.visible || agesAt === undefined) return;
    this.panel.webview.postMessage({ type: "ages", agesAt }).then(undefined, this.#session.log.failed);
  }

  /** Returns the time that all surfaces show for the place now, in milliseconds since 1970. */
  #readAgeTime(): number | undefined {
    const state = this.#readState();
    return state && this.#ticker.at(state).now() * 1000;
  }

  #buildTimeline(): DrawnTimeline & { readonly isLive: boolean } {
    const { ref, place } = this.#subject;
    const state = this.#readState();
    this.#openedIdentity ??= state?.identity;
    const lanes = state && this.#laneCache.of(state);
    const lastReadMs = state && findLastReading(state, ref);
    return {
      ref,
      gaps: lanes?.gaps ?? [],
      place: state === undefined ? describePlace(this.#session, place) : state.name,
      now: lastReadMs ?? (state?.now() ?? 0) * 1000,
      zoneAt,
      isLive: lastReadMs === undefined && state?.link.state === "live",
      ...definedFields({ root: lanes?.roots.get(keyOf(ref)), note: this.#chooseNote(state, lastReadMs) }),
    };
  }

  #chooseNote(state: PlaceState | undefined, lastReadMs: number | undefined): DrawnTimeline["note"] {
    if (lastReadMs !== undefined) return "notFollowed";
    return isOther(this.#openedIdentity, state?.identity) ? "elsewhere" : undefined;
  }

  #readState(): PlaceState | undefined {
    return this.#followedRoots?.shown() ?? findPlaceState(this.#session, this.#subject.place);
  }
}

/**
 * Returns when a root was last read, in milliseconds since 1970, if only an open manifest causes it to be read. Undefined
 * for a root of the tree, which is read for as long as the panel is visible.
 */
function findLastReading({ report, named }: PlaceState, ref: Ref): number | undefined {
  const isInTree = report !== undefined && timelineBundle.rootWith(report, ref) !== undefined;
  if (isInTree || named === undefined || timelineBundle.rootWith(named, ref) === undefined) return undefined;
  return parseMilliseconds(named.takenAt);
}

function isReadyMessage(message: unknown): boolean {
  return typeof message === "object" && message !== null && "type" in message && message.type === "ready";
}
