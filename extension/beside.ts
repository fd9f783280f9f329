import { type Disposable, type Event, EventEmitter, type TextDocument, window } from "vscode";
import { systemClock } from "../shared/io/watch/clock.ts";
import type { ManifestObject } from "../shared/model/manifest.ts";
import type { ManifestLink } from "../shared/model/manifest-link.ts";
import type { Here } from "../shared/render/beside.ts";
import { coalesced } from "./coalesced.ts";
import type { Session } from "./session.ts";
import type { Shown } from "./shown.ts";
import { tickingOf } from "./ticking.ts";

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
  let pieces: Pieces | undefined;
  let loading: Promise<void> | undefined;

  async function load(): Promise<void> {
    pieces = await import("./beside-pieces.ts");
    told.request();
  }

  const subscriptions = [session.onDidChange, session.onDidMove, session.onDidParse, tickingOf(session).onTick].map(
    (event: Event<unknown>) => event(told.request),
  );
  const beside: Beside = {
    pieces() {
      if (loading === undefined) loading = load().catch(session.log.failed);
      return pieces;
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

/** How a document's object is tied to the cluster that counts for it. */
export function linkIn(
  session: Session,
  { linkOf }: Pieces,
  document: TextDocument,
  object: ManifestObject,
): ManifestLink {
  return linkOf(object, session.at(document.uri), session.manifest(document)?.objects ?? []);
}

export function hereFor({ hereOf }: Pieces, shown: Shown): Here {
  return hereOf(shown, timeOf);
}

/** The time of day; of another day its date, too. */
function timeOf(milliseconds: number): string {
  const then = new Date(milliseconds);
  const isToday = then.toDateString() === new Date().toDateString();
  return isToday
    ? then.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })
    : then.toLocaleString([], { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" });
}

/** What the commands of an object are given, as the hover gives it; and where it is written. */
export function targetOf(
  session: Session,
  { uri }: TextDocument,
  object: ManifestObject,
  link: ManifestLink,
): readonly unknown[] {
  const { group, version, kind, namespace, name = "", whole } = object;
  const written = { group, version, kind, name, ...(namespace !== undefined && { namespace }) };
  const ref = link.state === "linked" ? link.ref : written;
  return [{ ref, place: session.at(uri).place, uri: uri.toString(), offset: whole.start }];
}

/** Documents that somebody can see, each once. */
export function visibleDocuments(): readonly TextDocument[] {
  return [...new Set(window.visibleTextEditors.map(({ document }) => document))];
}
