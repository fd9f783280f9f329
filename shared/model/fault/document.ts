/** The value that a field of a document of hco-status must have. */
export type ExpectedValue =
  | "mapping"
  | "list"
  | "text"
  | "time"
  | "boolean"
  | "boolean-or-null"
  | "count"
  | "selector"
  | "one-object"
  | "readings"
  | { readonly literal: string }
  | { readonly oneOf: readonly string[] }
  | { readonly indexBelow: number };

/** A mistake in a document of hco-status. A `place` is the path of a field; empty for the document itself. */
export type DocumentFault =
  /** `found` is the type of the value, or a number or truth value itself, but never a text. */
  | { readonly code: "unexpected"; readonly path: string; readonly expected: ExpectedValue; readonly found: string }
  | { readonly code: "other-report-version" }
  | { readonly code: "other-snapshot-version"; readonly version: string }
  | { readonly code: "nested-too-deep"; readonly path: string; readonly limit: number }
  | { readonly code: "unnamed-object"; readonly path: string; readonly missing: string }
  | { readonly code: "unused-item"; readonly index: number }
  | {
      readonly code: "other-kind";
      readonly path: string;
      readonly kind: string;
      readonly name: string;
      readonly reading: string;
      readonly expected: string;
    };
