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
import { buildCommandArguments, type CommandWords } from "../session/command-arguments.ts";
import type { ManifestSurface } from "../session/session-parts.ts";

type Pieces = typeof import("./annotations.lazy.ts");

/** What all surfaces beside a manifest share: the pure functions once they are loaded, and an event for updates. */
export interface AnnotationContext {
  /**
   * Returns the functions; until they are loaded, begins to load them and returns undefined. `onDidChange` fires after
   * the load.
   */
  pieces(): Pieces | undefined;
  /** Fires when what surfaces show may have changed, at most every 250 ms. */
  readonly onDidChange: Event<void>;
}

const cached = new WeakMap<ManifestSurface, AnnotationContext>();

/** Returns the shared part of this session. It is disposed of with the session. */
export function getAnnotationContext(session: ManifestSurface): AnnotationContext {
  const known = cached.get(session);
  if (known !== undefined) return known;
  const { beside, disposable } = createAnnotationContext(session);
  session.context.subscriptions.push(disposable);
  cached.set(session, beside);
  return beside;
}

/** Minimum milliseconds between two events. */
const least = 250;

function createAnnotationContext(session: ManifestSurface): {
  readonly beside: AnnotationContext;
  readonly disposable: Disposable;
} {
  const changed = new EventEmitter<void>();
  const coalesced = coalesceCalls(() => changed.fire(), least, systemClock);
  const loaded = loadOnce<Pieces>(() => import("./annotations.lazy.ts"));

  const subscriptions = [
    session.onDidChangePlace,
    session.onDidSwitchPlace,
    session.onDidParse,
    getAgeTicker(session).onTick,
  ].map((event: Event<unknown>) => event(coalesced.request));
  const beside: AnnotationContext = {
    pieces() {
      if (loaded.made === undefined) loaded.load().then(coalesced.request, session.log.failed);
      return loaded.made;
    },
    onDidChange: changed.event,
  };
  return {
    beside,
    disposable: {
      dispose() {
        coalesced.cancel();
        for (const one of [...subscriptions, changed]) one.dispose();
      },
    },
  };
}

/** One document with the place that applies to it, read once for all of its objects. */
export interface DocumentInPlace {
  readonly objects: readonly ManifestObject[];
  readonly shown: PlaceState;
  readonly here: AnnotatedPlace;
  /** Returns how an object of the document is linked to the cluster. */
  link(object: ManifestObject): ManifestLink;
  /** Returns the arguments for the commands of an object. */
  words(object: ManifestObject, link: ManifestLink): CommandWords | undefined;
}

/**
 * Returns the objects of a document with their place. Undefined where the document is no manifest or is not parsed yet.
 */
export function resolveDocument(
  session: ManifestSurface,
  pieces: Pieces,
  document: TextDocument,
): DocumentInPlace | undefined {
  const objects = session.manifest(document)?.objects;
  if (objects === undefined) return undefined;
  const shown = session.at(document.uri);
  const uri = document.uri.toString();
  return {
    objects,
    shown,
    here: describePlace(session, pieces, shown),
    link: (object) => pieces.linkManifest(object, shown, objects),
    words: (object, link) => buildCommandArguments(object, link, shown.place, uri),
  };
}

/** Returns a place as the texts beside a manifest describe it, with the mark that the user gave its context. */
export function describePlace(session: ManifestSurface, pieces: Pieces, shown: PlaceState): AnnotatedPlace {
  const here = pieces.annotatedPlace(getAgeTicker(session).at(shown), timeOfDay);
  return here.isFiles ? here : { ...here, name: pieces.markedContext(here.name, readContextMarks()) };
}

/** Returns the documents of all visible editors, each once. */
export function listVisibleDocuments(): readonly TextDocument[] {
  return [...new Set(window.visibleTextEditors.map(({ document }) => document))];
}
