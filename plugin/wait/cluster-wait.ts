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

/** One cluster that is waited for, or the reason why its context leads to no cluster. */
export type WaitedContext = { readonly name: string } & (
  | { readonly options: CommandLineOptions; readonly chosen?: ChosenContext }
  | { readonly fault: string }
);

/** What the wait for one cluster needs. */
interface ClusterWaitSetting {
  readonly wait: WaitSetting;
  readonly listener: WaitListener;
  readonly terminal: SharedTerminal;
  readonly environment: HostEnvironment;
  /** Whether no other cluster is waited for. Then an error ends the command. Otherwise it refuses this cluster alone. */
  readonly isAlone: boolean;
  /** Limits how many connections are opened at once. */
  readonly inTurn: (work: () => Promise<void>) => Promise<void>;
  /** Called for an error that ends the command. */
  readonly failed: (error: unknown) => void;
}

/**
 * The wait for one cluster. An unreachable server is tried again until the time is over. Refused credentials and an
 * unusable context end the wait.
 */
export class ClusterWait {
  readonly #context: WaitedContext;
  readonly #setting: ClusterWaitSetting;
  readonly #follower: SourceFollower | undefined;
  #isOver = false;
  #loop: WaitLoop | undefined;

  constructor(context: WaitedContext, setting: ClusterWaitSetting) {
    this.#context = context;
    this.#setting = setting;
    if (!("fault" in context)) this.#follower = this.#createFollower(context);
  }

  /** Begins to wait. The connection is opened in the cluster's turn. The time of `--timeout 0` begins only then. */
  begin(): void {
    if ("fault" in this.#context) this.#refuse(this.#context.fault);
    else if (this.#setting.wait.timeoutMs > 0) this.#start();
    this.#follower?.begin();
  }

  /** Checks at the server whether the goal, which was reached before, still holds. */
  recheck(): void {
    this.#loop?.take({ type: "rechecked" });
  }

  /** Ends the wait by a signal, and reports its last status. */
  stop(signal: StopSignal): void {
    this.#loop?.take({ type: "stopped", signal });
  }

  /** The status at the last evaluation. Undefined: the wait has not begun, or is over. */
  status(): ObservedWaitStatus | undefined {
    return this.#loop?.status();
  }

  close(): void {
    this.#isOver = true;
    this.#loop?.close();
    this.#follower?.end();
  }

  #start(): WaitLoop {
    const { wait, listener, environment, failed } = this.#setting;
    const connection = { rest: () => this.#follower?.leave(), reopen: () => this.#follower?.begin() };
    const loop = startWaitLoop(wait, listener, connection, environment);
    this.#loop = loop;
    loop.ended.then(() => this.close(), failed);
    loop.take({ type: "ticked" });
    return loop;
  }

  #createFollower({ options, chosen }: Exclude<WaitedContext, { readonly fault: string }>): SourceFollower {
    const { wait, terminal, environment, failed, inTurn } = this.#setting;
    return followSource(options, environment, {
      chosen,
      // A single evaluation does not wait for the server.
      policy: wait.timeoutMs > 0 ? connectionPolicies.awaiting : connectionPolicies.once,
      terminal: () => terminal,
      runInTurn: (connect) => inTurn(() => this.#takeTurn(connect)).catch(failed),
      seen: (seen) => this.#loop?.take({ type: "reported", seen }),
      connected: (followed) => this.#loop?.follow(followed),
      failed: (error, isRetried) => {
        if (isRetried && error instanceof Error) this.#loop?.take({ type: "unreached", cause: error.message });
        else this.#takeError(error);
      },
      bug: failed,
    });
  }

  /** Connects. Resolves when the cluster has responded, or after {@link memberTimeoutMs}, so that other clusters can connect. */
  async #takeTurn(connect: () => Promise<void>): Promise<void> {
    if (this.#isOver) return;
    const loop = this.#loop ?? this.#start();
    loop.take({ type: "connecting", withinMs: memberTimeoutMs });
    await withinTime(connect, { clock: this.#setting.environment.clock, timeoutMs: memberTimeoutMs });
  }

  #takeError(error: unknown): void {
    const { isAlone, failed } = this.#setting;
    if (isAlone || error instanceof UsageError || !isUserError(error)) failed(error);
    else this.#refuse(error.message);
  }

  #refuse(cause: string): void {
    const status = this.status() ?? { elapsedMs: 0, link: { state: "connecting" } };
    this.close();
    this.#setting.listener.refused(status, `error: ${cause}`, failedExit);
  }
}
