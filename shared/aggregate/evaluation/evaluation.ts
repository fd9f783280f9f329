import type { RuleSetName } from "../../model/families.ts";
import type { Finding } from "../../model/finding/finding.ts";
import type { GroupKind } from "../../model/kind.ts";
import type { KindRow, PolarityRow, Profile } from "../../model/profile.ts";
import type { RootNode } from "../../model/report.ts";
import type { Reading, Source } from "../../model/snapshot.ts";

/** A root and its findings. */
export interface RootEvaluation {
  readonly root: RootNode;
  readonly findings: readonly Finding[];
}

/** What the evaluation of one root needs besides the objects. */
export interface EvaluationContext {
  readonly takenAt: string;
  readonly source: Source;
  /** What the snapshot was read by: a reading may have failed in a version in which clients expect the root. */
  readonly readings: readonly Reading[];
  /** Drift is computed with this rule set where the profile has it. */
  readonly ruleSet?: RuleSetName;
  /** The user's polarity of condition types, which comes before the built-in tables. */
  readonly polarities: readonly PolarityRow[];
  /** The user's rows of kinds, which overlay the built-in ones. */
  readonly kinds: readonly KindRow[];
  /** Objects that a root owns, by ownerReferences, appear below it. */
  readonly tree: boolean;
  /** As in {@link AggregateOptions}. */
  readonly lasting?: ReadonlyMap<string, ReadonlySet<string>>;
  /**
   * The profile of the family that has a kind among its roots or components. A part may belong to another family than
   * its root.
   */
  readonly profileKnowing: (ref: GroupKind) => Profile | undefined;
}
