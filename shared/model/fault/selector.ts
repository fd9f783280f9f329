/** A selector that cannot be parsed: the invalid requirement of `-l` or `--field-selector`, or a field that has none. */
export type SelectorFault =
  | { readonly code: "label-requirement" | "field-requirement"; readonly part: string }
  | { readonly code: "unknown-field"; readonly field: string };
