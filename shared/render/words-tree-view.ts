import type { LinkState } from "../model/report-change.ts";
import { harmless } from "./safe.ts";
import type { Say } from "./say.ts";

/** Over rows that may be old; undefined where they are as the server has it. `time` as the person's clock shows it. */
export function staleWords(say: Say, state: LinkState, time: string): string | undefined {
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
      return say("showing {0}, server not reached", time);
    case "authRequired":
      return say("showing {0}, login needed", time);
  }
}

/** What is shown, behind the title of the view: a context and its namespaces, or files. */
export interface PlaceWords {
  readonly name: string;
  /** Empty: all. */
  readonly namespaces: readonly string[];
  readonly files?: "gather" | "dump";
}

export function placeWords(say: Say, { name, namespaces, files }: PlaceWords): string {
  const kind = files === undefined ? "" : files === "gather" ? say("must-gather") : say("files");
  return [harmless(name), harmless(namespaces.join(", ")), kind].filter((word) => word !== "").join(" · ");
}

/** How good what is shown of a place is, in its row. */
export interface PlaceNote {
  readonly state: LinkState;
  /** Up to when it was so, as the person's clock shows it. */
  readonly time: string;
  readonly isFiles: boolean;
  /** Empty: all. */
  readonly namespaces: readonly string[];
  /** What current-context names, where that is another one than what is shown. */
  readonly current?: string;
}

/** `live · shop · the current context is dev`. */
export function placeNote(say: Say, { state, time, isFiles, namespaces, current }: PlaceNote): string {
  const link = isFiles ? say("as of {0}", time) : (staleWords(say, state, time) ?? say("live"));
  const other = current === undefined ? "" : say("the current context is {0}", harmless(current));
  return [link, harmless(namespaces.join(", ")), other].filter((word) => word !== "").join(" · ");
}

/** Nobody has agreed yet to what the context wants to do. */
export function asksWords(say: Say, context: string, program: string): string {
  if (program === "") return say("Context {0} wants you to log in", harmless(context));
  return say("Context {0} logs in by running {1}; Connect lets it run", harmless(context), harmless(program));
}

/** What the number at the icon counts; `time`: up to when it was so, empty where it is so now. */
export function badgeWords(say: Say, labels: readonly string[], time: string): string {
  const words = countWords(say, labels);
  return time === "" ? words : say("{0}, as of {1}", words, time);
}

function countWords(say: Say, labels: readonly string[]): string {
  const names = harmless([...labels.slice(0, mostNamed), ...(labels.length > mostNamed ? ["…"] : [])].join(", "));
  return labels.length === 1 ? say("1 unwell: {0}", names) : say("{0} unwell: {1}", labels.length, names);
}

const mostNamed = 5;

/** Somebody wants to see an object that stands in no row. */
export function notInTree(say: Say, name: string): string {
  return say("{0} is not in the tree", harmless(name));
}
