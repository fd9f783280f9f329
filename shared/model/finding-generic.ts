/** What is worth saying about an object of which we know no more than its conditions and what belongs to it. */
export type GenericEvidence =
  /** None of its conditions, which are these, says how it is; `known`: although we know what some of them mean. */
  | { readonly code: "not-judged"; readonly types: readonly string[]; readonly known?: true }
  /** Entries of status.relatedObjects that name no object; 0: it is no list at all. */
  | { readonly code: "odd-related"; readonly unusable: number }
  /** Objects that own each other, from the first down to itself. */
  | { readonly code: "owner-cycle"; readonly names: readonly string[] }
  /** What is owned goes on below this depth, or was too much: it is not shown. */
  | { readonly code: "owned-cut"; readonly depth: number; readonly objects: number };
