import { Disposable, EventEmitter, type TextDocument, type Uri, window, workspace } from "vscode";
import { systemClock } from "../../shared/io/watch/clock.ts";
import { type ObjectAddress, parseObjectUri } from "../places/object-uri.ts";
import type { PlaceState } from "../places/place-state.ts";
import { coalesceCalls } from "../platform/coalesce.ts";
import { findDocumentPlace, isPlaceOfDocument, isPlaceOfDocumentEver } from "./document-place.ts";
import { type DocumentSight, findObjectOfDocument, type OpenDocument, openDocument } from "./document-sight.ts";
import type { ExtensionHost, FollowSurface, PlaceStates } from "./session-parts.ts";

type Session = FollowSurface & ExtensionHost & PlaceStates;

/** Returns the text of a document. */
type RenderText = (address: ObjectAddress, sight: DocumentSight) => Promise<string>;

const minRefreshIntervalMs = 150;

/**
 * Read-only documents of one scheme that each show the current state of one live object. An object is followed only while
 * its document is visible and its place is in use elsewhere: an address alone reaches no cluster.
 */
export class FollowedDocuments implements Disposable {
  readonly #session: Session;
  readonly #renderText: RenderText;
  /** By URI. */
  readonly #open = new Map<string, OpenDocument>();
  readonly #outdated = new Set<OpenDocument>();
  readonly #refreshing = coalesceCalls(
    () => void this.#refreshOutdated().catch(this.#session.log.failed),
    minRefreshIntervalMs,
    systemClock,
  );
  readonly #changed = new EventEmitter<Uri>();
  readonly #subscriptions: Disposable;

  constructor(session: Session, scheme: string, renderText: RenderText) {
    this.#session = session;
    this.#renderText = renderText;
    this.#subscriptions = Disposable.from(
      workspace.registerTextDocumentContentProvider(scheme, {
        onDidChange: this.#changed.event,
        provideTextDocumentContent: (uri) => this.#provideText(uri),
      }),
      workspace.onDidOpenTextDocument((document) => this.#announceMissedChange(document)),
      workspace.onDidCloseTextDocument(({ uri }) => this.#close(uri)),
      window.onDidChangeVisibleTextEditors(() => this.#followVisible()),
      session.onDidSwitchPlace(() => this.#followVisible()),
      session.onDidChangePlace((state) => this.#announcePlace(state)),
      this.#changed,
    );
  }

  /** Renders the matching documents again, after a change of something else than their objects. */
  refreshMatching(isMatching: (address: ObjectAddress) => boolean): void {
    this.#refresh((document) => isMatching(document.address));
  }

  dispose(): void {
    this.#refreshing.cancel();
    for (const document of [...this.#open.values()]) this.#close(document.uri);
    this.#subscriptions.dispose();
  }

  async #provideText(uri: Uri): Promise<string> {
    const address = parseObjectUri(uri);
    if (address === undefined) return "";
    const document = this.#open.get(uri.toString()) ?? openDocument(uri, address);
    this.#open.set(uri.toString(), document);
    this.#startFollowing(document);
    return document.text ?? this.#render(document);
  }

  async #render(document: OpenDocument): Promise<string> {
    const text = await this.#renderText(document.address, findObjectOfDocument(this.#session, document));
    document.text = text;
    return text;
  }

  /** A place that follows current-context may stand for the context of a document again, or no longer. */
  #announcePlace(state: PlaceState): void {
    for (const document of this.#open.values()) {
      const { place } = document.address;
      if (!isPlaceOfDocumentEver(state, place)) continue;
      const wasFollowed = document.followed !== undefined;
      if (!isPlaceOfDocument(state, place)) stopFollowing(document);
      else if (isVisible(document.uri)) this.#startFollowing(document);
      if (wasFollowed || document.followed !== undefined) this.#requestRefresh(document);
    }
  }

  #refresh(isOutdated: (document: OpenDocument) => boolean): void {
    for (const document of this.#open.values()) {
      if (isOutdated(document)) this.#requestRefresh(document);
    }
  }

  #requestRefresh(document: OpenDocument): void {
    this.#outdated.add(document);
    this.#refreshing.request();
  }

  /** Renders the outdated documents one by one. If one fails, the others are still rendered. */
  async #refreshOutdated(): Promise<void> {
    const documents = [...this.#outdated];
    this.#outdated.clear();
    for (const document of documents) {
      await this.#renderAgain(document).catch(this.#session.log.failed);
    }
  }

  async #renderAgain(document: OpenDocument): Promise<void> {
    const before = document.text;
    const text = await this.#render(document);
    const isOpen = this.#open.has(document.uri.toString());
    if (text !== before && isOpen) this.#changed.fire(document.uri);
  }

  /** VS Code drops a change of a document that it is still opening, so the change is announced again. */
  #announceMissedChange(textDocument: TextDocument): void {
    const text = this.#open.get(textDocument.uri.toString())?.text;
    if (text !== undefined && text !== textDocument.getText()) this.#changed.fire(textDocument.uri);
  }

  /** Follows the objects of visible documents, and stops following the others. */
  #followVisible(): void {
    for (const document of this.#open.values()) {
      if (isVisible(document.uri)) {
        this.#startFollowing(document);
        this.#requestRefresh(document);
      } else {
        stopFollowing(document);
      }
    }
  }

  #startFollowing(document: OpenDocument): void {
    if (document.followed !== undefined) return;
    const place = findDocumentPlace(this.#session, document.address.place)?.place;
    if (place === undefined) return;
    document.followed = this.#session.followObject(document.address.ref, place);
  }

  #close(uri: Uri): void {
    const document = this.#open.get(uri.toString());
    if (document === undefined) return;
    stopFollowing(document);
    this.#outdated.delete(document);
    this.#open.delete(uri.toString());
  }
}

function isVisible(uri: Uri): boolean {
  const key = uri.toString();
  return window.visibleTextEditors.some(({ document }) => document.uri.toString() === key);
}

function stopFollowing(document: OpenDocument): void {
  document.followed?.dispose();
  document.followed = undefined;
}
