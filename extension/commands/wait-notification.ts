import { type CancellationToken, type Disposable, l10n } from "vscode";
import { definedFields } from "../../shared/model/defined-fields.ts";
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
type Session = FollowSurface & ManifestDocuments & PlaceStates;

/** Ends a wait early. */
export type StopWaiting = () => void;

/**
 * How a wait ends. `stopped`: the user cancelled it, or the session ended. The others are final states of a
 * {@link StabilityCheck}.
 */
type WaitEnd = "reached" | "replaced" | "elsewhere" | "stopped";

const checkIntervalMs = 1_000;

/**
 * Waits until the target of a command is healthy, with a notification.
 * @param running has the function that stops this wait while it is in progress.
 */
export async function waitUntilHealthy(
  session: Session,
  running: Set<StopWaiting>,
  commandArguments: readonly unknown[],
): Promise<void> {
  const target = readCommandTarget(session, commandArguments);
  const state = target === undefined ? undefined : findPlaceState(session, target.place);
  if (target?.place.kind !== "cluster" || !isRoot(state?.report, target.ref)) {
    await showMessage(l10n.t("Waiting requires a top-level object of the HCO Status view and a live cluster."));
    return;
  }
  const place = describePlace(session, target.place);
  const name = `${target.ref.kind} ${target.ref.name}`;
  const startedAtMs = performance.now();
  // The first check records the object and cluster of the wait, which may change before the wait begins.
  const firstCheck = checkState(undefined, target.ref, state, startedAtMs);
  const title = l10n.t("Waiting until {0} is healthy on {1}", name, place);
  const end = await withProgress(title, (report, token) => {
    const wait = new HealthyWait(session, target, firstCheck, report);
    return wait.run(running, token);
  });
  await showEnd(end, name, place, performance.now() - startedAtMs);
}

async function showEnd(end: WaitEnd, name: string, place: string, elapsedMs: number): Promise<void> {
  const elapsed = formatAge(elapsedMs / 1000);
  switch (end) {
    case "reached":
      await showMessage(l10n.t("{0} is healthy on {1}, after {2}", name, place, elapsed));
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
      await showBriefly(l10n.t("Stopped waiting for {0} after {1}", name, elapsed), 5_000);
  }
}

function checkState(
  before: StabilityCheck | undefined,
  ref: Ref,
  state: Pick<PlaceState, "report" | "identity" | "link"> | undefined,
  nowMs: number,
): StabilityCheck {
  const { report, identity, link } = state ?? {};
  const isLive = link?.state === "live";
  return checkStability(before, ref, { ...definedFields({ report, identity }), isLive, now: nowMs });
}

/** One wait, which checks its object every second and with each change of its place. */
class HealthyWait {
  readonly #session: Session;
  readonly #target: CommandTarget;
  readonly #followed: FollowedRoots;
  /** Shows the progress. */
  readonly #report: (message: string) => void;
  readonly #startedAtMs = performance.now();
  #check: StabilityCheck;

  constructor(session: Session, target: CommandTarget, firstCheck: StabilityCheck, report: (message: string) => void) {
    this.#session = session;
    this.#target = target;
    this.#followed = session.followRoots(target.place);
    this.#report = report;
    this.#check = firstCheck;
  }

  /** Resolves when the wait ends. */
  run(running: Set<StopWaiting>, token: CancellationToken): Promise<WaitEnd> {
    const key = placeKey(this.#target.place);
    const ended = Promise.withResolvers<WaitEnd>();
    const stop = (): void => ended.resolve("stopped");
    const step = (): void => {
      const end = this.#checkAgain();
      if (end !== undefined) ended.resolve(end);
    };
    const timer = setInterval(step, checkIntervalMs);
    const subscriptions: readonly Disposable[] = [
      this.#followed,
      this.#session.onDidChangePlace(({ place }) => {
        if (placeKey(place) === key) step();
      }),
      token.onCancellationRequested(stop),
    ];
    running.add(stop);
    step();
    return ended.promise.finally(() => {
      running.delete(stop);
      clearInterval(timer);
      for (const subscription of subscriptions) subscription.dispose();
    });
  }

  /** Checks the object, and reports the progress. Returns how the wait has ended; undefined while it goes on. */
  #checkAgain(): WaitEnd | undefined {
    const nowMs = performance.now();
    this.#check = checkState(this.#check, this.#target.ref, this.#followed.shown(), nowMs);
    const { state } = this.#check;
    if (state === "reached" || state === "replaced" || state === "elsewhere") return state;
    this.#report(this.#formatProgress(state, nowMs));
    return undefined;
  }

  #formatProgress(state: WaitShown["state"], nowMs: number): string {
    const { blocking, permanent, report, reachedSinceMs } = this.#check;
    const { link } = this.#followed.shown();
    const shown: WaitShown = {
      state,
      blocking,
      permanent,
      link: link.state,
      elapsedMs: nowMs - this.#startedAtMs,
      heldMs: nowMs - (reachedSinceMs ?? nowMs),
      ...definedFields({ cause: link.cause, takenAt: report?.takenAt }),
    };
    return waitMessage(shown, minHoldMs);
  }
}
