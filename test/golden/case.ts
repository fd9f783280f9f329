/** What a golden case is: a sentence, and how its situation comes onto an API server. */
import { minutesBefore } from "../cluster/clock.ts";
import type { Definitions } from "../cluster/crds.ts";
import type { Platform } from "../cluster/inventory.ts";
import type { Kind } from "../cluster/kinds.ts";
import type { Cluster } from "../cluster/server.ts";

export interface Case {
  /** Its folder: the situation as a sentence in kebab-case. */
  readonly sentence: string;
  /** `kubernetes` unless given. */
  readonly platform?: Platform;
  /** How HyperConverged is served; in v1, by a webhook that responds, unless given. */
  readonly served?: Definitions["hyperConverged"];
  /** Kinds of another system that the cluster also serves. */
  readonly otherKinds?: readonly Kind[];
  /** The version in which kubectl requests a kind, by its plural, where the server would choose another one. */
  readonly requestedVersions?: Readonly<Record<string, string>>;
  /** Also reads live, as this user, and keeps the responses: an object that they lack is known to be absent. */
  readonly readBy?: "admin" | "nobody-much" | "viewer-no-components" | "namespace-viewer";
  /** Plurals that the dump lacks, as where a user did not collect them. */
  readonly omittedKinds?: readonly string[];
  /** Cluster-scoped kinds of which the dump also has the objects of the product, as kubectl takes them. */
  readonly surroundingKinds?: readonly string[];
  /** Built-in kinds that the dump also has, as kubectl takes them. */
  readonly dumpedKinds?: readonly string[];
  /** Also keeps what the formats print that have a text of their own. */
  readonly inAllFormats?: true;
  readonly prepare: (stage: Stage) => Promise<unknown>;
}

/** An empty cluster with the CRDs and the namespace that a case needs, and the time at which it is read. */
export interface Stage {
  readonly cluster: Cluster;
  readonly platform: Platform;
  readonly now: Date;
  /** The case reads live. What the cluster lacks is then known to be absent, so it needs all workloads that a component always has. */
  readonly isLive: boolean;
}

/** The time so many minutes before the case is read, RFC 3339 UTC. */
export function minutesAgo({ now }: Stage, minutes: number): string {
  return minutesBefore(now, minutes);
}
