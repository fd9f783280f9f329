import { isUserError, UsageError } from "../../shared/io/errors/errors.ts";
import type { ChosenContext } from "../../shared/io/kubeconfig/choose-context.ts";
import { connectionPolicies } from "../../shared/io/watch/follower-transitions.ts";
import type { LinkStatus } from "../../shared/io/watch/link-state.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import type { FleetMember } from "../../shared/render/words/commands/fleet.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import { steadyLink } from "../follow/debounced-link.ts";
import { followSource, type SharedTerminal, type SourceFollower } from "../follow/follow-source.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { type FleetContext, identifyMember } from "./choose-contexts.ts";
import { beginMember, type MemberEvent, memberAt, nextMemberStep } from "./member-state.ts";
import { memberTimeoutMs, readFailure, withinTime } from "./read-member.ts";

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
  readonly evaluate: () => void;
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
const slackMs = 1_000;

/** Follows one cluster. What keeps it from responding is its trouble, until it responds. */
export function followMember(context: FleetContext, setting: FollowSetting): FollowedMember {
  const { environment, changed, up } = setting;
  const known = identifyMember(context);
  const link = steadyLink(environment.clock, { state: "connecting" }, changed);
  const follower = "chosen" in context ? followChosen(context.chosen, setting, take) : undefined;
  let state = beginMember("fault" in context ? context.fault : undefined);
  let isClosed = false;

  function take(event: MemberEvent): void {
    if (isClosed) return;
    const step = nextMemberStep(state, event, environment.now());
    state = step.state;
    if (event.is === "seen") link.put(event.seen.link);
    if (step.isNews) changed();
    if (step.isUp) up();
  }

  return {
    name: context.name,
    ...definedFields({ server: known.server }),
    link: link.now,
    member: () => memberAt(known, state, link.now(), environment.now()),
    begin() {
      // A context that leads to no cluster has its fault to show.
      if (follower === undefined) changed();
      else follower.begin();
    },
    evaluate: () => take({ is: "evaluated", report: follower?.followed()?.current().report }),
    refresh: () => follower?.refresh(),
    hurry: () => follower?.hurry(),
    close() {
      isClosed = true;
      link.stop();
      follower?.end();
    },
  };
}

/** The follower of a member, which reports to `take`. */
function followChosen(
  chosen: ChosenContext,
  setting: FollowSetting,
  take: (event: MemberEvent) => void,
): SourceFollower {
  const { options, environment, inTurn, isAsking, failed } = setting;
  const limit = options.reach.requestTimeout || memberTimeoutMs;
  const late = (): void =>
    take({ is: "late", cause: `no response from ${chosen.server} within ${limit / 1000} s; still waiting` });
  return followSource(options, environment, {
    chosen,
    policy: mayAsk(chosen, environment) ? connectionPolicies.rowThatAsks : connectionPolicies.row,
    terminal: () => terminalOf(setting, take),
    runInTurn: (connect) =>
      inTurn(() => withinTime(connect, environment.clock, limit + slackMs, isAsking, late)).catch(failed),
    seen: (seen) => take({ is: "seen", seen }),
    failed(error) {
      if (error instanceof UsageError || !isUserError(error)) failed(error);
      else take({ is: "failed", trouble: readFailure(error) });
    },
    bug: failed,
  });
}

/** The terminal shared by all clusters, where logins count as this cluster's. */
function terminalOf({ terminal }: FollowSetting, take: (event: MemberEvent) => void): SharedTerminal {
  const { logins } = terminal;
  return {
    ...terminal,
    logins: {
      ...logins,
      async runInTurn(ask) {
        take({ is: "login", by: 1 });
        try {
          return await logins.runInTurn(ask);
        } finally {
          take({ is: "login", by: -1 });
        }
      },
    },
  };
}

/** Whether the credential plugin may have asked the user, who has then seen the result. */
function mayAsk({ user }: ChosenContext, { screen }: HostEnvironment): boolean {
  const exec = user?.exec;
  return screen.isInputTerminal && exec !== undefined && exec["interactiveMode"] !== "Never";
}
