/** The error for a senses file that is a named pipe. */
export function sensesInPipeText(path: string): string {
  return `cannot read the senses in ${path}: it is a named pipe; name a file`;
}

/** The error for a senses file that cannot be read, with the reason. */
export function unreadableSensesText(path: string, reason: string): string {
  return `cannot read the senses in ${path}: ${reason}`;
}

/** The error for a senses file with invalid content. `flaw` begins with the file and the place in it. */
export function invalidSensesText(flaw: string): string {
  return `cannot use the senses in ${flaw}`;
}
