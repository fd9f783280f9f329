import type { TextSpan } from "./manifest.ts";

/** The types of a structural schema (kubernetes, apiextensions/v1, JSONSchemaProps.Type). */
export type FieldType = "object" | "array" | "string" | "integer" | "number" | "boolean";

/** A value that one line of a manifest can hold. */
export type ScalarValue = string | number | boolean | null;

/** What the schema of a CRD says about one field. All texts are the cluster's. */
export interface FieldFacts {
  readonly name: string;
  /** The types that the field accepts; empty: any. */
  readonly types: readonly FieldType[];
  /** The types of the items of a list, or of the values of a map with any keys. */
  readonly contents?: { readonly of: "list" | "map"; readonly types: readonly FieldType[] };
  /** Empty where the CRD has none. */
  readonly description: string;
  readonly isRequired: boolean;
  /** The only values that the field accepts; empty: the schema does not list them. */
  readonly choices: readonly ScalarValue[];
  /** What the server writes where the manifest has no such field. */
  readonly fallback?: ScalarValue;
}

/** A text to insert, with the cursor between its two parts. Its lines begin at the indentation of the current line. */
export interface InsertedText {
  readonly before: string;
  readonly after: string;
}

/** One field or value that can be written at the cursor. */
export interface FieldSuggestion {
  readonly as: "field" | "value";
  /** The field's name, or the value as it is written. */
  readonly label: string;
  /** What the editor compares the typed text with. */
  readonly filter: string;
  readonly insert: InsertedText;
  /** The typed word, counted from the start of the text. */
  readonly replaces: TextSpan;
  /** Whether the field has a list of values, so that the editor can show them at once. */
  readonly hasValues: boolean;
  readonly facts: FieldFacts;
}

/** A change of a text that removes a problem. */
export interface FieldFix {
  readonly as: "nearest" | "quote" | "unquote";
  readonly span: TextSpan;
  readonly text: string;
}

/** A place in a manifest that contradicts the schema; the span counts from the start of the text. */
export type FieldProblem = {
  readonly span: TextSpan;
  /** The field, as the manifest names it. */
  readonly name: string;
  readonly fix?: FieldFix;
} & (
  | { readonly code: "unknown-field"; readonly nearest?: string }
  | { readonly code: "wrong-type"; readonly expected: readonly FieldType[]; readonly written: FieldType | "null" }
  | {
      readonly code: "wrong-value";
      readonly value: string;
      readonly choices: readonly ScalarValue[];
      readonly nearest?: string;
    }
);
