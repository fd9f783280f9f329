import { Uri } from "vscode";
import type { LogRequest } from "../../shared/logs/plan-logs.ts";
import { uriSchemes } from "../platform/contributions.ts";

/** The log that a document shows, encoded in its URI. The same log therefore opens the same tab. */
export interface LogAddress {
  /** The key of a `DocumentPlace`. */
  readonly place: string;
  readonly request: LogRequest;
}

/** Returns the URI of the document for a log; `title` is the name on the tab. */
export function buildLogUri(title: string, { place, request }: LogAddress): Uri {
  const { namespace = "", pod, container, isPrevious } = request;
  const query = JSON.stringify([place, namespace, pod, container, isPrevious]);
  return Uri.from({ scheme: uriSchemes.log, path: `/${title}`, query });
}

/** Returns the address in a URI, or undefined for a URI that the extension did not create. */
export function parseLogUri(uri: Uri): LogAddress | undefined {
  try {
    const parts: readonly unknown[] = JSON.parse(uri.query);
    const [place, namespace, pod, container, isPrevious] = parts;
    if (![place, namespace, pod, container].every((part) => typeof part === "string")) return undefined;
    const named = namespace === "" ? {} : { namespace: String(namespace) };
    const request = { ...named, pod: String(pod), container: String(container), isPrevious: isPrevious === true };
    return { place: String(place), request };
  } catch {
    return undefined;
  }
}
