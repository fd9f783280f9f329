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

/**
 * One cluster that is followed, and connected to as often as that takes. It carries out what follower-transitions.ts
 * decides.
 */
export class ClusterFollower<Opened extends OpenedCluster, Followed extends FollowedCluster> {
  readonly #front: FollowerFront<Opened, Followed>;
  #state = initialFollowerState;
  #opened: Opened | undefined;
  #followed: Followed | undefined;
  /** Fires when the front leaves the cluster. One serves all tries until then. */
  #left = new AbortController();
  #cancelPause = (): void => {};
  /** Ends the turn of this cluster, because it is known whether the server responds. */
  #endTurn = (): void => {};

  constructor(front: FollowerFront<Opened, Followed>) {
    this.#front = front;
  }

  /** Connects, unless that is done already. */
  begin(): void {
    this.#take({ is: "begun" });
  }

  /** Requests everything again. Where nothing is open, connects. */
  refresh(): void {
    this.#take({ is: "refreshed" });
  }

  /** Tries an unreachable server again now, because it responds to another context. */
  hurry(): void {
    this.#take({ is: "hurried" });
  }

  /** Closes the connection until `begin`. */
  leave(): void {
    this.#take({ is: "left" });
  }

  /** Closes the connection for good. */
  end(): void {
    this.#take({ is: "ended" });
  }

  opened(): Opened | undefined {
    return this.#opened;
  }

  followed(): Followed | undefined {
    return this.#followed;
  }

  #take(event: FollowerEvent): void {
    const next = nextFollowerState(this.#state, event, this.#front);
    this.#state = next.state;
    for (const effect of next.effects) this.#carryOut(effect);
  }

  #carryOut(effect: FollowerEffect): void {
    switch (effect.do) {
      case "connect":
        this.#cancelPause();
        this.#startConnecting();
        return;
      case "pause":
        this.#cancelPause = this.#front.clock.after(effect.milliseconds, () => this.#take({ is: "pauseEnded" }));
        return;
      case "refresh":
        this.#followed?.refresh();
        return;
      case "disconnect":
        this.#cancelPause();
        this.#disconnect();
    }
  }

  #disconnect(): void {
    this.#followed?.stop();
    this.#opened?.close();
    this.#followed = undefined;
    this.#opened = undefined;
    this.#left.abort();
    this.#left = new AbortController();
    this.#endTurn();
  }

  #startConnecting(): void {
    const { signal } = this.#left;
    const connect = (): Promise<void> => this.#connect(signal);
    void (this.#front.runInTurn === undefined ? connect() : this.#front.runInTurn(connect));
  }

  /** Resolves when it is known whether the server responds. @param left Fires when the front leaves the cluster. */
  async #connect(left: AbortSignal): Promise<void> {
    if (left.aborted) return;
    const { promise: turn, resolve: endTurn } = Promise.withResolvers<void>();
    this.#endTurn = endTurn;
    this.#tryOnce(left).catch((error: unknown) => {
      if (left.aborted) return;
      this.#take({ is: "failed", fault: faultOf(error) });
      this.#front.failed(error, this.#state.phase === "pausing");
      endTurn();
    });
    await turn;
  }

  async #tryOnce(left: AbortSignal): Promise<void> {
    const cluster = this.#opened ?? (await this.#front.open(left));
    if (left.aborted) {
      cluster.close();
      return;
    }
    this.#opened = cluster;
    const followed = await this.#front.follow(cluster, (link, isRead) => {
      if (left.aborted) return;
      this.#take({ is: "linkChanged", link });
      if (isRead || link === "unreachable" || link === "authRequired") this.#endTurn();
    });
    if (left.aborted) {
      followed.stop();
      return;
    }
    this.#followed = followed;
    // What the front throws is a failed try. It may also leave the cluster at once.
    this.#front.connected?.(followed);
    if (!left.aborted) this.#take({ is: "connected" });
  }
}

function faultOf(error: unknown): ConnectFault | undefined {
  if (error instanceof InputError) return "unusable";
  return error instanceof ConnectionError ? error.reason : undefined;
}
