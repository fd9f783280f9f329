import { ConnectionError, InputError } from "../errors/errors.ts";
import type { WatchClock } from "./clock.ts";
import {
  type ConnectFault,
  type ConnectionPolicy,
  type FollowerEffect,
  type FollowerEvent,
  initialFollowerState,
  nextFollowerState,
} from "./follower-transitions.ts";
import type { LinkState } from "./link-state.ts";

/** An open connection to a cluster. */
interface OpenedCluster {
  close(): void;
}

/** What is followed over a connection. */
interface FollowedCluster {
  /** Requests everything again. */
  refresh(): void;
  stop(): void;
}

/** What a front gives a follower: how to connect and what to follow, and where to report. */
export interface FollowerFront<Opened extends OpenedCluster, Followed extends FollowedCluster> {
  readonly policy: ConnectionPolicy;
  readonly clock: WatchClock;
  /** From 0 to 1. */
  readonly random: () => number;
  /**
   * Chooses a context, logs in, and opens a connection, which stays for all tries to follow. `left` fires when it is
   * not needed any more.
   */
  open(left: AbortSignal): Promise<Opened>;
  /** Begins to follow. `linked` takes the state of the link at each change, and whether anything was read so far. */
  follow(opened: Opened, linked: (link: LinkState, isRead: boolean) => void): Promise<Followed>;
  connected?(followed: Followed): void;
  /** A try failed. `isRetried`: there is another one after a pause. Else the front, or the user, decides. */
  failed(error: unknown, isRetried: boolean): void;
  /**
   * Calls `connect` when the cluster's turn has come. That resolves when it is known whether the server responds, so
   * that the next cluster may have its turn. Absent: at once.
   */
  runInTurn?(connect: () => Promise<void>): Promise<void>;
}

/** One cluster that is followed, and connected to as often as that takes. */
export interface ClusterFollower<Opened, Followed> {
  /** Connects, unless that is done already. */
  begin(): void;
  /** Requests everything again. Where nothing is open, connects. */
  refresh(): void;
  /** Tries an unreachable server again now, because it responds to another context. */
  hurry(): void;
  /** Closes the connection until `begin`. */
  leave(): void;
  /** Closes the connection for good. */
  end(): void;
  opened(): Opened | undefined;
  followed(): Followed | undefined;
}

/** Carries out what follower-transitions.ts decides. */
export function createFollower<Opened extends OpenedCluster, Followed extends FollowedCluster>(
  front: FollowerFront<Opened, Followed>,
): ClusterFollower<Opened, Followed> {
  const { clock } = front;
  let state = initialFollowerState;
  let opened: Opened | undefined;
  let followed: Followed | undefined;
  /** Fires when the front leaves the cluster. One serves all tries until then. */
  let left = new AbortController();
  let forgetPause = (): void => {};
  let settle = (): void => {};

  function take(event: FollowerEvent): void {
    const next = nextFollowerState(state, event, front);
    state = next.state;
    for (const effect of next.effects) carryOut(effect);
  }

  function carryOut(effect: FollowerEffect): void {
    switch (effect.do) {
      case "connect": {
        forgetPause();
        const { signal } = left;
        const work = (): Promise<void> => connect(signal);
        void (front.runInTurn === undefined ? work() : front.runInTurn(work));
        return;
      }
      case "pause":
        forgetPause = clock.after(effect.milliseconds, () => take({ is: "pauseEnded" }));
        return;
      case "refresh":
        followed?.refresh();
        return;
      case "disconnect":
        forgetPause();
        followed?.stop();
        opened?.close();
        followed = undefined;
        opened = undefined;
        left.abort();
        left = new AbortController();
        settle();
    }
  }

  /** Resolves when it is known whether the server responds. */
  async function connect(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const { promise: isSettled, resolve } = Promise.withResolvers<void>();
    settle = resolve;
    tryOnce(signal).catch((error: unknown) => {
      if (signal.aborted) return;
      take({ is: "failed", fault: faultOf(error) });
      front.failed(error, state.phase === "pausing");
      resolve();
    });
    await isSettled;
  }

  async function tryOnce(signal: AbortSignal): Promise<void> {
    const cluster = opened ?? (await front.open(signal));
    if (signal.aborted) {
      cluster.close();
      return;
    }
    opened = cluster;
    const next = await front.follow(cluster, (link, isRead) => {
      if (signal.aborted) return;
      take({ is: "linkChanged", link });
      if (isRead || link === "unreachable" || link === "authRequired") settle();
    });
    if (signal.aborted) {
      next.stop();
      return;
    }
    followed = next;
    // What the front throws is a failed try. It may also leave the cluster at once.
    front.connected?.(next);
    if (!signal.aborted) take({ is: "connected" });
  }

  return {
    begin: () => take({ is: "begun" }),
    refresh: () => take({ is: "refreshed" }),
    hurry: () => take({ is: "hurried" }),
    leave: () => take({ is: "left" }),
    end: () => take({ is: "ended" }),
    opened: () => opened,
    followed: () => followed,
  };
}

function faultOf(error: unknown): ConnectFault | undefined {
  if (error instanceof InputError) return "unusable";
  return error instanceof ConnectionError ? error.reason : undefined;
}
