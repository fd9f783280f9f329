/** The response is a redirect. `host` is where it leads, if it names one. */
export function redirectText(status: number, host: string | undefined): string {
  return `${answeredText(status)} with a redirect to ${host || "another address"}; is this address behind a login page?`;
}

/** The response is JSON, but no object of Kubernetes. */
export function noKubernetesObjectText(status: number): string {
  return `${answeredText(status)} with JSON that is not a Kubernetes object; is this a Kubernetes API server?`;
}

/** The response is a web page, with its title or an empty text. */
export function webPageText(status: number, title: string): string {
  const page = title ? `a web page, "${title}",` : "a web page";
  return `${answeredText(status)} with ${page} instead of JSON; is this address behind a login page or a proxy?`;
}

/** The response has no content. */
export function emptyAnswerText(status: number): string {
  return `${answeredText(status)} without a message`;
}

/** The response is JSON without its end. */
export function cutJsonText(status: number): string {
  return `${answeredText(status)} with truncated JSON`;
}

/** The response is plain text, which follows. */
export function plainAnswerText(status: number, words: string): string {
  return `${answeredText(status)}: ${words}`;
}

function answeredText(status: number): string {
  return `the server responded ${status}`;
}

/** The name of a line in the error for a response that is too large. */
export const oneLineOfAnswer = "one line of the response";

/** The response ended inside a line. */
export function cutLineText(bytes: number): string {
  return `the response ended in the middle of a line, after ${bytes} bytes`;
}

/** The response ended early, with the reason where one is known. */
export function brokenOffText(bytes: number, reason?: string): string {
  return `the response was cut off after ${bytes} bytes${reason === undefined ? "" : `: ${reason}`}`;
}

/** The pages of a list, together with other lists under way, are larger than the limit. */
export function largeListText(mebibytes: number): string {
  return `the lists in progress are larger than ${mebibytes} MiB together; name a namespace or an object`;
}

/** The server sends pages of a list without end. */
export function endlessListText(pages: number): string {
  return `the list does not end: ${pages} pages`;
}
