import { Disposable, l10n, Uri, ViewColumn, type WebviewPanel, window } from "vscode";
import { systemClock } from "../../shared/io/watch/clock.ts";
import { keyOf, type Ref } from "../../shared/model/object.ts";
import { parseMilliseconds } from "../../shared/model/time.ts";
import type { DrawnTimeline } from "../../shared/render/editor/timeline/timeline-page.ts";
import { type Place, placeKey } from "../places/place.ts";
import { isOther, type PlaceState } from "../places/place-state.ts";
import { coalesceCalls } from "../platform/coalesce.ts";
import { showMessage } from "../platform/messages.ts";
import { zoneAt } from "../platform/time-of-day.ts";
import * as made from "../platform/timeline.lazy.ts";
import { readCommandTarget } from "../session/command-target.ts";
import type { FollowedRoots } from "../session/follow-requests.ts";
import { describePlace, findPlaceState } from "../session/place-names.ts";
import type { ExtensionHost, FollowSurface, ManifestDocuments, PlaceStates } from "../session/session-parts.ts";
import type { LaneCache } from "../session/timeline-history.ts";

/** Shows the timeline of an object in its own panel, which is kept in `panels`. */
export async function showTimeline(
  session: FollowSurface & ExtensionHost & ManifestDocuments & PlaceStates,
  laneCache: LaneCache,
  panels: Map<string, WebviewPanel>,
  words: readonly unknown[],
): Promise<void> {
  const target = readCommandTarget(session, words);
  const state = target === undefined ? undefined : findPlaceState(session, target.place);
  const report = [state?.report, state?.named].find((one) => one && target && made.rootWith(one, target.ref));
  const root = report && target && made.rootWith(report, target.ref);
  if (target === undefined || root === undefined) {
    await showMessage(
      l10n.t("No Kubernetes object here: place the cursor in a manifest, or select a row of HCO Status."),
    );
    return;
  }
  const key = `${placeKey(target.place)} ${keyOf(root.ref)}`;
  const known = panels.get(key);
  if (known !== undefined) {
    known.reveal();
    return;
  }
  const panel = window.createWebviewPanel("hcoStatus.timeline", "", ViewColumn.Active, {
    enableScripts: true,
    localResourceRoots: [pagesFolder(session)],
  });
  panels.set(key, panel);
  panel.onDidDispose(() => panels.delete(key));
  draw(session, { lanes: laneCache, ref: root.ref, place: target.place }, panel);
}

interface About {
  readonly lanes: LaneCache;
  readonly ref: Ref;
  readonly place: Place;
}

/** Minimum milliseconds between two updates of the drawing. */
const least = 250;

/**
 * Draws the timeline. The page is created once, and requests the newest data when it starts. It receives new data while
 * it is visible.
 */
function draw(
  session: FollowSurface & ExtensionHost & PlaceStates,
  { lanes: kept, ref, place }: About,
  panel: WebviewPanel,
): void {
  const { webview } = panel;
  const key = placeKey(place);
  const script = webview.asWebviewUri(Uri.joinPath(pagesFolder(session), "timeline-page.js")).toString();
  let followed: FollowedRoots | undefined;
  const posting = coalesceCalls(post, least, systemClock);

  /** Returns the state of its place, which goes on being read where the sidebar shows another one. */
  function stateNow(): PlaceState | undefined {
    return followed?.shown() ?? findPlaceState(session, place);
  }

  /** The cluster that the timeline was opened for. */
  let opened = stateNow()?.identity;

  function drawn(): DrawnTimeline & { readonly isLive: boolean } {
    const state = stateNow();
    opened ??= state?.identity;
    const isElsewhere = isOther(opened, state?.identity);
    const lanes = state && kept.of(state);
    const root = lanes?.roots.get(keyOf(ref));
    // Only roots of the tree are read for as long as the panel is visible.
    const last = state && notFollowed(state);
    const note = last !== undefined ? "notFollowed" : isElsewhere ? "elsewhere" : undefined;
    return {
      ref,
      gaps: lanes?.gaps ?? [],
      place: state === undefined ? describePlace(session, place) : state.name,
      now: last ?? (state?.now() ?? 0) * 1000,
      zoneAt,
      isLive: last === undefined && state?.link.state === "live",
      ...(root && { root }),
      ...(note !== undefined && { note }),
    };
  }

  /** Returns when the root was last read, if only an open manifest causes it to be read. */
  function notFollowed({ report, named }: PlaceState): number | undefined {
    if (named === undefined || (report && made.rootWith(report, ref)) || !made.rootWith(named, ref)) return undefined;
    return parseMilliseconds(named.takenAt);
  }

  function post(): void {
    if (!panel.visible) return;
    const seen = drawn();
    const news = { type: "lanes", ...made.renderPageParts(seen), now: seen.now, isLive: seen.isLive };
    panel.title = news.title;
    webview.postMessage(news).then(undefined, session.log.failed);
  }

  /** VS Code drops the page of a hidden panel, and loads it again as it was written last: an hour ago, perhaps. */
  function look(): void {
    if (panel.visible && followed === undefined) {
      followed = session.followRoots(place);
      writePage();
    } else if (!panel.visible) {
      followed?.dispose();
      followed = undefined;
      posting.cancel();
    }
  }

  function writePage(): void {
    const now = drawn();
    panel.title = made.renderPageParts(now).title;
    webview.html = made.timelinePage(now, { nonce: crypto.randomUUID().replaceAll("-", ""), script });
  }

  const subscriptions = Disposable.from(
    ...[kept.onDidChange, session.onDidChangePlace].map((event) =>
      event(({ place: other }) => {
        if (placeKey(other) === key && panel.visible) posting.request();
      }),
    ),
    panel.onDidChangeViewState(look),
    webview.onDidReceiveMessage((message: unknown) => {
      if (typeof message === "object" && message !== null && "type" in message && message.type === "ready") post();
    }),
  );
  panel.onDidDispose(() => {
    subscriptions.dispose();
    posting.cancel();
    followed?.dispose();
  });
  look();
}

/** Returns the folder to which the build writes the scripts of pages. */
function pagesFolder({ context }: ExtensionHost): Uri {
  return Uri.joinPath(context.extensionUri, "dist", "extension");
}
