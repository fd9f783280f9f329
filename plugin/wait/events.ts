import type { Confirmation, SeenReport } from "../../shared/io/watch/follow-report.ts";
import type { LinkStatus } from "../../shared/io/watch/link-state.ts";
import type { WaitEnding, WaitGoal, WaitStatus } from "../../shared/model/wait.ts";
import type { RequestedObjects } from "../naming/requested-objects.ts";

/** What the options say about one wait. Times are milliseconds. */
export interface WaitSetting {
  readonly goal: WaitGoal;
  /** 0 checks once. */
  readonly timeoutMs: number;
  readonly stableForMs: number;
  readonly failFast: boolean;
  readonly namespace: string | undefined;
  /** `-l` or `--field-selector`, as typed. */
  readonly selector: string | undefined;
  /** The wait continues after its goal is reached, because other clusters have not reached it yet. */
  readonly continuesWhenReached?: true;
  /** How a cluster rests, which is read now and then. Absent: the cluster is watched. */
  readonly rest?: RestSetting;
}

/** The connection of a cluster that rests is closed. Many clusters rest, because watching all of them takes too much memory. */
export interface RestSetting {
  /** Milliseconds between two readings. */
  readonly durationMs: number;
  /** Milliseconds that a reading may take, with the time until the cluster's turn. It may end after the time-out. */
  readonly readTimeoutMs: number;
}

/** The signals that end a wait. */
export type StopSignal = "SIGHUP" | "SIGINT" | "SIGTERM";

/** What happens to a wait. */
export type WaitEvent =
  /** The server could not be reached at the beginning. The connection is tried again. */
  | { readonly type: "unreached"; readonly cause: string }
  /** The turn of a cluster that rested has come. The server has `withinMs` milliseconds to respond. */
  | { readonly type: "connecting"; readonly withinMs: number }
  /** The names of the command line are resolved, and the cluster is followed. */
  | { readonly type: "named"; readonly requested: RequestedObjects }
  /** The cluster reported a change. */
  | { readonly type: "reported"; readonly seen: SeenReport }
  /** The result of the effect `evaluate`. */
  | { readonly type: "evaluated"; readonly seen: SeenReport }
  /** The time that `wake` set is over. */
  | { readonly type: "ticked" }
  /** The result of request number `request` of the effect `confirm`. */
  | { readonly type: "confirmationResult"; readonly request: number; readonly result: Confirmation }
  /** The goal was reached before. The server must confirm that it holds now. */
  | { readonly type: "rechecked" }
  | { readonly type: "stopped"; readonly signal: StopSignal };

/** What the loop does after an event, in this order. */
export type WaitEffect =
  /** Read everything again, because what was followed is out of date. */
  | { readonly type: "refresh" }
  /** Evaluate again what was read, with ages that count from now. The event `evaluated` has the result. */
  | { readonly type: "evaluate" }
  /** Let the server confirm that the roots of `seen` are still the same. */
  | { readonly type: "confirm"; readonly request: number; readonly seen: SeenReport }
  | { readonly type: "report"; readonly status: ObservedWaitStatus }
  /** What the user asked for cannot be waited for. `lines` are those of an error. */
  | { readonly type: "refuse"; readonly status: ObservedWaitStatus; readonly lines: string }
  | {
      readonly type: "end";
      readonly status: ObservedWaitStatus;
      readonly ending: WaitEnding;
      readonly exitCode: number;
    }
  /** The goal is reached, and the wait goes on. */
  | { readonly type: "reach"; readonly status: ObservedWaitStatus; readonly ending: WaitEnding }
  /** Close the connection until `reopen`. */
  | { readonly type: "rest" }
  /** Connect again. The event `named` follows. */
  | { readonly type: "reopen" }
  | { readonly type: "wake"; readonly afterMs: number };

/** The situation at one evaluation, with all that is known about the connection. */
export interface ObservedWaitStatus extends WaitStatus {
  readonly link: LinkStatus;
}
