// What is wrong with a value of -o before any template is read: kubectl's sentences, but for go-template.

/** `-o jsonpath=`, `-o jsonpath-as-json=` and `-o jsonpath-file=` with nothing behind the sign (jsonpath_flags.go). */
export const noTemplateGiven = "template format specified but no template given";

/** `-o custom-columns=` and `-o custom-columns-file=` with nothing behind the sign (customcolumn_flags.go). */
export const noColumnsGiven = "custom-columns format specified but no custom columns given";

/** `-o go-template`, `-o go-template-file`, `-o template`, `-o templatefile`, in any form. */
export const noGoTemplates =
  "Go templates are not supported; use -o jsonpath=TEMPLATE or -o custom-columns=HEADER:PATH, or -o json with a program such as jq";
