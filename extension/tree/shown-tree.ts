import { l10n } from "vscode";
import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import { buildContextRows, type ShownContext } from "../../shared/render/editor/tree/context-rows.ts";
import { idStep, type OutlineRow } from "../../shared/render/editor/tree/row.ts";
import { badgeWords } from "../../shared/render/editor/tree/view-words.ts";
import { buildFleetMember } from "../places/contexts/context-member.ts";
import { isAwaited, maxContexts } from "../places/contexts/context-places.ts";
import { type Place, placeKey } from "../places/place.ts";
import type { PlaceState } from "../places/place-state.ts";
import type { ContextState, PlaceStates } from "../session/session-parts.ts";
import type { PlaceOfRow } from "./element-cache.ts";
import {
  buildRows,
  buildRowsBelowContext,
  buildViewBadge,
  buildViewMessage,
  buildViewTitle,
  isOutdated,
  type ViewBadge,
} from "./visible-rows.ts";

export { changedRows } from "../../shared/render/editor/tree/changed-rows.ts";
export { rowsTo } from "../../shared/render/editor/tree/find-row.ts";
export { liveUri } from "../session/live-uri.ts";
export { buildTooltip } from "./visible-rows.ts";

/** What the sidebar shows: one place, or all contexts. */
export type ShownPlaces = Pick<PlaceStates, "sidebar"> & Partial<Pick<PlaceStates, "contexts">>;

/** The rows at the top, and the place of each. */
interface ShownTree {
  readonly rows: readonly OutlineRow[];
  readonly placeOf: PlaceOfRow;
}

export function buildTree({ sidebar, contexts }: ShownPlaces, isUnhealthyOnly: boolean): ShownTree {
  if (contexts === undefined) return { rows: buildRows(sidebar, isUnhealthyOnly), placeOf: () => sidebar.place };
  const places = new Map<string, Place>();
  const shownContexts = contexts.contexts.map((context): ShownContext => {
    // The place of the current context changes with current-context, and a row keeps the place that it began with.
    const id = `contexts/${idStep(sanitizeLine(JSON.stringify([placeKey(context.place), context.name])))}`;
    places.set(id, context.place);
    return buildContextTree(context, id, isUnhealthyOnly);
  });
  const unread = { number: contexts.unread, max: maxContexts };
  const rows = buildContextRows(shownContexts, { isUnhealthyOnly, unread });
  return { rows, placeOf: ({ id }) => places.get(id) ?? sidebar.place };
}

function buildContextTree({ name, state }: ContextState, id: string, isUnhealthyOnly: boolean): ShownContext {
  // There is nothing to say below a context that is being read, or that waits for its turn.
  const isEmpty = state === undefined || (state.report === undefined && isAwaited(state));
  return {
    id,
    member: buildFleetMember(name, state),
    isPaused: state?.phase === "paused" && state.barred !== undefined,
    ...(!isEmpty && { below: () => buildRowsBelowContext(state, id, isUnhealthyOnly) }),
  };
}

/** Returns the keys of the places whose rows may be out of date. */
export function listOutdatedPlaces(shown: ShownPlaces): ReadonlySet<string> {
  return new Set(
    listStates(shown)
      .filter(isOutdated)
      .map(({ place }) => placeKey(place)),
  );
}

/** Returns the keys of the places whose cluster has a web console. */
export function listPlacesWithConsole(shown: ShownPlaces): ReadonlySet<string> {
  return new Set(
    listStates(shown)
      .filter(({ hasConsole }) => hasConsole === true)
      .map(({ place }) => placeKey(place)),
  );
}

function listStates({ sidebar, contexts }: ShownPlaces): readonly PlaceState[] {
  return contexts === undefined ? [sidebar] : contexts.contexts.flatMap(({ state }) => state ?? []);
}

/** Returns the title of the view, which names the source of the rows. */
export function buildTitle({ sidebar, contexts }: ShownPlaces): string {
  return contexts === undefined ? buildViewTitle(sidebar) : l10n.t("All contexts");
}

/** Returns the message over the rows. Where contexts are shown, each row says what is in its way. */
export function buildMessage({ sidebar, contexts }: ShownPlaces): string | undefined {
  return contexts === undefined || contexts.contexts.length === 0 ? buildViewMessage(sidebar) : undefined;
}

/** Returns how many roots, or contexts, are not healthy, and their names; undefined where there are none. */
export function buildBadge({ sidebar, contexts }: ShownPlaces): ViewBadge | undefined {
  if (contexts === undefined) return buildViewBadge(sidebar);
  const unhealthy = contexts.contexts.filter(
    ({ state }) => state?.report?.roots.some(({ verdict }) => verdict !== "healthy") === true,
  );
  if (unhealthy.length === 0) return undefined;
  const names = unhealthy.map(({ name }) => name);
  return { value: unhealthy.length, tooltip: badgeWords(names, "") };
}
