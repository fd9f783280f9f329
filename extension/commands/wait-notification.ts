import type { CancellationToken } from "vscode";
import type { Ref } from "../../shared/model/object.ts";
import * as words from "../../shared/render/words/commands/wait-notification.ts";
import { checkStability, isRoot, mustHold, type StabilityCheck } from "../../shared/wait/stability-check.ts";
import { keyOfPlace } from "../places/place.ts";
import type { PlaceState } from "../places/place-state.ts";
import { showMessage, tellShortly, withProgress } from "../platform/messages.ts";
import { translate } from "../platform/translate.ts";
import { type CommandTarget, readCommandTarget } from "../session/command-target.ts";
import type { FollowedRoots } from "../session/follow-requests.ts";
import { describePlace, findPlaceState } from "../session/place-names.ts";
import type { FollowSurface, ManifestDocuments, PlaceStates } from "../session/session-parts.ts";

/** The parts of the session that a wait needs. */
type Needed = FollowSurface & ManifestDocuments & PlaceStates;

/** Ends a wait early. */
export type StopWaiting = () => void;

/** Milliseconds between two evaluations of the wait. */
const tick = 1_000;

/** Waits until the target is healthy. While the wait is in progress, its Stop is in `running`. */
export async function waitUntilHealthy(
  session: Needed,
  running: Set<StopWaiting>,
  asked: readonly unknown[],
): Promise<void> {
  const target = readCommandTarget(session, asked);
  const shown = target === undefined ? undefined : findPlaceState(session, target.place);
  if (target?.place.kind !== "cluster" || !isRoot(shown?.report, target.ref)) {
    await showMessage(words.noWaitMessage(translate));
    return;
  }
  const place = describePlace(session, target.place);
  const beginning = performance.now();
  // The first look records the object and cluster of the wait, which may change before the wait begins.
  const first = lookAt(undefined, target.ref, shown, beginning);
  const end = await withProgress(words.waitTitle(translate, target.ref, place), (report, token) =>
    untilHealthy(session, target, { report, token, running, first }),
  );
  const elapsedMs = performance.now() - beginning;
  switch (end) {
    case "reached":
      await showMessage(words.reachedMessage(translate, target.ref, place, elapsedMs));
      break;
    case "replaced":
      await showMessage(words.replacedMessage(translate, target.ref, place));
      break;
    case "elsewhere":
      await showMessage(words.elsewhereMessage(translate, target.ref, place));
      break;
    case "stopped":
      await tellShortly(words.stoppedMessage(translate, target.ref, elapsedMs), 5_000);
  }
}

/**
 * How a wait ends. `stopped` means that the user cancelled it or the session ended. The others are final states of a
 * StabilityCheck.
 */
type End = "reached" | "replaced" | "elsewhere" | "stopped";

interface Waiting {
  readonly report: (message: string) => void;
  readonly token: CancellationToken;
  readonly running: Set<StopWaiting>;
  readonly first: StabilityCheck;
}

function lookAt(
  before: StabilityCheck | undefined,
  ref: Ref,
  shown: Pick<PlaceState, "report" | "identity" | "link"> | undefined,
  now: number,
): StabilityCheck {
  const { report, identity, link } = shown ?? {};
  const seen = { ...(report !== undefined && { report }), ...(identity !== undefined && { identity }) };
  return checkStability(before, ref, { ...seen, isLive: link?.state === "live", now });
}

function untilHealthy(session: Needed, { ref, place }: CommandTarget, waiting: Waiting): Promise<End> {
  const { token, running } = waiting;
  const followed: FollowedRoots = session.followRoots(place);
  const beginning = performance.now();
  const key = keyOfPlace(place);
  return new Promise((resolve) => {
    let look = waiting.first;
    const timer = setInterval(step, tick);
    const subscriptions = [
      session.onDidChangePlace((shown) => {
        if (keyOfPlace(shown.place) === key) step();
      }),
      token.onCancellationRequested(() => end("stopped")),
      followed,
    ];
    const stop = (): void => end("stopped");
    running.add(stop);
    step();

    function step(): void {
      const now = performance.now();
      look = lookAt(look, ref, followed.shown(), now);
      const { state } = look;
      if (state === "reached" || state === "replaced" || state === "elsewhere") end(state);
      else waiting.report(messageOf({ ...look, state }, now));
    }

    function messageOf(
      seen: StabilityCheck & { readonly state: Parameters<typeof words.waitMessage>[1]["state"] },
      now: number,
    ): string {
      const { link } = followed.shown();
      return words.waitMessage(
        translate,
        {
          state: seen.state,
          blocking: seen.blocking,
          permanent: seen.permanent,
          link: link.state,
          elapsedMs: now - beginning,
          held: now - (seen.reachedSince ?? now),
          ...(link.cause !== undefined && { cause: link.cause }),
          ...(seen.report !== undefined && { takenAt: seen.report.takenAt }),
        },
        mustHold,
      );
    }

    function end(how: End): void {
      running.delete(stop);
      clearInterval(timer);
      for (const one of subscriptions) one.dispose();
      resolve(how);
    }
  });
}
