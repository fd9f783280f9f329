import type { GateReason } from "./gate.ts";
import type { Ref } from "./object.ts";
import type { LinkState } from "./report-change.ts";
import type { Outcome } from "./snapshot.ts";
import type { Verdict } from "./verdict.ts";

/** What `--for` takes as it is, in the order of the help; `upgraded=VERSION` and `condition=TYPE[=STATUS]` come beside them. */
export const waitStates = ["healthy", "available", "upgradeable", "upgraded", "deleted"] as const;

/** What `wait` waits for. */
export type Goal =
  | { readonly is: "healthy" | "available" | "upgradeable" }
  /** `version`: what it has to be then; without it, whatever its operator is. */
  | { readonly is: "upgraded"; readonly version?: string }
  | { readonly is: "deleted" }
  | { readonly is: "condition"; readonly type: string; readonly status: string };

/** How far it is from the goal. */
export interface Waited {
  /** Empty: it is so. In the order of the Report. */
  readonly obstacles: readonly Obstacle[];
  /** False: nothing that was read says that it is not so, and nothing that it is. */
  readonly isKnown: boolean;
}

/** One thing that is not yet as it is waited for; `root` is whose it is, where there is one. */
export type Obstacle = Evidence & { readonly root?: Ref };

type Evidence =
  /** None of the kind, or not the one of that name; `was`: it was there before. */
  | { readonly code: "nothing-there"; readonly kind: string; readonly name?: string; readonly was?: true }
  /** `remaining`: what of it is still there and has to go first. */
  | {
      readonly code: "still-there";
      readonly about: Ref;
      readonly deleting: boolean;
      readonly remaining: readonly string[];
    }
  /** Its status is older than its spec. */
  | { readonly code: "stale"; readonly about: Ref; readonly label: string }
  | { readonly code: "deleting"; readonly about: Ref; readonly label: string }
  | {
      readonly code: "verdict";
      readonly about: Ref;
      readonly label: string;
      /** How it was read; only what was found has a reason. */
      readonly outcome: Outcome;
      readonly verdict: Verdict;
      /** The cluster's own word for it, or nothing. */
      readonly reason: string;
      /** What fails below it: `aaq-server: ImagePullBackOff`. */
      readonly cause?: string;
    }
  | { readonly code: "gate"; readonly reason: GateReason }
  /** Its operator does not run: what it says is as old as that. */
  | { readonly code: "operator-down"; readonly about: Ref; readonly label: string }
  /** No upgrade is asked of such an object. */
  | { readonly code: "no-versions"; readonly about: Ref; readonly label: string }
  | {
      readonly code: "upgrade";
      readonly about: Ref;
      readonly label: string;
      /** Null: nobody knows whether one runs. */
      readonly running: boolean | null;
      readonly version?: string;
      readonly wanted?: string;
      /** The version that was asked for, where that is none of both. */
      readonly asked?: string;
      readonly waitingFor: readonly string[];
      /** Of those what is known about their versions. */
      readonly lags: readonly Lag[];
    }
  | {
      readonly code: "condition";
      readonly about: Ref;
      readonly type: string;
      readonly wanted: string;
      /** Null: there is no such condition. */
      readonly status: string | null;
      readonly reason: string;
      /** It is of an older generation. */
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
export interface Lag {
  readonly label: string;
  readonly version?: string;
  readonly wanted?: string;
  /** Since when it has been on its way; of what is stalled, since when the upgrade runs. RFC 3339 UTC. */
  readonly since?: string;
  /** It says that all is well, and is not at the version it should have. */
  readonly stalled: boolean;
}

/** Why it will not come by itself. */
export interface Hopeless {
  readonly label: string;
  readonly reason: string;
  readonly message: string;
  /** Since when, RFC 3339 UTC; absent: only who looks on knows. */
  readonly since?: string;
  /** Seconds that it must have lasted to count. */
  readonly grace: number;
}

/** `holding`: it is so, and has to last. The others end it; `refused`: what was asked cannot be waited for. */
export type WaitState =
  | "waiting"
  | "holding"
  | "reached"
  | "timed-out"
  | "hopeless"
  | "unknown"
  | "interrupted"
  | "refused";

/**
 * One line of `wait -o json`: whenever what is waited for changes, every five minutes where it does not, and one at the end,
 * the only one with `exitCode`.
 */
export interface WaitDocument {
  readonly apiVersion: "hco-status/v1";
  readonly kind: "Wait";
  /** RFC 3339 UTC. */
  readonly at: string;
  /** As on the command line: `healthy`, `condition=Ready=False`. */
  readonly for: string;
  readonly state: WaitState;
  /** Since the beginning. */
  readonly seconds: number;
  readonly link: LinkState;
  /** What text output says. */
  readonly text: string;
  readonly waitingFor: readonly Obstacle[];
  /** What it is about. */
  readonly roots: readonly { readonly ref: Ref; readonly verdict: Verdict; readonly version?: string }[];
  readonly hopeless?: Hopeless;
  readonly exitCode?: number;
}
