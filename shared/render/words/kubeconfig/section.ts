/** The wanted value: a mapping. */
export const aMapping = "a mapping";

/** The wanted value: a list. */
export const aList = "a list";

/** The wanted value: a text. */
export const aText = "text (put it in quotes)";

/** The wanted value: a boolean. */
export const aBoolean = "true or false";

/** The error for a value of a type that a configuration file cannot have at this path. It omits the value. */
export function unexpectedValueText(file: string, path: string, wanted: string, value: unknown): string {
  const found = Array.isArray(value) ? aList : typeof value === "object" ? aMapping : `a ${typeof value}`;
  return `${file}: ${path === "" ? "the document" : path} must be ${wanted}, not ${found}`;
}

/** The error for data that is not base64. */
export function notBase64Text(file: string, path: string): string {
  return `${file}: ${path} is not base64; use the key without "-data" for a path`;
}
