import { type CancellationToken, commands, Disposable } from "vscode";
import type { WaitLook } from "../shared/aggregate/wait-look.ts";
import type { Ref } from "../shared/model/object.ts";
import { commands as ids } from "./contributions.ts";
import type { FollowedRoots } from "./followed.ts";
import { keyOfPlace } from "./place.ts";
import { placeNameOf, shownOf } from "./place-name.ts";
import { say } from "./say.ts";
import type { Session } from "./session.ts";
import type { Shown } from "./shown.ts";
import { type Target, targetOf } from "./target.ts";
import { tell, tellShortly, withProgress } from "./telling.ts";

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
    await tell(made.noWaitMessage(say));
    return;
  }
  const place = placeNameOf(session, target.place);
  const beginning = performance.now();
  // Whom it is about is known now, and may be another one before the wait has begun.
  const first = lookAt(made, undefined, target.ref, shown, beginning);
  const end = await withProgress(made.waitTitle(say, target.ref, place), (report, token) =>
    untilHealthy(session, target, { report, token, made, running, first }),
  );
  const passed = performance.now() - beginning;
  switch (end) {
    case "reached":
      await tell(made.reachedMessage(say, target.ref, place, passed));
      break;
    case "replaced":
      await tell(made.replacedMessage(say, target.ref, place));
      break;
    case "elsewhere":
      await tell(made.elsewhereMessage(say, target.ref, place));
      break;
    case "stopped":
      await tellShortly(made.stoppedMessage(say, target.ref, passed), 5_000);
  }
}

/** `stopped`: the person has had enough, or the session ends; else as a WaitLook ends. */
type End = "reached" | "replaced" | "elsewhere" | "stopped";

interface Waiting {
  readonly report: (message: string) => void;
  readonly token: CancellationToken;
  readonly made: typeof import("./wait-made.ts");
  readonly running: Set<Stop>;
  readonly first: WaitLook;
}

function lookAt(
  { waitLook }: Waiting["made"],
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
  const { token, made, running } = waiting;
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
      look = lookAt(made, look, ref, followed.shown(), now);
      const { state } = look;
      if (state === "reached" || state === "replaced" || state === "elsewhere") end(state);
      else waiting.report(messageOf({ ...look, state }, now));
    }

    function messageOf(
      seen: WaitLook & { readonly state: Parameters<typeof made.waitMessage>[1]["state"] },
      now: number,
    ): string {
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

    function end(how: End): void {
      running.delete(stop);
      clearInterval(timer);
      for (const one of subscriptions) one.dispose();
      resolve(how);
    }
  });
}
