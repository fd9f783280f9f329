/** What a golden case is: a sentence, and how its situation comes onto an API server. */
import { minutesBefore } from "../cluster/clock.ts";
import type { Definitions } from "../cluster/crds.ts";
import type { Platform } from "../cluster/inventory.ts";
import type { Kind } from "../cluster/kinds.ts";
import type { Cluster } from "../cluster/server.ts";

export interface Case {
  /** Its folder: the situation as a sentence in kebab-case. */
  readonly sentence: string;
  /** kubernetes. */
  readonly platform?: Platform;
  /** How HyperConverged is served; v1, its webhook up. */
  readonly served?: Definitions["hyperConverged"];
  /** Kinds of another system that the cluster knows besides. */
  readonly others?: readonly Kind[];
  /** Versions in which kubectl is to ask for a kind, by its plural, where the server would choose another one. */
  readonly versions?: Readonly<Record<string, string>>;
  /** Reads live too, as this user, and keeps what the server answered: then what is not there is known to be absent. */
  readonly readBy?: "admin" | "nobody-much" | "viewer-no-components" | "namespace-viewer";
  /** Plurals that the dump leaves out, as somebody does who did not think of them. */
  readonly without?: readonly string[];
  /** Cluster-scoped kinds of which the dump holds the product's own objects besides, as kubectl takes them. */
  readonly around?: readonly string[];
  /** Built-in kinds that the dump holds besides, as kubectl takes them. */
  readonly dumped?: readonly string[];
  /** Keeps what every other way to print it for a person says, too. */
  readonly inAllFormats?: true;
  readonly put: (stage: Stage) => Promise<unknown>;
}

/** A wiped cluster with the CRDs and the namespace it needs, at the moment of looking. */
export interface Stage {
  readonly cluster: Cluster;
  readonly platform: Platform;
  readonly now: Date;
  /** The case reads live: what the cluster lacks is known to be absent, so that it needs all that a component always has. */
  readonly isLive: boolean;
}

/** Kubernetes' stamp of so many minutes before the moment of looking. */
export function ago({ now }: Stage, minutes: number): string {
  return minutesBefore(now, minutes);
}
