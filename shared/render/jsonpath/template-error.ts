import { cutText } from "../../characters/cut-text.ts";

/** What is wrong with a template, or with a document under it: kubectl's words, without `error: ` before them. */
export class TemplateError extends Error {}

/** The most UTF-16 units of an error message. A file of another kind, taken for a template, would fill the screen. */
export const maxMessageLength = 1000;

/** The result of the work, or the message of the {@link TemplateError} that ended it. */
export function attemptTemplate<Done>(work: () => Done): Done | { readonly error: string } {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof TemplateError) return { error: cutText(cause.message, maxMessageLength) };
    throw cause;
  }
}

/** `type` is Go's name of a type. */
export function notListText(type: string): string {
  return `${type} is not array or slice`;
}

/** The error for a document with more levels than the limit. */
export function deepDocumentText(max: number): string {
  return `the document is more than ${max} levels deep`;
}
