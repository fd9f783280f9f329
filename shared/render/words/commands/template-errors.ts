// Errors about a value of -o before any template is parsed: kubectl's sentences, except for go-template.

/**
 * The error for `-o jsonpath=`, `-o jsonpath-as-json=` and `-o jsonpath-file=` with nothing behind the sign
 * (jsonpath_flags.go).
 */
export const noTemplateGiven = "template format specified but no template given";

/**
 * The error for `-o custom-columns=` and `-o custom-columns-file=` with nothing behind the sign
 * (customcolumn_flags.go).
 */
export const noColumnsGiven = "custom-columns format specified but no custom columns given";

/** The error for `-o go-template`, `-o go-template-file`, `-o template`, `-o templatefile`, in any form. */
export const noGoTemplates =
  "Go templates are not supported; use -o jsonpath=TEMPLATE or -o custom-columns=HEADER:PATH, or -o json with a program such as jq";

// Errors about the columns themselves (kubectl, pkg/cmd/get/customcolumn.go).

export function columnWithoutPathText(column: string): string {
  return `unexpected custom-columns spec: ${column}, expected <header>:<json-path-expr>`;
}

export function unequalLinesText(headers: number, paths: number): string {
  return `number of headers (${headers}) and field specifications (${paths}) don't match`;
}

export function missingLineText(line: "header" | "spec"): string {
  return `invalid template, missing ${line} line. Expected format is one line of space separated headers, one line of space separated column specs.`;
}

export const wrongColumnPath =
  "unexpected path string, expected a 'name1.name2' or '.name1.name2' or '{name1.name2}' or '{.name1.name2}'";
