import type { ConditionWords } from "./condition.ts";
import type { Finding, FindingCode, Severity } from "./finding.ts";
import type { Ref } from "./object.ts";
import type { Gap, Gate, Gates, Related, RootCause } from "./report.ts";
import type { Outcome, Source } from "./snapshot.ts";
import type { Verdict } from "./verdict.ts";

/** What `-w -o json` prints, one per line: what has changed since the line before (report-change.schema.json). */
export interface ReportChange {
  readonly apiVersion: "hco-status/v1";
  readonly kind: "ReportChange";
  /** When the snapshot after the change was taken, RFC 3339 UTC. */
  readonly takenAt: string;
  /**
   * When it happened, as far as was seen here, RFC 3339 UTC: where only the link stands otherwise that is later than
   * `takenAt`. Absent where nobody goes on looking.
   */
  readonly at?: string;
  readonly source: Source;
  /** Of the whole; `from` is null in the first line, which says what is so at the beginning. */
  readonly verdict: { readonly from: Verdict | null; readonly to: Verdict };
  /** What is about a root first, then worst first. */
  readonly changes: readonly Transition[];
  /** Whether that is what the server has; `from` is null in the first line. Absent where nobody goes on looking. */
  readonly link?: LinkChange;
}

/** How the way to the server stood, and how it stands. */
export interface LinkChange {
  readonly from: LinkState | null;
  readonly to: LinkState;
  readonly cause?: string;
  /** RFC 3339 UTC: up to when all of it was as the server had it; absent: it is so now, or never was. */
  readonly until?: string;
}

/**
 * How one watch, or all of them together, stands:
 * - `idle`: not begun, or stopped; `connecting`: nothing was read yet;
 * - `live`: what is shown is what the server has; `stale`: it was, and we are asking again;
 * - `unreachable`: no server answers; `authRequired`: it does not know us;
 * - `forbidden`: we may not look, `gone`: the kind is not served. Both are answers, and are asked again later.
 */
export type LinkState =
  | "idle"
  | "connecting"
  | "live"
  | "stale"
  | "authRequired"
  | "forbidden"
  | "gone"
  | "unreachable";

/** One thing that was so and is otherwise now; null stands for what was not there, or is not any more. */
export type Transition = Place & Change;

/** Whom it is about. */
interface Place {
  readonly about: Ref;
  /** What people call it, as on its node. */
  readonly label: string;
  /** Labels from the root down to it; empty for what stands in no tree. */
  readonly path: readonly string[];
}

type Change =
  /** It came or went, with the verdict it has or had. */
  | Between<"presence", Verdict>
  | Between<"verdict", Verdict>
  | Between<"outcome", Outcome>
  /** Its uid: another object of the same name took its place; where many were replaced they are told as `related` are. */
  | (Between<"identity", string> & { readonly count?: number; readonly refs?: readonly Ref[] })
  | Between<"state", boolean, "stale" | "deleting" | "frozen">
  | Between<"condition", ConditionWords, string>
  | Between<"version", string, "observedVersion" | "expectedVersion">
  /** Of a container its restarts, its last exit code and what it waits for; of a workload how many are ready. */
  | Between<"fact", string, "waiting" | "exitCode" | "restarts" | "ready">
  | Between<"gate", Gate, "ready" | "upgradeable">
  | Between<"upgrade", Gates["upgrade"]>
  /** Without the age that a Report tells at the end of the text. */
  | Between<"root-cause", Pick<RootCause, "path" | "text">>
  /** With its evidence, as it is or was last; `was` is the evidence of before where only that is another, ages not counted. */
  | (Between<"finding", Severity, FindingCode> & { readonly finding?: Finding; readonly was?: Finding })
  /** Entries of relatedObjects; of many that went one way `about` is the root, `count` all of them, `refs` the first. */
  | (Between<"related", Related["state"]> & { readonly count?: number; readonly refs?: readonly Ref[] })
  /** A question: null is one that was answered with objects, or that nobody asked; `type` is its verb. */
  | Between<"completeness", Gap["outcome"], Gap["verb"]>;

type Between<What extends string, State, Type extends string = never> = {
  readonly what: What;
  readonly from: State | null;
  readonly to: State | null;
} & ([Type] extends [never] ? unknown : { readonly type: Type });
