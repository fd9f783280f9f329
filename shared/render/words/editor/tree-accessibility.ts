import type { ReportNode } from "../../../model/report.ts";
import { secondsBetween } from "../../../model/time.ts";
import { formatAge } from "../../../outline/ages.ts";
import type { Translate } from "../../../outline/translate.ts";
import type { RowMark } from "../../terminal/verdict-marks.ts";

/** One row as a screen reader speaks it, its pieces one after the other. */
export function readAloud(pieces: readonly string[]): string {
  return pieces
    .map(withoutSigns)
    .filter((piece) => piece !== "")
    .join(", ");
}

/** The text with the signs of our own words written out; the cluster's text is otherwise unchanged. */
function withoutSigns(text: string): string {
  return text
    .replace(/(\d+)\/(\d+) ready/g, "$1 of $2 ready")
    .replace(/^-> /, "to ")
    .replaceAll(" -> ", " to ")
    .replaceAll(" · ", ", ")
    .replaceAll("…", "")
    .replace(/\s+/g, " ")
    .trim();
}

/** The kind of a row: `component`, `container`. */
export function roleWord(say: Translate, role: ReportNode["role"]): string {
  switch (role) {
    case "root":
      return say("root");
    case "component":
      return say("component");
    case "part":
      return say("part");
    case "workload":
      return say("workload");
    case "replicaset":
      return say("replica set");
    case "pod":
      return say("pod");
    case "container":
      return say("container");
    case "related":
      return say("related object");
  }
}

/** The kind of a row that stands for no node. */
export function rowWord(say: Translate, row: "condition" | "finding" | "change" | "page" | "kind"): string {
  switch (row) {
    case "condition":
      return say("condition");
    case "finding":
      return say("note");
    case "change":
      return say("change");
    case "page":
      return say("page");
    case "kind":
      return say("kind");
  }
}

/** The meaning of a row's icon. */
export function markWord(say: Translate, mark: RowMark): string {
  switch (mark) {
    case "bad":
      return say("bad");
    case "busy":
      return say("in progress");
    case "remark":
      return say("warning");
    case "unknown":
      return say("unknown");
    case "good":
      return say("good");
    case "none":
      return "";
  }
}

/** The age of a moment in words; empty where it is no time. */
export function sinceAloud(say: Translate, since: string | undefined, now: string): string {
  const seconds = secondsBetween(since, now);
  return seconds === undefined ? "" : ageAloud(say, seconds);
}

/** `14 minutes`, `3 days 4 hours`: an age as kubectl counts it, in words. */
export function ageAloud(say: Translate, seconds: number): string {
  return [...formatAge(seconds).matchAll(/(\d+)([smhdy])/g)]
    .map(([, number, unit]) => unitAloud(say, Number(number), unit ?? ""))
    .join(" ");
}

function unitAloud(say: Translate, number: number, unit: string): string {
  const isOne = number === 1;
  switch (unit) {
    case "s":
      return isOne ? say("1 second") : say("{0} seconds", number);
    case "m":
      return isOne ? say("1 minute") : say("{0} minutes", number);
    case "h":
      return isOne ? say("1 hour") : say("{0} hours", number);
    case "d":
      return isOne ? say("1 day") : say("{0} days", number);
    default:
      return isOne ? say("1 year") : say("{0} years", number);
  }
}

/** The duration of a state. */
export function forAloud(say: Translate, age: string): string {
  return age === "" ? "" : say("for {0}", age);
}

export function reasonAloud(say: Translate, reason: string): string {
  return say("reason {0}", reason);
}

/** The text for an unhealthy object without a reason. */
export function noReasonWords(say: Translate): string {
  return say("no reason given");
}

export function agoAloud(say: Translate, age: string): string {
  return age === "" ? "" : say("{0} ago", age);
}
