import type { SharedLogins } from "../../shared/io/auth/shared-logins.ts";
import { isUserError, UsageError } from "../../shared/io/errors/errors.ts";
import type { ChosenContext } from "../../shared/io/kubeconfig/choose-context.ts";
import { connectionPolicies } from "../../shared/io/watch/follower-transitions.ts";
import type { LinkStatus } from "../../shared/io/watch/link-state.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import type { FleetMember } from "../../shared/render/words/commands/fleet.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import { steadyLink } from "../follow/debounced-link.ts";
import { followSource, type SourceFollower } from "../follow/follow-source.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { type FleetContext, identifyMember } from "./choose-contexts.ts";
import type { FleetLogins } from "./fleet-logins.ts";
import { beginMember, type MemberEvent, nextMemberStep, showMember } from "./member-state.ts";
import { memberTimeoutMs, readFailure, withinTime } from "./read-member.ts";

/** One of several clusters that are followed. */
export interface FollowedMember {
  readonly name: string;
  /** The server's address. Absent if the context leads to no cluster. */
  readonly server?: string;
  /** The state of the cluster as it is known now. */
  readonly member: () => FleetMember;
  readonly link: () => LinkStatus;
  /** Opens the connection and begins to follow, in the cluster's turn. */
  readonly begin: () => void;
  /** Counts ages from now. */
  readonly evaluate: () => void;
  /** Reads the whole cluster again. Opens a connection if there is none. */
  readonly refresh: () => void;
  /** Tries an unreachable cluster again now, because its server responds to another context. */
  readonly hurry: () => void;
  readonly close: () => void;
}

/** What following one cluster needs. */
export interface FollowSetting {
  readonly options: CommandLineOptions;
  readonly environment: HostEnvironment;
  /** While the user is asked to log in to any cluster, no limit runs. */
  readonly logins: Pick<FleetLogins, "shared" | "isAsking">;
  /** Prints messages about this cluster. */
  readonly printMessage: (text: string) => void;
  /** Limits how many connections are opened at once. */
  readonly inTurn: (work: () => Promise<void>) => Promise<void>;
  /** Called when the cluster has something new to show. */
  readonly changed: (followed: FollowedMember) => void;
  /** Called when the server responds and did not before. */
  readonly respondsAgain: (followed: FollowedMember) => void;
  /** Called for an error that is no fault of a server. */
  readonly failed: (bug: unknown) => void;
}

/** Milliseconds that a cluster has beyond its timeout, so that its own error is shown, which says more than `late`. */
const slackMs = 1_000;

/** Follows one cluster. Until it responds, it is shown with what keeps it from responding. */
export function followMember(context: FleetContext, setting: FollowSetting): FollowedMember {
  const { environment } = setting;
  const identity = identifyMember(context);
  const changed = (): void => setting.changed(followed);
  const link = steadyLink(environment.clock, { state: "connecting" }, changed);
  const follower = "chosen" in context ? followChosen(context.chosen, setting, take) : undefined;
  let state = beginMember("fault" in context ? context.fault : undefined);
  let isClosed = false;

  function take(event: MemberEvent): void {
    if (isClosed) return;
    const step = nextMemberStep(state, event, environment.now());
    state = step.state;
    if (event.type === "seen") link.put(event.seen.link);
    if (step.isNews) changed();
    if (step.respondsAgain) setting.respondsAgain(followed);
  }

  const followed: FollowedMember = {
    name: context.name,
    ...definedFields({ server: identity.server }),
    link: link.now,
    member: () => showMember(identity, state, link.now(), environment.now()),
    begin() {
      // A context that leads to no cluster has its fault to show.
      if (follower === undefined) changed();
      else follower.begin();
    },
    evaluate: () => take({ type: "evaluated", report: follower?.followed()?.current().report }),
    refresh: () => follower?.refresh(),
    hurry: () => follower?.hurry(),
    close() {
      isClosed = true;
      link.stop();
      follower?.end();
    },
  };
  return followed;
}

/** The follower of a member, which reports to `take`. */
function followChosen(
  chosen: ChosenContext,
  setting: FollowSetting,
  take: (event: MemberEvent) => void,
): SourceFollower {
  const { options, environment, logins, printMessage, inTurn, failed } = setting;
  const timeoutMs = options.reach.requestTimeout || memberTimeoutMs;
  const limit = {
    clock: environment.clock,
    timeoutMs: timeoutMs + slackMs,
    isAsking: () => logins.isAsking(),
    onTimeout: () =>
      take({ type: "late", cause: `no response from ${chosen.server} within ${timeoutMs / 1000} s; still waiting` }),
  };
  /** The logins of all clusters. A login counts as one of this cluster too. */
  const countedLogins: SharedLogins = {
    ...logins.shared,
    async runInTurn(ask) {
      take({ type: "login", change: 1 });
      try {
        return await logins.shared.runInTurn(ask);
      } finally {
        take({ type: "login", change: -1 });
      }
    },
  };
  return followSource(options, environment, {
    chosen,
    policy: mayAsk(chosen, environment) ? connectionPolicies.rowThatAsks : connectionPolicies.row,
    terminal: () => ({ printMessage, logins: countedLogins }),
    runInTurn: (connect) => inTurn(() => withinTime(connect, limit)).catch(failed),
    seen: (seen) => take({ type: "seen", seen }),
    failed(error) {
      if (error instanceof UsageError || !isUserError(error)) failed(error);
      else take({ type: "failed", trouble: readFailure(error) });
    },
    bug: failed,
  });
}

/** Whether the credential plugin may have asked the user, who has then seen the result. */
function mayAsk({ user }: ChosenContext, { screen }: HostEnvironment): boolean {
  const exec = user?.exec;
  return screen.isInputTerminal && exec !== undefined && exec["interactiveMode"] !== "Never";
}
