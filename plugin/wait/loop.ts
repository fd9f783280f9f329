import { harmlessLines } from "../../shared/characters/sanitize.ts";
import type { WaitEnding } from "../../shared/model/wait.ts";
import { failedExit } from "../cli/exit-codes.ts";
import { steadyLink } from "../follow/debounced-link.ts";
import type { FollowedSource } from "../follow/follow-source.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import type { ObservedWaitStatus, WaitEffect, WaitEvent, WaitSetting } from "./events.ts";
import { beginWait, nextStep } from "./steps.ts";

/** Is called with the results of a wait. */
export interface WaitListener {
  /** Called at each evaluation after which the wait continues. */
  readonly now: (status: ObservedWaitStatus) => void;
  readonly ended: (status: ObservedWaitStatus, ending: WaitEnding, exitCode: number) => void;
  /** Called where the requested objects cannot be waited for. `lines` are those of an error. */
  readonly refused: (status: ObservedWaitStatus, lines: string, exitCode: number) => void;
  /** Called where the goal is reached and the wait continues. */
  readonly reached: (status: ObservedWaitStatus, ending: WaitEnding) => void;
}

/** The connection of a wait that rests between two readings. */
interface RestingConnection {
  /** Called where a rest begins: the connection can be closed. */
  readonly rest: () => void;
  /** Called where a rest is over: the cluster is connected to again, and `follow` is called. */
  readonly reopen: () => void;
}

/** The clocks of a wait. */
type WaitEnvironment = Pick<HostEnvironment, "clock" | "milliseconds">;

/** The loop that carries out the effects of {@link nextStep}. */
export interface WaitLoop {
  readonly take: (event: WaitEvent) => void;
  /** Takes the cluster that is followed, whose names are resolved. */
  readonly follow: (opened: FollowedSource) => void;
  /** Resolves to the exit status. */
  readonly ended: Promise<number>;
  /** The situation at the last evaluation. Undefined: the wait is over. */
  readonly status: () => ObservedWaitStatus | undefined;
  readonly close: () => void;
}

/** Begins a wait now. `listener` gets its results. */
export function startWaitLoop(
  setting: WaitSetting,
  listener: WaitListener,
  connection: RestingConnection,
  environment: WaitEnvironment,
): WaitLoop {
  const { promise: ended, resolve, reject: fail } = Promise.withResolvers<number>();
  // The promise may be rejected before the caller awaits it.
  ended.catch(() => {});
  // A link that recovers soon is not reported as lost.
  const link = steadyLink(environment.clock, { state: "connecting" }, () => {});
  let state = beginWait(environment.milliseconds());
  let followed: FollowedSource | undefined;
  let cancelTick = (): void => {};

  const take = handleInTurn<WaitEvent>((event) => {
    const step = nextStep(state, event, environment.milliseconds(), setting);
    state = step.state;
    for (const effect of step.effects) carryOut(effect);
  }, fail);

  function carryOut(effect: WaitEffect): void {
    switch (effect.type) {
      case "refresh":
        followed?.refresh();
        break;
      case "evaluate":
        if (followed !== undefined) take({ type: "evaluated", seen: followed.current() });
        break;
      case "confirm":
        followed
          ?.confirm(effect.seen)
          .then((result) => take({ type: "confirmationResult", request: effect.request, result }), fail);
        break;
      case "report":
        link.put(effect.status.link);
        listener.now({ ...effect.status, link: link.now() });
        break;
      case "refuse":
        listener.refused(effect.status, harmlessLines(effect.lines), failedExit);
        resolve(failedExit);
        break;
      case "end":
        listener.ended(effect.status, effect.ending, effect.exitCode);
        resolve(effect.exitCode);
        break;
      case "reach":
        listener.reached(effect.status, effect.ending);
        break;
      case "rest":
        followed = undefined;
        connection.rest();
        break;
      case "reopen":
        connection.reopen();
        break;
      case "wake":
        cancelTick();
        cancelTick = environment.clock.after(effect.afterMs, () => take({ type: "ticked" }));
    }
  }

  return {
    take,
    ended,
    follow(opened) {
      followed = opened;
      take({ type: "named", requested: opened.requested });
    },
    status: () => (state.isOver ? undefined : state.status),
    close() {
      state = { ...state, isOver: true };
      cancelTick();
      link.stop();
      followed = undefined;
    },
  };
}

/**
 * Returns a function that passes each event to `handle`. While `handle` runs, further events wait in a queue. An error of
 * `handle` goes to `failed`, and the queue is continued with the next event.
 */
export function handleInTurn<Event>(
  handle: (event: Event) => void,
  failed: (bug: unknown) => void,
): (event: Event) => void {
  const queue: Event[] = [];
  let isHandling = false;
  return (event) => {
    queue.push(event);
    if (isHandling) return;
    isHandling = true;
    try {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) handle(next);
    } catch (bug) {
      failed(bug);
    } finally {
      isHandling = false;
    }
  };
}
