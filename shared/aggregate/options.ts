import type { ProfileName, RuleSetName } from "../model/families.ts";
import type { KubeObject } from "../model/object.ts";
import type { KindRow, PolarityRow } from "../model/profile.ts";
import type { RequestedKind } from "./snapshot/queries.ts";

/** The options of the aggregation. Without any, every root is reported, with its profile's own rule set. */
export interface AggregateOptions {
  /** Drift is computed with this rule set where the profile has it. */
  readonly ruleSet?: RuleSetName;
  /** Every root is evaluated with this profile. */
  readonly profile?: ProfileName;
  /** Only these kinds and names are roots. */
  readonly wanted?: readonly RequestedKind[];
  /** Only roots of this name. */
  readonly name?: string;
  /** Only roots in this namespace. Cluster-scoped roots are omitted, unless their kind is named. */
  readonly namespace?: string;
  /** Only roots that match: `-l` and `--field-selector`. */
  readonly isWanted?: (root: KubeObject) => boolean;
  /** The polarity of condition types. These rows come before the built-in tables. */
  readonly polarities?: readonly PolarityRow[];
  /** How the status of kinds is read. These rows overlay the built-in ones. */
  readonly kinds?: readonly KindRow[];
  /** Given objects that no root shows are counted in a finding. */
  readonly others?: boolean;
  /** What an upgrade stands on beside its roots counts too: the cluster's version, its nodes and other operators. */
  readonly platform?: boolean;
  /** Objects that a root owns, by ownerReferences, appear below it. */
  readonly tree?: boolean;
  /**
   * For each root that a watch has seen, by {@link keyOf}: the keys of the differences between the root and its parts
   * that have lasted. Other differences of these roots are settling, whatever times the cluster reports.
   */
  readonly lasting?: ReadonlyMap<string, ReadonlySet<string>>;
  /** Called for each root in each pass over all roots, so that the garbage of thousands can be collected. */
  readonly onRoot?: () => void;
}
