import type { Logins } from "./logins.ts";

/** What a process knows and a credential may need: plugins are programs, tokens have an end, logging in is a talk. */
export interface Surroundings {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly cwd: string;
  readonly platform: string;
  /** Standard input is a terminal: a plugin may ask there, and has our standard error itself to do so. */
  readonly isInteractive: boolean;
  /** Talk: what a plugin without a terminal says on standard error, as it comes, and what we are waiting for. */
  readonly tell: (text: string) => void;
  /** Milliseconds for a plugin that cannot ask anybody, and for an issuer; absent or 0: plugins have no limit, as in kubectl. */
  readonly requestTimeout?: number;
  /** Where several clusters are asked at once: their log-ins mind each other. Absent: there is one cluster. */
  readonly logins?: Logins;
}
