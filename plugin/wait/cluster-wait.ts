import { isUserError, UsageError } from "../../shared/io/errors/errors.ts";
import type { ChosenContext } from "../../shared/io/kubeconfig/choose-context.ts";
import { connectionPolicies } from "../../shared/io/watch/follower-transitions.ts";
import { failedExit } from "../cli/exit-codes.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import { memberTimeoutMs, withinTime } from "../fleet/read-member.ts";
import { followSource, type SharedTerminal, type SourceFollower } from "../follow/follow-source.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import type { ObservedWaitStatus, StopSignal, WaitSetting } from "./events.ts";
import { startWaitLoop, type WaitListener, type WaitLoop } from "./loop.ts";

/** One cluster that is waited for. `fault`: why its context leads to no cluster. */
export type WaitedContext = { readonly name: string } & (
  | { readonly options: CommandLineOptions; readonly chosen?: ChosenContext }
  | { readonly fault: string }
);

/** What the wait for one cluster needs. */
interface ClusterWaitSetting {
  readonly setting: WaitSetting;
  readonly listener: WaitListener;
  readonly terminal: SharedTerminal;
  readonly environment: HostEnvironment;
  /** Its errors end the command, which reports them. Those of one of several clusters are refusals of that cluster. */
  readonly isAlone: boolean;
  /** Limits how many connections are opened at once. */
  readonly inTurn: (work: () => Promise<void>) => Promise<void>;
  /** Called for an error that ends the command. */
  readonly failed: (error: unknown) => void;
}

/**
 * The wait for one cluster. An unreachable server is tried again until the time is over. Refused credentials and an
 * unusable context end it.
 */
export class ClusterWait {
  readonly #context: WaitedContext;
  readonly #setup: ClusterWaitSetting;
  readonly #follower: SourceFollower | undefined;
  #isOver = false;
  #loop: WaitLoop | undefined;

  constructor(context: WaitedContext, setup: ClusterWaitSetting) {
    this.#context = context;
    this.#setup = setup;
    if (!("fault" in context)) this.#follower = this.#createFollower(context);
  }

  /** Begins to wait. The connection is opened in the cluster's turn, in which the time of a single evaluation begins. */
  begin(): void {
    if ("fault" in this.#context) this.#refuse(this.#context.fault);
    else if (this.#setup.setting.timeoutMs > 0) this.#start();
    this.#follower?.begin();
  }

  /** Asks the server whether the goal that was reached holds now. */
  recheck(): void {
    this.#loop?.take({ is: "rechecked" });
  }

  /** Ends the wait by a signal, and says where it stood. */
  stop(signal: StopSignal): void {
    this.#loop?.take({ is: "stopped", signal });
  }

  /** The situation at the last evaluation. Undefined: the wait has not begun, or is over. */
  status(): ObservedWaitStatus | undefined {
    return this.#loop?.status();
  }

  close(): void {
    this.#isOver = true;
    this.#loop?.close();
    this.#follower?.end();
  }

  #start(): WaitLoop {
    const { setting, listener, environment, failed } = this.#setup;
    const rests = { rest: () => this.#follower?.leave(), reopen: () => this.#follower?.begin() };
    const loop = startWaitLoop(setting, { ...listener, ...rests }, environment);
    this.#loop = loop;
    loop.ended.then(() => this.close(), failed);
    loop.take({ is: "ticked" });
    return loop;
  }

  #createFollower({ options, chosen }: Exclude<WaitedContext, { readonly fault: string }>): SourceFollower {
    const { setting, terminal, environment, failed, inTurn } = this.#setup;
    return followSource(options, environment, {
      chosen,
      // A single evaluation does not wait for the server.
      policy: setting.timeoutMs > 0 ? connectionPolicies.awaiting : connectionPolicies.once,
      terminal: () => terminal,
      runInTurn: (connect) => inTurn(() => this.#takeTurn(connect)).catch(failed),
      seen: (seen) => this.#loop?.take({ is: "reported", seen }),
      connected: (followed) => this.#loop?.follow(followed),
      failed: (error, isRetried) => {
        if (isRetried && error instanceof Error) this.#loop?.take({ is: "unreached", cause: error.message });
        else this.#takeError(error);
      },
      bug: failed,
    });
  }

  /** Resolves when the cluster has responded, or when other clusters need not wait for that. */
  async #takeTurn(connect: () => Promise<void>): Promise<void> {
    if (this.#isOver) return;
    const loop = this.#loop ?? this.#start();
    loop.take({ is: "connecting", withinMs: memberTimeoutMs });
    await withinTime(connect, this.#setup.environment.clock, memberTimeoutMs);
  }

  #takeError(error: unknown): void {
    const { isAlone, failed } = this.#setup;
    if (isAlone || error instanceof UsageError || !isUserError(error)) failed(error);
    else this.#refuse(error.message);
  }

  #refuse(cause: string): void {
    const status = this.status() ?? { elapsedMs: 0, link: { state: "connecting" } };
    this.close();
    this.#setup.listener.refused(status, `error: ${cause}`, failedExit);
  }
}
