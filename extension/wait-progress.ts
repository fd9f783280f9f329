import { type CancellationToken, commands, Disposable, type Progress, ProgressLocation, window } from "vscode";
import type { WaitLook } from "../shared/aggregate/wait-look.ts";
import { commands as ids } from "./contributions.ts";
import type { FollowedRoots } from "./followed.ts";
import { keyOfPlace } from "./place.ts";
import { placeNameOf, shownOf } from "./place-name.ts";
import { say } from "./say.ts";
import type { Session } from "./session.ts";
import { type Target, targetOf } from "./target.ts";

/** Waits with somebody until a root is healthy: what for is told meanwhile, how it ended once. Nothing is written. */
export function registerWait(session: Session): Disposable {
  const running = new Set<Stop>();
  return Disposable.from(
    commands.registerCommand(ids.waitUntilHealthy, (...words: unknown[]) => waitUntilHealthy(session, running, words)),
    {
      dispose() {
        for (const stop of [...running]) stop();
      },
    },
  );
}

type Stop = () => void;

/** Milliseconds between two looks at the time. */
const tick = 1_000;

async function waitUntilHealthy(session: Session, running: Set<Stop>, words: readonly unknown[]): Promise<void> {
  const made = await import("./wait-made.ts");
  const target = targetOf(session, words);
  const shown = target === undefined ? undefined : shownOf(session, target.place);
  if (target?.place.kind !== "cluster" || !made.isRoot(shown?.report, target.ref)) {
    await window.showInformationMessage(made.noWaitMessage(say));
    return;
  }
  const place = placeNameOf(session, target.place);
  const beginning = performance.now();
  const isReached = await window.withProgress(
    {
      ...{ location: ProgressLocation.Notification, cancellable: true },
      title: made.waitTitle(say, target.ref, place),
    },
    (progress, token) => untilHealthy(session, target, { progress, token, made, running }),
  );
  const passed = performance.now() - beginning;
  if (isReached) await window.showInformationMessage(made.reachedMessage(say, target.ref, place, passed));
  else window.setStatusBarMessage(made.stoppedMessage(say, target.ref, passed), 5_000);
}

interface Waiting {
  readonly progress: Progress<{ readonly message?: string }>;
  readonly token: CancellationToken;
  readonly made: typeof import("./wait-made.ts");
  readonly running: Set<Stop>;
}

/** False where the person has had enough, or the session ends. */
function untilHealthy(session: Session, { ref, place }: Target, waiting: Waiting): Promise<boolean> {
  const { progress, token, made, running } = waiting;
  const followed: FollowedRoots = session.followRoots(place);
  const beginning = performance.now();
  const key = keyOfPlace(place);
  return new Promise((resolve) => {
    let look: WaitLook | undefined;
    const timer = setInterval(step, tick);
    const subscriptions = [
      session.onDidChange((shown) => {
        if (keyOfPlace(shown.place) === key) step();
      }),
      token.onCancellationRequested(() => end(false)),
      followed,
    ];
    const stop = (): void => end(false);
    running.add(stop);
    step();

    function step(): void {
      const { report, link } = followed.shown();
      const now = performance.now();
      look = made.waitLook(look, ref, { ...(report !== undefined && { report }), isLive: link.state === "live", now });
      if (look.state === "reached") end(true);
      else progress.report({ message: messageOf(look, now) });
    }

    function messageOf(seen: WaitLook, now: number): string {
      const { link } = followed.shown();
      return made.waitMessage(
        say,
        {
          ...{ state: seen.state, obstacles: seen.obstacles, hopeless: seen.hopeless, link: link.state },
          ...{ passed: now - beginning, held: now - (seen.soSince ?? now) },
          ...(link.cause !== undefined && { cause: link.cause }),
          ...(seen.report !== undefined && { takenAt: seen.report.takenAt }),
        },
        made.mustHold,
      );
    }

    function end(isReached: boolean): void {
      running.delete(stop);
      clearInterval(timer);
      for (const one of subscriptions) one.dispose();
      resolve(isReached);
    }
  });
}
