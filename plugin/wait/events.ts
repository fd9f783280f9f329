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
  /** The wait goes on after its goal is reached, because other clusters have not reached it yet. */
  readonly goesOn?: true;
  /** Milliseconds between two evaluations of a cluster that is not watched meanwhile. Absent: it is watched. */
  readonly restForMs?: number;
  /** Milliseconds that such an evaluation may take, with the time until the cluster's turn. It may end after the time-out. */
  readonly reopenTimeoutMs?: number;
}

/** The signals that end a wait. */
export type StopSignal = "SIGHUP" | "SIGINT" | "SIGTERM";

/** What happens to a wait. */
export type WaitEvent =
  /** The server could not be reached at the beginning. It is tried again. */
  | { readonly is: "unreached"; readonly cause: string }
  /** The turn of a cluster that rested has come. It has `within` milliseconds to respond. */
  | { readonly is: "connecting"; readonly withinMs: number }
  /** The names of the command line are resolved, and the cluster is followed. */
  | { readonly is: "named"; readonly requested: RequestedObjects }
  /** The cluster reported a change. */
  | { readonly is: "reported"; readonly seen: SeenReport }
  /** The result of the effect `evaluate`. */
  | { readonly is: "evaluated"; readonly seen: SeenReport }
  /** The time that `wake` set is over. */
  | { readonly is: "ticked" }
  /** The result of request number `request` of the effect `confirm`. */
  | { readonly is: "confirmationResult"; readonly request: number; readonly result: Confirmation }
  /** The goal was reached before. The server is to confirm that it holds now. */
  | { readonly is: "rechecked" }
  | { readonly is: "stopped"; readonly signal: StopSignal };

/** What the loop does after an event, in this order. */
export type WaitEffect =
  /** Read everything again, because what was followed is out of date. */
  | { readonly do: "refresh" }
  /** Evaluate again what was read, with ages that count from now. The event `evaluated` has the result. */
  | { readonly do: "evaluate" }
  /** Let the server confirm that the roots of `seen` are still the same. */
  | { readonly do: "confirm"; readonly request: number; readonly seen: SeenReport }
  | { readonly do: "report"; readonly status: ObservedWaitStatus }
  /** What was asked for cannot be waited for. `lines` of an error. */
  | { readonly do: "refuse"; readonly status: ObservedWaitStatus; readonly lines: string }
  | { readonly do: "end"; readonly status: ObservedWaitStatus; readonly ending: WaitEnding; readonly exitCode: number }
  /** The goal is reached, and the wait goes on. */
  | { readonly do: "reach"; readonly status: ObservedWaitStatus; readonly ending: WaitEnding }
  /** Close the connection until `reopen`. */
  | { readonly do: "rest" }
  /** Connect again. The event `named` follows. */
  | { readonly do: "reopen" }
  | { readonly do: "wake"; readonly afterMs: number };

/** The situation at one evaluation, with all that is known about the connection. */
export interface ObservedWaitStatus extends WaitStatus {
  readonly link: LinkStatus;
}
