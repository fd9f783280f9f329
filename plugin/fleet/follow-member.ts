import { isUserError, UsageError } from "../../shared/io/errors/errors.ts";
import type { ChosenContext } from "../../shared/io/kubeconfig/choose-context.ts";
import type { SeenReport } from "../../shared/io/watch/follow-report.ts";
import type { LinkStatus } from "../../shared/io/watch/link-state.ts";
import type { FleetMember } from "../../shared/render/words/commands/fleet.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import { steadyLink } from "../follow/debounced-link.ts";
import { followContext, type SharedTerminal, type SourceFollower } from "../follow/follow-source.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { type FleetContext, identifyMember } from "./choose-contexts.ts";
import { beginMember, type MemberEffect, type MemberEvent, memberAt, nextMemberStep } from "./member-steps.ts";
import { memberTimeoutMilliseconds, readFailure, startTimeLimit } from "./read-member.ts";

/** One of several clusters that are followed. */
export interface FollowedMember {
  readonly name: string;
  /** The server's address. Absent where the context leads to no cluster. */
  readonly server?: string;
  /** The state of the cluster as it is known now. */
  readonly member: () => FleetMember;
  readonly link: () => LinkStatus;
  /** Opens the connection and begins to follow, in the cluster's turn. */
  readonly begin: () => void;
  /** Counts ages from now. */
  readonly look: () => void;
  /** Reads the whole cluster again. Where there is no connection, opens one. */
  readonly refresh: () => void;
  /** Tries an unreachable cluster again now, because its server responds to another context. */
  readonly hurry: () => void;
  readonly close: () => void;
}

/** What following one cluster needs. */
export interface FollowSetting {
  readonly options: CommandLineOptions;
  readonly environment: HostEnvironment;
  /** What is reported there is about this cluster. */
  readonly terminal: SharedTerminal & Required<Pick<SharedTerminal, "logins">>;
  /** Limits how many connections are opened at once. */
  readonly inTurn: (work: () => Promise<void>) => Promise<void>;
  /** Whether the user is being asked to log in, for any cluster. No limit runs meanwhile. */
  readonly isAsking: () => boolean;
  /** Called when the cluster has something new to show. */
  readonly changed: () => void;
  /** Called when the server responds and did not before. */
  readonly up: () => void;
  /** Called for an error that is no fault of a server. */
  readonly failed: (bug: unknown) => void;
}

/** Milliseconds that a cluster has beyond its limit. An error of its own says more than that it is late. */
const slack = 1_000;

/** Follows one cluster. What keeps it from responding is its trouble, until it responds. */
export function followMember(context: FleetContext, setting: FollowSetting): FollowedMember {
  const { environment, inTurn, changed, up, failed } = setting;
  const known = identifyMember(context);
  const link = steadyLink(environment.clock, { state: "connecting" }, changed);
  let state = beginMember("fault" in context ? context.fault : undefined);
  let follower: SourceFollower | undefined;
  let forgetRetry = (): void => {};
  let settle = (): void => {};

  function take(event: MemberEvent): void {
    const step = nextMemberStep(state, event, { now: environment.now(), chance: environment.random() });
    state = step.state;
    for (const effect of step.effects) carryOut(effect);
  }

  function carryOut(effect: MemberEffect): void {
    switch (effect.do) {
      case "open":
        inTurn(open).catch(failed);
        break;
      case "settle":
        settle();
        break;
      case "link":
        link.put(effect.link);
        break;
      case "change":
        changed();
        break;
      case "up":
        up();
        break;
      case "refresh":
        follower?.refresh();
        break;
      case "retry":
        forgetRetry = environment.clock.after(effect.after, () => take({ is: "begun" }));
        break;
      case "forget-retry":
        forgetRetry();
    }
  }

  /** Resolves when the state of the cluster is known, or when other clusters need not wait for that. */
  async function open(): Promise<void> {
    if (state.phase === "closed" || !("chosen" in context)) return;
    const { promise: isSettled, resolve } = Promise.withResolvers<void>();
    settle = resolve;
    const forget = startLimit(context.chosen, setting, take);
    const tell = (seen: SeenReport): void => take({ is: "seen", seen });
    followContext(context.chosen, setting.options, environment, tell, failed, terminalOf(setting, take)).then(
      (opened) => {
        if (state.phase === "closed") opened.close();
        else follower = opened;
        take({ is: "opened" });
      },
      (error: unknown) => {
        if (state.phase === "closed") return;
        if (error instanceof UsageError || !isUserError(error)) failed(error);
        else take({ is: "refused", trouble: readFailure(error), willAsk: mayAsk(context, environment) });
      },
    );
    await isSettled;
    forget();
  }

  return {
    ...{ name: context.name, ...(known.server !== undefined && { server: known.server }), link: link.now },
    member: () => memberAt(known, state, link.now(), environment.now()),
    begin: () => take({ is: "begun" }),
    look: () => take({ is: "looked", report: follower?.look().report }),
    refresh: () => take({ is: "refreshed" }),
    hurry: () => take({ is: "hurried" }),
    close() {
      take({ is: "closed" });
      link.stop();
      follower?.close();
    },
  };
}

/** Reports a cluster that does not respond in time as late. Returns a function that cancels this. */
function startLimit(
  { server }: ChosenContext,
  { options, environment, isAsking }: FollowSetting,
  take: (event: MemberEvent) => void,
): () => void {
  const limit = options.reach.requestTimeout || memberTimeoutMilliseconds;
  const cause = stillWaitedForText(server, limit / 1000);
  return startTimeLimit(environment.clock, limit + slack, isAsking, () => take({ is: "late", cause }));
}

/** The terminal shared by all clusters, where logins count as this cluster's. */
function terminalOf({ terminal }: FollowSetting, take: (event: MemberEvent) => void): SharedTerminal {
  const { logins } = terminal;
  return {
    ...terminal,
    logins: {
      ...logins,
      async turn(ask) {
        take({ is: "login", by: 1 });
        try {
          return await logins.turn(ask);
        } finally {
          take({ is: "login", by: -1 });
        }
      },
    },
  };
}

/** Whether the credential plugin may have asked the user, who has then seen the result. */
function mayAsk(context: FleetContext, { screen }: HostEnvironment): boolean {
  const exec = "chosen" in context ? context.chosen.user?.exec : undefined;
  return screen.isInputTerminal && exec !== undefined && exec["interactiveMode"] !== "Never";
}

/** Why a cluster that is followed counts as late. */
function stillWaitedForText(server: string, seconds: number): string {
  return `no response from ${server} within ${seconds} s; still waiting`;
}
