/** The reason for a connection that this program closed. */
export const closedByUsText = "closed by the client";

/** The reason for a request after this program closed the connection. */
export const connectionClosedText = "the connection was closed by the client";

/** The reason for a connection that ended before a response. */
export const noAnswerText = "no response";

/** The reason for a response, or for the part of it that `what` names, of more than `limit` bytes. */
export function largeAnswerText(limit: number, what = "the response"): string {
  return `${what} is larger than ${limit >= 2 ** 20 ? `${Math.round(limit / 2 ** 20)} MiB` : `${limit} bytes`}`;
}

/** The reason for a response that was dropped because all responses together hold too much memory. */
export const largeAnswersText = "the responses in progress are too large together";
