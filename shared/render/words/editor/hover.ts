import type { DriveHow } from "../../../model/field-driver.ts";
import type { VersionDiffers } from "../../../model/manifest/link.ts";
import type { JudgedCondition } from "../../../model/report.ts";
import type { LinkState } from "../../../model/report-change.ts";
import type { Translate } from "../../../outline/translate.ts";

/** What a hover's link does. */
export type HoverAction = "reveal" | "openLive" | "diff" | "dryRun" | "describe" | "copy" | "connect" | "login";

export function actionTitle(say: Translate, deed: HoverAction): string {
  switch (deed) {
    case "reveal":
      return say("Show in tree");
    case "openLive":
      return say("Open live YAML");
    case "diff":
      return say("Compare with live");
    case "dryRun":
      return say("What would change");
    case "describe":
      return say("Describe in terminal");
    case "copy":
      return say("Copy command");
    case "connect":
      return say("Connect");
    case "login":
      return say("Log in");
  }
}

/** Where the Report was read, and whether it is current. `old` is its age, empty where it is unknown. */
export function hoverPlaceText(say: Translate, name: string, isFiles: boolean, state: LinkState, old: string): string {
  if (isFiles) return say("collected in {0}", name);
  if (state === "live") return say("{0}, live", name);
  if (old !== "") return say("{0}, {1} ago: {2}", name, old, linkStateWords(say, state));
  return `${name}, ${linkStateWords(say, state)}`;
}

function linkStateWords(say: Translate, state: LinkState): string {
  switch (state) {
    case "idle":
      return say("not watched");
    case "connecting":
      return say("connecting");
    case "live":
      return say("live");
    case "stale":
      return say("reconnecting");
    case "authRequired":
      return say("login needed");
    case "forbidden":
      return say("forbidden");
    case "gone":
      return say("the kind is no longer served");
    case "unreachable":
      return say("unreachable");
  }
}

/** The text for an object that is known only to exist. */
export function onClusterWords(say: Translate, kind: string, name: string): string {
  return say("{0} {1} exists on the cluster; no further information", kind, name);
}

export function otherVersionWords(say: Translate, { file, read, isServed }: VersionDiffers): string {
  return isServed === false
    ? say("The file uses version {0}, which the server does not serve; read as {1}", file, read)
    : say("The file uses version {0}; read as {1}", file, read);
}

export function twinWords(say: Translate): string {
  return say("Another document in this file defines the same object");
}

export function moreUnhealthyText(say: Translate, count: number): string {
  return count === 1 ? say("1 more") : say("{0} more", count);
}

export function goodConditionsWords(say: Translate, count: number): string {
  return count === 1 ? say("1 condition as expected") : say("{0} conditions as expected", count);
}

/** The label before the cause of an unhealthy part. */
export function causeLabel(say: Translate): string {
  return say("Cause");
}

export function conditionTitles(say: Translate): readonly string[] {
  return [say("Condition"), say("Status"), say("Reason"), say("Since")];
}

/** `Degraded has been True for 14 minutes, which is bad`. */
export function hoverConditionText(
  say: Translate,
  { type, status, polarity, abnormal }: JudgedCondition,
  age: string,
): string {
  const value = age === "" ? say("{0}: {1}", type, status) : say("{0}: {1} for {2}", type, status, age);
  if (polarity === "info") return say("{0} (informational)", value);
  if (!abnormal) return say("{0} (expected)", value);
  if (polarity === "busy") return say("{0} (in progress)", value);
  if (polarity === "advice" || polarity === "caution") return say("{0} (warning)", value);
  return status === "Unknown" ? value : say("{0} (unhealthy)", value);
}

export function guessedWords(say: Translate): string {
  return say("The polarity of this type was inferred from its name");
}

export function hoverReasonText(say: Translate, reason: string, meaning: string): string {
  return say("{0}: {1}", reason, meaning);
}

export function togetherWords(say: Translate, meaning: string): string {
  return say("Available, Progressing and Degraded together: {0}", meaning);
}

/** The text for a condition that only the file has. */
export function noLiveConditionWords(say: Translate, type: string): string {
  return say("The live object has no condition {0}", type);
}

/** The label before the value in the file, which differs from the live one. */
export function inFileWords(say: Translate): string {
  return say("In the file:");
}

/** The text where there is no live object to compare with. */
export function onlyFileWords(say: Translate): string {
  return say("In the file");
}

export function contributorsWords(say: Translate, count: number): string {
  return count === 0 ? say("No component contributes to it") : say("Contributing components:");
}

/** The sentence that the part's condition counts in the condition of the root above it. */
export function countsWords(say: Translate, root: string, isShown: boolean): string {
  return isShown
    ? say("It affects {0}, which reports it", root)
    : say("It affects {0}, which does not report it", root);
}

export function fieldDrivesText(say: Translate, how: DriveHow, names: string): string {
  switch (how) {
    case "deploys":
      return say("Determines whether {0} is deployed", names);
    case "places":
      return say("Sets the nodes on which {0} may run", names);
    case "configures":
      return say("Configures {0}", names);
    case "gates":
      return say("Enables or disables features of {0}", names);
    case "patches":
      return say("Patches {0} directly, which is not supported", names);
  }
}

export function ignoredWords(say: Translate, instead: string | undefined): string {
  return instead === undefined
    ? say("Current operators ignore this field")
    : say("Current operators ignore this field; use {0}", instead);
}

export function guessedFieldWords(say: Translate, names: string): string {
  return say("Names {0}", names);
}

export function notThereWords(say: Translate, name: string): string {
  return say("{0} does not exist", name);
}

export function allHealthyWords(say: Translate, names: string): string {
  return say("healthy: {0}", names);
}
