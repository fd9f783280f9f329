import { isUserError, UsageError } from "../../shared/io/errors/errors.ts";
import type { SeenReport } from "../../shared/io/watch/follow-report.ts";
import { failedExit } from "../cli/exit-codes.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import { followContext, type SharedTerminal } from "../follow/follow-source.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import type { StopSignal, WaitSetting } from "../wait/events.ts";
import { startWaitLoop, type WaitLoop, type WaitTelling } from "../wait/loop.ts";
import type { FleetContext } from "./choose-contexts.ts";
import { memberTimeoutMilliseconds } from "./read-member.ts";

/** The wait for one of several clusters. */
export interface MemberWait {
  /** Begins to wait. The connection is opened in the cluster's turn. */
  readonly begin: () => void;
  /** Asks the server whether the goal that was reached holds now. */
  readonly recheck: () => void;
  /** Ends the wait by a signal, and says where it stood. */
  readonly stop: (signal: StopSignal) => void;
  readonly close: () => void;
}

/** What the wait for one cluster needs. */
export interface MemberWaitSetting {
  readonly options: CommandLineOptions;
  readonly world: HostEnvironment;
  readonly setting: WaitSetting;
  readonly telling: WaitTelling;
  readonly terminal: SharedTerminal;
  /** Limits how many connections are opened at once. */
  readonly inTurn: (work: () => Promise<void>) => Promise<void>;
  /** Called for an error that is no fault of a server. */
  readonly failed: (bug: unknown) => void;
}

/**
 * Waits for one of several clusters, as `wait` does for one. An unreachable server is tried again until the time is over.
 * Refused credentials and an unusable context are refusals of this cluster, not errors of the command.
 */
export function waitForMember(context: FleetContext, around: MemberWaitSetting): MemberWait {
  const { options, world, setting, telling, inTurn, failed } = around;
  const over = new AbortController();
  let loop: WaitLoop | undefined;

  /** The time of the wait begins with all clusters, that of a single look with its turn. */
  function start(): WaitLoop {
    const reopen = (): void => void inTurn(open).catch(failed);
    loop = startWaitLoop(setting, { ...telling, reopen }, world);
    loop.ended.then(close, failed);
    loop.take({ is: "ticked" });
    return loop;
  }

  function close(): void {
    over.abort();
    loop?.close();
  }

  function refuse(cause: string): void {
    const standing = loop?.standing() ?? { passed: 0, link: { state: "connecting" } };
    close();
    telling.refused(standing, `error: ${cause}`, failedExit);
  }

  /** Resolves when the cluster has responded, or when other clusters need not wait for that. */
  async function open(): Promise<void> {
    if (over.signal.aborted || !("chosen" in context)) return;
    const waiting = loop ?? start();
    waiting.take({ is: "connecting", within: memberTimeoutMilliseconds });
    const { promise: isSettled, resolve: settle } = Promise.withResolvers<void>();
    const forget = world.clock.after(memberTimeoutMilliseconds, settle);
    const leave = (): void => settle();
    over.signal.addEventListener("abort", leave, { once: true });
    const unreached = (cause: string): void => {
      waiting.take({ is: "unreached", cause });
      settle();
    };
    const heard = (seen: SeenReport): void => {
      waiting.take({ is: "heard", seen });
      if (seen.report !== undefined || seen.link.state === "unreachable") settle();
    };
    // A single look does not wait for the server.
    const server = setting.timeout > 0 && { waiting: { failed: unreached, signal: over.signal } };
    const terminal = { ...around.terminal, ...server };
    followContext(context.chosen, options, world, heard, failed, terminal).then(
      (opened) => {
        if (over.signal.aborted) opened.close();
        else waiting.follow(opened);
      },
      (error: unknown) => {
        settle();
        if (over.signal.aborted) return;
        if (error instanceof UsageError || !isUserError(error)) failed(error);
        else refuse(error.message);
      },
    );
    await isSettled;
    forget();
    over.signal.removeEventListener("abort", leave);
  }

  return {
    begin() {
      if ("fault" in context) refuse(context.fault);
      else if (setting.timeout > 0) start();
      inTurn(open).catch(failed);
    },
    recheck: () => loop?.take({ is: "rechecked" }),
    stop: (signal) => loop?.take({ is: "stopped", signal }),
    close,
  };
}
