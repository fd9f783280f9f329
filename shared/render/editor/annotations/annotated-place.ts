import { definedFields } from "../../../model/defined-fields.ts";
import type { LinkState } from "../../../model/report-change.ts";
import { formatStamp } from "../../../model/time.ts";
import { joinFilled } from "../../../outline/words/names.ts";

/** A source as the texts beside a manifest describe it. */
export interface AnnotatedPlace {
  /** The name of a context or a file, not yet escaped. */
  readonly name: string;
  readonly isFiles: boolean;
  readonly link: { readonly state: LinkState; readonly until?: number };
  readonly problem?: string;
  /** Whether the connection waits until the user logs in, or agrees to it. */
  readonly needsLogin: boolean;
  /** Whether the problem is a program that the user has not yet allowed to run. */
  readonly isAsking: boolean;
  /** The moment from which ages count, RFC 3339 UTC. */
  readonly now: string;
  /** The local time of day of a moment in milliseconds since 1970. */
  readonly timeOf: (milliseconds: number) => string;
}

/** The parts of a source's state that matter here; extension/places/place-state.ts has them all. */
interface SourceState {
  readonly name: string;
  readonly place: { readonly kind: "cluster" | "files" };
  readonly link: AnnotatedPlace["link"];
  readonly problem?: string;
  readonly isAsking?: boolean;
  /** Returns seconds since 1970. */
  readonly now: () => number;
}

/** The description of a source by its state. */
export function annotatedPlace(
  { name, place, link, problem, isAsking = false, now }: SourceState,
  timeOf: AnnotatedPlace["timeOf"],
): AnnotatedPlace {
  return {
    name,
    isFiles: place.kind === "files",
    link,
    ...definedFields({ problem }),
    needsLogin: isAsking || link.state === "authRequired",
    isAsking,
    now: formatStamp(now() * 1000),
    timeOf,
  };
}

/** The time of day up to which the shown state was current; empty while it is. */
export function freshnessText({ link, isFiles, timeOf }: AnnotatedPlace): string {
  if (isFiles || link.state === "live" || link.until === undefined) return "";
  return timeOf(link.until);
}

/** `HyperConverged hco is degraded on prod: CDI is degraded`; `cause` is empty where none is known. */
export function unhealthySentence(kind: string, name: string, verdict: string, place: string, cause: string): string {
  return joinFilled(": ", [`${kind} ${name} is ${verdict} on ${place}`, cause]);
}

/** The first `max` texts, and the number of the others: `CDI, SSP and 3 more`. */
export function joinFirst(texts: readonly string[], max: number, separator: string): string {
  const shown = texts.slice(0, max).join(separator);
  return texts.length <= max ? shown : `${shown} and ${texts.length - max} more`;
}
