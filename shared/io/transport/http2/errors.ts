// RFC 9113, section 7. The index is the number of the error.
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

/** The name of an error in RFC 9113. */
export type ErrorName = (typeof names)[number];

/** An error that one side of a connection reports to the other, about the connection or one stream. */
export class Http2Error extends Error {
  override readonly name = "Http2Error";
  /** `ERR_HTTP2_` and the name of the error. */
  readonly code: string;
  /** The number of the error on the wire. */
  readonly number: number;

  constructor(number: number, message: string) {
    super(message);
    this.number = number;
    this.code = `ERR_HTTP2_${names[number] ?? `ERROR_${number}`}`;
  }
}

/** Creates an error that the client found. */
export function http2Error(name: ErrorName, message: string): Http2Error {
  return new Http2Error(names.indexOf(name), message);
}
