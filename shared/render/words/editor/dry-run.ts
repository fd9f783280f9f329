import { sanitizeLine } from "../../../characters/sanitize.ts";
import type { FieldPath } from "../../../model/manifest/manifest.ts";
import type { Translate } from "../../../outline/translate.ts";

/** The first line of the live state in the comparison. */
export function stateBeforeLine(say: Translate): string {
  return say("live, without status and the metadata that the server writes");
}

/** The first line of the live state where there is none. */
export function absentLine(say: Translate): string {
  return say("the object does not exist; applying the manifest creates it");
}

/** The first line of the result. */
export function resultLine(say: Translate): string {
  return say(
    "result of a dry run by server-side apply; nothing was stored; fields missing in the file stay as they are",
  );
}

/** The tab title of the comparison. */
export function dryRunTitle(say: Translate, name: string, place: string): string {
  return sanitizeLine(say("{0}: live ↔ result of a dry run on {1}", name, place));
}

/** The name of one side, which cannot contain a slash. */
export function dryRunSideTitle(say: Translate, name: string, side: "live" | "result"): string {
  const text = side === "live" ? say("{0} (live)", name) : say("{0} (dry run)", name);
  return `${sanitizeLine(text).replace(/[/\\?#%]/g, "-")}.yaml`;
}

/** The message where the tab outlived its dry run, as after a restart of the editor. */
export function expiredResultLine(say: Translate): string {
  return say("this result of a dry run is no longer available; run it again");
}

export function progressTitle(say: Translate, name: string, place: string): string {
  return say("Dry run of {0} on {1}", name, place);
}

/** The result in one sentence, or two. `drives`: the components that the changed fields drive. */
export function changeText(
  say: Translate,
  { name, place, isCreated, paths, isCut, drives, removed }: ChangeWords,
): string {
  const where = sanitizeLine(place);
  if (isCreated) return say("Applying the manifest creates {0} on {1}. Nothing was stored.", name, where);
  const more = removed.length === 0 ? "" : ` ${removedText(say, removed)}`;
  if (paths.length === 0)
    return `${say("Applying the manifest changes nothing of {0} on {1}. Nothing was stored.", name, where)}${more}`;
  const count = isCut ? `${paths.length}+` : `${paths.length}`;
  const fields = fieldTexts(paths);
  const changes =
    paths.length === 1
      ? say("Applying the manifest changes {0} of {1} on {2}.", fields, name, where)
      : say("Applying the manifest changes {0} fields of {1} on {2}: {3}.", count, name, where, fields);
  const affected = drives.length === 0 ? "" : ` ${say("Affected components: {0}.", drives.join(", "))}`;
  return `${changes}${affected}${more}`;
}

/** What a dry run changes. */
interface ChangeWords {
  readonly name: string;
  readonly place: string;
  readonly isCreated: boolean;
  readonly paths: readonly FieldPath[];
  readonly isCut: boolean;
  readonly drives: readonly string[];
  /** What kubectl would remove beside. */
  readonly removed: readonly FieldPath[];
}

function removedText(say: Translate, removed: readonly FieldPath[]): string {
  return say("kubectl apply would also remove {0}, which the file no longer has.", fieldTexts(removed));
}

/** The most fields that a message names. */
const mostNamed = 4;

function fieldTexts(paths: readonly FieldPath[]): string {
  const first = paths.slice(0, mostNamed).map(fieldText).join(", ");
  return paths.length > mostNamed ? `${first}, …` : first;
}

function fieldText(path: FieldPath): string {
  const text = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`)).join("");
  return sanitizeLine(text.replace(/^\./, ""));
}

/** Why a dry run was not sent. */
export type DryRunObstacle =
  | "disabled"
  | "files"
  | "untrusted"
  | "notConnected"
  | "noManifest"
  | "unnamed"
  | "secret"
  | "incomplete";

export function obstacleText(say: Translate, obstacle: DryRunObstacle, place: string): string {
  switch (obstacle) {
    case "disabled":
      return say("Dry runs are disabled by the setting hcoStatus.dryRun.");
    case "files":
      return say("A dry run requires a cluster, but {0} is a file.", sanitizeLine(place));
    case "untrusted":
      return say("This workspace is not trusted, so no request is sent.");
    case "notConnected":
      return say("Not connected to {0}: connect first, then run the command again.", sanitizeLine(place));
    case "noManifest":
      return say("No manifest here: place the cursor in a manifest.");
    case "unnamed":
      return say("This document has no complete name, so a dry run has no object.");
    case "secret":
      return say("The extension sends and shows no Secret, so it makes no dry run of one.");
    case "incomplete":
      return say("This document contains template placeholders or was too large to read, so a dry run would mislead.");
  }
}

/** The document cannot be read as YAML. `cause`: the parser's reason. */
export function damagedDocumentText(say: Translate, cause: string): string {
  return say("This document cannot be sent: {0}.", sanitizeLine(cause));
}

export function forbiddenText(say: Translate, verb: string, resource: string, cause: string): string {
  return say("Forbidden: a dry run requires the permission {0} for {1}. The server: {2}", verb, resource, cause);
}

export function unsupportedText(say: Translate, resource: string, cause: string | undefined): string {
  return cause === undefined
    ? say("The server does not offer a dry run for {0}, so nothing was sent.", resource)
    : say("Unknown whether the server offers a dry run for {0}, so nothing was sent: {1}", resource, cause);
}

export function refusedText(say: Translate, name: string, cause: string): string {
  return say("The server refuses {0}: {1}", name, cause);
}

export function noResultText(say: Translate, cause: string): string {
  return say("The dry run has no result: {0}", cause);
}

export function timedOutText(say: Translate, place: string, seconds: number): string {
  return say("The dry run timed out after {0}s without a response of {1}.", seconds, sanitizeLine(place));
}

export function placeLostText(say: Translate, place: string): string {
  return say("The connection to {0} ended before the dry run had a result.", sanitizeLine(place));
}
