/** The response ended early, with the reason where one is known. */
export function brokenOffText(bytes: number, reason?: string): string {
  return `the response was cut off after ${bytes} bytes${reason === undefined ? "" : `: ${reason}`}`;
}
