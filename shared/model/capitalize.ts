/** A text with a capital first letter; the others stay as they are: `readyReplicas` -> `ReadyReplicas`. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A text with a small first letter; the others stay as they are: `ReadyReplicas` -> `readyReplicas`. */
export function uncapitalize(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
