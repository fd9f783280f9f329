import type { Node } from "../model/report.ts";
import { secondsBetween } from "../model/time.ts";
import type { RowMark } from "./marks.ts";
import type { Say } from "./say.ts";
import { age } from "./words-age.ts";

/** One row as a screen reader says it, its pieces one after the other. */
export function aloud(pieces: readonly string[]): string {
  return pieces
    .map(withoutSigns)
    .filter((piece) => piece !== "")
    .join(", ");
}

/** Signs that the shared words draw with, in words; what a cluster wrote is left as it is otherwise. */
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

/** What a row is: `component`, `container`. */
export function roleWord(say: Say, role: Node["role"]): string {
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

/** What a row is that stands for no node. */
export function rowWord(say: Say, row: "condition" | "gate" | "finding" | "change" | "page" | "kind"): string {
  switch (row) {
    case "condition":
      return say("condition");
    case "gate":
      return say("gate");
    case "finding":
      return say("finding");
    case "change":
      return say("change");
    case "page":
      return say("page");
    case "kind":
      return say("kind");
  }
}

/** What the icon of a row says. */
export function markWord(say: Say, mark: RowMark): string {
  switch (mark) {
    case "bad":
      return say("bad");
    case "busy":
      return say("in progress");
    case "remark":
      return say("needs a look");
    case "unknown":
      return say("not known");
    case "good":
      return say("good");
    case "none":
      return "";
  }
}

/** How long ago a moment is, in words; nothing where it is no time. */
export function sinceAloud(say: Say, since: string | undefined, now: string): string {
  const seconds = secondsBetween(since, now);
  return seconds === undefined ? "" : ageAloud(say, seconds);
}

/** `14 minutes`, `3 days 4 hours`: an age as kubectl counts it, in words. */
export function ageAloud(say: Say, seconds: number): string {
  return [...age(seconds).matchAll(/(\d+)([smhdy])/g)]
    .map(([, number, unit]) => unitAloud(say, Number(number), unit ?? ""))
    .join(" ");
}

function unitAloud(say: Say, number: number, unit: string): string {
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

/** How long it has been so. */
export function forAloud(say: Say, age: string): string {
  return age === "" ? "" : say("for {0}", age);
}

export function reasonAloud(say: Say, reason: string): string {
  return say("reason {0}", reason);
}

/** Where something is unwell, and nobody says why. */
export function noReasonWords(say: Say): string {
  return say("no reason given");
}

/** A version that is not the wanted one; or empty. */
export function versionAloud(say: Say, { observedVersion = "", expectedVersion = "" }: Node["facts"]): string {
  if (expectedVersion === "" || expectedVersion === observedVersion) return "";
  return observedVersion === ""
    ? say("should run version {0}", expectedVersion)
    : say("runs version {0}, should run {1}", observedVersion, expectedVersion);
}

export function agoAloud(say: Say, age: string): string {
  return age === "" ? "" : say("{0} ago", age);
}
