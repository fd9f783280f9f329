import { Disposable, Uri, ViewColumn, type WebviewPanel, window } from "vscode";
import { systemClock } from "../shared/io/watch/clock.ts";
import { keyOf, type Ref } from "../shared/model/object.ts";
import { millisecondsOf } from "../shared/model/time.ts";
import type { Drawn } from "../shared/render/timeline.ts";
import { coalesced } from "./coalesced.ts";
import type { FollowedRoots } from "./followed.ts";
import type { LanesKept } from "./lanes-kept.ts";
import { keyOfPlace, type Place } from "./place.ts";
import { placeNameOf, shownOf } from "./place-name.ts";
import { say } from "./say.ts";
import type { Session } from "./session.ts";
import { isOther, type Shown } from "./shown.ts";
import { targetOf } from "./target.ts";
import { tell } from "./telling.ts";
import * as made from "./timeline-made.ts";

/** Shows the one of an object, in a panel of its own among the `panels`. */
export async function showTimeline(
  session: Session,
  kept: LanesKept,
  panels: Map<string, WebviewPanel>,
  words: readonly unknown[],
): Promise<void> {
  const target = targetOf(session, words);
  const shown = target === undefined ? undefined : shownOf(session, target.place);
  const report = [shown?.report, shown?.named].find((one) => one && target && made.rootWith(one, target.ref));
  const root = report && target && made.rootWith(report, target.ref);
  if (target === undefined || root === undefined) {
    await tell(made.nothingHereWords(say));
    return;
  }
  const key = `${keyOfPlace(target.place)} ${keyOf(root.ref)}`;
  const known = panels.get(key);
  if (known !== undefined) {
    known.reveal();
    return;
  }
  const panel = window.createWebviewPanel("hcoStatus.timeline", "", ViewColumn.Active, {
    enableScripts: true,
    localResourceRoots: [pagesOf(session)],
  });
  panels.set(key, panel);
  panel.onDidDispose(() => panels.delete(key));
  draw(session, { kept, ref: root.ref, place: target.place }, panel);
}

interface About {
  readonly kept: LanesKept;
  readonly ref: Ref;
  readonly place: Place;
}

/** Milliseconds between two changes of the drawing. */
const least = 250;

/** The page is made once; it asks for the newest when it begins, and gets what is new while somebody sees it. */
function draw(session: Session, { kept, ref, place }: About, panel: WebviewPanel): void {
  const { webview } = panel;
  const key = keyOfPlace(place);
  let followed: FollowedRoots | undefined;
  const posting = coalesced(post, least, systemClock);

  /** The cluster that it is about, and whether it was about another one before. */
  let identity = shownOf(session, place)?.identity;
  let isElsewhere = false;

  function drawn(): Drawn & { readonly isLive: boolean } {
    const shown = shownOf(session, place);
    isElsewhere ||= isOther(identity, shown?.identity);
    identity = shown?.identity ?? identity;
    const lanes = shown && kept.of(shown);
    const root = lanes?.roots.get(keyOf(ref));
    // Only roots of the tree are read for as long as somebody looks here.
    const last = shown && notFollowed(shown);
    const note = last !== undefined ? "notFollowed" : isElsewhere ? "elsewhere" : undefined;
    return {
      ...{ ref, gaps: lanes?.gaps ?? [], place: placeNameOf(session, place) },
      now: last ?? (shown?.now() ?? 0) * 1000,
      isLive: last === undefined && shown?.link.state === "live",
      ...(root && { root }),
      ...(note !== undefined && { note }),
    };
  }

  /** When it was read last, of what only an open manifest is reason to read. */
  function notFollowed({ report, named }: Shown): number | undefined {
    if (named === undefined || (report && made.rootWith(report, ref)) || !made.rootWith(named, ref)) return undefined;
    return millisecondsOf(named.takenAt);
  }

  function post(): void {
    if (!panel.visible) return;
    const seen = drawn();
    const news = { type: "lanes", ...made.pieces(seen, say), now: seen.now, isLive: seen.isLive };
    panel.title = news.title;
    webview.postMessage(news).then(undefined, session.log.failed);
  }

  function look(): void {
    if (panel.visible) followed ??= session.followRoots(place);
    else {
      followed?.dispose();
      followed = undefined;
      posting.cancel();
    }
  }

  const subscriptions = Disposable.from(
    ...[kept.onDidChange, session.onDidChange].map((event) =>
      event(({ place: other }) => {
        if (keyOfPlace(other) === key && panel.visible) posting.request();
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
  const script = webview.asWebviewUri(Uri.joinPath(pagesOf(session), "timeline-page.js")).toString();
  const first = drawn();
  panel.title = made.pieces(first, say).title;
  webview.html = made.timelinePage(first, { nonce: crypto.randomUUID().replaceAll("-", ""), script }, say);
}

/** Where the build puts the scripts of pages. */
function pagesOf({ context }: Session): Uri {
  return Uri.joinPath(context.extensionUri, "dist", "extension");
}
