import type { CancellationToken } from "vscode";
import { isRoot, mustHold, type WaitLook, waitLook } from "../shared/aggregate/wait-look.ts";
import type { Ref } from "../shared/model/object.ts";
import * as words from "../shared/render/words-waiting.ts";
import type { FollowedRoots } from "./followed.ts";
import { keyOfPlace } from "./place.ts";
import { placeNameOf, shownOf } from "./place-name.ts";
import { say } from "./say.ts";
import type { Session } from "./session.ts";
import type { Shown } from "./shown.ts";
import { type Target, targetOf } from "./target.ts";
import { tell, tellShortly, withProgress } from "./telling.ts";

/** Ends a wait before its time. */
export type Stop = () => void;

/** Milliseconds between two looks at the time. */
const tick = 1_000;

/** One wait; while it goes on it stands among the `running`. */
export async function waitUntilHealthy(session: Session, running: Set<Stop>, asked: readonly unknown[]): Promise<void> {
  const target = targetOf(session, asked);
  const shown = target === undefined ? undefined : shownOf(session, target.place);
  if (target?.place.kind !== "cluster" || !isRoot(shown?.report, target.ref)) {
    await tell(words.noWaitMessage(say));
    return;
  }
  const place = placeNameOf(session, target.place);
  const beginning = performance.now();
  // Whom it is about is known now, and may be another one before the wait has begun.
  const first = lookAt(undefined, target.ref, shown, beginning);
  const end = await withProgress(words.waitTitle(say, target.ref, place), (report, token) =>
    untilHealthy(session, target, { report, token, running, first }),
  );
  const passed = performance.now() - beginning;
  switch (end) {
    case "reached":
      await tell(words.reachedMessage(say, target.ref, place, passed));
      break;
    case "replaced":
      await tell(words.replacedMessage(say, target.ref, place));
      break;
    case "elsewhere":
      await tell(words.elsewhereMessage(say, target.ref, place));
      break;
    case "stopped":
      await tellShortly(words.stoppedMessage(say, target.ref, passed), 5_000);
  }
}

/** `stopped`: the person has had enough, or the session ends; else as a WaitLook ends. */
type End = "reached" | "replaced" | "elsewhere" | "stopped";

interface Waiting {
  readonly report: (message: string) => void;
  readonly token: CancellationToken;
  readonly running: Set<Stop>;
  readonly first: WaitLook;
}

function lookAt(
  before: WaitLook | undefined,
  ref: Ref,
  shown: Pick<Shown, "report" | "identity" | "link"> | undefined,
  now: number,
): WaitLook {
  const { report, identity, link } = shown ?? {};
  const seen = { ...(report !== undefined && { report }), ...(identity !== undefined && { identity }) };
  return waitLook(before, ref, { ...seen, isLive: link?.state === "live", now });
}

function untilHealthy(session: Session, { ref, place }: Target, waiting: Waiting): Promise<End> {
  const { token, running } = waiting;
  const followed: FollowedRoots = session.followRoots(place);
  const beginning = performance.now();
  const key = keyOfPlace(place);
  return new Promise((resolve) => {
    let look = waiting.first;
    const timer = setInterval(step, tick);
    const subscriptions = [
      session.onDidChange((shown) => {
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
      seen: WaitLook & { readonly state: Parameters<typeof words.waitMessage>[1]["state"] },
      now: number,
    ): string {
      const { link } = followed.shown();
      return words.waitMessage(
        say,
        {
          ...{ state: seen.state, obstacles: seen.obstacles, hopeless: seen.hopeless, link: link.state },
          ...{ passed: now - beginning, held: now - (seen.soSince ?? now) },
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
