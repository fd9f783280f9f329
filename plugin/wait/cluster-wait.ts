import { isUserError, UsageError } from "../../shared/io/errors/errors.ts";
import type { SeenReport } from "../../shared/io/watch/follow-report.ts";
import { failedExit } from "../cli/exit-codes.ts";
import { memberTimeoutMilliseconds } from "../fleet/read-member.ts";
import type { SharedTerminal, SourceFollower } from "../follow/follow-source.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import type { StopSignal, WaitEventStanding, WaitSetting } from "./events.ts";
import { startWaitLoop, type WaitLoop, type WaitTelling } from "./loop.ts";

/** One cluster that is waited for. `fault`: why its context leads to no cluster. */
export type WaitedContext = { readonly name: string } & (
  | { readonly follow: FollowCluster }
  | { readonly fault: string }
);

/** Connects to a cluster and follows it. `failed` gets errors that are no fault of a server. */
type FollowCluster = (
  heard: (seen: SeenReport) => void,
  failed: (bug: unknown) => void,
  terminal: SharedTerminal,
) => Promise<SourceFollower>;

/** What the wait for one cluster needs. */
interface ClusterWaitSetting {
  readonly setting: WaitSetting;
  readonly telling: WaitTelling;
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
  readonly #around: ClusterWaitSetting;
  readonly #over = new AbortController();
  #loop: WaitLoop | undefined;

  constructor(context: WaitedContext, around: ClusterWaitSetting) {
    this.#context = context;
    this.#around = around;
  }

  /** Begins to wait. The connection is opened in the cluster's turn, in which the time of a single look begins. */
  begin(): void {
    if ("fault" in this.#context) this.#refuse(this.#context.fault);
    else if (this.#around.setting.timeout > 0) this.#start();
    this.#openInTurn();
  }

  /** Asks the server whether the goal that was reached holds now. */
  recheck(): void {
    this.#loop?.take({ is: "rechecked" });
  }

  /** Ends the wait by a signal, and says where it stood. */
  stop(signal: StopSignal): void {
    this.#loop?.take({ is: "stopped", signal });
  }

  /** The situation at the last look. Undefined: the wait has not begun, or is over. */
  standing(): WaitEventStanding | undefined {
    return this.#loop?.standing();
  }

  close(): void {
    this.#over.abort();
    this.#loop?.close();
  }

  #start(): WaitLoop {
    const { setting, telling, environment, failed } = this.#around;
    const loop = startWaitLoop(setting, { ...telling, reopen: () => this.#openInTurn() }, environment);
    this.#loop = loop;
    loop.ended.then(() => this.close(), failed);
    loop.take({ is: "ticked" });
    return loop;
  }

  #openInTurn(): void {
    this.#around.inTurn(() => this.#open()).catch(this.#around.failed);
  }

  /** Resolves when the cluster has responded, or when other clusters need not wait for that. */
  async #open(): Promise<void> {
    const { setting, terminal, environment, failed } = this.#around;
    const { signal } = this.#over;
    if (signal.aborted || !("follow" in this.#context)) return;
    const loop = this.#loop ?? this.#start();
    loop.take({ is: "connecting", within: memberTimeoutMilliseconds });
    const { promise: isSettled, resolve: settle } = Promise.withResolvers<void>();
    const forget = environment.clock.after(memberTimeoutMilliseconds, settle);
    const leave = (): void => settle();
    signal.addEventListener("abort", leave, { once: true });
    const unreached = (cause: string): void => {
      loop.take({ is: "unreached", cause });
      settle();
    };
    const heard = (seen: SeenReport): void => {
      loop.take({ is: "heard", seen });
      if (seen.report !== undefined || seen.link.state === "unreachable") settle();
    };
    // A single look does not wait for the server.
    const server = setting.timeout > 0 && { waiting: { failed: unreached, signal } };
    this.#context.follow(heard, failed, { ...terminal, ...server }).then(
      (follower) => {
        if (signal.aborted) follower.close();
        else loop.follow(follower);
      },
      (error: unknown) => {
        settle();
        if (!signal.aborted) this.#takeError(error);
      },
    );
    await isSettled;
    forget();
    signal.removeEventListener("abort", leave);
  }

  #takeError(error: unknown): void {
    const { isAlone, failed } = this.#around;
    if (isAlone || error instanceof UsageError || !isUserError(error)) failed(error);
    else this.#refuse(error.message);
  }

  #refuse(cause: string): void {
    const standing = this.standing() ?? { elapsedMs: 0, link: { state: "connecting" } };
    this.close();
    this.#around.telling.refused(standing, `error: ${cause}`, failedExit);
  }
}
