import { formatAge } from "../../../outline/ages.ts";
import { countText } from "../../../outline/words/names.ts";

/** What a request to a server waits for. */
export type WaitPhase = "credentials" | "connecting" | "reading" | "unreachable";

/** How far reading a server is. */
export interface ServerProgress {
  readonly server: string;
  readonly phase: WaitPhase;
  /** Requests that were sent, and those that have a response. */
  readonly asked: number;
  readonly answered: number;
  /** Objects of lists that come in pages, so far. */
  readonly objects: number;
  /** Why the last try failed, without the server and what to do; empty: none did. */
  readonly cause: string;
}

/** The progress line of a command that reads a server: `waiting for https://…: connecting, 3s`. */
export function waitingForServerText(
  { server, phase, asked, answered, objects, cause }: ServerProgress,
  milliseconds: number,
): string {
  const elapsed = formatAge(milliseconds / 1000);
  const pages = objects > 0 ? `, ${countText(objects, "object")} so far` : "";
  const what = {
    credentials: `getting credentials, ${elapsed}`,
    connecting: `connecting, ${elapsed}`,
    reading: `${answered} of ${countText(asked, "request")} answered${pages}, ${elapsed}`,
    unreachable: `not reached, ${elapsed}: ${cause}`,
  }[phase];
  return `waiting for ${server}: ${what}`;
}

/** The line where no progress line is drawn: a command waits for a server that it cannot reach. */
export function waitingForUnreachableText(cause: string): string {
  return `waiting for the server: ${cause}`;
}

/** How far a must-gather is read: the share of an archive, then files. */
export type MustGatherShare =
  | { readonly is: "archive"; readonly done: number; readonly total: number }
  | { readonly is: "files"; readonly files: number; readonly bytes: number };

/** The progress line while a must-gather is read: `reading gather.tar.gz: 42% of 1.2 GB`. */
export function readingMustGatherText(path: string, share: MustGatherShare): string {
  if (share.is === "files") return `reading ${path}: ${countText(share.files, "file")}, ${bytesWords(share.bytes)}`;
  const { done, total } = share;
  const percent = total > 0 ? Math.min(100, Math.floor((100 * done) / total)) : 0;
  return `reading ${path}: ${percent}% of ${bytesWords(total)}`;
}

/** `512 B`, `1.2 GB`: powers of 1000, as disks and networks count. */
function bytesWords(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const number = bytes / 1000 ** power;
  return `${power === 0 || number >= 10 ? Math.floor(number) : Math.floor(number * 10) / 10} ${units[power]}`;
}
