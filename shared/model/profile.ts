import type { ConditionSense } from "./condition.ts";
import type { ProfileName, RuleSetName } from "./families.ts";
import type { Kind } from "./kind.ts";

/** `[major, minor]` of a release of the operator. */
export type Release = readonly [major: number, minor: number];

/** One component CR of the operator: its name, its version fields, and what enables it. */
export interface ComponentRow extends Kind {
  /** The component's name. */
  readonly component: string;
  readonly objectName: string;
  /** The status field with the running version, and the operator's variable with the wanted one. */
  readonly versionField: string;
  readonly versionVariable: string;
  /** The name that the operator writes in reasons and messages, if it is not `component`. */
  readonly reasonName?: string;
  /** First and last release of the operator that has it (at this place); absent: all. */
  readonly since?: Release;
  readonly until?: Release;
  /** Exists only on this platform. */
  readonly platform?: "openshift";
  /** Exists only if the CR's spec enables it. */
  readonly enabledBy?: readonly (readonly string[])[];
  /** Reasons on Degraded=True that mean "is being updated" while it is Available and Progressing. */
  readonly updatingReasons: readonly string[];
  /** Its CRD has no status subresource: generation grows with every status write. */
  readonly generationCountsStatus: boolean;
  /** Label app.kubernetes.io/component on its operator and on the objects that the operator creates (facts hco 7). */
  readonly workloadLabel: string;
  readonly source: string;
}

/** The polarity of one condition type of one kind; the first row that matches wins. */
export interface SenseRow {
  readonly group?: string;
  readonly kind?: string;
  readonly type: string;
  readonly sense: ConditionSense;
  readonly source: string;
}

/** A family of CRs: its roots, its components, the polarity of its conditions, its rule sets. Data, no behaviour. */
export interface Profile {
  readonly name: ProfileName;
  readonly roots: readonly Kind[];
  readonly components: readonly ComponentRow[];
  readonly senses: readonly SenseRow[];
  readonly ruleSets: readonly RuleSetName[];
}
