import type { ConnectionReason } from "../errors/errors.ts";
import type { LinkState } from "./link-state.ts";
import { backoffPause, spreadPause } from "./reflector/retry-pauses.ts";

/** Why a try to connect failed. `unusable`: the context, or a file that it names, cannot be used. */
export type ConnectFault = ConnectionReason | "unusable";

/** The pause before the next try. `upToMs`: it grows with each failure. `everyMs`: it stays about the same. */
type RetryPause = { readonly upToMs: number } | { readonly everyMs: number };

/** How a front connects. */
export interface ConnectionPolicy {
  /** After a fault without a pause there is no other try until the user acts, so no login program is started again. */
  readonly retries: Readonly<Partial<Record<ConnectFault, RetryPause>>>;
  /** The server must respond before anything else is requested. A server that does not is a failed try. */
  readonly awaitsServer?: true;
  /** Where the server no longer accepts the login, nothing is requested until the user asks for it. */
  readonly leavesAtLostLogin?: true;
}

const minute: RetryPause = { everyMs: 60_000 };
const ofRow: ConnectionPolicy["retries"] = {
  unreachable: minute,
  timeout: minute,
  untrusted: minute,
  unusable: minute,
};

type FrontName = "awaiting" | "once" | "row" | "rowThatAsks" | "editor";

/** The policies of all fronts. */
export const connectionPolicies: Readonly<Record<FrontName, ConnectionPolicy>> = {
  /** `-w`, `serve`, `wait`: the user waits for this server, so the pauses are shorter than those of a lost server. */
  awaiting: { retries: { unreachable: { upToMs: 10_000 }, timeout: { upToMs: 10_000 } }, awaitsServer: true },
  /** `wait --timeout 0`: one try. */
  once: { retries: {} },
  /** A row of a fleet. Its login program does not ask the user, and runs again after some minutes. */
  row: { retries: { ...ofRow, credentials: { everyMs: 300_000 } } },
  /** A row whose login program asks the user, who says when to log in again. */
  rowThatAsks: { retries: ofRow },
  /** The editor: the user connects, and logs in. */
  editor: { retries: {}, leavesAtLostLogin: true },
};

/** What a follower does. */
type FollowerPhase =
  /** Nothing is open: it has not begun, or it was left. */
  | "idle"
  | "connecting"
  | "following"
  /** A failed try is repeated after a pause. */
  | "pausing"
  /** A failed try, or a lost login, waits for the user. */
  | "refused"
  | "ended";

export interface FollowerState {
  readonly phase: FollowerPhase;
  /** How many tries to connect have failed in a row. */
  readonly failures: number;
  /** Why the last one failed. */
  readonly fault: ConnectFault | undefined;
  readonly link: LinkState;
}

/** What happens to a follower. */
export type FollowerEvent =
  /** The front wants the cluster followed. */
  | { readonly is: "begun" }
  /** The cluster is followed from now on. */
  | { readonly is: "connected" }
  /** The try to connect failed. A bug has no fault. */
  | { readonly is: "failed"; readonly fault: ConnectFault | undefined }
  /** The pause is over. */
  | { readonly is: "pauseEnded" }
  /** The link of what is followed has this state. */
  | { readonly is: "linkChanged"; readonly link: LinkState }
  /** The user wants everything read again. */
  | { readonly is: "refreshed" }
  /** The same server responds to another context. */
  | { readonly is: "hurried" }
  /** The front does not need the cluster now. */
  | { readonly is: "left" }
  /** Nor later. */
  | { readonly is: "ended" };

/** What the loop does. `connect` ends a pause, and so does `disconnect`. */
export type FollowerEffect =
  /** Try to connect. Other clusters may come first. */
  | { readonly do: "connect" }
  | { readonly do: "pause"; readonly milliseconds: number }
  /** Read everything again that is followed. */
  | { readonly do: "refresh" }
  /** Close what is open, and end what is being opened. */
  | { readonly do: "disconnect" };

/** The next state and the effects that lead to it. */
export interface FollowerTransition {
  readonly state: FollowerState;
  readonly effects: readonly FollowerEffect[];
}

/** How the front connects, and a number from 0 to 1. */
export interface FollowerMoment {
  readonly policy: ConnectionPolicy;
  readonly random: () => number;
}

export const initialFollowerState: FollowerState = {
  phase: "idle",
  failures: 0,
  fault: undefined,
  link: "connecting",
};

/** What each phase does at each event. An event that a phase does not name changes nothing. */
const transitions: {
  readonly [phase in FollowerPhase]: { readonly [is in FollowerEvent["is"]]?: Rule<is> };
} = {
  idle: { begun: connect, refreshed: connect, ended: end },
  connecting: { connected: follow, failed: retryOrRefuse, linkChanged: takeLink, left: leave, ended: end },
  following: { linkChanged: takeLink, refreshed: readAgain, hurried: readAgainIfLost, left: leave, ended: end },
  pausing: {
    begun: connect,
    pauseEnded: connect,
    refreshed: connect,
    hurried: connectUnlessLogin,
    left: leave,
    ended: end,
  },
  refused: { begun: connect, refreshed: connect, left: leave, ended: end },
  ended: {},
};

type Rule<Is extends FollowerEvent["is"]> = (
  state: FollowerState,
  event: Extract<FollowerEvent, { readonly is: Is }>,
  moment: FollowerMoment,
) => FollowerTransition;

/** Computes the next state and its effects. */
export function nextFollowerState(
  state: FollowerState,
  event: FollowerEvent,
  moment: FollowerMoment,
): FollowerTransition {
  const rule = transitions[state.phase][event.is] as Rule<FollowerEvent["is"]> | undefined;
  return rule === undefined ? { state, effects: [] } : rule(state, event, moment);
}

function connect(state: FollowerState): FollowerTransition {
  return { state: { ...state, phase: "connecting" }, effects: [{ do: "connect" }] };
}

/** That another context leads to the server is no reason to ask the user to log in. */
function connectUnlessLogin(state: FollowerState): FollowerTransition {
  return state.fault === "credentials" ? { state, effects: [] } : connect(state);
}

function follow(state: FollowerState): FollowerTransition {
  return { state: { ...state, phase: "following", failures: 0, fault: undefined }, effects: [] };
}

function retryOrRefuse(
  before: FollowerState,
  { fault }: Extract<FollowerEvent, { readonly is: "failed" }>,
  { policy, random }: FollowerMoment,
): FollowerTransition {
  const failures = before.failures + 1;
  const pause = fault === undefined ? undefined : policy.retries[fault];
  if (pause === undefined)
    return { state: { ...before, phase: "refused", failures, fault }, effects: [{ do: "disconnect" }] };
  const milliseconds =
    "everyMs" in pause ? spreadPause(pause.everyMs, random) : backoffPause(failures, pause.upToMs, random);
  return { state: { ...before, phase: "pausing", failures, fault }, effects: [{ do: "pause", milliseconds }] };
}

function takeLink(
  state: FollowerState,
  { link }: Extract<FollowerEvent, { readonly is: "linkChanged" }>,
  { policy }: FollowerMoment,
): FollowerTransition {
  if (link !== "authRequired" || policy.leavesAtLostLogin !== true) return { state: { ...state, link }, effects: [] };
  return { state: { ...state, phase: "refused", link, fault: "credentials" }, effects: [{ do: "disconnect" }] };
}

function readAgain(state: FollowerState): FollowerTransition {
  return { state, effects: [{ do: "refresh" }] };
}

function readAgainIfLost(state: FollowerState): FollowerTransition {
  return { state, effects: state.link === "unreachable" ? [{ do: "refresh" }] : [] };
}

function leave(): FollowerTransition {
  return { state: initialFollowerState, effects: [{ do: "disconnect" }] };
}

function end(): FollowerTransition {
  return { state: { ...initialFollowerState, phase: "ended" }, effects: [{ do: "disconnect" }] };
}
