import type { AggregateOptions } from "../../aggregate/aggregate.ts";
import { isSameToSee } from "../../aggregate/changes.ts";
import { judging } from "../../aggregate/judging.ts";
import type { Scope } from "../../aggregate/queries.ts";
import type { Report } from "../../model/report.ts";
import type { Query, Snapshot, Source } from "../../model/snapshot.ts";
import { keyOfQuery, type Plan } from "../collect.ts";
import type { Connection } from "../connection.ts";
import type { Discovery } from "../discovery-once.ts";
import type { Clock } from "./clock.ts";
import type { Link } from "./link.ts";
import { type Observed, observe } from "./observe.ts";
import { toolsOf } from "./tools-of.ts";

/** What is followed, and how it is judged. */
export interface Following {
  readonly connection: Connection;
  readonly discovery?: Discovery;
  readonly source: Source;
  readonly scope: Scope;
  /** What is asked for beside it now: the same in other namespaces, say. All of it is judged together. */
  readonly besides?: () => readonly Scope[];
  readonly judged: AggregateOptions;
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
}

/** What there is to see after a change. */
export interface Seen {
  /** Absent while not all that it is made of has been answered for the first time. */
  readonly report?: Report;
  /** What it was made of. */
  readonly snapshot?: Snapshot;
  /** The one told before; the very same where nothing to see has changed but the link. */
  readonly before?: Report;
  readonly link: Link;
}

export interface Followed {
  /** As it is now, with ages that count from now; it does not count as told. */
  look(): Seen;
  /** Asks again for all of it. */
  refresh(): void;
  /** What is asked for beside the scope is otherwise now. */
  replan(): void;
  /** Ends it; nothing is told any more. The connection is the caller's to close. */
  stop(): void;
}

/**
 * Follows a cluster: `tell` is called with each Report that shows something new, and when the link changes; what changes
 * nothing that people see is no news. `failed` gets what is the fault of no server.
 */
export function follow(following: Following, tell: (seen: Seen) => void, failed: (bug: unknown) => void): Followed {
  const { source, scope, besides = () => [], judged } = following;
  const { plan: planned, report: judge } = judging(scope, judged);
  const others = new Map<string, Plan>();
  const planFor = (other: Scope): Plan => {
    const key = JSON.stringify(other);
    const known = others.get(key) ?? judging(other, judged).plan;
    others.set(key, known);
    return known;
  };
  const plan: Plan = (snapshot) => {
    const more = besides();
    return more.length === 0
      ? planned(snapshot)
      : together([planned, ...more.map(planFor)].map((one) => one(snapshot)));
  };
  const tools = toolsOf(following);
  let before: Report | undefined;
  let link: Link = { state: "idle" };

  function seen(observed: Observed): Seen {
    const { snapshot } = observed;
    const next = snapshot === undefined ? before : judge(snapshot);
    const report = before !== undefined && next !== undefined && isSameToSee(before, next) ? before : next;
    return {
      ...(report !== undefined && { report }),
      ...(snapshot !== undefined && { snapshot }),
      ...(before !== undefined && { before }),
      link: observed.link,
    };
  }

  const observation = observe(
    plan,
    source,
    tools,
    (observed) => {
      const news = seen(observed);
      const isNews = news.report !== before || news.link.state !== link.state || news.link.cause !== link.cause;
      before = news.report;
      link = news.link;
      if (isNews) tell(news);
    },
    failed,
  );

  return {
    look() {
      const { snapshot, link: now } = observation.look();
      return { ...(snapshot !== undefined && { report: judge(snapshot), snapshot }), link: now };
    },
    refresh: () => observation.refresh("asked again"),
    replan: observation.replan,
    stop: observation.stop,
  };
}

/** Each question once. */
function together(named: readonly (readonly Query[])[]): readonly Query[] {
  return [...new Map(named.flat().map((query) => [keyOfQuery(query), query])).values()];
}
