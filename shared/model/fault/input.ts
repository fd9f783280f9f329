/** The type of a value, as faults name it; they never contain a text itself, which may be confidential. */
export type ValueType =
  | "nothing"
  | "list"
  | "mapping"
  | "text"
  | "number"
  | "boolean"
  | "bigint"
  | "symbol"
  | "function";

/** Why a piece of input cannot be read, or cannot be used as Kubernetes objects or as a kubeconfig. */
export type InputFault =
  | { readonly code: "too-long"; readonly megabytes: number }
  | { readonly code: "too-many-values"; readonly limit: number }
  | { readonly code: "oversized-object"; readonly limit: number }
  | { readonly code: "nested-too-deep"; readonly limit: number }
  | { readonly code: "too-many-aliases"; readonly limit: number }
  | { readonly code: "alias-in-itself" | "copying-aliases" | "key-of-parts" }
  /** The reason is js-yaml's own, on one line. */
  | { readonly code: "no-yaml"; readonly reason: string }
  /** `infinity`: JSON cannot hold the number, and kubectl reads a kubeconfig as JSON. */
  | { readonly code: "binary" | "infinity" }
  | { readonly code: PastedFaultCode }
  | { readonly code: "lists-too-deep"; readonly limit: number }
  | { readonly code: "no-list" | "no-object"; readonly found: ValueType }
  | { readonly code: "unnamed-object"; readonly missing: readonly string[] };

/** Why a text that kubectl printed for people cannot be used. */
export type PastedFaultCode =
  /** `kubectl describe` of a built-in kind omits counts or conditions. */
  | "described-built-in"
  /** The output of `kubectl describe` is cut. */
  | "described-in-part"
  /** A message in the output of `kubectl describe` may be taken for fields or objects. */
  | "described-ambiguously"
  /** The table that `kubectl get` prints. */
  | "printed-table"
  /** A diff of a file that is shown only near its changes. */
  | "partial-diff"
  /** A list that was cut, so that an object at its end may lack a part. */
  | "cut-list"
  /** A line in place of a part of the text. */
  | "omitted-text"
  /** A command that kept only some lines, or ended with an error. */
  | "cut-output";

/** A piece of input that cannot be used, and where it is. */
export interface PlacedFault {
  readonly where: string;
  readonly fault: InputFault;
}

/** One thing that was done to read a pasted text as objects. */
export type PasteStep =
  /** Control sequences of a terminal. */
  | "colours"
  /** Characters as HTML writes them. */
  | "entities"
  /** Spaces of a web page or a mail in the indentation. */
  | "spaces"
  | "curly-quotes"
  | "quotes"
  | "fences"
  | "shell"
  | "line-numbers"
  /** The marks before the lines of a new file. */
  | "diff"
  /** Sentences around the objects. */
  | "prose"
  | "tabs"
  /** A part of a JSON object without the brackets around it. */
  | "fragment"
  | "watch-events"
  /** Only the whole objects of a list that was cut. */
  | "cut-list"
  /** An object without a part of its status. */
  | "cut-object"
  /** Further lines of texts in quotes stood no deeper than their key. */
  | "indentation"
  | "describe"
  /** Items without a list around them. */
  | "items"
  /** A status or conditions without an object. */
  | "bare-status"
  /** Objects without a name. */
  | "no-name";

/** A selector that cannot be parsed: the invalid requirement of `-l` or `--field-selector`, or a field that has none. */
export type SelectorFault =
  | { readonly code: "label-requirement" | "field-requirement"; readonly part: string }
  | { readonly code: "unknown-field"; readonly field: string };
