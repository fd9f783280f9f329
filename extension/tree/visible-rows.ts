import { l10n, type MarkdownString } from "vscode";
import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import { markedContext } from "../../shared/render/editor/context-mark.ts";
import { reachOf } from "../../shared/render/editor/copied-command.ts";
import { withObjectLinks } from "../../shared/render/editor/known-objects.ts";
import { buildTreeRows } from "../../shared/render/editor/tree/build-rows.ts";
import type { OutlineRow } from "../../shared/render/editor/tree/row.ts";
import { asksWords, badgeWords, currencyWords, treePlaceText } from "../../shared/render/editor/tree/view-words.ts";
import { commandPlace, placeKey } from "../places/place.ts";
import { asOfTime, isLoginRequired, lastCurrentTime, type PlaceState } from "../places/place-state.ts";
import { toMarkdownString } from "../platform/markdown-string.ts";
import { readContextMarks } from "../platform/settings.ts";
import { zoneAt } from "../platform/time-of-day.ts";
import { objectLinksOf } from "../session/object-links.ts";
import { buildActionRow, buildActionRows, buildContextActionRows } from "./action-rows.ts";

/** Returns the rows of the tree for a place. Without roots they are the actions that the user can take. */
export function buildRows(shown: PlaceState, isUnhealthyOnly: boolean): readonly OutlineRow[] {
  const { place, name } = shown;
  // Without a chosen context the place stays the same when current-context changes.
  const key = sanitizeLine(JSON.stringify([placeKey(place), name]));
  const rows = buildRootRows(shown, key, isUnhealthyOnly);
  return rows.length === 0 ? buildActionRows(key, shown) : rows;
}

/** Returns the rows below the row of a context, whose id is `key`. Without roots they are actions for that context. */
export function buildRowsBelowContext(shown: PlaceState, key: string, isUnhealthyOnly: boolean): readonly OutlineRow[] {
  const rows = buildRootRows(shown, key, isUnhealthyOnly);
  return rows.length === 0 ? buildContextActionRows(key, shown) : rows;
}

/** Returns the rows of the roots, with one to connect where no new data arrives before that. */
function buildRootRows(shown: PlaceState, key: string, isUnhealthyOnly: boolean): readonly OutlineRow[] {
  const { report, place, name, history, now } = shown;
  if (report === undefined) return [];
  const roots = buildTreeRows(report, {
    key,
    now: now(),
    zoneAt,
    isUnhealthyOnly,
    isFiles: place.kind === "files",
    transitions: history?.transitions ?? [],
    deletions: history?.deletions ?? [],
    place: place.kind === "cluster" ? markedContext(name, readContextMarks()) : name,
    reach: reachOf(commandPlace(place, name)),
    meaning: (word, ref) => meaningOf?.(word, ref),
  });
  return roots.length > 0 && isLoginRequired(shown) ? [buildActionRow(key, "connect"), ...roots] : roots;
}

/** Whether the rows may be out of date. */
export function isOutdated({ place, link }: PlaceState): boolean {
  return place.kind === "cluster" && link.state !== "live" && link.until !== undefined;
}

/**
 * Returns the tooltip of a row, with links to the objects of its place that it names. The first call loads the meanings
 * of conditions and reasons.
 */
export async function buildTooltip(row: OutlineRow, shown: PlaceState | undefined): Promise<MarkdownString> {
  meaningOf ??= (await import("../platform/explanations.lazy.ts")).explainInBrief;
  const parts = row.hint();
  return toMarkdownString(shown === undefined ? parts : withObjectLinks(parts, objectLinksOf(shown)));
}

let meaningOf: typeof import("../platform/explanations.lazy.ts").explainInBrief | undefined;

/**
 * Returns the message over the rows: how current they are where they are not live, and which context kubectl would use
 * where it is another one. Without rows it says what is in the way.
 */
export function buildViewMessage(shown: PlaceState): string | undefined {
  const { report, doubt } = shown;
  const hasRows = report !== undefined && report.roots.length > 0;
  const sentences = [problemSentence(shown), ...(hasRows ? listRowSentences(shown) : []), doubt];
  const filled = sentences.filter((sentence) => sentence !== undefined && sentence !== "");
  return filled.length === 0 ? undefined : filled.join("; ");
}

/** Returns what is in the way of new data. Undefined where nothing is, and where the view's welcome text says it. */
function problemSentence({ phase, name, problem, isAsking }: PlaceState): string | undefined {
  if (isAsking) return asksWords(name, problem ?? "");
  return hasWelcome(phase) ? undefined : problem;
}

/** Returns how current the rows are, which other context kubectl would use, and what was pasted. */
function listRowSentences(shown: PlaceState): readonly (string | undefined)[] {
  const { link, place, name, current, pasteNote } = shown;
  const isFiles = place.kind === "files";
  const currency = currencyWords({ state: link.state, time: lastCurrentTime(shown), isFiles });
  const isChosen = place.kind === "cluster" && place.context !== undefined;
  const isOtherCurrent = isChosen && current !== undefined && current !== name;
  const currentContext = isOtherCurrent ? l10n.t("the current context is {0}", sanitizeLine(current)) : undefined;
  return [currency, currentContext, pasteNote];
}

/**
 * Whether the view has a welcome text for the phase. A message above the view would replace that text, which says what
 * to do.
 */
function hasWelcome(phase: PlaceState["phase"]): boolean {
  return phase === "noKubeconfig" || phase === "noContext" || phase === "noSuchKind" || phase === "empty";
}

/** Returns the title of the view, which names the source of the rows. */
export function buildViewTitle({ place, name }: Pick<PlaceState, "place" | "name">): string {
  if (place.kind === "files") return treePlaceText({ name, namespaces: [], files: place.holds });
  return treePlaceText({ name: markedContext(name, readContextMarks()), namespaces: place.namespaces });
}

/** The number at the icon of the view, and its meaning. */
export interface ViewBadge {
  readonly value: number;
  readonly tooltip: string;
}

/** Returns how many roots are not healthy, and their names; undefined where there are none. */
export function buildViewBadge(shown: PlaceState): ViewBadge | undefined {
  const unhealthy = (shown.report?.roots ?? []).filter(({ verdict }) => verdict !== "healthy");
  if (unhealthy.length === 0) return undefined;
  const names = unhealthy.map(({ ref }) => ref.name);
  return { value: unhealthy.length, tooltip: badgeWords(names, asOfTime(shown)) };
}
