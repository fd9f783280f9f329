/** One step of an action, or an action itself (a list of steps), as in the tree of client-go, util/jsonpath/node.go. */
export type TemplateNode =
  | ListNode
  | { readonly type: "text"; readonly text: string }
  /** A value written in the template. */
  | { readonly type: "int"; readonly value: number | bigint }
  | { readonly type: "float"; readonly value: number }
  | { readonly type: "bool"; readonly value: boolean }
  | { readonly type: "field"; readonly name: string }
  /** `range` and `end`; every other word is refused where it is evaluated. */
  | { readonly type: "identifier"; readonly name: string }
  | ({ readonly type: "array" } & SliceBounds)
  | { readonly type: "filter"; readonly left: ListNode; readonly right: ListNode; readonly operator: string }
  | { readonly type: "union"; readonly lists: readonly ListNode[] }
  /** `.*`; `[*]` is a slice of everything. */
  | { readonly type: "wildcard" }
  /** `..` */
  | { readonly type: "recursive" };

/** Consecutive steps, each applied to what the one before has found. */
export interface ListNode {
  readonly type: "list";
  readonly nodes: readonly TemplateNode[];
}

/** `[start:end:step]`; undefined: omitted. */
export interface SliceBounds {
  readonly start: number | undefined;
  readonly end: number | undefined;
  readonly step: number | undefined;
  /** `[n]`: the end is not written but follows from the start. */
  readonly isIndex: boolean;
}
