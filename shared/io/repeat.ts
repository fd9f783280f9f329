/** The server, or a balancer before it, hung up without a word: nothing was done yet. */
export function isHangUp(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ECONNRESET" || error.code === "EPIPE");
}

/** What to offer a server whose HTTP/2 we do not understand. */
export const onlyHttp1: readonly string[] = ["http/1.1"];

/** One side does not understand the other's HTTP/2, or does not want it (RFC 9113, section 7): HTTP/1.1 may do. */
export function isDisagreement(cause: unknown): boolean {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return /^ERR_HTTP2_(PROTOCOL|COMPRESSION|FRAME_SIZE|FLOW_CONTROL|INTERNAL|INADEQUATE_SECURITY|HTTP_1_1)/.test(code);
}
