import { type Disposable, type Event, EventEmitter, type TextDocument, window } from "vscode";
import { systemClock } from "../../shared/io/watch/clock.ts";
import type { ManifestLink } from "../../shared/model/manifest/link.ts";
import type { ManifestObject } from "../../shared/model/manifest/manifest.ts";
import type { AnnotatedPlace } from "../../shared/render/editor/annotations/inlay-and-status.ts";
import type { PlaceState } from "../places/place-state.ts";
import { coalesceCalls } from "../platform/coalesce.ts";
import { loadOnce } from "../platform/lazy-import.ts";
import { readContextMarks } from "../platform/settings.ts";
import { timeOfDay } from "../platform/time-of-day.ts";
import { getAgeTicker } from "../session/age-ticker.ts";
import { buildLinkArguments, type LinkArguments } from "../session/command-arguments.ts";
import type { ManifestSurface } from "../session/session-parts.ts";

/** The pure functions that compute the texts beside a manifest. */
export type AnnotationBundle = typeof import("./annotations.lazy.ts");

/** What all surfaces beside a manifest share: the pure functions once they are loaded, and an event for updates. */
export interface AnnotationContext {
  /**
   * Returns the functions; until they are loaded, begins to load them and returns undefined. `onDidChange` fires after
   * the load.
   */
  bundle(): AnnotationBundle | undefined;
  /** Fires when what surfaces show may have changed, at most every 250 ms. */
  readonly onDidChange: Event<void>;
}

const minChangeIntervalMs = 250;

const contexts = new WeakMap<ManifestSurface, AnnotationContext>();

/** Returns the shared part of this session. It is disposed of with the session. */
export function getAnnotationContext(session: ManifestSurface): AnnotationContext {
  const known = contexts.get(session);
  if (known !== undefined) return known;
  const context = createAnnotationContext(session);
  session.context.subscriptions.push(context);
  contexts.set(session, context);
  return context;
}

function createAnnotationContext(session: ManifestSurface): AnnotationContext & Disposable {
  const changed = new EventEmitter<void>();
  const announcing = coalesceCalls(() => changed.fire(), minChangeIntervalMs, systemClock);
  const loaded = loadOnce<AnnotationBundle>(() => import("./annotations.lazy.ts"));
  const subscriptions = [
    changed,
    session.onDidChangePlace(announcing.request),
    session.onDidSwitchPlace(announcing.request),
    session.onDidParse(announcing.request),
    getAgeTicker(session).onTick(announcing.request),
  ];
  return {
    bundle() {
      if (loaded.made === undefined) loaded.load().then(announcing.request, session.log.failed);
      return loaded.made;
    },
    onDidChange: changed.event,
    dispose() {
      announcing.cancel();
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}

/** One document with the place that applies to it, read once for all of its objects. */
export interface DocumentInPlace {
  readonly objects: readonly ManifestObject[];
  readonly state: PlaceState;
  /** The place as the texts beside a manifest describe it. */
  readonly annotatedPlace: AnnotatedPlace;
  /** Returns how an object of the document is linked to the cluster. */
  link(object: ManifestObject): ManifestLink;
  /** Returns the arguments for the commands of an object. */
  commandArguments(object: ManifestObject, link: ManifestLink): LinkArguments | undefined;
}

/**
 * Returns the objects of a document with their place. Undefined where the document is no manifest or is not parsed yet.
 */
export function resolveDocument(
  session: ManifestSurface,
  bundle: AnnotationBundle,
  document: TextDocument,
): DocumentInPlace | undefined {
  const objects = session.getOrParseManifest(document)?.objects;
  if (objects === undefined) return undefined;
  const state = session.at(document.uri);
  const uri = document.uri.toString();
  return {
    objects,
    state,
    annotatedPlace: describePlace(session, bundle, state),
    link: (object) => bundle.linkManifest(object, state, objects),
    commandArguments: (object, link) => buildLinkArguments(object, link, state.place, uri),
  };
}

/** Returns a place as the texts beside a manifest describe it, with the mark that the user gave its context. */
export function describePlace(session: ManifestSurface, bundle: AnnotationBundle, state: PlaceState): AnnotatedPlace {
  const place = bundle.annotatedPlace(getAgeTicker(session).at(state), timeOfDay);
  if (place.isFiles) return place;
  return { ...place, name: bundle.markedContext(place.name, readContextMarks()) };
}

/** Returns the documents of all visible editors, each once. */
export function listVisibleDocuments(): readonly TextDocument[] {
  return [...new Set(window.visibleTextEditors.map(({ document }) => document))];
}
