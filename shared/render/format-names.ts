/** Every value of `-o`, in the order of the help; the first is the default. What stands behind `=`, where something does. */
export const formatNames: readonly FormatRow[] = [
  { name: "text" },
  { name: "wide" },
  { name: "json" },
  { name: "yaml" },
  { name: "name" },
  { name: "plain" },
  { name: "markdown" },
  { name: "html" },
  { name: "jsonpath", takes: "template" },
  { name: "jsonpath-as-json", takes: "template" },
  { name: "jsonpath-file", takes: "file" },
  { name: "custom-columns", takes: "template" },
  { name: "custom-columns-file", takes: "file" },
];

/** A format, and whether a template or the name of a file that holds one stands behind its `=`. */
export interface FormatRow {
  readonly name: FormatName;
  readonly takes?: "template" | "file";
}

/** The name of a format. */
export type FormatName =
  | "text"
  | "wide"
  | "json"
  | "yaml"
  | "name"
  | "plain"
  | "markdown"
  | "html"
  | "jsonpath"
  | "jsonpath-as-json"
  | "jsonpath-file"
  | "custom-columns"
  | "custom-columns-file";
