import type { Sense } from "./condition.ts";
import type { ProfileName, RuleSetName } from "./report.ts";

/** A Kubernetes kind as it is asked for. */
export interface Kind {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  /** Versions to ask for, best first. */
  readonly versions: readonly string[];
  readonly namespaced: boolean;
}

/** `[major, minor]` of a release of the operator. */
export type Release = readonly [major: number, minor: number];

/** One component CR of the operator: what it is called, where it lies, what calls for it. */
export interface ComponentRow extends Kind {
  /** The component's name. */
  readonly component: string;
  readonly objectName: string;
  /** Where its status says which version it runs, and the operator's variable that says which it should. */
  readonly versionField: string;
  readonly versionVariable: string;
  /** What the operator writes in reasons and messages where that is not `component`. */
  readonly reasonName?: string;
  /** First and last release of the operator that has it (in this place); absent: all. */
  readonly since?: Release;
  readonly until?: Release;
  /** Only on this platform. */
  readonly platform?: "openshift";
  /** Only where the CR's spec says so. */
  readonly enabledBy?: readonly (readonly string[])[];
  /** Reasons on Degraded=True that mean "is being updated" while it is Available and Progressing. */
  readonly updatingReasons: readonly string[];
  /** Its CRD has no status subresource: generation grows with every status write. */
  readonly generationCountsStatus: boolean;
  /** Label app.kubernetes.io/component on its operator and on what that makes (facts hco 7). */
  readonly workloadLabel: string;
  readonly source: string;
}

/** What one condition type of one kind means; the first row that fits wins. */
export interface SenseRow {
  readonly group?: string;
  readonly kind?: string;
  readonly type: string;
  readonly sense: Sense;
  readonly source: string;
}

/** A family of CRs: its roots, its parts, what its conditions mean, which rule sets recompute it. Data, no behaviour. */
export interface Profile {
  readonly name: ProfileName;
  readonly roots: readonly Kind[];
  readonly components: readonly ComponentRow[];
  readonly senses: readonly SenseRow[];
  readonly ruleSets: readonly RuleSetName[];
}
