import type { ContainerLog } from "./container-log.ts";
import type { ProfileName } from "./families.ts";
import type { Kind } from "./kind.ts";
import type { KubeObject, Ref } from "./object.ts";

/** The five outcomes of one attempt to read; they stay separate everywhere. */
export const readOutcomes = ["found", "absent", "noSuchKind", "forbidden", "unread"] as const;
export type Outcome = (typeof readOutcomes)[number];

/** One thing to read: an object by name, or a list of a kind in one namespace or in all. */
export interface Query {
  readonly verb: "get" | "list";
  readonly group: string;
  readonly kind: string;
  /**
   * The resource as the API server spells it in URLs and in RBAC; empty if unknown. The reader then finds plural,
   * versions and scope by discovery. Of a cluster-scoped kind it lists all objects, whatever the namespace.
   */
  readonly plural: string;
  /** Versions to request, best first; the next one is requested if the server does not serve the previous one. */
  readonly versions: readonly string[];
  readonly namespaced: boolean;
  /** Absent: all namespaces, or a cluster-scoped kind. */
  readonly namespace?: string;
  readonly name?: string;
  readonly fieldSelector?: string;
  /** The API server's labelSelector; such a list says nothing about objects that it leaves out. */
  readonly labelSelector?: string;
  /** Only metadata is requested and returned: existence, uid and resourceVersion. */
  readonly metadataOnly?: true;
}

/** The response to one Query. A list that was `found` is complete: what is not in it is absent. */
export type Reading =
  | {
      readonly query: Query;
      readonly outcome: "found";
      readonly objects: readonly KubeObject[];
      /**
       * The server's own message about a version that could not be read before another could (a conversion webhook).
       */
      readonly warning?: string;
    }
  | { readonly query: Query; readonly outcome: "absent" }
  | { readonly query: Query; readonly outcome: "noSuchKind" | "forbidden" | "unread"; readonly cause: string };

export const sourceKinds = ["cluster", "must-gather", "files", "buffer"] as const;

/** Where the readings come from; `server` without credentials. */
export interface Source {
  readonly kind: (typeof sourceKinds)[number];
  readonly name: string;
  readonly server?: string;
  /** Of a cluster in the inventory of a hub: the labels that the user chose, unchanged. */
  readonly labels?: Readonly<Record<string, string>>;
  /** The file in which they were saved. */
  readonly snapshot?: string;
  /** Where the time comes from which ages count from; absent: when it was read or collected, or what the user gives. */
  readonly takenFrom?: TakenFrom;
}

/**
 * `mustGather`: when the must-gather around a file was made; `newest`: the newest time inside what was read; `file`: when the
 * file was last written.
 */
export type TakenFrom = "must-gather" | "newest" | "file";

/** Whether the source is a cluster that can be queried further, and not a saved snapshot of one. */
export function isLive({ kind, snapshot }: Source): boolean {
  return kind === "cluster" && snapshot === undefined;
}

/** Everything that was read at one time, and what could not be read. */
export interface Snapshot {
  readonly source: Source;
  /**
   * RFC 3339 UTC; every age counts from here, never from the present. Of a cluster it is the time by the server's clock,
   * where that is known.
   */
  readonly takenAt: string;
  /**
   * Seconds by which the clock of the machine that read is ahead of the server's; negative: behind. Absent: no server
   * said its time, as with files.
   */
  readonly readerClock?: number;
  readonly readings: readonly Reading[];
  /** What could not be read at all, such as a broken document of a file: it belongs to no query. */
  readonly damage: readonly Damage[];
  /** The request behind the readings; absent for a cluster that is read now. */
  readonly request?: ReadRequest;
  /** Queries that a saved snapshot lacks; each has a reading that says so. */
  readonly unasked?: readonly Query[];
  /** The lines of containers' logs that explain causes. Absent where no log was read. */
  readonly logs?: readonly ContainerLog[];
  /** What was removed from the objects before they were saved. */
  readonly redacted?: readonly Redaction[];
}

/** The request behind saved readings, so that the same Report can be computed from them. */
export interface ReadRequest {
  readonly wanted?: readonly { readonly kind: Kind; readonly name?: string; readonly word?: string }[];
  readonly namespace?: string;
  /** As the user typed it. */
  readonly selector?: string;
  readonly fieldSelector?: string;
  readonly profile?: ProfileName;
  readonly tree?: true;
  /** How much was read; what was not read then cannot be reported now. */
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

/**
 * What was removed from one object, and how often; `of` names the object for people: `Deployment
 * kubevirt/virt-operator`.
 */
export interface Redaction {
  readonly what: (typeof redactedThings)[number];
  readonly of: string;
  readonly count: number;
}

/** A piece of input that could not be used, with its position and what was expected there. */
export interface Damage {
  readonly where: string;
  readonly cause: string;
  /** The input ends too early, so what followed is not known. */
  readonly isTruncated?: true;
}

/** The result of looking up one object in a snapshot. */
export type Lookup =
  | { readonly ref: Ref; readonly outcome: "found"; readonly object: KubeObject }
  | { readonly ref: Ref; readonly outcome: Exclude<Outcome, "found">; readonly cause?: string };

interface WithOutcome<Value extends Outcome = Outcome> {
  readonly outcome: Value;
}

/** The object that a lookup found. */
export function foundObject(lookup: Lookup): KubeObject | undefined {
  return lookup.outcome === "found" ? lookup.object : undefined;
}

/** The objects that a query found. */
export function foundObjects(reading: Reading): readonly KubeObject[] {
  return reading.outcome === "found" ? reading.objects : [];
}

/** Whether it is unknown if an object exists: its request was refused, or failed, or was not made. */
export function isUnread<Read extends WithOutcome>(read: Read): read is Read & WithOutcome<"forbidden" | "unread"> {
  return read.outcome === "forbidden" || read.outcome === "unread";
}

/** Whether it is certain that an object exists or not. */
export function isCertain({ outcome }: WithOutcome): boolean {
  return outcome === "found" || outcome === "absent";
}

/** Whether an object certainly does not exist. */
export function isMissing<Read extends WithOutcome>(read: Read): read is Read & WithOutcome<"absent" | "noSuchKind"> {
  return read.outcome === "absent" || read.outcome === "noSuchKind";
}
