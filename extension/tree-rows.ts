import type { MarkdownString } from "vscode";
import { type OutlineRow, outline } from "../shared/render/outline.ts";
import { row } from "../shared/render/outline-row.ts";
import { harmless } from "../shared/render/safe.ts";
import { asksWords, badgeWords, placeNote, placeWords, staleWords } from "../shared/render/words-tree-view.ts";
import { markdownString } from "./markdown.ts";
import { keyOfPlace } from "./place.ts";
import { say } from "./say.ts";
import type { Shown } from "./shown.ts";
import { timeOfDay } from "./time-of-day.ts";
import { wantsLogin } from "./wants-login.ts";
import { connectRow, wayOutRows } from "./way-out-rows.ts";

export { changedRows } from "../shared/render/outline-changes.ts";
export { rowsTo } from "../shared/render/outline-find.ts";
export { notInTree } from "../shared/render/words-tree-view.ts";

/** What the tree shows of a place; nothing where nothing was judged yet. */
export function rowsOf(shown: Shown, isUnwellOnly: boolean): readonly OutlineRow[] {
  const { report, place, name, history, now } = shown;
  // Without a chosen context the place stays the same while current-context moves on.
  const key = harmless(JSON.stringify([keyOfPlace(place), name]));
  if (report === undefined) return wayOutRows(key, shown);
  const roots = outline(report, {
    ...{ key, now: now(), say, isUnwellOnly, transitions: history?.transitions ?? [] },
    meaning: (word, ref) => meaningOf?.(word, ref),
  });
  if (roots.length === 0) return wayOutRows(key, shown);
  return [placeRow(key, shown), ...(wantsLogin(shown) ? [connectRow(key)] : []), ...roots];
}

/** Where all that is below was read, and how good that is. */
function placeRow(key: string, shown: Shown): OutlineRow {
  const { link, place, current } = shown;
  const label = descriptionOf({ ...shown, place: place.kind === "files" ? place : { ...place, namespaces: [] } });
  const description = placeNote(say, {
    state: link.state,
    time: timeOf(shown),
    isFiles: place.kind === "files",
    namespaces: place.kind === "files" ? [] : place.namespaces,
    ...(place.kind === "cluster" &&
      place.context !== undefined &&
      current !== undefined &&
      current !== shown.name && { current }),
  });
  return row({
    id: `${key}/place`,
    mark: "none",
    label,
    description,
    spoken: `${label}, ${description}`,
    context: ["place"],
  });
}

/** The tooltip of a row; what words mean is loaded for the first of them. */
export async function tooltipOf(row: OutlineRow): Promise<MarkdownString> {
  meaningOf ??= (await import("./meanings.ts")).meaningOf;
  return markdownString(row.hint);
}

let meaningOf: typeof import("./meanings.ts").meaningOf | undefined;

/** Over the rows, where they may be old; over what stands there instead of rows what is in the way. */
export function messageOf(shown: Shown): string | undefined {
  const { report, link, place, phase, name, problem, doubt, isAsking } = shown;
  const words = [
    isAsking ? asksWords(say, name, problem ?? "") : hasWelcome(phase) ? undefined : problem,
    report === undefined || report.roots.length === 0 || place.kind === "files"
      ? undefined
      : staleWords(say, link.state, timeOf(shown)),
    doubt,
  ].filter((sentence) => sentence !== undefined && sentence !== "");
  return words.length === 0 ? undefined : words.join("; ");
}

/** A sentence above the view would take the place of its welcome text, which says what to do there. */
function hasWelcome(phase: Shown["phase"]): boolean {
  return phase === "noKubeconfig" || phase === "noContext" || phase === "noSuchKind" || phase === "empty";
}

/** Up to when what is shown was so, as the person's clock shows it. */
function timeOf({ link, now }: Shown): string {
  return timeOfDay(link.until ?? now() * 1000);
}

/** Behind the title. */
export function descriptionOf({ place, name }: Pick<Shown, "place" | "name">): string {
  if (place.kind === "files") return placeWords(say, { name, namespaces: [], files: place.holds });
  return placeWords(say, { name, namespaces: place.namespaces });
}

/** How many roots are not healthy, and which; undefined where none is. */
export function badgeOf(shown: Shown): { readonly value: number; readonly tooltip: string } | undefined {
  const { report, link, place } = shown;
  const unwell = (report?.roots ?? []).filter(({ verdict }) => verdict !== "healthy");
  if (unwell.length === 0) return undefined;
  return {
    value: unwell.length,
    tooltip: badgeWords(
      say,
      unwell.map(({ label }) => label),
      place.kind === "files" || link.state === "live" ? "" : timeOf(shown),
    ),
  };
}
