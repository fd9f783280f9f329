import { type CancellationToken, l10n } from "vscode";
import type { Ref } from "../../shared/model/object.ts";
import { formatAge } from "../../shared/outline/ages.ts";
import { type WaitShown, waitMessage } from "../../shared/render/editor/wait-notification.ts";
import { checkStability, isRoot, minHoldMs, type StabilityCheck } from "../../shared/wait/stability-check.ts";
import { placeKey } from "../places/place.ts";
import type { PlaceState } from "../places/place-state.ts";
import { showBriefly, showMessage, withProgress } from "../platform/messages.ts";
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
    await showMessage(l10n.t("Waiting requires a top-level object of the HCO Status view and a live cluster."));
    return;
  }
  const place = describePlace(session, target.place);
  const name = `${target.ref.kind} ${target.ref.name}`;
  const beginning = performance.now();
  // The first look records the object and cluster of the wait, which may change before the wait begins.
  const first = evaluateWait(undefined, target.ref, shown, beginning);
  const end = await withProgress(l10n.t("Waiting until {0} is healthy on {1}", name, place), (report, token) =>
    followUntilHealthy(session, target, { report, token, running, first }),
  );
  const elapsedMs = performance.now() - beginning;
  switch (end) {
    case "reached":
      await showMessage(l10n.t("{0} is healthy on {1}, after {2}", name, place, formatAge(elapsedMs / 1000)));
      break;
    case "replaced":
      await showMessage(l10n.t("Stopped waiting: {0} was recreated on {1}", name, place));
      break;
    case "elsewhere":
      await showMessage(
        l10n.t("Stopped waiting for {0} on {1}: the current context is now another cluster", name, place),
      );
      break;
    case "stopped":
      await showBriefly(l10n.t("Stopped waiting for {0} after {1}", name, formatAge(elapsedMs / 1000)), 5_000);
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

function evaluateWait(
  before: StabilityCheck | undefined,
  ref: Ref,
  shown: Pick<PlaceState, "report" | "identity" | "link"> | undefined,
  now: number,
): StabilityCheck {
  const { report, identity, link } = shown ?? {};
  const seen = { ...(report !== undefined && { report }), ...(identity !== undefined && { identity }) };
  return checkStability(before, ref, { ...seen, isLive: link?.state === "live", now });
}

function followUntilHealthy(session: Needed, { ref, place }: CommandTarget, waiting: Waiting): Promise<End> {
  const { token, running } = waiting;
  const followed: FollowedRoots = session.followRoots(place);
  const beginning = performance.now();
  const key = placeKey(place);
  return new Promise((resolve) => {
    let look = waiting.first;
    const timer = setInterval(step, tick);
    const subscriptions = [
      session.onDidChangePlace((shown) => {
        if (placeKey(shown.place) === key) step();
      }),
      token.onCancellationRequested(() => end("stopped")),
      followed,
    ];
    const stop = (): void => end("stopped");
    running.add(stop);
    step();

    function step(): void {
      const now = performance.now();
      look = evaluateWait(look, ref, followed.shown(), now);
      const { state } = look;
      if (state === "reached" || state === "replaced" || state === "elsewhere") end(state);
      else waiting.report(messageOf({ ...look, state }, now));
    }

    function messageOf(seen: StabilityCheck & { readonly state: WaitShown["state"] }, now: number): string {
      const { link } = followed.shown();
      return waitMessage(
        {
          state: seen.state,
          blocking: seen.blocking,
          permanent: seen.permanent,
          link: link.state,
          elapsedMs: now - beginning,
          heldMs: now - (seen.reachedSinceMs ?? now),
          ...(link.cause !== undefined && { cause: link.cause }),
          ...(seen.report !== undefined && { takenAt: seen.report.takenAt }),
        },
        minHoldMs,
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
