import { sanitizeLine } from "../../../characters/sanitize.ts";
import type { LinkState } from "../../../model/report-change.ts";
import type { Translate } from "../../../outline/translate.ts";

/** The line above rows that may be out of date; undefined where they are current. `time`: in the user's time zone. */
export function staleWords(say: Translate, state: LinkState, time: string): string | undefined {
  switch (state) {
    case "live":
    case "forbidden":
    case "gone":
      return undefined;
    case "idle":
      return say("showing {0}, not connected", time);
    case "connecting":
    case "stale":
      return say("showing {0}, reconnecting", time);
    case "unreachable":
      return say("showing {0}, server unreachable", time);
    case "authRequired":
      return say("showing {0}, login needed", time);
  }
}

/** The shown source, in the title of the view: a context and its namespaces, or files. */
export interface PlaceWords {
  readonly name: string;
  /** Empty: all. */
  readonly namespaces: readonly string[];
  readonly files?: "gather" | "dump";
}

export function treePlaceText(say: Translate, { name, namespaces, files }: PlaceWords): string {
  const kind = files === undefined ? "" : files === "gather" ? say("must-gather") : say("files");
  return [sanitizeLine(name), sanitizeLine(namespaces.join(", ")), kind].filter((word) => word !== "").join(" · ");
}

/** How current rows are: `as of 14:02` of files, else what {@link staleWords} returns; empty where they are current. */
export function currencyWords(
  say: Translate,
  { state, time, isFiles }: { readonly state: LinkState; readonly time: string; readonly isFiles: boolean },
): string {
  return isFiles ? say("as of {0}", time) : (staleWords(say, state, time) ?? "");
}

/** The note that kubectl would use another context than the shown one. */
export function otherContextWords(say: Translate, current: string): string {
  return say("the current context is {0}", sanitizeLine(current));
}

/** The line for a context whose login the user has not allowed yet. */
export function asksWords(say: Translate, context: string, program: string): string {
  if (program === "") return say("Context {0} requires login", sanitizeLine(context));
  return say("Context {0} logs in by running {1}; Connect runs it", sanitizeLine(context), sanitizeLine(program));
}

/** The meaning of the number at the icon; `time`: up to when it was current, empty where it still is. */
export function badgeWords(say: Translate, labels: readonly string[], time: string): string {
  const words = countWords(say, labels);
  return time === "" ? words : say("{0}, as of {1}", words, time);
}

function countWords(say: Translate, labels: readonly string[]): string {
  const names = sanitizeLine([...labels.slice(0, mostNamed), ...(labels.length > mostNamed ? ["…"] : [])].join(", "));
  return labels.length === 1 ? say("1 unhealthy: {0}", names) : say("{0} unhealthy: {1}", labels.length, names);
}

const mostNamed = 5;

/** The message for a requested object that has no row. */
export function notInTree(say: Translate, name: string): string {
  return say("{0} is not in the tree", sanitizeLine(name));
}
