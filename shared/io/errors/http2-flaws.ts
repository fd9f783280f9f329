/** What is wrong with a frame, or with the order of frames (RFC 9113, sections 4 to 6). */
export const frameFlaws = {
  notHttp2: "not HTTP/2",
  push: "a push although pushes are disabled",
  wantsPushes: "a server that enables pushes",
  wrongStream: "a frame that is invalid on its stream",
  unknownStream: "a stream that the client did not open",
  wrongSize: "a frame of an invalid size",
  emptyUpdate: "an empty window update",
  wrongWindow: "an invalid window",
  wrongFrameSize: "an invalid frame size",
  interruptedHeader: "a frame in the middle of a header",
  lateHeader: "a continuation after the end of a header",
  padding: "padding larger than the frame",
  cutPriority: "a truncated priority",
} as const;

/** What is wrong with a compressed header (RFC 7541). */
export const headerFlaws = {
  cutField: "a truncated field",
  largeNumber: "a number that is too large",
  cutString: "a truncated string",
  table: "a header table larger than allowed",
  cutCharacter: "a string that ends within a character",
  earlyEnd: "an end marker within a string",
} as const;

/** Where the server sends more than the plugin takes. */
export const floods = {
  header: "a header larger than the limit",
  interim: "interim responses without end",
  body: "more data than the limit",
  idle: "frames without data",
  chunks: "chunks without data",
  replies: "replies that the server does not read",
} as const;

/** Why a session sends no request, or ended without a response. */
export const sessionEnds = {
  reset: "reset by the server",
  refusing: "the server accepts no more requests",
  draining: "the connection accepts no more requests",
  numbers: "all stream numbers are used",
  held: "long-running responses use all streams",
  ended: "the server ended the connection",
  unanswered: "no response",
} as const;
