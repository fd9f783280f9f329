/** What was found at a path without a must-gather. */
export interface NoGather {
  readonly path: string;
  /** The names at the top of it. */
  readonly names: readonly string[];
  readonly damage: { readonly where: string; readonly cause: string } | undefined;
  /** Why the search ended early. */
  readonly gaveUp: string | undefined;
  /** An archive in the folder, which may be the must-gather. */
  readonly archive: string | undefined;
}
