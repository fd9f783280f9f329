import { withoutGuesses } from "../../aggregate/guesses.ts";
import type { Query, Snapshot, Source } from "../../model/snapshot.ts";
import { stampOf } from "../../model/time.ts";
import { keyOfQuery, type Plan } from "../collect.ts";
import { type Link, linkOfAll } from "./link.ts";
import { type Reflector, reflect } from "./reflector.ts";
import { returns } from "./returns.ts";
import { watchForSilence } from "./silence.ts";
import { watchForSleep } from "./sleep.ts";
import type { WatchTools } from "./tools.ts";

/** Everything as it is known at one moment, and how good that is. */
export interface Observed {
  /** Taken at the time up to which all of it is known to be so; absent while the plan still waits for its first answers. */
  readonly snapshot?: Snapshot;
  readonly link: Link;
  /** One for each query that the plan names. */
  readonly links: readonly (Link & { readonly query: Query })[];
}

export interface Observation {
  /** As it is known now. */
  look(): Observed;
  /** The plan may name other queries now, though nothing was read. */
  replan(): void;
  /** Asks again for all of it, from where each watch was. */
  refresh(cause: string): void;
  /** Ends it; nothing is told any more, and nothing is left behind. What was known can still be looked at. */
  stop(): void;
}

/** Milliseconds between two tellings: a thousand events a second are some forty pictures. */
const spacing = 25;
/** Milliseconds that a picture waits for what the plan asked for because of it. */
const patience = 2_000;
/** Milliseconds that what the plan names no more is still followed: it may soon be named again. */
const grace = 300_000;
/** A plan asks in waves: what it names of what it named before. */
const mostRounds = 8;
/** Queries at once; a plan that never has enough must not go on for ever. */
const most = 2_000;

/**
 * Follows all that `plan` names, as it names it: what it asks for because of what was read is followed too. `tell` is
 * called after changes, together where there are many; `failed` gets what is the fault of no server.
 */
export function observe(
  plan: Plan,
  source: Source,
  tools: WatchTools,
  tell: (observed: Observed) => void,
  failed: (bug: unknown) => void,
): Observation {
  const { clock, connection, outage } = tools;
  const followed = new Map<string, Followed>();
  let named: readonly Query[] = [];
  let isStopped = false;
  let forgetNext: (() => void) | undefined;
  let forgetPatience: (() => void) | undefined;
  let isDue = false;
  let lastTold = Number.NEGATIVE_INFINITY;
  let isImpatient = false;
  let wasWhole = false;
  let linkTold: Link = { state: "idle" };
  const hurryOthers = returns();
  const forgetSleep = watchForSleep(clock, () => {
    connection.renew();
    outage.hurry();
    refresh("this machine slept", true);
  });
  const isLive = (one: Followed): boolean => one.reflector.link().state === "live";
  const forgetSilence = watchForSilence(
    tools,
    () => [...followed.values()].some(isLive),
    (cause) => {
      connection.renew();
      refresh(cause, true);
    },
  );

  /** Of what the plan names: what it named once would hide from it that it is not asked for any more. */
  function snapshotNow(): Snapshot {
    const readings = named.map((query) => followed.get(keyOfQuery(query))?.reflector.reading());
    return {
      source,
      takenAt: stampOf(linkOfAll(linksNow()).until ?? clock.now()),
      readings: readings.filter((reading) => reading !== undefined),
      damage: [],
    };
  }

  /** Only what the plan names counts: what it named once may be followed a little longer. */
  function linksNow(): Observed["links"] {
    return named.flatMap((query) => {
      const one = followed.get(keyOfQuery(query));
      return one === undefined ? [] : [{ ...one.reflector.link(), query }];
    });
  }

  /** Until the plan names nothing new for what has been read. */
  function replan(): Snapshot {
    let snapshot = snapshotNow();
    for (let round = 0; round < mostRounds; round += 1) {
      const before = new Set(named.map(keyOfQuery));
      named = plan(snapshot).slice(0, most);
      if (named.length === before.size && named.every((query) => before.has(keyOfQuery(query)))) break;
      snapshot = snapshotNow();
    }
    const keys = new Set(named.map(keyOfQuery));
    for (const query of named) {
      const key = keyOfQuery(query);
      if (!followed.has(key) && !isStopped) followed.set(key, { reflector: reflect(query, tools, changed, failed) });
    }
    for (const [key, one] of followed) {
      if (keys.has(key)) delete one.forget;
      else one.forget ??= clock.now() + grace;
      if ((one.forget ?? Number.POSITIVE_INFINITY) > clock.now()) continue;
      one.reflector.stop();
      followed.delete(key);
    }
    return snapshot;
  }

  function changed(): void {
    if (isStopped || isDue) return;
    isDue = true;
    const wait = lastTold + spacing - clock.now();
    if (wait > 0 && wait <= spacing) forgetNext = clock.after(wait, deliver);
    // What came in one piece is told in one.
    else queueMicrotask(deliver);
  }

  function deliver(): void {
    if (isStopped) return;
    isDue = false;
    try {
      const observed = look();
      lastTold = clock.now();
      linkTold = observed.link;
      tell(observed);
      hurryOthers([...followed.values()].map(({ reflector }) => reflector));
    } catch (bug) {
      failed(bug);
    }
  }

  function look(): Observed {
    const snapshot = replan();
    const links = linksNow();
    const isWhole = isAnswered();
    if (!isWhole && wasWhole && !isImpatient) return { link: linkMeanwhile(links), links };
    const link = linkOfAll(links);
    return isWhole || wasWhole ? { snapshot: withoutGuesses(snapshot, named), link, links } : { link, links };
  }

  /** What is asked for because of what is shown does not make that old; but until it is here, nothing is better than it was said to be. */
  function linkMeanwhile(links: Observed["links"]): Link {
    return linkOfAll([linkTold, ...links.filter(({ state }) => state !== "connecting")]);
  }

  /** All that is asked for was answered; what a change led to is waited for, but not for long. */
  function isAnswered(): boolean {
    const isWhole = named.every((query) => followed.get(keyOfQuery(query))?.reflector.reading() !== undefined);
    if (isWhole) {
      isImpatient = false;
      forgetPatience?.();
      forgetPatience = undefined;
      wasWhole = true;
    } else if (!isStopped) {
      forgetPatience ??= clock.after(patience, () => {
        isImpatient = true;
        changed();
      });
    }
    return isWhole;
  }

  function refresh(cause: string, isOld = false): void {
    for (const { reflector } of followed.values()) reflector.refresh(cause, isOld);
  }

  changed();
  return {
    look,
    replan: changed,
    refresh(cause) {
      outage.hurry();
      refresh(cause);
    },
    stop() {
      isStopped = true;
      forgetNext?.();
      forgetPatience?.();
      forgetSleep();
      forgetSilence();
      for (const { reflector } of followed.values()) reflector.stop();
      outage.stop();
    },
  };
}

interface Followed {
  readonly reflector: Reflector;
  /** When it will be followed no longer. */
  forget?: number;
}
