import type { Report } from "../../../model/report.ts";
import type { GateReport } from "../../../model/upgrade-gate.ts";
import type { LinkWords } from "./watch.ts";

/** One cluster of several, and the result of reading it. */
export interface FleetMember {
  /** The context of the kubeconfig, by which people know the cluster. */
  readonly context: string;
  /** Absent where the context leads to no server. */
  readonly server?: string;
  /** The labels that `--label-columns` names, unchanged. Absent: none is named. */
  readonly labels?: Readonly<Record<string, string>>;
  /** The Report; where nothing could be read, one that says so. */
  readonly report: Report;
  /** Absent: the server responded, and the requested objects were read if any exist. */
  readonly trouble?: FleetTrouble;
  /** The state of the watch where the shown Report may be old; absent: it is current. */
  readonly link?: LinkWords;
  /** Where a watched cluster does not respond: since when, and the moment of evaluation (RFC 3339 UTC). */
  readonly silent?: { readonly since: string; readonly now: string };
}

/** The upgrade gate of one cluster of several. */
export interface FleetGate extends Pick<FleetMember, "context" | "server" | "labels" | "trouble"> {
  /** Where nothing could be read, one that says so. */
  readonly gate: GateReport;
}

/** Why a cluster could not be read. */
export interface FleetTrouble {
  readonly is: "connecting" | "unreached" | "late" | "login" | "unusable" | "missing" | "interrupted";
  /** The cause as a sentence, with the server and what to do. */
  readonly cause: string;
  /** What happened, for a row that names the server; absent: as the cause. */
  readonly brief?: string;
}
