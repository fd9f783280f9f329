/** `type` is Go's name of a type. */
export function notListText(type: string): string {
  return `${type} is not array or slice`;
}

/** The error for a document with more levels than the limit. */
export function deepDocumentText(most: number): string {
  return `the document is more than ${most} levels deep`;
}
