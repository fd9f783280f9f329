import type { Ref } from "../model/object.ts";
import type { LinkState } from "../model/report-change.ts";
import type { Outcome } from "../model/snapshot.ts";
import { harmless } from "./safe.ts";
import type { Say } from "./say.ts";

/** What is known of one object at one moment. */
export interface LiveSeen {
  readonly ref: Ref;
  /** What people call the place: a context, or the last part of a path. */
  readonly place: string;
  readonly isFiles: boolean;
  /** How it was answered; absent: it was not yet. */
  readonly outcome?: Outcome;
  /** How the way there is. */
  readonly link: LinkState;
  /** RFC 3339 UTC: up to when it was seen to be so; absent: now, or never. */
  readonly until?: string;
  /** What is in the way: one sentence. */
  readonly problem?: string;
  /** Whether there is something to show, be it of before. */
  readonly isShown: boolean;
}

/** Which object this is and how good what is shown of it is, in one line. */
export function liveLine(say: Say, seen: LiveSeen): string {
  const { ref, place } = seen;
  const name = harmless(ref.namespace === undefined ? ref.name : `${ref.namespace}/${ref.name}`);
  return say("{0} {1} on {2}: {3}", harmless(ref.kind), name, harmless(place), standing(say, seen));
}

function standing(say: Say, seen: LiveSeen): string {
  const { outcome, isFiles, isShown, link, problem } = seen;
  const because = problem === undefined || problem === "" ? "" : ` (${harmless(problem)})`;
  if (outcome === "absent")
    return isShown ? say("it is gone, this is how it was last") : say("there is no such object");
  if (outcome === "noSuchKind") return `${say("the kind is not installed")}${because}`;
  if (outcome === "forbidden") return `${say("you may not read it")}${because}`;
  if (isFiles) return isShown ? say("as it was collected") : `${say("it is not in these files")}${because}`;
  if (link !== "live") return `${lost(say, seen)}${because}`;
  if (outcome === "unread") return `${say("it could not be read")}${because}`;
  return isShown ? say("live") : say("not read yet");
}

function lost(say: Say, { link, until, isShown }: LiveSeen): string {
  const when = isShown && until !== undefined ? say("as it was at {0}", until) : "";
  const how = linkWords(say, link);
  return when === "" ? how : `${when}, ${how}`;
}

export function linkWords(say: Say, link: LinkState): string {
  switch (link) {
    case "idle":
      return say("not connected");
    case "connecting":
      return say("connecting");
    case "authRequired":
      return say("a login is needed");
    case "unreachable":
      return say("the server is not reached");
    default:
      return say("asking again");
  }
}

/** What is left out of the text below. */
export function leftOutLine(say: Say, isSecret: boolean): string {
  return isSecret
    ? say("of a Secret only metadata is read, never its values")
    : say("metadata.managedFields is left out");
}

/** The tab of a live object; a slash would end the name of a file. */
export function liveTitle(say: Say, name: string, place: string): string {
  return `${fileName(say("{0} (live, {1})", name, place))}.yaml`;
}

/** In place of a name that may be another one by the time it is read. */
export function currentContextWords(say: Say): string {
  return say("current context");
}

/** The tab of a comparison. */
export function diffTitle(say: Say, name: string, place: string): string {
  return harmless(say("{0}: file ↔ live on {1}", name, place));
}

/** One side of it. */
export function sideTitle(say: Say, name: string, side: "file" | "live"): string {
  return `${fileName(side === "file" ? say("{0} (file)", name) : say("{0} (live)", name))}.yaml`;
}

function fileName(text: string): string {
  return harmless(text).replace(/[/\\?#%]/g, "-");
}

/** What is not compared, over both sides, so that nobody looks for it there. */
export function comparedLine(say: Say): string {
  return say("compared: what the file says; without status, defaults and what controllers write");
}

/** The file has no such document any more. */
export function noDocumentLine(say: Say): string {
  return say("the file does not have this object any more");
}

/** Nothing is open that a command could be about. */
export function nothingHereWords(say: Say): string {
  return say("There is no Kubernetes object here: put the cursor into a manifest, or choose a row of HCO Status.");
}

/** The document at the cursor has no name that the cluster could know. */
export function noNameWords(say: Say): string {
  return say("This document has no name of its own, so there is nothing on the cluster to compare it with.");
}

/** What was put on the clipboard. */
export function copiedWords(say: Say, text: string): string {
  return say("Copied: {0}", harmless(text));
}

/** The report was put there. */
export function copiedReportWords(say: Say): string {
  return say("Copied the report as Markdown");
}

/** Nothing was. */
export function nothingToCopyWords(say: Say): string {
  return say("There is no report to copy yet.");
}

/** A row without a container has no log. */
export function noLogsWords(say: Say): string {
  return say("This row is no container that has a log.");
}
