/** A Kubernetes kind, as a request for its objects spells it. */
export interface Kind {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  /** Versions to request, best first. */
  readonly versions: readonly string[];
  readonly namespaced: boolean;
}
