import type { KubeObject, Ref } from "./object.ts";

/** Five different facts about one attempt to read; they stay different to the end. */
export type Outcome = "found" | "absent" | "noSuchKind" | "forbidden" | "unread";

/** One thing to read: an object by name, or a list of a kind in one namespace or in all. */
export interface Query {
  readonly verb: "get" | "list";
  readonly group: string;
  readonly kind: string;
  /**
   * The resource as the API server spells it in URLs and in RBAC; empty where nobody here knows it: the reader then finds
   * plural, versions and scope by discovery, and of a cluster-scoped kind it lists all, whatever the namespace.
   */
  readonly plural: string;
  /** Versions to ask for, best first; the next one is asked where the server does not serve the one before. */
  readonly versions: readonly string[];
  readonly namespaced: boolean;
  /** Absent: all namespaces, or a cluster-scoped kind. */
  readonly namespace?: string;
  readonly name?: string;
  readonly fieldSelector?: string;
  /** What the API server takes as labelSelector: such a list says nothing of what it left out. */
  readonly labelSelector?: string;
  /** Only metadata is asked for and arrives: whether it exists, its uid and resourceVersion. */
  readonly metadataOnly?: true;
}

/**
 * What one Query was answered with. A list that was `found` is complete: what is not in it is absent.
 */
export type Reading =
  | {
      readonly query: Query;
      readonly outcome: "found";
      readonly objects: readonly KubeObject[];
      /** The server's own words about a version that could not be read before another could (a conversion webhook). */
      readonly warning?: string;
    }
  | { readonly query: Query; readonly outcome: "absent" }
  | { readonly query: Query; readonly outcome: "noSuchKind" | "forbidden" | "unread"; readonly cause: string };

/** Where the readings came from; `server` without credentials. */
export interface Source {
  readonly kind: "cluster" | "must-gather" | "files" | "buffer";
  readonly name: string;
  readonly server?: string;
}

/** Everything that was read at one moment, and what could not be. */
export interface Snapshot {
  readonly source: Source;
  /** RFC 3339 UTC; every age counts from here, never from now. */
  readonly takenAt: string;
  readonly readings: readonly Reading[];
  /** What could not be read at all, such as a broken document of a file: no query stands behind it. */
  readonly damage: readonly Damage[];
}

/** A piece of input that could not be used, with where it stands and what was expected there. */
export interface Damage {
  readonly where: string;
  readonly cause: string;
}

/** How a lookup of one object in a snapshot ended. */
export type Lookup =
  | { readonly ref: Ref; readonly outcome: "found"; readonly object: KubeObject }
  | { readonly ref: Ref; readonly outcome: Exclude<Outcome, "found">; readonly cause?: string };
