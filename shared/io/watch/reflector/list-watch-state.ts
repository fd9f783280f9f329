import type { Reading } from "../../../model/snapshot.ts";
import type { ListPosition } from "../../reader/reader.ts";
import type { ReflectorState } from "./reflector-state.ts";
import type { ReflectorStep } from "./reflector-step.ts";

/** One request of a reflector. */
export type ListWatchRequest =
  | { readonly is: "list" }
  /** The changes since `place`. With `isAnew` the server sends all objects first. */
  | { readonly is: "watch"; readonly place: ListPosition; readonly isAnew: boolean };

/** What a reflector does now. */
export type ListWatchPhase =
  /**
   * `begunAt`: when the server accepted the watch. `isOutdated`: the result is requested again as soon as it arrives.
   */
  | {
      readonly is: "requesting";
      readonly what: ListWatchRequest["is"];
      readonly begunAt?: number;
      readonly isOutdated?: true;
    }
  | { readonly is: "pausing" }
  /** A pause after an interruption. No other interruption ends it. */
  | { readonly is: "recovering" };

/** What a reflector does, and what it remembers for the next request. All times are milliseconds since 1970. */
export interface ListWatchState {
  readonly phase: ListWatchPhase;
  /** What is requested now, or after the pause. */
  readonly request: ListWatchRequest;
  /** The server that the place of `request` belongs to. The kubeconfig may lead to another server later. */
  readonly server: string;
  /** How many outages there were before the last request. */
  readonly outages: number;
  /** When the last request was sent. */
  readonly requestedAt: number;
  /** Failures in a row, of lists and of watches. */
  readonly failures: { readonly list: number; readonly watch: number };
  /** Changes may have been missed since a request broke off. */
  readonly isDoubtful: boolean;
  /** The request before this one was a list, and it succeeded. */
  readonly wasListed: boolean;
  /** Since when the server has refused each request. */
  readonly refusedSince?: number | undefined;
  /** How many of the next refused requests are repeated soon. */
  readonly hopes: number;
  /** When the server refused to watch objects that may be read. */
  readonly unwatchableSince?: number;
}

/** What happens to a reflector. */
export type ListWatchEvent =
  | { readonly is: "started" | "rested" }
  /** The request was sent, perhaps after it waited for the end of an outage. */
  | { readonly is: "sent" }
  /** The server accepted the watch. */
  | { readonly is: "begun" }
  /** The next watch can continue from `resourceVersion`. */
  | { readonly is: "reached"; readonly resourceVersion: string }
  | { readonly is: "ended"; readonly step: ReflectorStep }
  /** The request or pause was aborted because of an `interrupt`. */
  | { readonly is: "interrupted" }
  /**
   * What is shown may be out of date because of `cause`. With `heardAt` that counts from then, and changes may have
   * been missed.
   */
  | { readonly is: "refreshed"; readonly cause: string; readonly heardAt?: number }
  /** A refusal may have ended. */
  | { readonly is: "hurried" };

/** Why what is shown may differ from what the server has. */
export type DoubtState = Parameters<ReflectorState["doubted"]>[0];

/**
 * One thing that a reflector has to do. Effects are carried out in order. `request` and `pause` come last and lead to
 * the next event.
 */
export type ListWatchEffect =
  | { readonly do: "request"; readonly request: ListWatchRequest }
  | { readonly do: "pause"; readonly milliseconds: number }
  /** Abort the request or the pause that is under way. */
  | { readonly do: "interrupt" }
  | {
      readonly do: "doubt";
      readonly state: DoubtState;
      readonly cause: string;
      /** The cause without the server and what to do. */
      readonly brief?: string;
      readonly since: number;
    }
  /** Show `reading`. With `isFirst` only where nothing is shown yet. */
  | {
      readonly do: "show";
      readonly reading: Reading;
      readonly state: "forbidden" | "gone" | "connecting";
      readonly isFirst?: true;
    };

/** What a reflector needs to know about its surroundings at one moment. */
export interface ListWatchMoment {
  readonly now: number;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly server: string;
  /** How many times the server has been down so far. */
  readonly outages: number;
  readonly streamsLists: boolean;
  /** All definitions of kinds are being watched. */
  readonly watchesDefinitions: boolean;
}

/** The next state and the effects that lead to it. */
export interface ListWatchTransition {
  readonly state: ListWatchState;
  readonly effects: readonly ListWatchEffect[];
}
