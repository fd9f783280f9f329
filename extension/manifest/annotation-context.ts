import { type Disposable, type Event, EventEmitter, type TextDocument } from "vscode";
import { systemClock } from "../../shared/io/watch/clock.ts";
import { computeOnce } from "../../shared/model/compute-once.ts";
import type { ManifestLink } from "../../shared/model/manifest/link.ts";
import type { Manifest, ManifestObject } from "../../shared/model/manifest/manifest.ts";
import type { AnnotatedPlace } from "../../shared/render/editor/annotations/annotated-place.ts";
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

/** A manifest with the place that applies to its document, read once for all of its objects. */
export interface AnnotatedDocument {
  readonly bundle: AnnotationBundle;
  readonly manifest: Manifest;
  readonly state: PlaceState;
  /** The place as the texts beside a manifest describe it. */
  readonly annotatedPlace: AnnotatedPlace;
  /** Returns how an object of the document is linked to the cluster. */
  link(object: ManifestObject): ManifestLink;
  /** Returns the arguments for the commands of an object. */
  commandArguments(object: ManifestObject, link: ManifestLink): LinkArguments | undefined;
}

const minChangeIntervalMs = 250;

/** What all surfaces beside a manifest share: what they read of a document, and an event for updates. */
export class AnnotationContext implements Disposable {
  readonly #session: ManifestSurface;
  readonly #changed = new EventEmitter<void>();
  readonly #announcing = coalesceCalls(() => this.#changed.fire(), minChangeIntervalMs, systemClock);
  readonly #loaded = loadOnce<AnnotationBundle>(() => import("./annotations.lazy.ts"));
  readonly #subscriptions: readonly Disposable[];

  /** Fires when what surfaces show may have changed, at most every 250 ms. */
  readonly onDidChange: Event<void> = this.#changed.event;

  constructor(session: ManifestSurface) {
    const announce = this.#announcing.request;
    this.#session = session;
    this.#subscriptions = [
      this.#changed,
      session.onDidChangePlace(announce),
      session.onDidSwitchPlace(announce),
      session.onDidParse(announce),
      getAgeTicker(session).onTick(announce),
    ];
  }

  /**
   * Returns the functions; until they are loaded, begins to load them and returns undefined. `onDidChange` fires after
   * the load.
   */
  bundle(): AnnotationBundle | undefined {
    const { made } = this.#loaded;
    if (made === undefined) this.#loaded.load().then(this.#announcing.request, this.#session.log.failed);
    return made;
  }

  /**
   * Returns the manifest in a document with its place. Undefined where the document is no manifest, and until it is
   * parsed and the functions are loaded: `onDidChange` fires then.
   */
  read(document: TextDocument): AnnotatedDocument | undefined {
    const manifest = this.#session.getOrParseManifest(document);
    const bundle = manifest && this.bundle();
    if (manifest === undefined || bundle === undefined) return undefined;
    const state = this.#session.at(document.uri);
    const uri = document.uri.toString();
    return {
      bundle,
      manifest,
      state,
      annotatedPlace: this.describePlace(bundle, state),
      link: (object) => bundle.linkManifest(object, state, manifest.objects),
      commandArguments: (object, link) => buildLinkArguments(object, link, state.place, uri),
    };
  }

  /** Returns a place as the texts beside a manifest describe it, with the mark that the user gave its context. */
  describePlace(bundle: AnnotationBundle, state: PlaceState): AnnotatedPlace {
    const place = bundle.annotatedPlace(getAgeTicker(this.#session).at(state), timeOfDay);
    if (place.isFiles) return place;
    return { ...place, name: bundle.markedContext(place.name, readContextMarks()) };
  }

  dispose(): void {
    this.#announcing.cancel();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

/** Returns the context of a session. It is disposed of with the session. */
export const getAnnotationContext: (session: ManifestSurface) => AnnotationContext = computeOnce(
  (session: ManifestSurface) => {
    const context = new AnnotationContext(session);
    session.context.subscriptions.push(context);
    return context;
  },
);
