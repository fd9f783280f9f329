import { dropGuessedReadings } from "../../aggregate/evaluation/guessed-queries.ts";
import type { IsUnreadChange } from "../../aggregate/snapshot/unread-change.ts";
import type { Query, Reading, Snapshot, Source } from "../../model/snapshot.ts";
import { serverTime } from "../connection/server-clock.ts";
import { keyOfQuery, type PlanReads } from "../reader/collect-snapshot.ts";
import type { WatchClock } from "./clock.ts";
import { renewDeadConnections } from "./dead-connections.ts";
import { type LinkStatus, linkOfAll } from "./link-state.ts";
import {
  initialObservationState,
  nextObservationState,
  type ObservationEffect,
  type ObservationEvent,
  shownResponses,
} from "./observation-transitions.ts";
import { type QueryReflector, startReflector } from "./reflector/reflector.ts";
import type { ReplacedObject } from "./reflector/reflector-state.ts";
import { watchMissingKinds, watchReturningKinds } from "./returning-kinds.ts";
import type { WatchTools } from "./watch-tools.ts";

/** All readings at one moment, and how current they are. */
export interface ObservedSnapshot {
  /**
   * Its `takenAt` is the time up to which all readings are known to be current. Absent while the plan waits for
   * responses.
   */
  readonly snapshot?: Snapshot;
  readonly link: LinkStatus;
  /** One for each query that the plan names. */
  readonly links: readonly (LinkStatus & { readonly query: Query })[];
}

export interface SnapshotFollower {
  /** The state as it is known now. */
  current(): ObservedSnapshot;
  /** Evaluates the plan again, which may name other queries now though nothing was read. */
  replan(): void;
  /** Sends all requests again. Each watch continues from where it was. */
  refresh(cause: string): void;
  /**
   * Stops the observation: `onSnapshot` is not called any more, and nothing is left behind. What was known stays
   * available.
   */
  stop(): void;
}

/**
 * Follows all queries that `plan` names, and those that it adds because of what was read. `onSnapshot` is called after
 * changes, once where there are many together. Changes that `isUnread` says are not read wait for others, or for some
 * seconds. `failed` gets errors that no server caused.
 */
export function followSnapshot(
  plan: PlanReads,
  source: Source,
  tools: WatchTools,
  onSnapshot: (observed: ObservedSnapshot) => void,
  failed: (bug: unknown) => void,
  isUnread: IsUnreadChange = () => false,
): SnapshotFollower {
  const { clock, connection, outage } = tools;
  const changed = (replaced?: ReplacedObject): void =>
    take({ is: replaced && isUnread(replaced.before, replaced.after) ? "changedUnread" : "changed" });
  const followed = createFollowedQueries((query) => startReflector(query, tools, changed, failed));
  const planned = evaluatePlan(plan, source, followed, clock.now, () => connection.clockAhead?.());
  const retryRefused = createRefusedRetrier();
  const begin = (query: Query, changedKind: () => void): QueryReflector =>
    startReflector(query, tools, changedKind, failed);
  const returning = tools.followsDefinitions ? watchMissingKinds(begin, tools.abilities) : watchReturningKinds(begin);
  const forgetDeadConnections = renewDeadConnections(tools, followed.all);
  let state = initialObservationState;
  let isStopped = false;
  let lastLink: LinkStatus = { state: "idle" };
  const timers = observationTimers(clock, deliver, () => take({ is: "responseWaitEnded" }));

  function take(event: ObservationEvent): void {
    const next = nextObservationState(state, event, clock.now(), tools.pace);
    state = next.state;
    for (const effect of next.effects) timers.carryOut(effect);
  }

  function deliver(): void {
    take({ is: "due" });
    try {
      const observed = current();
      take({ is: "reported" });
      lastLink = observed.link;
      onSnapshot(observed);
      if (hasEnded()) return;
      retryRefused(followed.all());
      returning.update(followed.all());
    } catch (bug) {
      failed(bug);
    }
  }

  // `onSnapshot` may stop the observation.
  function hasEnded(): boolean {
    return isStopped;
  }

  function current(): ObservedSnapshot {
    const snapshot = planned.replan();
    const links = followed.linksOf(planned.named());
    take({ is: "counted", isComplete: planned.named().every((query) => followed.readingOf(query) !== undefined) });
    const { link, isWithSnapshot } = linkToShow(shownResponses(state), links, lastLink);
    return { ...(isWithSnapshot && { snapshot: dropGuessedReadings(snapshot, planned.named()) }), link, links };
  }

  changed();
  return {
    current,
    replan: () => changed(),
    refresh(cause) {
      outage.hurry();
      for (const reflector of followed.all()) reflector.refresh(cause);
    },
    stop() {
      isStopped = true;
      timers.stop();
      forgetDeadConnections();
      followed.stop();
      returning.stop();
    },
  };
}

/**
 * Returns a function that hurries the refused queries when one of them is answered. Kinds are installed together, and
 * permissions are given together. The function is to be called after changes with all reflectors.
 */
function createRefusedRetrier(): (all: readonly QueryReflector[]) => void {
  let refused: readonly QueryReflector[] = [];
  return (all) => {
    const hasReturned = refused.some((one) => all.includes(one) && isRead(one));
    refused = all.filter(isRefusedQuery);
    if (hasReturned) for (const one of refused) one.hurry();
  };
}

function isRead(one: QueryReflector): boolean {
  const outcome = one.reading()?.outcome;
  return outcome === "found" || outcome === "absent";
}

function isRefusedQuery(one: QueryReflector): boolean {
  const outcome = one.reading()?.outcome;
  return outcome === "noSuchKind" || outcome === "forbidden";
}

/** Evaluates `plan` with what `followed` has read, and lets `followed` follow what the plan names. */
function evaluatePlan(
  plan: PlanReads,
  source: Source,
  followed: FollowedQueries,
  now: () => number,
  clockAhead: () => number | undefined,
): PlannedQueries {
  let named: readonly Query[] = [];

  /**
   * The readings of the queries that the plan names now. Earlier readings would hide from it that they are no longer
   * requested.
   */
  function snapshotNow(): Snapshot {
    const readings = named.map(followed.readingOf).filter((reading) => reading !== undefined);
    const time = serverTime(linkOfAll(followed.linksOf(named)).until ?? now(), clockAhead());
    return { source, ...time, readings, damage: [] };
  }

  return {
    named: () => named,
    replan() {
      let snapshot = snapshotNow();
      for (let attempt = 0; attempt < maxEvaluations; attempt += 1) {
        const before = new Set(named.map(keyOfQuery));
        named = plan(snapshot).slice(0, maxQueries);
        if (named.length === before.size && named.every((query) => before.has(keyOfQuery(query)))) break;
        snapshot = snapshotNow();
      }
      followed.follow(named, now());
      return snapshot;
    },
  };
}

/** The most queries at once. A plan that always names more must not continue without end. */
const maxQueries = 2_000;

/** The most evaluations in a row. A plan names queries in waves: each wave depends on what the wave before returned. */
const maxEvaluations = 8;

/** Calls `deliver` where a snapshot is due, at once or later, and `endResponseWait` where its time is over. */
function observationTimers(clock: WatchClock, deliver: () => void, endResponseWait: () => void): ObservationTimers {
  let isStopped = false;
  let stopDelivery: (() => void) | undefined;
  let stopResponseWait: (() => void) | undefined;

  function deliverNow(): void {
    if (!isStopped) deliver();
  }

  return {
    carryOut(effect) {
      if (isStopped) return;
      if (effect.do === "reportSoon" || effect.do === "reportLater") stopDelivery?.();
      if (effect.do === "reportSoon") queueMicrotask(deliverNow);
      else if (effect.do === "reportLater") stopDelivery = clock.after(effect.milliseconds, deliverNow);
      else if (effect.do === "stopResponseWait") stopResponseWait?.();
      else stopResponseWait = clock.after(effect.milliseconds, endResponseWait);
    },
    stop() {
      isStopped = true;
      stopDelivery?.();
      stopResponseWait?.();
    },
  };
}

/** The link to show for `links`, and whether the snapshot is shown with it. */
function linkToShow(
  shown: ReturnType<typeof shownResponses>,
  links: readonly LinkStatus[],
  lastLink: LinkStatus,
): { readonly link: LinkStatus; readonly isWithSnapshot: boolean } {
  if (shown !== "linkOnly") return { link: linkOfAll(links), isWithSnapshot: shown === "all" };
  // Queries that the plan has just added do not make the picture out of date. Until they have responses, the link is no
  // better than the last one reported.
  return { link: linkOfAll([lastLink, ...links.filter(({ state }) => state !== "connecting")]), isWithSnapshot: false };
}

/** The reflectors of all queries that a plan names. A query that the plan no longer names stays for a while. */
export interface FollowedQueries {
  /**
   * Follows each query of `named`. Other queries are followed a little longer, because the plan may soon name them
   * again.
   */
  follow(named: readonly Query[], now: number): void;
  /** Absent for a query that has no response yet, or is not followed. */
  readingOf(query: Query): Reading | undefined;
  /** The links of those queries in `named` that are followed. */
  linksOf(named: readonly Query[]): readonly (LinkStatus & { readonly query: Query })[];
  all(): readonly QueryReflector[];
  /** Stops all reflectors and starts no other. What was read stays available. */
  stop(): void;
}

/** One reflector. `forgetAtMs`: when it stops, unless the plan names its query again. */
interface Followed {
  readonly reflector: QueryReflector;
  readonly forgetAtMs?: number;
}

/** Milliseconds for which a query is followed after the plan no longer names it. */
const keptForMs = 300_000;

/** Creates a set that follows no query yet. `begin` starts the reflector of one query. */
export function createFollowedQueries(begin: (query: Query) => QueryReflector): FollowedQueries {
  const followed = new Map<string, Followed>();
  let isStopped = false;

  return {
    follow(named, now) {
      const keys = new Set(named.map(keyOfQuery));
      for (const query of named) {
        const key = keyOfQuery(query);
        if (!followed.has(key) && !isStopped) followed.set(key, { reflector: begin(query) });
      }
      for (const [key, { reflector, forgetAtMs }] of followed) {
        if (keys.has(key)) {
          if (forgetAtMs !== undefined) followed.set(key, { reflector });
        } else if (forgetAtMs === undefined) {
          followed.set(key, { reflector, forgetAtMs: now + keptForMs });
        } else if (forgetAtMs <= now) {
          reflector.stop();
          followed.delete(key);
        }
      }
    },
    readingOf: (query) => followed.get(keyOfQuery(query))?.reflector.reading(),
    linksOf: (named) =>
      named.flatMap((query) => {
        const one = followed.get(keyOfQuery(query));
        return one === undefined ? [] : [{ ...one.reflector.link(), query }];
      }),
    all: () => [...followed.values()].map(({ reflector }) => reflector),
    stop() {
      isStopped = true;
      for (const { reflector } of followed.values()) reflector.stop();
    },
  };
}

/** Carries out what the transitions of an observation ask for. */
interface ObservationTimers {
  carryOut(effect: ObservationEffect): void;
  /** Nothing is called any more. */
  stop(): void;
}

/** The queries that a plan names because of what was read. */
interface PlannedQueries {
  named(): readonly Query[];
  /** Evaluates the plan until it names no new query, and returns the last snapshot. */
  replan(): Snapshot;
}
