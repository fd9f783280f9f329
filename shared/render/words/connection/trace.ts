/** The line for the end of a request. `ending` is one of the texts below. */
export function requestEndText(
  url: string,
  ending: string,
  milliseconds: number,
  method: "GET" | "PATCH" | "POST" = "GET",
): string {
  return `${method} ${url} ${ending} in ${milliseconds} ms`;
}

/** The ending of a request with a response, and its size in characters or its flaw. */
export function answerText(status: string, size: number, flaw: string | undefined): string {
  return flaw === undefined ? `${status}, ${sizeText(size)}` : `${status}, but ${flaw},`;
}

/** The ending of a request that failed, with the message of the error where there is one. */
export function failedRequestText(message: string | undefined): string {
  return `failed (${message ?? "for an unknown reason"})`;
}

function sizeText(characters: number): string {
  return characters < 2 ** 10 ? `${characters} B` : `${Math.round(characters / 2 ** 10)} KiB`;
}
