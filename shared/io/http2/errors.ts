// RFC 9113, section 7; the place is the number.
const names = [
  "NO_ERROR",
  "PROTOCOL_ERROR",
  "INTERNAL_ERROR",
  "FLOW_CONTROL_ERROR",
  "SETTINGS_TIMEOUT",
  "STREAM_CLOSED",
  "FRAME_SIZE_ERROR",
  "REFUSED_STREAM",
  "CANCEL",
  "COMPRESSION_ERROR",
  "CONNECT_ERROR",
  "ENHANCE_YOUR_CALM",
  "INADEQUATE_SECURITY",
  "HTTP_1_1_REQUIRED",
] as const;

/** An error of the protocol by its name there. */
export type ErrorName = (typeof names)[number];

/** What one side of a connection holds against the other, or against one stream of it. */
export class Http2Error extends Error {
  override readonly name = "Http2Error";
  /** `ERR_HTTP2_` and the name of the error. */
  readonly code: string;
  /** As it goes over the wire. */
  readonly number: number;

  constructor(number: number, message: string) {
    super(message);
    this.number = number;
    this.code = `ERR_HTTP2_${names[number] ?? `ERROR_${number}`}`;
  }
}

/** An error that we found. */
export function http2Error(name: ErrorName, message: string): Http2Error {
  return new Http2Error(names.indexOf(name), message);
}
