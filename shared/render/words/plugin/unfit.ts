/** The kinds of one API group that a profile evaluates. */
export interface EvaluatedGroup {
  readonly group: string;
  readonly kinds: readonly string[];
}
