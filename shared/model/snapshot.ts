import type { KubeObject, Ref } from "./object.ts";
import type { Kind } from "./profile.ts";
import type { ProfileName } from "./report.ts";

/** Five different facts about one attempt to read; they stay different to the end. */
export const outcomes = ["found", "absent", "noSuchKind", "forbidden", "unread"] as const;
export type Outcome = (typeof outcomes)[number];

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

export const sourceKinds = ["cluster", "must-gather", "files", "buffer"] as const;

/** Where the readings came from; `server` without credentials. */
export interface Source {
  readonly kind: (typeof sourceKinds)[number];
  readonly name: string;
  readonly server?: string;
  /** The file that they were kept in since. */
  readonly snapshot?: string;
}

/** Whether it is a cluster that can be asked more, and not what was kept of one. */
export function isLive({ kind, snapshot }: Source): boolean {
  return kind === "cluster" && snapshot === undefined;
}

/** Everything that was read at one moment, and what could not be. */
export interface Snapshot {
  readonly source: Source;
  /** RFC 3339 UTC; every age counts from here, never from now. */
  readonly takenAt: string;
  readonly readings: readonly Reading[];
  /** What could not be read at all, such as a broken document of a file: no query stands behind it. */
  readonly damage: readonly Damage[];
  /** What the readings are about; a cluster that is read now says nothing of it. */
  readonly asked?: AskedOf;
  /** What is asked of a kept snapshot now and was not then; each has a reading that says so. */
  readonly unasked?: readonly Query[];
  /** What was taken out of the objects before they were kept. */
  readonly redacted?: readonly Redaction[];
}

/** What was asked of a source when its readings were kept, so that the same Report can be made of them. */
export interface AskedOf {
  readonly wanted?: readonly { readonly kind: Kind; readonly name?: string; readonly word?: string }[];
  readonly namespace?: string;
  /** As typed. */
  readonly selector?: string;
  readonly fieldSelector?: string;
  readonly profile?: ProfileName;
  readonly tree?: true;
  /** How far it was gone; what was not read then cannot be told now. */
  readonly deep?: true;
  readonly related?: true;
}

export const redactedThings = [
  "env",
  "parameter",
  "argument",
  "annotation",
  "field",
  "text",
  "data",
  "values",
  "secret",
  "depth",
] as const;

/** What was taken out of one object, and how often; `of` names it for people: `Deployment kubevirt/virt-operator`. */
export interface Redaction {
  readonly what: (typeof redactedThings)[number];
  readonly of: string;
  readonly count: number;
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
