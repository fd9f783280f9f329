import type { ConditionWords } from "./condition.ts";
import type { FindingCode } from "./finding/evidence.ts";
import type { Finding } from "./finding/finding.ts";
import type { Severity } from "./finding/severity.ts";
import type { Ref } from "./object.ts";
import type { Gate, Gates, ReadGap, Related } from "./report.ts";
import type { Outcome, Source } from "./snapshot.ts";
import type { Verdict } from "./verdict.ts";

/** One line of `-w -o json`: what has changed since the previous line (report-change.schema.json). */
export interface ReportChange {
  readonly apiVersion: "hco-status/v1";
  readonly kind: "ReportChange";
  /** When the snapshot after the change was taken, RFC 3339 UTC. */
  readonly takenAt: string;
  /**
   * When the change was observed, RFC 3339 UTC. If only the link changed, this is later than `takenAt`. Absent if
   * nothing is being watched.
   */
  readonly at?: string;
  readonly source: Source;
  /** The verdict of the whole; `from` is null in the first line, which describes the initial state. */
  readonly verdict: { readonly from: Verdict | null; readonly to: Verdict };
  /** Changes of a root first, then worst first. */
  readonly changes: readonly Transition[];
  /** Whether the data is current; `from` is null in the first line. Absent if nothing is being watched. */
  readonly link?: LinkChange;
}

/** The previous and the current state of the connection to the server. */
export interface LinkChange {
  readonly from: LinkState | null;
  readonly to: LinkState;
  readonly cause?: string;
  /** RFC 3339 UTC: until when all data was current. Absent if it is current now, or never was. */
  readonly until?: string;
}

/**
 * The state of one watch, or of all of them together:
 * - `idle`: not started, or stopped; `connecting`: nothing was read yet;
 * - `live`: the data is what the server has; `stale`: the data was current, and the plugin requests it again;
 * - `unreachable`: no server responds; `authRequired`: it does not accept the credentials;
 * - `forbidden`: the user lacks permission, `gone`: the kind is not served. Both are responses, and are retried later.
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

/** One difference between two states; null stands for a state that did not exist or no longer exists. */
export type Transition = ChangedObject & Change;

/** The object that a change is about. */
interface ChangedObject {
  readonly about: Ref;
  /** Its label, as on its node. */
  readonly label: string;
  /** Labels from the root down to it; empty if it is in no tree. */
  readonly path: readonly string[];
}

type Change =
  /** It was created or deleted, with its current or last verdict. */
  | Between<"presence", Verdict>
  | Between<"verdict", Verdict>
  | Between<"outcome", Outcome>
  /** Its uid: another object of the same name replaced it. Many replacements are grouped like `related`. */
  | (Between<"identity", string> & { readonly count?: number; readonly refs?: readonly Ref[] })
  | Between<"state", boolean, "stale" | "deleting" | "frozen">
  | Between<"condition", ConditionWords, string>
  | Between<"version", string, "observedVersion" | "expectedVersion">
  /**
   * For a container: its restarts, its last exit code and its waiting reason. For a workload: how many pods are ready.
   */
  | Between<"fact", string, "waiting" | "exitCode" | "restarts" | "ready">
  | Between<"gate", Gate, "ready" | "upgradeable">
  | Between<"upgrade", Gates["upgrade"]>
  /** The worst cause, on one line and without its age. */
  | Between<"root-cause", { readonly path: readonly string[]; readonly text: string }>
  /** With its current or last evidence. `was` is the previous evidence if only that changed, ages not counted. */
  | (Between<"finding", Severity, FindingCode> & { readonly finding?: Finding; readonly was?: Finding })
  /**
   * Entries of relatedObjects. If many changed the same way, `about` is the root, `count` counts them all, `refs` holds
   * the first.
   */
  | (Between<"related", Related["state"]> & { readonly count?: number; readonly refs?: readonly Ref[] })
  /** A query: null if it returned objects or did not exist; `type` is its verb. */
  | Between<"completeness", ReadGap["outcome"], ReadGap["verb"]>;

type Between<What extends string, State, Type extends string = never> = {
  readonly what: What;
  readonly from: State | null;
  readonly to: State | null;
} & ([Type] extends [never] ? unknown : { readonly type: Type });
