/** The error for an empty token file. */
export function emptyTokenFileText(path: string): string {
  return `${path}, the token file of the user, is empty`;
}

/** The error for a token file that cannot be read, with the reason. */
export function unreadableTokenFileText(path: string, reason: string): string {
  return `cannot read ${path}, the token file of the user: ${reason}`;
}

/** The owner of a token that stands beside a token file. */
export function tokenBesideFileText(path: string): string {
  return `the user beside ${path}`;
}

/** The error for a token that no header can hold. */
export function unsendableTokenText(where: string, hasLineBreak: boolean): string {
  const what = hasLineBreak ? "a line break" : "a control character, which is not allowed in a header";
  return `the token of ${where} contains ${what}; remove it`;
}
