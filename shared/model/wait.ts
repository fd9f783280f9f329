import type { BlockingFinding, PermanentFinding } from "./finding/goal.ts";
import type { Ref } from "./object.ts";
import type { Report } from "./report.ts";
import type { LinkState } from "./report-change.ts";
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
  readonly blocking: readonly BlockingFinding[];
  /** False if the data shows neither that the goal is reached nor that it is not. */
  readonly isKnown: boolean;
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
  | "permanent"
  | "unknown"
  | "interrupted"
  | "refused";

/** The state of a wait at one check. Times are milliseconds. */
export interface WaitStatus {
  /** Since the start. */
  readonly elapsedMs: number;
  readonly link: { readonly state: LinkState; readonly cause?: string };
  /** The last Report; absent: none yet. */
  readonly report?: Report;
  readonly waited?: WaitResult;
  /** How long the goal has held; absent: it does not hold. */
  readonly heldMs?: number;
  /** How long the goal held, if that is over or in doubt now. */
  readonly brokenAfterMs?: number;
  /** The server did not respond to the request whether the goal still holds. */
  readonly isUnconfirmed?: true;
}

/** How a wait ends. `never`: objects that were to be deleted and never existed. */
export type WaitEnding =
  | { readonly state: "reached"; readonly what: readonly Ref[]; readonly never: readonly MissedObjects[] }
  | { readonly state: "permanent"; readonly permanent: PermanentFinding }
  | { readonly state: "timed-out" | "unknown" | "interrupted" };

/** All objects of a kind, or the object of that name. */
export interface MissedObjects {
  readonly kind: string;
  readonly name?: string;
}

/**
 * One line of `wait -o json`. The plugin writes one whenever the findings that block the goal change, and every five
 * minutes otherwise. The last line is the only one with `exitCode`. Of several clusters there is a line as each reaches
 * the goal, loses it or cannot reach it, and a line has `exitCode` only where that cluster is waited for no more.
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
  readonly waitingFor: readonly BlockingFinding[];
  /** The objects that the wait is about. */
  readonly roots: readonly { readonly ref: Ref; readonly verdict: Verdict; readonly version?: string }[];
  /** The finding with which `--fail-fast` ended the wait. */
  readonly permanent?: PermanentFinding;
  readonly exitCode?: number;
}

/** How many of the components meet a goal. */
export interface GoalShare {
  readonly done: number;
  readonly total: number;
}

/** How long a wait may still take, at the pace at which components met the goal while it was watched. Times are milliseconds. */
export interface PaceEstimate {
  readonly remainingMs: number;
  /** The number of components that met the goal within `overMs`. */
  readonly gained: number;
  readonly overMs: number;
}

/** The share of required components that meet the goal. Undefined where it does not depend on components. */
export function shareReached(report: Report | undefined, goal: WaitGoal): GoalShare | undefined {
  const components = (report?.roots ?? []).flatMap(({ children }) =>
    children.filter(({ required, role }) => required && role === "component"),
  );
  if (components.length === 0 || goal.is === "deleted" || goal.is === "condition") return undefined;
  const reached = components.filter(({ verdict, facts }) => {
    if (goal.is === "available") return verdict !== "unavailable" && verdict !== "unknown";
    if (goal.is === "upgraded") return facts["observedVersion"] === facts["expectedVersion"];
    return verdict === "healthy";
  });
  return { done: reached.length, total: components.length };
}
