/** What a proxy did that closed the connection before it sent anything. */
export const closedWithoutAnswer = "closed the connection without a response";
