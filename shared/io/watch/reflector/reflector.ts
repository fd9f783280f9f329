import type { Query, Reading } from "../../../model/snapshot.ts";
import { isInputLimit } from "../../../parse/input-budget.ts";
import { pauseFor } from "../clock.ts";
import type { LinkStatus } from "../link-state.ts";
import type { WatchTools } from "../watch-tools.ts";
import { listOnce } from "./list-once.ts";
import {
  initialListWatchState,
  type ListWatchEffect,
  type ListWatchEvent,
  type ListWatchMoment,
  type ListWatchRequest,
  type ListWatchState,
  nextListWatchState,
} from "./list-watch.ts";
import { ListWeight } from "./list-weight.ts";
import { ReflectorState, type ReplacedObject, toListQuery } from "./reflector-state.ts";
import { lostStep, type ReflectorStep } from "./reflector-step.ts";
import { watchOnce } from "./watch-once.ts";

/** Follows one query. */
export interface QueryReflector {
  /** {@link ReflectorState.reading} */
  reading(): Reading | undefined;
  link(): LinkStatus;
  /**
   * Requests the query again now, whatever request or pause is under way. What is shown may be out of date from now on,
   * because of `cause`.
   */
  refresh(cause: string): void;
  /** As `refresh`, but what is shown may be out of date since the server last sent something for the query. */
  refreshOutdated(cause: string): void;
  /** Requests a refused query again at once, and a few times soon after. The refusal may have ended. */
  hurry(): void;
  /** Stops the reflector: `onChange` is not called any more. */
  stop(): void;
}

/**
 * Carries out what list-watch.ts decides: lists, then watches from there, until it is stopped. `onChange` is
 * called after each change. `failed` gets errors that no server caused.
 */
export function startReflector(
  query: Query,
  tools: WatchTools,
  onChange: (replaced?: ReplacedObject) => void,
  failed: (bug: unknown) => void,
): QueryReflector {
  return new Reflector(query, tools, onChange, failed);
}

class Reflector implements QueryReflector {
  readonly #query: Query;
  readonly #tools: WatchTools;
  readonly #failed: (bug: unknown) => void;
  readonly #weight: ListWeight;
  readonly #state: ReflectorState;
  #listWatchState: ListWatchState;
  /** Fires when the reflector is stopped. */
  readonly #end = new AbortController();
  /** Interrupts the request or pause that is under way. */
  #attempt = new AbortController();

  constructor(
    query: Query,
    tools: WatchTools,
    onChange: (replaced?: ReplacedObject) => void,
    failed: (bug: unknown) => void,
  ) {
    this.#query = query;
    this.#tools = tools;
    this.#failed = failed;
    this.#weight = new ListWeight(toListQuery(query), tools.connection.server, tools.budget);
    this.#state = new ReflectorState(query, this.#weight, tools.clock.now, (replaced) => {
      if (!this.#end.signal.aborted) onChange(replaced);
    });
    this.#listWatchState = initialListWatchState(this.#moment());
    this.#take({ is: "started" });
  }

  reading(): Reading | undefined {
    return this.#state.reading();
  }

  link(): LinkStatus {
    return this.#state.link();
  }

  refresh(cause: string): void {
    this.#take({ is: "refreshed", cause });
  }

  refreshOutdated(cause: string): void {
    this.#take({ is: "refreshed", cause, lastResponseAtMs: this.#state.lastResponseAtMs() });
  }

  hurry(): void {
    this.#take({ is: "hurried" });
  }

  stop(): void {
    this.#end.abort();
    this.#attempt.abort();
    this.#weight.release();
  }

  #moment(): ListWatchMoment {
    const { clock, random, abilities, connection, outage } = this.#tools;
    const { streamsLists, watchesDefinitions } = abilities;
    return {
      now: clock.now(),
      random,
      server: connection.server,
      outages: outage.count(),
      streamsLists,
      watchesDefinitions,
    };
  }

  #take(event: ListWatchEvent): void {
    const next = nextListWatchState(this.#listWatchState, event, this.#moment());
    this.#listWatchState = next.state;
    for (const effect of next.effects) this.#carryOut(effect);
  }

  #carryOut(effect: ListWatchEffect): void {
    switch (effect.do) {
      case "request":
        void this.#run((signal) => this.#send(effect.request, signal));
        return;
      case "pause":
        void this.#run((signal) => this.#rest(effect.milliseconds, signal));
        return;
      case "interrupt":
        this.#attempt.abort();
        return;
      case "doubt":
        this.#state.doubted(effect.state, effect, effect.since);
        return;
      case "show":
        if (effect.isFirst !== true || this.#state.reading() === undefined)
          this.#state.replaced(effect.reading, effect.state);
    }
  }

  /** Runs the request or pause that leads to the next event. */
  async #run(work: (signal: AbortSignal) => Promise<ListWatchEvent>): Promise<void> {
    if (this.#end.signal.aborted) return;
    const attempt = new AbortController();
    this.#attempt = attempt;
    try {
      const event = await work(attempt.signal).catch((error: unknown): ListWatchEvent => {
        if (!attempt.signal.aborted) throw error;
        return { is: "interrupted" };
      });
      if (!this.#end.signal.aborted) this.#take(event);
    } catch (bug) {
      if (!this.#end.signal.aborted) this.#failed(bug);
    }
  }

  async #send(request: ListWatchRequest, signal: AbortSignal): Promise<ListWatchEvent> {
    const take = (event: ListWatchEvent): void => this.#take(event);
    const context = { query: this.#query, state: this.#state, tools: this.#tools, signal, take };
    const result = request.is === "list" ? listOnce(context) : watchOnce({ ...context, request });
    return { is: "ended", step: await result.catch((error: unknown) => stepOfError(error, this.#query)) };
  }

  async #rest(milliseconds: number, signal: AbortSignal): Promise<ListWatchEvent> {
    await pauseFor(this.#tools.clock, milliseconds, signal);
    return { is: "rested" };
  }
}

/** The step for an error. Where there is too much to hold, nothing of it is shown as whole. @throws any other error. */
function stepOfError(error: unknown, query: Query): ReflectorStep {
  if (!isInputLimit(error)) return lostStep(error);
  return { is: "busy", cause: error.message, reading: { query, outcome: "unread", cause: error.message } };
}
