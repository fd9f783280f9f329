import type { History } from "../shared/aggregate/history.ts";
import type { Asked } from "../shared/aggregate/manifest-asked.ts";
import type { loginsOf } from "../shared/io/logins.ts";
import type { Clock } from "../shared/io/watch/clock.ts";
import type { Ref } from "../shared/model/object.ts";
import type { Machine } from "./machine.ts";
import type { Shown } from "./shown.ts";

/** What somebody looks at, of one place. */
export interface Wants {
  /** The roots of all profiles. */
  readonly roots: boolean;
  /** With every object that a root records, however many requests that takes. */
  readonly related: boolean;
  /** What open documents name beside them. */
  readonly named: readonly Asked[];
  /** Whole objects, one by one. */
  readonly objects: readonly Ref[];
}

/** What there is to say of a place that it did not say before; what is absent stays as it was, `undefined` is taken back. */
export type News = {
  readonly [part in keyof Omit<Shown, "place" | "now">]?: Shown[part] | undefined;
};

/** A place that is read for as long as somebody looks at it. */
export interface Opened {
  /** From now on this is looked at. */
  want(wants: Wants): void;
  /** Asks again for all of it. */
  refresh(): void;
  /** Names, in order; undefined where they may not be listed, or nobody answers. */
  namespaces(): Promise<readonly string[] | undefined>;
  /** Somebody has changed a kubeconfig, or what it names. */
  reconsider(): void;
  /** Ends it, with its connection, timers and programs; nothing is told any more. */
  close(): void;
}

/** What opening a place depends on. */
export interface Around {
  readonly machine: Machine;
  readonly clock: Clock;
  readonly random: () => number;
  /** What was asked of which server, and what went wrong, without secrets. */
  readonly log: (line: string) => void;
  /** Of all places together: one log-in at a time, and none twice. */
  readonly logins: ReturnType<typeof loginsOf>;
  /** Whether a kubeconfig's programs for logging in to this cluster may be run: somebody asked for it, or has settled that. */
  readonly mayLogIn: (identity: string) => boolean;
  /** What is left of the place's openings before; it holds secrets and is for comparing only. */
  readonly memory: {
    refused?: string | undefined;
    history?: { readonly identity: string; readonly history: History };
  };
  /** What is the fault of no server. */
  readonly failed: (bug: unknown) => void;
}
