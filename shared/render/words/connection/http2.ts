/** What is wrong with a frame, or with the order of frames (RFC 9113, sections 4 to 6). */
export const frameFlaws = {
  notHttp2: "this is no HTTP/2",
  push: "a push that we did not allow",
  wantsPushes: "a server that wants pushes",
  wrongStream: "a frame on a stream where it cannot be",
  unknownStream: "a stream that we did not begin",
  wrongSize: "a frame of a size that cannot be",
  emptyUpdate: "a window update of nothing",
  wrongWindow: "a window",
  wrongFrameSize: "a frame size that cannot be",
  interruptedHeader: "something in the middle of a header",
  lateHeader: "more of a header that is over",
  padding: "more padding than frame",
  cutPriority: "a priority that is cut off",
} as const;

/** What is wrong with a compressed header (RFC 7541). */
export const headerFlaws = {
  cutField: "a field is cut off",
  largeNumber: "a number is too large",
  cutString: "a string is cut off",
  table: "a table that we did not allow",
  cutCharacter: "a string ends within a character",
  earlyEnd: "the end of a string in its middle",
} as const;

/** What is wrong with the fields or the body of a response (RFC 9113, section 8). */
export const responseFlaws = {
  headerInBody: "a header in the middle of a body",
  bodyFirst: "a body without a header",
  wrongHeader: "a header that cannot be",
  noStatus: "no status",
} as const;

/** Where the server sends more than the plugin takes. */
export const floods = {
  header: "more header than we take",
  interim: "answers for ever that are none",
  body: "more than we want",
  idle: "frames that bring nothing",
  replies: "replies that nobody reads",
} as const;

/** Why a session sends no request, or ended without a response. */
export const sessionEnds = {
  reset: "reset by the server",
  refusing: "the server takes no more questions",
  draining: "the session takes no more questions",
  numbers: "all numbers are used up",
  held: "answers that last take all the room",
  ended: "the server ended the connection",
  unanswered: "no answer",
} as const;

/** The size of a frame that is too long. */
export function longFrameText(bytes: number): string {
  return `a frame of ${bytes} bytes`;
}

/** The index of a header field that no table has. */
export function unknownFieldText(index: number): string {
  return `no field has the index ${index}`;
}

/** The status of a response that only precedes one. */
export function interimStatusText(status: number): string {
  return `${status} is no answer`;
}

/** The length of a body that is not the stated one. */
export function wrongLengthText(bytes: number, stated: string | undefined): string {
  return `${bytes} bytes of ${stated}`;
}

/** The error for a header that HTTP cannot hold. It omits the value. */
export function unsendableHeaderText(name: string): string {
  return `cannot send the header ${name}: it holds a control character, which no header can`;
}
