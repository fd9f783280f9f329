import type { Report } from "../model/report.ts";
import type { LinkWords } from "./words-watch.ts";

/** One cluster of several, and what came of it. */
export interface FleetMember {
  /** The context of the kubeconfig, which is what people call it. */
  readonly context: string;
  /** Absent where the context leads to no server. */
  readonly server?: string;
  /** Where nothing could be read: one that says so. */
  readonly report: Report;
  /** Absent: it answered, and what was asked for is there if anything is. */
  readonly trouble?: FleetTrouble;
  /** Where it is followed and what is shown may be old; absent: it is as the server has it. */
  readonly link?: LinkWords;
  /** Where it is followed and gives no answer: since when, and the moment of looking (RFC 3339 UTC). */
  readonly silent?: { readonly since: string; readonly now: string };
}

/** Why there is no answer of a cluster. */
export interface FleetTrouble {
  readonly is: "connecting" | "unreached" | "late" | "login" | "unusable" | "missing" | "interrupted";
  /** A sentence. */
  readonly cause: string;
}
