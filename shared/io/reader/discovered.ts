import type { Resource } from "../../model/resource.ts";

/** The resources that a cluster serves, or why they are unknown. */
export type DiscoveryResult =
  | {
      readonly is: "found";
      /** The listable resources without subresources, in the order in which kubectl prefers them. */
      readonly resources: readonly Resource[];
      /** Groups whose resources are unknown: the server behind them is down. */
      readonly skipped: readonly SkippedGroup[];
    }
  | { readonly is: "forbidden" | "unread"; readonly cause: string };

/** A group in one version (without `version`: in all), and why its resources are unknown. */
export interface SkippedGroup {
  readonly group: string;
  readonly version?: string;
  readonly cause: string;
}
