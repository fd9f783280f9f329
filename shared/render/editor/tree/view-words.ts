import { sanitizeLine } from "../../../characters/sanitize.ts";
import type { LinkState } from "../../../model/report-change.ts";
import { joinFilled } from "../../../outline/words/names.ts";

/** What decides how current rows are: the state of the connection, and the time up to which it was, in the user's zone. */
interface Currency {
  readonly state: LinkState;
  readonly time: string;
  readonly isFiles: boolean;
}

/** How current rows are: `showing 14:02, reconnecting`; of files `as of 14:02`; empty where they are current. */
export function currencyWords({ state, time, isFiles }: Currency): string {
  if (isFiles) return `as of ${time}`;
  switch (state) {
    case "live":
    case "forbidden":
    case "gone":
      return "";
    case "idle":
      return `showing ${time}, not connected`;
    case "connecting":
    case "stale":
      return `showing ${time}, reconnecting`;
    case "unreachable":
      return `showing ${time}, server unreachable`;
    case "authRequired":
      return `showing ${time}, login needed`;
  }
}

/** The shown source, in the title of the view: a context and its namespaces, or files. */
export interface PlaceWords {
  readonly name: string;
  /** Empty: all. */
  readonly namespaces: readonly string[];
  readonly files?: "must-gather" | "dump";
}

export function treePlaceText({ name, namespaces, files }: PlaceWords): string {
  const kind = files === "dump" ? "files" : (files ?? "");
  return joinFilled(" · ", [sanitizeLine(name), sanitizeLine(namespaces.join(", ")), kind]);
}

/** The line for a context whose login the user has not allowed yet. */
export function asksWords(context: string, program: string): string {
  if (program === "") return `Context ${sanitizeLine(context)} requires login`;
  return `Context ${sanitizeLine(context)} logs in by running ${sanitizeLine(program)}; Connect runs it`;
}

/** The most objects that the meaning of the number at the icon names. */
const maxNamed = 5;

/** `2 unhealthy: CDI, SSP, as of 14:02`: the meaning of the number at the icon. `time`: empty while it is current. */
export function badgeWords(labels: readonly string[], time: string): string {
  const named = labels.slice(0, maxNamed);
  if (labels.length > maxNamed) named.push("…");
  const asOf = time === "" ? "" : `as of ${time}`;
  return joinFilled(", ", [`${labels.length} unhealthy: ${sanitizeLine(named.join(", "))}`, asOf]);
}
