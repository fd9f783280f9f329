/** Whether the server or a load balancer closed the connection without a response: nothing was done yet. */
export function isHangUp(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ECONNRESET" || error.code === "EPIPE");
}

/** The protocols to offer after a failure of HTTP/2. */
export const onlyHttp1: readonly string[] = ["http/1.1"];

/** Whether HTTP/2 failed because one side does not understand or accept it (RFC 9113, section 7): try HTTP/1.1. */
export function isDisagreement(cause: unknown): boolean {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return /^ERR_HTTP2_(PROTOCOL|COMPRESSION|FRAME_SIZE|FLOW_CONTROL|INTERNAL|INADEQUATE_SECURITY|HTTP_1_1)/.test(code);
}
