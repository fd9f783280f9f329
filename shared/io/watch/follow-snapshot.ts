import { dropGuessedReadings } from "../../aggregate/snapshot/guessed-queries.ts";
import type { IsUnreadChange } from "../../aggregate/snapshot/unread-change.ts";
import type { Query, Snapshot, Source } from "../../model/snapshot.ts";
import { serverTime } from "../connection/server-clock.ts";
import { keyOfQuery, type PlanReads } from "../reader/collect-snapshot.ts";
import type { WatchClock } from "./clock.ts";
import { renewDeadConnections } from "./dead-connections.ts";
import { FollowedQueries } from "./followed-queries.ts";
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
import { MissingKinds, type ReturningKinds, ServedKinds } from "./returning-kinds.ts";
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

/** Who gets what a {@link SnapshotFollower} finds. */
interface SnapshotListener {
  /** Called after changes, once where there are many together. It may stop the follower. */
  onSnapshot(observed: ObservedSnapshot): void;
  /** Gets errors that no server caused. */
  failed(bug: unknown): void;
  /** Whether nothing reads a change. Such changes wait for others, or for some seconds. Absent: all are read. */
  readonly isUnread?: IsUnreadChange;
}

/** Follows all queries that a plan names, and those that it adds because of what was read. */
export class SnapshotFollower {
  readonly #tools: WatchTools;
  readonly #listener: SnapshotListener;
  readonly #queries: FollowedQueries;
  readonly #plan: FollowedPlan;
  /** Watches for kinds that did not exist, to come into being. */
  readonly #returningKinds: ReturningKinds;
  readonly #timers: ObservationTimers;
  readonly #endDeadConnectionChecks: () => void;
  #state = initialObservationState;
  #refused: readonly QueryReflector[] = [];
  /** The link that was reported last. */
  #lastLink: LinkStatus = { state: "idle" };
  #isStopped = false;

  constructor(plan: PlanReads, source: Source, tools: WatchTools, listener: SnapshotListener) {
    this.#tools = tools;
    this.#listener = listener;
    const start = (query: Query, changed: (replaced?: ReplacedObject) => void): QueryReflector =>
      startReflector(query, tools, changed, (bug) => listener.failed(bug));
    this.#queries = new FollowedQueries((query) => start(query, (replaced) => this.#takeChange(replaced)));
    this.#plan = new FollowedPlan(plan, source, tools, this.#queries);
    this.#returningKinds = tools.followsDefinitions ? new MissingKinds(start, tools.abilities) : new ServedKinds(start);
    this.#endDeadConnectionChecks = renewDeadConnections(tools, () => this.#queries.all());
    this.#timers = new ObservationTimers(tools.clock, {
      report: () => this.#report(),
      endResponseWait: () => this.#take({ is: "responseWaitEnded" }),
    });
    this.replan();
  }

  /** The state as it is known now. */
  current(): ObservedSnapshot {
    const snapshot = this.#plan.evaluate();
    const named = this.#plan.named();
    const links = this.#queries.linksOf(named);
    const isComplete = named.every((query) => this.#queries.readingOf(query) !== undefined);
    this.#take({ is: "responsesCounted", isComplete });
    const shown = shownResponses(this.#state);
    const link = linkToShow(shown, links, this.#lastLink);
    return shown === "all" ? { snapshot: dropGuessedReadings(snapshot, named), link, links } : { link, links };
  }

  /** Evaluates the plan again, which may name other queries now though nothing was read. */
  replan(): void {
    this.#take({ is: "changed" });
  }

  /** Sends all requests again. Each watch continues from where it was. */
  refresh(cause: string): void {
    this.#tools.outage.hurry();
    for (const reflector of this.#queries.all()) reflector.refresh(cause);
  }

  /**
   * Stops the observation: `onSnapshot` is not called any more, and nothing is left behind. What was known stays
   * available.
   */
  stop(): void {
    this.#isStopped = true;
    this.#timers.stop();
    this.#endDeadConnectionChecks();
    this.#queries.stop();
    this.#returningKinds.stop();
  }

  #takeChange(replaced: ReplacedObject | undefined): void {
    const isUnread = replaced !== undefined && this.#listener.isUnread?.(replaced.before, replaced.after) === true;
    this.#take({ is: isUnread ? "changedUnread" : "changed" });
  }

  #take(event: ObservationEvent): void {
    const next = nextObservationState(this.#state, event, this.#tools.clock.now(), this.#tools.pace);
    this.#state = next.state;
    for (const effect of next.effects) this.#timers.carryOut(effect);
  }

  #report(): void {
    this.#take({ is: "reportBegun" });
    try {
      const observed = this.current();
      this.#take({ is: "reported" });
      this.#lastLink = observed.link;
      this.#listener.onSnapshot(observed);
      if (this.#isStopped) return;
      this.#retryRefused();
      this.#returningKinds.update(this.#queries.all());
    } catch (bug) {
      this.#listener.failed(bug);
    }
  }

  /**
   * Requests refused queries again when one of them is answered: kinds are installed together, and permissions are given
   * together.
   */
  #retryRefused(): void {
    const all = this.#queries.all();
    const isOneAnswered = this.#refused.some((reflector) => all.includes(reflector) && isAnswered(reflector));
    this.#refused = all.filter(isRefused);
    if (isOneAnswered) for (const reflector of this.#refused) reflector.hurry();
  }
}

function isAnswered(reflector: QueryReflector): boolean {
  const outcome = reflector.reading()?.outcome;
  return outcome === "found" || outcome === "absent";
}

function isRefused(reflector: QueryReflector): boolean {
  const outcome = reflector.reading()?.outcome;
  return outcome === "noSuchKind" || outcome === "forbidden";
}

/** The most queries at once. A plan that always names more must not continue without end. */
const maxQueries = 2_000;

/** The most evaluations in a row. A plan names queries in waves: each wave depends on what the wave before returned. */
const maxEvaluations = 8;

/** The queries that a plan names because of what was read. */
class FollowedPlan {
  readonly #plan: PlanReads;
  readonly #source: Source;
  readonly #tools: WatchTools;
  readonly #queries: FollowedQueries;
  #named: readonly Query[] = [];

  constructor(plan: PlanReads, source: Source, tools: WatchTools, queries: FollowedQueries) {
    this.#plan = plan;
    this.#source = source;
    this.#tools = tools;
    this.#queries = queries;
  }

  named(): readonly Query[] {
    return this.#named;
  }

  /** Evaluates the plan until it names no new query, lets the queries be followed, and returns the last snapshot. */
  evaluate(): Snapshot {
    let snapshot = this.#snapshotNow();
    for (let evaluations = 0; evaluations < maxEvaluations; evaluations += 1) {
      const keysBefore = new Set(this.#named.map(keyOfQuery));
      this.#named = this.#plan(snapshot).slice(0, maxQueries);
      const isSame = this.#named.length === keysBefore.size;
      if (isSame && this.#named.every((query) => keysBefore.has(keyOfQuery(query)))) break;
      snapshot = this.#snapshotNow();
    }
    this.#queries.follow(this.#named, this.#tools.clock.now());
    return snapshot;
  }

  /**
   * The readings of the queries that the plan names now. Earlier readings would hide from it that they are no longer
   * requested.
   */
  #snapshotNow(): Snapshot {
    const readings = this.#named.flatMap((query) => this.#queries.readingOf(query) ?? []);
    const { clock, connection } = this.#tools;
    const untilMs = linkOfAll(this.#queries.linksOf(this.#named)).until ?? clock.now();
    const time = serverTime(untilMs, connection.clockAhead?.());
    return { source: this.#source, ...time, readings, damage: [] };
  }
}

/** What {@link ObservationTimers} calls. */
interface TimedCalls {
  /** A snapshot is due. */
  report(): void;
  /** The time to wait for responses is over. */
  endResponseWait(): void;
}

/** Carries out the effects of the transitions of an observation. */
class ObservationTimers {
  readonly #clock: WatchClock;
  readonly #calls: TimedCalls;
  #isStopped = false;
  #cancelReport = (): void => {};
  #cancelResponseWait = (): void => {};

  constructor(clock: WatchClock, calls: TimedCalls) {
    this.#clock = clock;
    this.#calls = calls;
  }

  carryOut(effect: ObservationEffect): void {
    if (this.#isStopped) return;
    switch (effect.do) {
      case "reportSoon":
        this.#cancelReport();
        queueMicrotask(() => this.#reportNow());
        return;
      case "reportLater":
        this.#cancelReport();
        this.#cancelReport = this.#clock.after(effect.milliseconds, () => this.#reportNow());
        return;
      case "startResponseWait":
        this.#cancelResponseWait = this.#clock.after(effect.milliseconds, () => this.#calls.endResponseWait());
        return;
      case "stopResponseWait":
        this.#cancelResponseWait();
    }
  }

  /** Nothing is called any more. */
  stop(): void {
    this.#isStopped = true;
    this.#cancelReport();
    this.#cancelResponseWait();
  }

  #reportNow(): void {
    if (!this.#isStopped) this.#calls.report();
  }
}

/** The link to show for `links`. */
function linkToShow(
  shown: ReturnType<typeof shownResponses>,
  links: readonly LinkStatus[],
  lastLink: LinkStatus,
): LinkStatus {
  if (shown !== "linkOnly") return linkOfAll(links);
  // Queries that the plan has just added do not make the picture out of date. Until they have responses, the link is no
  // better than the last one reported.
  return linkOfAll([lastLink, ...links.filter(({ state }) => state !== "connecting")]);
}
