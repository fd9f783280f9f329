/** Evidence about deletions that do not end by waiting. */
export type DeletionEvidence =
  /** Its operator, which would remove these finalizers, does not exist. */
  {
    readonly code: "deletion-abandoned";
    readonly finalizers: readonly string[];
    /** The Deployment of the operator, and the namespace that lacks it. */
    readonly operator: string;
    readonly operatorNamespace: string;
  };
