import type { GateReason } from "./gate.ts";
import type { Ref } from "./object.ts";
import type { LinkState } from "./report-change.ts";
import type { Verdict } from "./verdict.ts";

/** What `wait` waits for. */
export type Goal =
  | { readonly is: "healthy" | "available" | "upgradeable" | "upgraded" }
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
  /** None of the kind, or not the one of that name. */
  | { readonly code: "nothing-there"; readonly kind: string; readonly name?: string }
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
      readonly verdict: Verdict;
      /** The cluster's own word for it, or nothing; `NotFound`, `Forbidden`, `NotRead` where there was nothing to ask. */
      readonly reason: string;
      /** What fails below it: `aaq-server: ImagePullBackOff`. */
      readonly cause?: string;
    }
  | { readonly code: "gate"; readonly reason: GateReason }
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
      readonly waitingFor: readonly string[];
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

/** `holding`: it is so, and has to last. The last five end it. */
export type WaitState = "waiting" | "holding" | "reached" | "timed-out" | "hopeless" | "unknown" | "interrupted";

/**
 * One line of `wait -o json`: whenever what is waited for changes, and one at the end, the only one with `exitCode`.
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
