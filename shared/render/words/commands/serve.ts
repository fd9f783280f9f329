/** The line that says where metrics are served. */
export function servingText(url: string): string {
  return `serving metrics at ${url}`;
}

/** The error where a server cannot listen. `reason` is the code of the system. */
export function cannotListenText(address: string, reason: string | undefined): string {
  const hint = "use another --listen address";
  if (reason === "EADDRINUSE") return `cannot listen on ${address}: the port is in use; ${hint}`;
  if (reason === "EACCES") return `cannot listen on ${address}: the port is not permitted; ${hint}`;
  return `cannot listen on ${address} (${reason ?? "unknown error"}); ${hint}`;
}

/** The error for a token file that other users can read. */
export function openTokenFileText(path: string, mode: string): string {
  return `token file ${path} has mode ${mode}: other users must not read it, and its group must not write it; use 0400 or 0440`;
}

/** The error for a token file that cannot be read. */
export function unreadableTokenText(path: string, reason: string): string {
  return `cannot read token file ${path}: ${reason}`;
}

/** The error for a token that is too short to be secret. */
export function shortTokenText(path: string, least: number): string {
  return `token file ${path} has a token of fewer than ${least} characters`;
}

/** The bodies of the server's replies. */
export const serveReplies = {
  healthy: "ok\n",
  ready: "ok\n",
  unready: "no complete report yet\n",
  silent: "the cluster does not respond, and the last report is out of date\n",
  unknownPath: "not found; paths: /metrics, /healthz, /readyz\n",
  wrongMethod: "method not allowed; use GET or HEAD\n",
  unauthorized: "a bearer token is required\n",
  noToken: "the token file cannot be used\n",
} as const;
