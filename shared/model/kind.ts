/** A Kubernetes kind, as a request for its objects spells it. */
export interface Kind {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  /** Versions to request, best first. */
  readonly versions: readonly string[];
  readonly namespaced: boolean;
}

/** Whether a kind is Secret. Only the metadata of a Secret is ever read, and only where the user names it. */
export function isSecret({ group, kind }: Pick<Kind, "group" | "kind">): boolean {
  return group === "" && kind === "Secret";
}
