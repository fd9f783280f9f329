import { isTold, UsageError } from "../shared/io/errors.ts";
import type { Seen } from "../shared/io/watch/follow.ts";
import type { Link } from "../shared/io/watch/link.ts";
import type { Report } from "../shared/model/report.ts";
import type { FleetMember, FleetTrouble } from "../shared/render/fleet-member.ts";
import { askedNow } from "../shared/render/words-fleet.ts";
import { limitOf, lost, patience, troubleOf } from "./fleet-cluster.ts";
import type { FleetContext } from "./fleet-contexts.ts";
import { type Follower, followContext, type Terminal } from "./following.ts";
import type { Options } from "./options.ts";
import { steadyLink } from "./watch-link.ts";
import { wordsOfLink } from "./watch-surface.ts";
import type { World } from "./world.ts";

/** One cluster of several for as long as it is followed. */
export interface FollowedMember {
  readonly name: string;
  /** Absent where the context leads to none. */
  readonly server?: string;
  /** As it is known now. */
  readonly member: () => FleetMember;
  readonly link: () => Link;
  /** Begins to follow, in its turn. */
  readonly begin: () => void;
  /** Counts ages from now. */
  readonly look: () => void;
  /** Asks again for all of it, where there was no way to it too. */
  readonly refresh: () => void;
  /** Its server answers others: where it did not answer, it is asked again now. */
  readonly hurry: () => void;
  readonly close: () => void;
}

/** What following one needs. */
export interface FollowSetting {
  readonly options: Options;
  readonly world: World;
  /** What is said there is about this cluster. */
  readonly terminal: Required<Terminal>;
  /** Lets only so many open at once. */
  readonly inTurn: (work: () => Promise<void>) => Promise<void>;
  /** Somebody is asked to log in, whatever it is for: that is nobody's waste of time. */
  readonly isAsking: () => boolean;
  /** There is something new to see of it. */
  readonly changed: () => void;
  /** It answers, and did not before. */
  readonly up: () => void;
  /** What is the fault of no server. */
  readonly failed: (bug: unknown) => void;
}

/** Milliseconds. */
const slack = 1_000;
/** Milliseconds between tries where there was no way at all, to log in less often. */
const pauses = { way: 60_000, login: 300_000 };

/** Follows one cluster; whatever keeps it from answering is its trouble, until it answers. */
export function followMember(context: FleetContext, setting: FollowSetting): FollowedMember {
  const { options, world, terminal, inTurn, isAsking, changed, up, failed } = setting;
  const { name } = context;
  const fault = "fault" in context ? context.fault : undefined;
  const known = { context: name, ...("chosen" in context && { server: context.chosen.server }) };
  const link = steadyLink(world.clock, { state: "connecting" }, changed);
  let newest: Link = link.now();
  let follower: Follower | undefined;
  let report: Report | undefined;
  let trouble: FleetTrouble = fault === undefined ? connecting : { is: "unusable", cause: fault };
  /** Since when there is no answer. */
  let since: string | undefined;
  /** How often somebody is to be asked because of it. */
  let asking = 0;
  let isOpening = false;
  let isClosed = false;
  let forgetRetry: (() => void) | undefined;
  let settle: (() => void) | undefined;

  function put(next: FleetTrouble): void {
    const isNews = next.is !== trouble.is || next.cause !== trouble.cause;
    trouble = next;
    since ??= world.now();
    settle?.();
    if (isNews) changed();
  }

  function tell(seen: Seen): void {
    const isNews = seen.report !== undefined && seen.report !== report;
    const wasAway = newest.state === "unreachable" || (report === undefined && since !== undefined);
    report = seen.report ?? report;
    newest = seen.link;
    const state = newest.state;
    if (state === "live") since = undefined;
    else if (state === "unreachable" || state === "authRequired") since ??= world.now();
    link.put(newest);
    if (report !== undefined) settle?.();
    else if (state === "unreachable" || state === "authRequired") put(troubleOfLink(newest));
    if (isNews) changed();
    if (wasAway && state === "live") up();
  }

  /** Resolves when it is known how it is, or when others need not wait for that. */
  async function open(): Promise<void> {
    if (isClosed || !("chosen" in context)) return;
    const { promise: known, resolve } = Promise.withResolvers<void>();
    settle = resolve;
    const limit = options.reach.requestTimeout || patience;
    // Whoever has a limit of his own says more.
    const forget = limitOf(world.clock, limit + slack, isAsking, () => {
      const within = `within ${limit / 1000} s`;
      if (report === undefined && trouble.is === "connecting")
        put({ is: "late", cause: `no answer from ${context.chosen.server} ${within}; it is still waited for` });
      resolve();
    });
    const opening = followContext(context.chosen, options, world, tell, failed, own);
    opening
      .then((opened) => {
        if (isClosed) opened.close();
        else follower = opened;
      }, refused)
      .finally(() => {
        isOpening = false;
      });
    await known;
    forget();
  }

  function refused(error: unknown): void {
    if (isClosed) return;
    if (error instanceof UsageError || !isTold(error)) {
      failed(error);
      return;
    }
    const next = troubleOf(error);
    const pause = next.is === "login" ? pauses.login : pauses.way;
    // Whoever has to be asked says himself when.
    if (next.is !== "login" || !mayAsk(context, world))
      forgetRetry = world.clock.after(pause * (0.8 + world.random() * 0.4), begin);
    put(next);
  }

  function begin(): void {
    if (isOpening || isClosed || follower !== undefined) return;
    forgetRetry?.();
    forgetRetry = undefined;
    isOpening = true;
    inTurn(open).catch(failed);
  }

  const own: Terminal = {
    ...terminal,
    logins: {
      ...terminal.logins,
      async turn(ask) {
        asking += 1;
        changed();
        try {
          return await terminal.logins.turn(ask);
        } finally {
          asking -= 1;
          changed();
        }
      },
    },
  };

  return {
    name,
    ...("chosen" in context && { server: context.chosen.server }),
    link: link.now,
    member() {
      const now = world.now();
      if (report === undefined) {
        const why: FleetTrouble = asking > 0 ? { is: "login", cause: askedNow } : trouble;
        return { ...lost(known, now, why), ...(since !== undefined && { silent: { since, now } }) };
      }
      const { state } = link.now();
      if (state !== "stale" && state !== "unreachable" && state !== "authRequired") return { ...known, report };
      const words = wordsOfLink(link.now());
      const silentSince = words.until ?? since;
      const silent = silentSince !== undefined && { silent: { since: silentSince, now } };
      return { ...known, report, link: words, ...silent };
    },
    begin() {
      if (fault === undefined) begin();
      else changed();
    },
    look() {
      report = follower?.look().report ?? report;
    },
    refresh() {
      if (follower !== undefined) follower.refresh();
      else if (fault === undefined) begin();
    },
    hurry() {
      if (follower !== undefined && newest.state === "unreachable") follower.refresh();
      else if (forgetRetry !== undefined && trouble.is !== "login") begin();
    },
    close() {
      isClosed = true;
      forgetRetry?.();
      link.stop();
      follower?.close();
      settle?.();
    },
  };
}

const connecting: FleetTrouble = { is: "connecting", cause: "" };

function troubleOfLink({ state, cause = "" }: Link): FleetTrouble {
  return { is: state === "authRequired" ? "login" : "unreached", cause };
}

/** Its plugin may have asked somebody, who has seen what came of it. */
function mayAsk(context: FleetContext, { screen }: World): boolean {
  const exec = "chosen" in context ? context.chosen.user?.exec : undefined;
  return screen.isInputTerminal && exec !== undefined && exec["interactiveMode"] !== "Never";
}
