import {
  CodeLens,
  type CodeLensProvider,
  Disposable,
  type Event,
  EventEmitter,
  l10n,
  languages,
  Range,
  type TextDocument,
  window,
} from "vscode";
import { systemClock } from "../../shared/io/watch/clock.ts";
import type { Manifest, ManifestObject } from "../../shared/model/manifest/manifest.ts";
import { placeKey } from "../places/place.ts";
import { commandIds, manifestLanguages } from "../platform/contributions.ts";
import { listVisibleDocuments } from "../platform/documents.ts";
import type { ManifestSurface, SettingsSource } from "../session/session-parts.ts";
import { type AnnotatedDocument, type AnnotationContext, getAnnotationContext } from "./annotation-context.ts";

/** The objects of one document that get lenses. */
const maxObjects = 300;

/** The pauses after which the editor is reminded that it shows no lenses, each time it does not request them. */
const reminderPausesMs = [1_000, 2_000, 4_000, 8_000, 16_000];

/** What the lenses of a document were made of when the editor last requested them. */
interface ProvidedLenses {
  readonly manifest: Manifest;
  /** The key that `placeKey` returns. */
  readonly place: string;
}

/** Shows lenses above `kind:`. */
export function showCodeLenses(session: ManifestSurface & SettingsSource): Disposable {
  return new ObjectLenses(session);
}

/**
 * Lenses above `kind:` with the commands for the object. Their texts never change, so that no line jumps. Only the kinds
 * of roots have a lens that shows them in the tree, because other objects are not always there.
 *
 * The editor drops an announcement of new lenses where the focus leaves the text before it acts on it
 * (`onDidBlurEditorText` in VS Code's CodeLensContribution). Announcements are therefore repeated until the editor has
 * requested the lenses of each visible document.
 */
class ObjectLenses implements CodeLensProvider, Disposable {
  readonly #session: ManifestSurface & SettingsSource;
  readonly #annotations: AnnotationContext;
  readonly #changed = new EventEmitter<void>();
  readonly #subscriptions: Disposable;
  #provided = new WeakMap<TextDocument, ProvidedLenses>();
  #cancelReminder = (): void => {};

  readonly onDidChangeCodeLenses: Event<void> = this.#changed.event;

  constructor(session: ManifestSurface & SettingsSource) {
    this.#session = session;
    this.#annotations = getAnnotationContext(session);
    this.#subscriptions = Disposable.from(
      languages.registerCodeLensProvider([...manifestLanguages], this),
      session.onDidParse(() => this.#changed.fire()),
      this.#annotations.onDidChange(() => this.#announceOutdated(0)),
      window.onDidChangeVisibleTextEditors(() => this.#forgetProvided()),
      this.#changed,
    );
  }

  provideCodeLenses(document: TextDocument): CodeLens[] {
    const annotated = this.#annotations.read(document);
    if (annotated === undefined) return [];
    const { manifest, state } = annotated;
    const objects = listFollowedObjects(annotated);
    if (objects.length > 0) this.#provided.set(document, { manifest, place: placeKey(state.place) });
    return objects.slice(0, maxObjects).flatMap((object) => this.#buildLenses(document, annotated, object));
  }

  dispose(): void {
    this.#cancelReminder();
    this.#subscriptions.dispose();
  }

  #buildLenses(document: TextDocument, annotated: AnnotatedDocument, object: ManifestObject): CodeLens[] {
    const isFiles = annotated.state.place.kind === "files";
    const position = document.positionAt(object.spans.kind.start);
    const range = new Range(position, position);
    const commandArguments = [...(annotated.commandArguments(object, annotated.link(object)) ?? [])];
    const lenses: CodeLens[] = [];
    const addLens = (title: string, command: string): void => {
      lenses.push(new CodeLens(range, { title, command, arguments: commandArguments }));
    };
    if (annotated.bundle.isRootKind(object)) addLens(l10n.t("Show in tree"), commandIds.reveal);
    addLens(isFiles ? l10n.t("Open collected") : l10n.t("Open live"), commandIds.openLive);
    addLens(isFiles ? l10n.t("Compare with collected") : l10n.t("Compare with live"), commandIds.diffWithLive);
    if (this.#session.settings.dryRun && !isFiles) addLens(l10n.t("What would change"), commandIds.dryRun);
    return lenses;
  }

  /** Whether the editor shows lenses of an earlier text or place, or none although there are some. */
  #isOutdated(document: TextDocument): boolean {
    const annotated = this.#annotations.read(document);
    if (annotated === undefined || listFollowedObjects(annotated).length === 0) return false;
    const provided = this.#provided.get(document);
    return provided?.manifest !== annotated.manifest || provided.place !== placeKey(annotated.state.place);
  }

  /** Announces other lenses, and repeats that until the editor has requested them. */
  #announceOutdated(reminders: number): void {
    this.#cancelReminder();
    if (!listVisibleDocuments().some((document) => this.#isOutdated(document))) return;
    this.#changed.fire();
    this.#remindLater(reminders);
  }

  #remindLater(reminders: number): void {
    const pauseMs = reminderPausesMs[reminders];
    if (pauseMs === undefined) return;
    this.#cancelReminder = systemClock.after(pauseMs, () => this.#announceOutdated(reminders + 1));
  }

  /** A document that is shown again has no lenses, although it may be the same document as before. */
  #forgetProvided(): void {
    this.#provided = new WeakMap();
    this.#cancelReminder();
    this.#remindLater(0);
  }
}

/** Returns the objects of a manifest of which a Report can show more than their existence. */
function listFollowedObjects({ bundle, manifest }: AnnotatedDocument): readonly ManifestObject[] {
  return manifest.objects.filter((object) => object.state === "named" && bundle.isFollowed(object));
}
