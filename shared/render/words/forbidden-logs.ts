/** The note where the server forbids reading logs. `off`: the flag or setting that turns them off. */
export function forbiddenLogsText(off: string): string {
  return `note: the logs of containers are forbidden: reading them requires get on pods/log; ${off} omits them and this note`;
}
