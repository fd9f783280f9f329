import type { RolloutProgress } from "./cause/cause-evidence.ts";
import type { Ref } from "./object.ts";
import type { Report } from "./report.ts";
import type { LinkState } from "./report-change.ts";
import type { Outcome } from "./snapshot.ts";
import type { GateReason } from "./upgrade-gate.ts";
import type { Verdict } from "./verdict.ts";

/**
 * The plain values of `--for`, in the order of the help; `upgraded=VERSION` and `condition=TYPE[=STATUS]` are allowed
 * too.
 */
export const waitStates = ["healthy", "available", "upgradeable", "upgraded", "create", "deleted"] as const;

/** What `wait` waits for. */
export type WaitGoal =
  | { readonly is: "healthy" | "available" | "upgradeable" }
  /** `version`: the version it must have; absent: its operator's version. */
  | { readonly is: "upgraded"; readonly version?: string }
  /** `create`, as kubectl wait calls it: the object exists. */
  | { readonly is: "create" | "deleted" }
  | { readonly is: "condition"; readonly type: string; readonly status: string };

/** The distance from the goal. */
export interface WaitResult {
  /** What prevents the goal, in the order of the Report; empty if the goal is reached. */
  readonly obstacles: readonly UnmetRequirement[];
  /** False if the data shows neither that the goal is reached nor that it is not. */
  readonly isKnown: boolean;
}

/** One thing that is not yet in the desired state; `root` is the root it belongs to, if any. */
export type UnmetRequirement = Evidence & { readonly root?: Ref };

type Evidence =
  /** No object of the kind, or none of that name; `was`: it existed before. */
  | { readonly code: "nothing-there"; readonly kind: string; readonly name?: string; readonly was?: true }
  /** `remaining`: objects that still exist and must be deleted first. `refusals`: those that refuse, by their name. */
  | {
      readonly code: "still-there";
      readonly about: Ref;
      readonly deleting: boolean;
      readonly remaining: readonly string[];
      readonly refusals?: Readonly<Record<string, string>>;
    }
  /** Its status is older than its spec. */
  | { readonly code: "stale"; readonly about: Ref; readonly label: string }
  | { readonly code: "deleting"; readonly about: Ref; readonly label: string }
  /** Its components changed seconds ago, and its operator may not have written that yet. */
  | { readonly code: "settling"; readonly about: Ref; readonly label: string }
  /**
   * A workload that is missing or lacks pods below a component that reports healthy. `ready`: `2/3`; empty if missing.
   * `reason`: what is wrong where the counts do not say it.
   */
  | {
      readonly code: "workload";
      readonly about: Ref;
      readonly label: string;
      readonly ready: string;
      readonly reason?: string;
    }
  | {
      readonly code: "verdict";
      readonly about: Ref;
      readonly label: string;
      /** How it was read; only a found object has a reason. */
      readonly outcome: Outcome;
      readonly verdict: Verdict;
      /** The cluster's own reason, or empty. */
      readonly reason: string;
      /** What fails below it: `aaq-server: ImagePullBackOff`. */
      readonly cause?: string;
    }
  | { readonly code: "gate"; readonly reason: GateReason }
  /** Its operator does not run, so its status is out of date. */
  | { readonly code: "operator-down"; readonly about: Ref; readonly label: string }
  /** Its operator is being replaced, or cannot be, or that is unknown. */
  | {
      readonly code: "operator-rollout";
      readonly about: Ref;
      readonly label: string;
      readonly state: "underway" | "paused" | "stuck" | "unknown";
      /** Absent where the Deployment could not be read. */
      readonly rollout?: RolloutProgress;
    }
  /** Nothing that was read shows whether its operator runs. */
  | { readonly code: "operator-unknown"; readonly about: Ref; readonly label: string }
  /** Such an object has no upgrades. */
  | { readonly code: "no-versions"; readonly about: Ref; readonly label: string }
  | {
      readonly code: "upgrade";
      readonly about: Ref;
      readonly label: string;
      /** Null if it is unknown whether an upgrade runs. */
      readonly running: boolean | null;
      readonly version?: string;
      readonly wanted?: string;
      /** The requested version, if it is neither of both. */
      readonly asked?: string;
      readonly waitingFor: readonly string[];
      /** What is known about the versions of those components. */
      readonly lags: readonly UpgradeLag[];
    }
  | {
      readonly code: "condition";
      readonly about: Ref;
      readonly type: string;
      readonly wanted: string;
      /** Null if there is no such condition. */
      readonly status: string | null;
      readonly reason: string;
      /** It belongs to an older generation. */
      readonly outdated: boolean;
    }
  | {
      readonly code: "unread";
      readonly outcome: "forbidden" | "unread";
      readonly kind: string;
      readonly name?: string;
      readonly cause: string;
    };

/** A component that an upgrade waits for. */
export interface UpgradeLag {
  readonly label: string;
  readonly version?: string;
  readonly wanted?: string;
  /** Since when it has been progressing; if the upgrade is stalled, since when. RFC 3339 UTC. */
  readonly since?: string;
  /** The upgrade stands still. */
  readonly stalled: boolean;
}

/** Why the goal cannot be reached without intervention. */
export interface UnrecoverableProblem {
  readonly label: string;
  readonly reason: string;
  readonly message: string;
  /** Since when, RFC 3339 UTC; absent: only continued observation shows it. */
  readonly since?: string;
  /** Seconds that the state must last to count. */
  readonly grace: number;
}

/**
 * `holding`: the goal is reached and must last. The others end the wait; `refused`: the requested goal cannot be waited
 * for.
 */
export type WaitState =
  | "waiting"
  | "holding"
  | "reached"
  | "timed-out"
  | "hopeless"
  | "unknown"
  | "interrupted"
  | "refused";

/** The state of a wait at one check. Times are milliseconds. */
export interface WaitStanding {
  /** Since the start. */
  readonly passed: number;
  readonly link: { readonly state: LinkState; readonly cause?: string };
  /** The last Report; absent: none yet. */
  readonly report?: Report;
  readonly waited?: WaitResult;
  /** How long the goal has held; absent: it does not hold. */
  readonly held?: number;
  /** How long the goal held, if that is over or in doubt now. */
  readonly broken?: number;
  /** The server did not respond to the request whether the goal still holds. */
  readonly isUnanswered?: true;
}

/** How a wait ends. `never`: objects that were to be deleted and never existed. */
export type WaitEnding =
  | { readonly state: "reached"; readonly what: readonly Ref[]; readonly never: readonly MissedObjects[] }
  | { readonly state: "hopeless"; readonly hopeless: UnrecoverableProblem }
  | { readonly state: "timed-out" | "unknown" | "interrupted" };

/** All objects of a kind, or the object of that name. */
export interface MissedObjects {
  readonly kind: string;
  readonly name?: string;
}

/**
 * One line of `wait -o json`. The plugin writes one whenever the obstacles change, and every five minutes otherwise.
 * The last line is the only one with `exitCode`. Of several clusters there is a line as each reaches the goal, loses it
 * or cannot reach it, and a line has `exitCode` only where that cluster is waited for no more.
 */
export interface WaitDocument {
  readonly apiVersion: "hco-status/v1";
  readonly kind: "Wait";
  /** Where several clusters are waited for: the one of this line. */
  readonly context?: string;
  /** RFC 3339 UTC. */
  readonly at: string;
  /** As on the command line: `healthy`, `condition=Ready=False`. */
  readonly for: string;
  readonly state: WaitState;
  /** Since the start. */
  readonly seconds: number;
  readonly link: LinkState;
  /** The text that text output prints. */
  readonly text: string;
  readonly waitingFor: readonly UnmetRequirement[];
  /** The objects that the wait is about. */
  readonly roots: readonly { readonly ref: Ref; readonly verdict: Verdict; readonly version?: string }[];
  readonly hopeless?: UnrecoverableProblem;
  readonly exitCode?: number;
}

/** How many of the components meet a goal. */
export interface GoalShare {
  readonly done: number;
  readonly total: number;
}

/** How long a wait may still take, at the pace at which components met the goal while it was watched. Milliseconds. */
export interface PaceEstimate {
  readonly remaining: number;
  /** The number of components that met the goal within `over`. */
  readonly gained: number;
  readonly over: number;
}

/** The share of required components that meet the goal. Undefined where it does not depend on components. */
export function shareReached(report: Report | undefined, goal: WaitGoal): GoalShare | undefined {
  const components = (report?.roots ?? []).flatMap(({ children }) =>
    children.filter(({ required, role }) => required && role === "component"),
  );
  if (components.length === 0 || goal.is === "deleted" || goal.is === "condition") return undefined;
  const well = components.filter(({ verdict, facts }) => {
    if (goal.is === "available") return verdict !== "unavailable" && verdict !== "unknown";
    if (goal.is === "upgraded") return facts["observedVersion"] === facts["expectedVersion"];
    return verdict === "healthy";
  });
  return { done: well.length, total: components.length };
}
