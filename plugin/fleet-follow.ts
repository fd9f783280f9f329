import { isTold, UsageError } from "../shared/io/errors.ts";
import type { Seen } from "../shared/io/watch/follow.ts";
import type { Link } from "../shared/io/watch/link.ts";
import type { Report } from "../shared/model/report.ts";
import type { FleetMember, FleetTrouble } from "../shared/render/fleet-member.ts";
import { lost, troubleOf } from "./fleet-cluster.ts";
import type { FleetContext } from "./fleet-contexts.ts";
import { type Follower, followContext, type Terminal } from "./following.ts";
import type { Options } from "./options.ts";
import { steadyLink } from "./watch-link.ts";
import { wordsOfLink } from "./watch-surface.ts";
import type { World } from "./world.ts";

/** One cluster of several for as long as it is followed. */
export interface FollowedMember {
  readonly name: string;
  /** As it is known now. */
  readonly member: () => FleetMember;
  readonly link: () => Link;
  /** Begins to follow; resolves when it is known how it is, or when others need not wait for that. */
  readonly begin: () => Promise<void>;
  /** Counts ages from now. */
  readonly look: () => void;
  /** Asks again for all of it, where there was no way to it too. */
  readonly refresh: () => void;
  readonly close: () => void;
}

/** What following one needs. */
export interface FollowSetting {
  readonly options: Options;
  readonly world: World;
  /** What is said there is about this cluster. */
  readonly terminal: Terminal;
  /** There is something new to see of it. */
  readonly changed: () => void;
  /** What is the fault of no server. */
  readonly failed: (bug: unknown) => void;
}

/** Milliseconds: after which others begin; and between tries where there was no way at all, to log in less often. */
const patience = 30_000;
const pauses = { way: 60_000, login: 300_000 };

/** Follows one cluster; whatever keeps it from answering is its trouble, until it answers. */
export function followMember(context: FleetContext, setting: FollowSetting): FollowedMember {
  const { options, world, terminal, changed, failed } = setting;
  const { name } = context;
  const fault = "fault" in context ? context.fault : undefined;
  const server = "chosen" in context ? context.chosen.server : undefined;
  const known = { context: name, ...(server !== undefined && { server }) };
  const { promise: first, resolve: settle } = Promise.withResolvers<void>();
  const link = steadyLink(world.clock, { state: "connecting" }, changed);
  let follower: Follower | undefined;
  let report: Report | undefined;
  let trouble: FleetTrouble = fault === undefined ? connecting : { is: "unusable", cause: fault };
  let isBeginning = false;
  let isClosed = false;
  let forgetRetry: (() => void) | undefined;

  function tell(seen: Seen): void {
    const isNews = seen.report !== undefined && seen.report !== report;
    report = seen.report ?? report;
    const before = trouble;
    if (report === undefined) trouble = troubleOfLink(seen.link);
    link.put(seen.link);
    if (report !== undefined || trouble !== connecting) settle();
    if (isNews || (report === undefined && trouble.is !== before.is)) changed();
  }

  async function open(): Promise<void> {
    if (!("chosen" in context)) return;
    forgetRetry?.();
    isBeginning = true;
    try {
      const opened = await followContext(context.chosen, options, world, tell, failed, terminal);
      if (isClosed) opened.close();
      else follower = opened;
    } catch (error) {
      if (isClosed) return;
      if (error instanceof UsageError || !isTold(error)) {
        failed(error);
        return;
      }
      trouble = troubleOf(error);
      // Whoever has to be asked says himself when.
      const isAsked = trouble.is === "login" && world.screen.isInputTerminal;
      if (!isAsked) forgetRetry = world.clock.after(trouble.is === "login" ? pauses.login : pauses.way, open);
      changed();
    } finally {
      isBeginning = false;
    }
  }

  return {
    name,
    link: link.now,
    member() {
      if (report === undefined) return lost(known, world.now(), trouble);
      const { state } = link.now();
      const isOld = state === "stale" || state === "unreachable" || state === "authRequired";
      return { ...known, report, ...(isOld && { link: wordsOfLink(link.now()) }) };
    },
    async begin() {
      if (fault !== undefined) {
        changed();
        return;
      }
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const forget = world.clock.after(patience, resolve);
      await Promise.race([open().then(() => (follower === undefined ? undefined : first)), late]);
      forget();
    },
    look() {
      report = follower?.look().report ?? report;
    },
    refresh() {
      if (follower !== undefined) follower.refresh();
      else if (!isBeginning) void open();
    },
    close() {
      isClosed = true;
      forgetRetry?.();
      link.stop();
      follower?.close();
      settle();
    },
  };
}

const connecting: FleetTrouble = { is: "connecting", cause: "" };

function troubleOfLink({ state, cause = "" }: Link): FleetTrouble {
  if (state === "authRequired") return { is: "login", cause };
  return state === "unreachable" ? { is: "unreached", cause } : connecting;
}
