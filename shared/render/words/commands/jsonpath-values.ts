// What is wrong with a document under a template: client-go's sentences (util/jsonpath/jsonpath.go and
// third_party/forked/golang/template/funcs.go). The bounds are our own: kubectl has none.

export const wrongTypeToCompare = "invalid type for comparison";
export const differentTypesToCompare = "incompatible types for comparison";
export const severalToCompare = "can only compare one element at a time";
export const endWithoutRange = "not in range, nothing to end";
export const noForwardStep = "step must be > 0";

/**
 * The error for a template that fails on a document, with the reason. `quoted` is the template as Go's `%q` writes it
 * (kubectl, pkg/cmd/get/jsonpath_flags.go).
 */
export function failedTemplateText(quoted: string, reason: string): string {
  return `error executing jsonpath ${quoted}: Error executing template: ${reason}`;
}

export function unknownOperatorText(operator: string): string {
  return `unrecognized filter operator ${operator}`;
}

export function unknownIdentifierText(name: string): string {
  return `unrecognized identifier ${name}`;
}

/** `type` is Go's name of a type. */
export function notListText(type: string): string {
  return `${type} is not array or slice`;
}

/** `value` is a value as Go prints it. */
export function notFilterableText(value: string): string {
  return `${notListText(value)} and cannot be filtered`;
}

export function outOfBoundsText(index: number, length: number): string {
  return `array index out of bounds: index ${index}, length ${length}`;
}

export function startBehindEndText(start: number, end: number): string {
  return `starting index ${start} is greater than ending index ${end}`;
}

/** The error for a template that finds more values than the limit. */
export function manyValuesText(most: number): string {
  return `the template produces more than ${most} values`;
}

/** The error for a template that prints more than the limit. */
export function muchTextText(most: number): string {
  return `the template produces more than ${most} characters of text`;
}

/** The error for a template with more nested ranges than the limit. */
export function deepRangesText(most: number): string {
  return `the template nests more than ${most} ranges`;
}

/** The error for a document with more levels than the limit. */
export function deepDocumentText(most: number): string {
  return `the document is more than ${most} levels deep`;
}
