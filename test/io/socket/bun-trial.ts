import type { Pair } from "../certificates.ts";

/** A connection that Bun tries, and what is done with it. */
export interface BunTrial {
  readonly host: string;
  readonly port: number;
  readonly authority: string;
  readonly servername?: string;
  readonly pair?: Pair;
  /** Absent: HTTP/2 and HTTP/1.1. */
  readonly protocols?: readonly string[];
  /** Whether the server is verified. Absent: yes. */
  readonly isChecked?: boolean;
  /** The time limit. Absent: ten seconds. */
  readonly milliseconds?: number;
  /** How many bytes are sent at once. Absent: none. */
  readonly bytes?: number;
  /** Milliseconds until anybody listens. Absent: at once. */
  readonly listensAfter?: number;
  /** Whether the connection is ended by us at once. */
  readonly ends?: boolean;
}

/** What came of it. All but `outcome` only where it is `open`. */
export interface BunOutcome {
  readonly outcome: "open" | "closed" | "given up" | "left to Node";
  /** What the server sent until the end. */
  readonly heard?: string;
  /** Whether bytes waited for the server after all were written. */
  readonly waits?: boolean;
  readonly events?: readonly string[];
  /** Of the error that the socket names. */
  readonly code?: string;
  readonly destroyed?: boolean;
  readonly writable?: boolean;
}
