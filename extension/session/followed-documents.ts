import { Disposable, EventEmitter, type Uri, window, workspace } from "vscode";
import { systemClock } from "../../shared/io/watch/clock.ts";
import { type ObjectAddress, parseObjectUri } from "../places/object-uri.ts";
import { placeKey } from "../places/place.ts";
import { coalesceCalls } from "../platform/coalesce.ts";
import { type DocumentSight, findObjectOfDocument, type OpenDocument, openDocument } from "./document-sight.ts";
import { findPlaceState } from "./place-names.ts";
import type { ExtensionHost, FollowSurface, PlaceStates } from "./session-parts.ts";

/** Read-only documents of one scheme. */
interface FollowedDocuments extends Disposable {
  /** Renews the matching documents after a change of what else they are rendered from. */
  again(which: (address: ObjectAddress) => boolean): void;
}

/**
 * Provides documents that each show the current state of one live object. An object is followed only while its document
 * is visible and its place is in use elsewhere. An address alone therefore reaches no cluster.
 */
export function provideFollowedDocuments(
  session: FollowSurface & ExtensionHost & PlaceStates,
  scheme: string,
  textOf: (address: ObjectAddress, sight: DocumentSight) => Promise<string>,
): FollowedDocuments {
  const open = new Map<string, OpenDocument>();
  const changed = new EventEmitter<Uri>();
  const renewal = createDocumentRenewal(renew, session.log.failed);

  async function renew(one: OpenDocument): Promise<void> {
    const before = one.text;
    if ((await write(one)) !== before && open.has(one.uri.toString())) changed.fire(one.uri);
  }

  async function write(one: OpenDocument): Promise<string> {
    one.text = await textOf(one.address, findObjectOfDocument(session, one));
    return one.text;
  }

  /** Follows the objects of visible documents, and stops following the others. */
  function look(): void {
    const visible = new Set(window.visibleTextEditors.map(({ document }) => document.uri.toString()));
    for (const [key, one] of open) {
      if (visible.has(key)) {
        follow(session, one);
        renewal.request(one);
      } else {
        one.followed?.dispose();
        one.followed = undefined;
      }
    }
  }

  function close(one: OpenDocument): void {
    one.followed?.dispose();
    renewal.forget(one);
    open.delete(one.uri.toString());
  }

  const subscriptions = Disposable.from(
    workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: changed.event,
      async provideTextDocumentContent(uri) {
        const address = parseObjectUri(uri);
        if (address === undefined) return "";
        const one = open.get(uri.toString()) ?? openDocument(uri, address);
        open.set(uri.toString(), one);
        follow(session, one);
        return one.text ?? write(one);
      },
    }),
    workspace.onDidOpenTextDocument((document) => {
      const text = open.get(document.uri.toString())?.text;
      // VS Code drops a change of a document that it is still opening.
      if (text !== undefined && text !== document.getText()) changed.fire(document.uri);
    }),
    workspace.onDidCloseTextDocument(({ uri }) => {
      const one = open.get(uri.toString());
      if (one !== undefined) close(one);
    }),
    window.onDidChangeVisibleTextEditors(look),
    session.onDidSwitchPlace(look),
    session.onDidChangePlace(({ place }) => {
      const key = placeKey(place);
      for (const one of open.values())
        if (one.followed !== undefined && one.address.place === key) renewal.request(one);
    }),
    changed,
  );

  return {
    again(which) {
      for (const one of open.values()) if (which(one.address)) renewal.request(one);
    },
    dispose() {
      renewal.cancel();
      for (const one of [...open.values()]) close(one);
      subscriptions.dispose();
    },
  };
}

/** @param renew renews one thing. If it fails, the others are still renewed. */
function createDocumentRenewal<Thing>(
  renew: (thing: Thing) => Promise<void>,
  failed: (bug: unknown) => void,
): DocumentRenewal<Thing> {
  const stale = new Set<Thing>();
  const renewing = coalesceCalls(() => void renewAll().catch(failed), least, systemClock);

  async function renewAll(): Promise<void> {
    const all = [...stale];
    stale.clear();
    for (const one of all) await renew(one).catch(failed);
  }

  return {
    request(thing) {
      stale.add(thing);
      renewing.request();
    },
    forget: (thing) => void stale.delete(thing),
    cancel: renewing.cancel,
  };
}

/** Minimum milliseconds between two changes of the text in an editor. */
const least = 150;

function follow(session: FollowSurface & PlaceStates, one: OpenDocument): void {
  const place = one.followed === undefined ? findPlaceState(session, one.address.place)?.place : undefined;
  if (place !== undefined) one.followed = session.followObject(one.address.ref, place);
}

/** Renews things soon after their sources have changed. */
interface DocumentRenewal<Thing> {
  /** Renews the thing soon, together with others. */
  request(thing: Thing): void;
  /** Drops a thing that no longer exists. */
  forget(thing: Thing): void;
  cancel(): void;
}
