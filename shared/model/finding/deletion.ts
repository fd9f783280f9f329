import type { ReportedWords } from "../cause/trouble.ts";

/** Evidence about deletions that do not end by waiting. */
export type DeletionEvidence =
  /** Its operator, which would remove these finalizers, does not exist or is scaled to zero. */
  | {
      readonly code: "deletion-abandoned";
      readonly finalizers: readonly string[];
      /** The Deployment of the operator, and the namespace that lacks it or has it without replicas. */
      readonly operator: string;
      readonly operatorNamespace: string;
      /** The Deployment exists and wants no replica. */
      readonly isScaledToZero?: true;
    }
  /** What a definition or a namespace waits for, beyond the time that a deletion takes. */
  | {
      readonly code: "deletion-waits-for";
      /** How many objects finalizers hold, of a namespace how many it holds. */
      readonly count: number;
      /** The first of them: `KubeVirt kubevirt/kubevirt`, of a namespace how many of each resource: `pods (2)`. */
      readonly objects: readonly string[];
      readonly finalizers: readonly string[];
      /** Their resources, as kubectl takes them: `kubevirts.kubevirt.io`. */
      readonly resources: readonly string[];
    }
  /** About an APIService: while it does not respond, the namespace is not deleted. */
  | (ReportedWords & { readonly code: "deletion-waits-for-api"; readonly namespace: string });
