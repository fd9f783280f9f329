import { Disposable, EventEmitter, type TextDocument, type Uri, window, workspace } from "vscode";
import { systemClock } from "../../shared/io/watch/clock.ts";
import { type ObjectAddress, parseObjectUri } from "../places/object-uri.ts";
import type { PlaceState } from "../places/place-state.ts";
import { coalesceCalls } from "../platform/coalesce.ts";
import { compareWithDocument, findDocumentPlace } from "./document-place.ts";
import { type DocumentSight, findObjectOfDocument, type OpenDocument, openDocument } from "./document-sight.ts";
import type { ExtensionHost, FollowSurface, PlaceStates } from "./session-parts.ts";

type Session = FollowSurface & ExtensionHost & PlaceStates;

/** Returns the text of a document about an object. */
type RenderText = (address: ObjectAddress, sight: DocumentSight) => Promise<string>;

const minRefreshIntervalMs = 150;

/**
 * Read-only documents of one scheme that each show the current state of one live object. VS Code asks for the text of a
 * document when it is opened, and again whenever `#textChanged` fires. An object is followed only while its document is
 * visible and its place is in use elsewhere: an address alone reaches no cluster.
 */
export class FollowedDocuments implements Disposable {
  readonly #session: Session;
  readonly #renderText: RenderText;
  /** The open documents by URI. */
  readonly #documents = new Map<string, OpenDocument>();
  /** The documents that the next refresh renders. */
  readonly #outdated = new Set<OpenDocument>();
  readonly #nextRefresh = coalesceCalls(() => void this.#refreshOutdated(), minRefreshIntervalMs, systemClock);
  readonly #textChanged = new EventEmitter<Uri>();
  readonly #subscriptions: Disposable;

  constructor(session: Session, scheme: string, renderText: RenderText) {
    this.#session = session;
    this.#renderText = renderText;
    this.#subscriptions = Disposable.from(
      workspace.registerTextDocumentContentProvider(scheme, {
        onDidChange: this.#textChanged.event,
        provideTextDocumentContent: (uri) => this.#provideText(uri),
      }),
      workspace.onDidOpenTextDocument((document) => this.#announceMissedChange(document)),
      workspace.onDidCloseTextDocument(({ uri }) => this.#close(uri)),
      window.onDidChangeVisibleTextEditors(() => this.#followVisible()),
      session.onDidSwitchPlace(() => this.#followVisible()),
      session.onDidChangePlace((state) => this.#applyPlaceChange(state)),
      this.#textChanged,
    );
  }

  /** Refreshes the matching documents, after a change of something else than their objects. */
  refreshMatching(isMatching: (address: ObjectAddress) => boolean): void {
    for (const document of this.#documents.values()) {
      if (isMatching(document.address)) this.#refreshSoon(document);
    }
  }

  dispose(): void {
    this.#nextRefresh.cancel();
    for (const document of [...this.#documents.values()]) this.#close(document.uri);
    this.#subscriptions.dispose();
  }

  async #provideText(uri: Uri): Promise<string> {
    const address = parseObjectUri(uri);
    if (address === undefined) return "";
    const document = this.#documents.get(uri.toString()) ?? openDocument(uri, address);
    this.#documents.set(uri.toString(), document);
    // A document that is being opened is not visible yet.
    this.#startFollowing(document);
    return document.text ?? this.#render(document);
  }

  async #render(document: OpenDocument): Promise<string> {
    const text = await this.#renderText(document.address, findObjectOfDocument(this.#session, document));
    document.text = text;
    return text;
  }

  /** VS Code drops a change of a document that it is still opening, so the change is announced again. */
  #announceMissedChange(textDocument: TextDocument): void {
    const text = this.#documents.get(textDocument.uri.toString())?.text;
    if (text !== undefined && text !== textDocument.getText()) this.#textChanged.fire(textDocument.uri);
  }

  #refreshSoon(document: OpenDocument): void {
    this.#outdated.add(document);
    this.#nextRefresh.request();
  }

  /** Renders the outdated documents one by one. If one fails, the others are still rendered. */
  async #refreshOutdated(): Promise<void> {
    const documents = [...this.#outdated];
    this.#outdated.clear();
    for (const document of documents) {
      const textBefore = document.text;
      try {
        const text = await this.#render(document);
        const isOpen = this.#documents.has(document.uri.toString());
        if (text !== textBefore && isOpen) this.#textChanged.fire(document.uri);
      } catch (error) {
        this.#session.log.failed(error);
      }
    }
  }

  /** Follows the objects of visible documents, and stops following the others. */
  #followVisible(): void {
    for (const document of this.#documents.values()) {
      if (isVisible(document.uri)) {
        this.#startFollowing(document);
        this.#refreshSoon(document);
      } else {
        stopFollowing(document);
      }
    }
  }

  /**
   * Refreshes the documents of a place that changed. A place that follows current-context may stand for another context
   * now, so that its documents stop following their objects, or for their context again, so that they start.
   */
  #applyPlaceChange(state: PlaceState): void {
    for (const document of this.#documents.values()) {
      const compared = compareWithDocument(state, document.address.place);
      if (compared === "other") continue;
      const wasFollowed = document.followed !== undefined;
      if (compared === "otherContext") stopFollowing(document);
      else if (isVisible(document.uri)) this.#startFollowing(document);
      const isFollowed = document.followed !== undefined;
      if (wasFollowed || isFollowed) this.#refreshSoon(document);
    }
  }

  /** Follows the object of a document, unless no surface uses its place. */
  #startFollowing(document: OpenDocument): void {
    if (document.followed !== undefined) return;
    const place = findDocumentPlace(this.#session, document.address.place)?.place;
    if (place === undefined) return;
    document.followed = this.#session.followObject(document.address.ref, place);
  }

  #close(uri: Uri): void {
    const document = this.#documents.get(uri.toString());
    if (document === undefined) return;
    stopFollowing(document);
    this.#outdated.delete(document);
    this.#documents.delete(uri.toString());
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
