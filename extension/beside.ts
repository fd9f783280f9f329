import { type Disposable, type Event, EventEmitter, type TextDocument, window } from "vscode";
import { systemClock } from "../shared/io/watch/clock.ts";
import type { ManifestObject } from "../shared/model/manifest.ts";
import type { ManifestLink } from "../shared/model/manifest-link.ts";
import type { Here } from "../shared/render/beside.ts";
import { coalesced } from "./coalesced.ts";
import { type CommandWords, commandWords } from "./command-words.ts";
import { loadedOnce } from "./loaded-once.ts";
import type { Session } from "./session.ts";
import type { Shown } from "./shown.ts";
import { tickingOf } from "./ticking.ts";
import { timeOfDay } from "./time-of-day.ts";

type Pieces = typeof import("./beside-pieces.ts");

/** What all surfaces beside a manifest share: the pure part once it is loaded, and when to look again. */
export interface Beside {
  /** Loads it where it is not there yet; `onDidChange` then tells. */
  pieces(): Pieces | undefined;
  /** Anything may be otherwise; at most every 250 ms. */
  readonly onDidChange: Event<void>;
}

const kept = new WeakMap<Session, Beside>();

/** The one of this session; it ends with it. */
export function besideOf(session: Session): Beside {
  const known = kept.get(session);
  if (known !== undefined) return known;
  const { beside, disposable } = makeBeside(session);
  session.context.subscriptions.push(disposable);
  kept.set(session, beside);
  return beside;
}

/** Milliseconds. */
const least = 250;

function makeBeside(session: Session): { readonly beside: Beside; readonly disposable: Disposable } {
  const changed = new EventEmitter<void>();
  const told = coalesced(() => changed.fire(), least, systemClock);
  const loaded = loadedOnce<Pieces>(() => import("./beside-pieces.ts"));

  const subscriptions = [session.onDidChange, session.onDidMove, session.onDidParse, tickingOf(session).onTick].map(
    (event: Event<unknown>) => event(told.request),
  );
  const beside: Beside = {
    pieces() {
      if (loaded.made === undefined) loaded.load().then(told.request, session.log.failed);
      return loaded.made;
    },
    onDidChange: changed.event,
  };
  return {
    beside,
    disposable: {
      dispose() {
        told.cancel();
        for (const one of [...subscriptions, changed]) one.dispose();
      },
    },
  };
}

/** One document with the place that counts for it, taken once for all of its objects. */
export interface Beheld {
  readonly objects: readonly ManifestObject[];
  readonly shown: Shown;
  readonly here: Here;
  /** How an object of it is tied to the cluster. */
  link(object: ManifestObject): ManifestLink;
  /** What the commands of an object are given. */
  words(object: ManifestObject, link: ManifestLink): CommandWords | undefined;
}

/** Undefined where the document is no manifest, or it is not known yet. */
export function beholding(session: Session, pieces: Pieces, document: TextDocument): Beheld | undefined {
  const objects = session.manifest(document)?.objects;
  if (objects === undefined) return undefined;
  const shown = session.at(document.uri);
  const uri = document.uri.toString();
  return {
    ...{ objects, shown, here: hereFor(session, pieces, shown) },
    link: (object) => pieces.linkOf(object, shown, objects),
    words: (object, link) => commandWords(object, link, shown.place, uri),
  };
}

export function hereFor(session: Session, { hereOf }: Pieces, shown: Shown): Here {
  return hereOf(tickingOf(session).at(shown), timeOfDay);
}

/** Documents that somebody can see, each once. */
export function visibleDocuments(): readonly TextDocument[] {
  return [...new Set(window.visibleTextEditors.map(({ document }) => document))];
}
