import type { Query } from "../../model/snapshot.ts";
import type { Place } from "../reader.ts";
import { backoff, shortest } from "./backoff.ts";
import { pause } from "./clock.ts";
import { listOnce } from "./listing.ts";
import { type Standing, standingOf } from "./standing.ts";
import { lost, type Step } from "./step.ts";
import type { WatchTools } from "./tools.ts";
import { watchOnce } from "./watching.ts";

/** One query, followed. */
export interface Reflector extends Pick<Standing, "reading" | "link"> {
  /** What is shown may be old because of `cause`, with `isOld` since something was heard of it last: it is asked for now, whatever is under way or waited for. */
  refresh(cause: string, isOld?: boolean): void;
  /** There is reason to think that what was refused is given now: it is asked for at once, and a few times soon after. */
  hurry(): void;
  /** Ends it; nothing is told any more. */
  stop(): void;
}

/** Milliseconds between two questions. */
const pauses = { refused: 30_000, longRefused: 60_000, unwatchable: 300_000, polled: 30_000, longestBusy: 60_000 };
/** Milliseconds of refusals, all of a kind that is not there too, until it is asked for less often. */
const longRefused = 600_000;
/** So often in a row something refused is asked for ever less often where there is hope. */
const hopes = 5;
/** What a server may ask for and get, in milliseconds. */
const mostPatience = 3_600_000;
/** Milliseconds: a watch that ends sooner has not worked. */
const worthwhile = 10_000;
/** So often in a row a watch is tried again from where it was; then all is asked for anew. */
const mostAttempts = 3;

/**
 * Lists, then watches from there, for as long as it takes: what breaks is asked again, at most once a second, and goes on
 * where it broke; what the server has forgotten (410) is asked for anew, and what is shown stays meanwhile. `tell` is
 * called after each change; `failed` gets what is the fault of no server.
 */
export function reflect(query: Query, shared: WatchTools, tell: () => void, failed: (bug: unknown) => void): Reflector {
  const { clock, random, abilities, outage } = shared;
  const end = new AbortController();
  const standing = standingOf(query, clock.now, () => {
    if (!end.signal.aborted) tell();
  });
  let round = new AbortController();
  /** When it was asked last; who waits for his turn has not asked yet. */
  let askedAt = clock.now();
  const tools: WatchTools = {
    ...shared,
    outage: {
      ...outage,
      attempt: (go, signal) =>
        outage.attempt((up) => {
          askedAt = clock.now();
          return go(up);
        }, signal),
    },
  };
  let place: Place | undefined;
  /** Whose place that is: the kubeconfig may lead to another server than before. */
  let { server } = shared.connection;
  /** The place is known no more: all that is there is asked for at once with the changes. */
  let anew = false;
  /** As many as there were when all was read, or is to be. */
  let outages = shared.outage.count();
  /** Nothing was heard of the place since the way to it was broken. */
  let isDoubtful = false;
  /** In a row, since a list was read and since a watch went well. */
  const failures = { list: 0, watch: 0 };
  /** Since when it is refused, and how often it was since somebody last had hope. */
  let refusedSince: number | undefined;
  let refusals = hopes;
  let isResting = false;
  /** When the watch that is under way began. */
  let watchedSince: number | undefined;
  /** The step before read all there is. */
  let isListed = false;
  /** When we were told that it may not be watched. */
  let unwatchableSince: number | undefined;

  async function run(): Promise<void> {
    while (!end.signal.aborted) {
      round = new AbortController();
      try {
        const { signal } = round;
        if (server !== shared.connection.server) place = undefined;
        server = shared.connection.server;
        const what = place === undefined ? "list" : "watch";
        const step = await next(signal).catch(lost);
        const wait = after(step, what);
        await rest(step.is === "listed" ? wait : Math.max(wait, least()), signal);
      } catch (error) {
        if (end.signal.aborted) return;
        if (!round.signal.aborted) throw error;
        await rest(least(), end.signal);
      }
    }
  }

  /** Nobody is asked more often than that, whatever happens, and however the clock is set meanwhile. */
  function least(): number {
    return shortest - Math.min(shortest, Math.max(0, clock.now() - askedAt));
  }

  async function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (milliseconds <= 0) return;
    isResting = true;
    try {
      await pause(clock, milliseconds, signal);
    } finally {
      isResting = false;
    }
  }

  function next(signal: AbortSignal): Promise<Step> {
    watchedSince = undefined;
    if (outages !== tools.outage.count()) readAnew();
    outages = tools.outage.count();
    if (place === undefined) return listOnce(query, tools, standing, signal);
    const from = place;
    const begun = (): void => {
      watchedSince = clock.now();
    };
    const reached = (resourceVersion: string): void => {
      place = { ...from, resourceVersion };
      anew = false;
      isDoubtful = false;
    };
    return watchOnce({ query, place: from, anew, standing, signal, begun, reached }, tools);
  }

  /**
   * Who comes back may have been set back, and a watch from a version that is not reached yet says nothing, no error and no
   * bookmark (apiserver, cache_watcher.go, processInterval).
   */
  function readAnew(): void {
    if (!abilities.streamsLists) place = undefined;
    anew = place !== undefined;
  }

  /** What a step means for the next one; the milliseconds until then. */
  function after(step: Step, what: keyof typeof failures): number {
    const wasListed = isListed;
    isListed = step.is === "listed";
    const hasWorked = isPast(watchedSince, worthwhile);
    if (hasWorked) failures.watch = 0;
    if (!isWell(step)) failures[what] += 1;
    else if (step.is === "listed") failures.list = 0;
    if (step.is === "cut" || step.is === "busy") isDoubtful = true;
    if (step.is === "listed") refusedSince = undefined;
    const pausing = backoff(Math.max(1, failures[what]), pauses.longestBusy, random);
    switch (step.is) {
      case "listed":
        anew = false;
        isDoubtful = false;
        place = unwatchableSince === undefined || isPast(unwatchableSince, pauses.unwatchable) ? step.place : undefined;
        return place === undefined ? about(pauses.polled) : 0;
      case "over":
        // Whoever knows the place says in minutes that nothing happened.
        if (hasWorked && isDoubtful) readAnew();
        if (hasWorked) return 0;
        failures.watch += 1;
        if (failures.watch > 1) standing.doubted("stale", "the server ends each watch at once");
        return failures.watch > 1 ? pausing : 0;
      case "expired":
        // The second time in a row, and where the server streams no lists, it is listed.
        if (anew || !abilities.streamsLists) place = undefined;
        anew = place !== undefined;
        standing.doubted("stale", "the server does not know any more what has changed since");
        return failures.watch > 3 ? pausing : 0;
      case "moved":
        place = undefined;
        return failures.watch > 1 ? pausing : 0;
      case "unwatchable":
        place = undefined;
        unwatchableSince = clock.now();
        // Perhaps it may not be read either.
        return wasListed ? about(pauses.polled) : 0;
      case "refused":
        place = undefined;
        standing.answered(step.reading, step.reading.outcome === "forbidden" ? "forbidden" : "gone");
        return pauseAfterRefusal();
      case "busy":
        if (step.reading !== undefined && standing.reading() === undefined)
          standing.answered(step.reading, "connecting");
        if (failures.watch % mostAttempts === 0) place = undefined;
        standing.doubted("stale", step.cause);
        return Math.max(Math.min((step.seconds ?? 0) * 1000, mostPatience), pausing);
      case "cut":
        if (step.silentFor !== undefined) readAnew();
        standing.doubted("stale", step.cause, clock.now() - (step.silentFor ?? 0));
        return failures.watch > 1 ? pausing : 0;
      case "lost":
        standing.doubted(step.state, step.cause);
        return 0;
    }
  }

  function pauseAfterRefusal(): number {
    refusedSince ??= clock.now();
    refusals += 1;
    if (refusals <= hopes) return about(shortest * 2 ** (refusals - 1));
    return about(isPast(refusedSince, longRefused) ? pauses.longRefused : pauses.refused);
  }

  /** So that not all ask at once. */
  function about(milliseconds: number): number {
    return milliseconds * (0.8 + random() * 0.4);
  }

  function isPast(since: number | undefined, milliseconds: number): boolean {
    // A clock that was set back says nothing; then it is tried.
    return since !== undefined && Math.abs(clock.now() - since) >= milliseconds;
  }

  run().catch((error: unknown) => {
    if (!end.signal.aborted) failed(error);
  });
  return {
    reading: standing.reading,
    link: standing.link,
    refresh(cause, isOld) {
      failures.list = 0;
      failures.watch = 0;
      isDoubtful = true;
      // Much may have happened since, and a watch from the place does not tell when all of it is said.
      if (isOld === true) readAnew();
      standing.doubted("stale", cause, isOld ? standing.heardAt() : clock.now());
      round.abort();
    },
    hurry() {
      if (refusedSince === undefined) return;
      refusedSince = clock.now();
      refusals = 0;
      if (isResting) round.abort();
    },
    stop() {
      end.abort();
      round.abort();
    },
  };
}

/** Nothing broke; how long a watch went on says how well it went. */
function isWell({ is }: Step): boolean {
  return is === "listed" || is === "over" || is === "lost";
}
