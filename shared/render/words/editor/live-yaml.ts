import { sanitizeLine } from "../../../characters/sanitize.ts";
import type { Ref } from "../../../model/object.ts";
import type { LinkState } from "../../../model/report-change.ts";
import type { Outcome } from "../../../model/snapshot.ts";
import type { Translate } from "../../../outline/translate.ts";

/** What is known about one object at one moment. */
export interface LiveSeen {
  readonly ref: Ref;
  /** The name of the source: a context, or the last part of a path. */
  readonly place: string;
  readonly isFiles: boolean;
  /** The outcome of the request; absent: it has no response yet. */
  readonly outcome?: Outcome;
  /** The state of the connection. */
  readonly link: LinkState;
  /** RFC 3339 UTC: up to when the shown state was current; absent: now, or never. */
  readonly until?: string;
  /** The obstacle, in one sentence. */
  readonly problem?: string;
  /** Whether there is something to show, even if it is out of date. */
  readonly isShown: boolean;
}

/** The object and how current its shown state is, in one line. */
export function liveLine(say: Translate, seen: LiveSeen): string {
  const { ref, place } = seen;
  const name = sanitizeLine(ref.namespace === undefined ? ref.name : `${ref.namespace}/${ref.name}`);
  return say("{0} {1} on {2}: {3}", sanitizeLine(ref.kind), name, sanitizeLine(place), standing(say, seen));
}

function standing(say: Translate, seen: LiveSeen): string {
  const { outcome, isFiles, isShown, link, problem } = seen;
  const because = problem === undefined || problem === "" ? "" : ` (${sanitizeLine(problem)})`;
  if (outcome === "absent") return isShown ? say("deleted; showing its last state") : say("the object does not exist");
  if (outcome === "noSuchKind") return `${say("the kind is not installed")}${because}`;
  if (outcome === "forbidden") return `${say("forbidden")}${because}`;
  if (isFiles) return isShown ? say("as collected") : `${say("not in these files")}${because}`;
  if (link !== "live") return `${lost(say, seen)}${because}`;
  if (outcome === "unread") return `${say("could not be read")}${because}`;
  return isShown ? say("live") : say("not read yet");
}

function lost(say: Translate, { link, until, isShown }: LiveSeen): string {
  const when = isShown && until !== undefined ? say("as of {0}", until) : "";
  const how = liveYamlLinkText(say, link);
  return when === "" ? how : `${when}, ${how}`;
}

export function liveYamlLinkText(say: Translate, link: LinkState): string {
  switch (link) {
    case "idle":
      return say("not connected");
    case "connecting":
      return say("connecting");
    case "authRequired":
      return say("login needed");
    case "unreachable":
      return say("the server is unreachable");
    default:
      return say("refreshing");
  }
}

/** The note on what the text below leaves out. */
export function leftOutLine(say: Translate, isSecret: boolean): string {
  return isSecret
    ? say("only the metadata of a Secret is read, never its values")
    : say("metadata.managedFields is omitted");
}

/** The tab title of a live object; a slash would end the name of a file. */
export function liveTitle(say: Translate, name: string, place: string): string {
  return `${fileName(say("{0} (live, {1})", name, place))}.yaml`;
}

/** The text in place of a context name that may have changed by the time it is read. */
export function currentContextWords(say: Translate): string {
  return say("current context");
}

/** The tab title of a comparison. */
export function diffTitle(say: Translate, name: string, place: string): string {
  return sanitizeLine(say("{0}: live on {1} ↔ file", name, place));
}

/** The title of one side of a comparison. */
export function sideTitle(say: Translate, name: string, side: "file" | "live"): string {
  return `${fileName(side === "file" ? say("{0} (file)", name) : say("{0} (live)", name))}.yaml`;
}

function fileName(text: string): string {
  return sanitizeLine(text).replace(/[/\\?#%]/g, "-");
}

/** The note, above both sides, on what is compared and what is not. */
export function comparedLine(say: Translate): string {
  return say("compared: fields in the file, without status, defaults and fields set by controllers");
}

/** The line where the file no longer has such a document. */
export function noDocumentLine(say: Translate): string {
  return say("the file no longer contains this object");
}

/** The message where nothing is open that a command could apply to. */
export function nothingHereWords(say: Translate): string {
  return say("No Kubernetes object here: place the cursor in a manifest, or select a row of HCO Status.");
}

/** The message where the document at the cursor has no usable name. */
export function noNameWords(say: Translate): string {
  return say("This document has no name, so it cannot be compared with an object on the cluster.");
}

/** The message on the copied text. */
export function copiedWords(say: Translate, text: string): string {
  return say("Copied: {0}", sanitizeLine(text));
}

/** The message on the copied report. */
export function copiedReportWords(say: Translate): string {
  return say("Copied the report as Markdown");
}

/** The message where there was nothing to copy. */
export function nothingToCopyWords(say: Translate): string {
  return say("There is no report to copy yet.");
}

/** The message for a row without a container, which has no log. */
export function noLogsWords(say: Translate): string {
  return say("Logs are available only for containers.");
}
