/** One step of an action, or an action itself (a list of steps): the tree client-go, util/jsonpath/node.go has. */
export type Node =
  | ListNode
  | { readonly type: "text"; readonly text: string }
  /** A value written in the template. */
  | { readonly type: "int"; readonly value: number | bigint }
  | { readonly type: "float"; readonly value: number }
  | { readonly type: "bool"; readonly value: boolean }
  | { readonly type: "field"; readonly name: string }
  /** `range` and `end`; every other word is refused where it is evaluated. */
  | { readonly type: "identifier"; readonly name: string }
  | ({ readonly type: "array" } & Slice)
  | { readonly type: "filter"; readonly left: ListNode; readonly right: ListNode; readonly operator: string }
  | { readonly type: "union"; readonly lists: readonly ListNode[] }
  /** `.*`; `[*]` is a slice of everything. */
  | { readonly type: "wildcard" }
  /** `..` */
  | { readonly type: "recursive" };

/** Steps one after the other, each on what the one before has found. */
export interface ListNode {
  readonly type: "list";
  readonly nodes: readonly Node[];
}

/** `[start:end:step]`; undefined: left out. */
export interface Slice {
  readonly start: number | undefined;
  readonly end: number | undefined;
  readonly step: number | undefined;
  /** `[n]`: the end is not said but follows from the start. */
  readonly isIndex: boolean;
}
