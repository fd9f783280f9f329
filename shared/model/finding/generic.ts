import type { NodeGap } from "../cause/observation.ts";
import type { ClusterWords, ReportedWords } from "../cause/trouble.ts";

/** Evidence about an object of which only its conditions and the objects that belong to it are known. */
export type GenericEvidence =
  /** None of its conditions, which are `types`, reports its health; `known`: the polarity of some of them is known. */
  | { readonly code: "not-evaluated"; readonly types: readonly string[]; readonly known?: true }
  /** Conditions that no rule knows and that may report a fault, with the words of the first; `count` of all. */
  | {
      readonly code: "suspect-condition";
      readonly conditions: readonly { readonly type: string; readonly status: string }[];
      readonly count: number;
      readonly reason: string;
      readonly message: string;
    }
  /** Entries of status.relatedObjects that name no object; 0: the field is not a list. */
  | { readonly code: "odd-related"; readonly unusable: number }
  /** Objects that own each other, from the first back to itself. */
  | { readonly code: "owner-cycle"; readonly names: readonly string[] }
  /** Owned objects below this depth, or beyond the limit, that are not shown. */
  | { readonly code: "owned-cut"; readonly depth: number; readonly objects: number }
  /**
   * Virtual machines that do not leave a node which is to be drained: the first of them, the number of all, and of all
   * that run on the node.
   */
  | {
      readonly code: "drain-held";
      readonly instances: readonly HeldInstance[];
      readonly held: number;
      readonly total: number;
    }
  /**
   * About a Node that is not Ready while pods on it report that they are: the first of them, and the number of all. The
   * words are those of the condition Ready; `isSilent`: its kubelet no longer reports.
   */
  | (ClusterWords & {
      readonly code: "node-lost";
      readonly isSilent: boolean;
      readonly pods: readonly string[];
      readonly podCount: number;
      readonly since?: string;
    })
  /** About a Node: no virtual machine can start there, as its virt-handler reports. */
  | ({ readonly code: "node-not-for-machines" } & NodeGap)
  /** What a definition or a namespace waits for, beyond the time that a deletion takes. */
  | {
      readonly code: "deletion-waits-for";
      /** How many objects finalizers hold, of a namespace how many it holds. */
      readonly count: number;
      /** The first of them: `KubeVirt kubevirt/kubevirt`, of a namespace how many of each resource: `pods (2)`. */
      readonly objects: readonly string[];
      /** None of the pods that use a claim. */
      readonly finalizers: readonly string[];
      /** Their resources, as kubectl takes them: `kubevirts.kubevirt.io`. */
      readonly resources: readonly string[];
    }
  /** About an APIService: while it does not respond, the namespace is not deleted. */
  | (ReportedWords & { readonly code: "deletion-waits-for-api"; readonly namespace: string });

/** The severity of each. Of a list the place that sees the finding chooses one. */
export const genericSeverities = {
  "not-evaluated": "info",
  "suspect-condition": "warning",
  "odd-related": "warning",
  "owner-cycle": "warning",
  "owned-cut": "info",
  "drain-held": "warning",
  "node-lost": "warning",
  "node-not-for-machines": ["warning", "info"],
  "deletion-waits-for": "error",
  "deletion-waits-for-api": "error",
} as const;

/**
 * A virtual machine that stays where it is. The words are KubeVirt's, or the reason `MigrationFailed`, or
 * `MigrationPending` without a message: then a migration waits for its target.
 */
export interface HeldInstance {
  readonly namespace: string;
  readonly name: string;
  readonly reason: string;
  readonly message: string;
  /** The name of the migration that waits. */
  readonly migration?: string;
  /** RFC 3339 UTC: when the first migration of this evacuation was created. */
  readonly since?: string;
}
