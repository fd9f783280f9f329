/** The line for the end of a request. `ending` is one of the texts below. */
export function requestEndText(
  url: string,
  ending: string,
  milliseconds: number,
  method: "GET" | "PATCH" | "POST" = "GET",
): string {
  return `${method} ${url} ${ending} in ${milliseconds} ms`;
}

/** The ending of a request whose response is read line by line. It has only begun. */
export function lineByLineText(status: string): string {
  return `${status}, line by line,`;
}

/** The ending of a response that was read line by line. */
export function afterLinesText(ending: string, count: number): string {
  return `${ending} after ${count} ${plural(count, "line")}`;
}

/** The ending of lines that the server completed. */
export const linesEnded = "ended";

/** The ending of lines that the server did not complete. */
export function linesBrokeOffText(reason: string): string {
  return `was cut off (${reason})`;
}

/** The ending of a request with a response, and its size in characters or its flaw. */
export function answerText(status: string, size: number, flaw: string | undefined): string {
  return flaw === undefined ? `${status}, ${sizeText(size)}` : `${status}, but ${flaw},`;
}

/** The ending of a request that failed, with the message of the error where there is one. */
export function failedRequestText(message: string | undefined): string {
  return `failed (${message ?? "for an unknown reason"})`;
}

/** The line for the end of a connection: how many requests it sent, over how many connections. */
export function countersText(requests: number, connections: number): string {
  return `${requests} ${plural(requests, "request")} over ${connections} ${plural(connections, "connection")}`;
}

function plural(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`;
}

function sizeText(characters: number): string {
  return characters < 2 ** 10 ? `${characters} B` : `${Math.round(characters / 2 ** 10)} KiB`;
}

/** The line for a context that is opened: its server, and the file that describes it. */
export function contextLine(context: string, server: string, file: string): string {
  return `context "${context}": ${server} by ${file}`;
}
