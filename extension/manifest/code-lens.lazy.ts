import {
  CodeLens,
  type CodeLensProvider,
  Disposable,
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
import { commandIds, manifestLanguages as written } from "../platform/contributions.ts";
import type { ManifestSurface, SettingsSource } from "../session/session-parts.ts";
import {
  type AnnotationContext,
  type DocumentInPlace,
  getAnnotationContext,
  listVisibleDocuments,
  resolveDocument,
} from "./annotation-context.ts";

/** Maximum for one document. */
const mostObjects = 300;
/** Milliseconds until the editor is reminded that it shows no lenses, each time it does not ask for them. */
const reminders = [1_000, 2_000, 4_000, 8_000, 16_000];

/** The objects of a document that are followed, with what their lenses are made of. */
interface FollowedObjects {
  readonly manifest: Manifest;
  readonly pieces: NonNullable<ReturnType<AnnotationContext["pieces"]>>;
  readonly inPlace: DocumentInPlace;
  readonly objects: readonly ManifestObject[];
}

interface AnsweredLenses {
  readonly manifest: Manifest;
  /** The key that `placeKey` returns. */
  readonly place: string;
}

/**
 * Lenses above `kind:` with the commands for the object. Their texts never change, so that no line jumps. Only the kinds
 * of roots are always in the tree.
 */
export function showCodeLenses(session: ManifestSurface & SettingsSource): Disposable {
  const annotations = getAnnotationContext(session);
  const changed = new EventEmitter<void>();
  /** What the lenses of each document were last made from: its text, and the place to which they lead. */
  let answered = new WeakMap<TextDocument, AnsweredLenses>();
  let forgetReminder = (): void => {};

  function followedObjects(document: TextDocument): FollowedObjects | undefined {
    const manifest = session.manifest(document);
    const pieces = manifest === undefined ? undefined : annotations.pieces();
    const inPlace = pieces && resolveDocument(session, pieces, document);
    if (manifest === undefined || pieces === undefined || inPlace === undefined) return undefined;
    // What is not followed yet may be so later.
    const objects = inPlace.objects.filter((object) => object.state === "named" && pieces.isFollowed(object));
    return { manifest, pieces, inPlace, objects };
  }

  /**
   * Whether the editor shows lenses of before. It drops a notice where the focus leaves the text before it acts on it
   * (`onDidBlurEditorText` in VS Code's CodeLensContribution), so that one notice is not enough.
   */
  function isOwed(document: TextDocument): boolean {
    const followed = followedObjects(document);
    const { manifest, place } = answered.get(document) ?? {};
    const isOfBefore = manifest !== followed?.manifest || place !== placeKey(session.at(document.uri).place);
    return followed !== undefined && followed.objects.length > 0 && isOfBefore;
  }

  function tellOwed(sent = 0): void {
    forgetReminder();
    if (!listVisibleDocuments().some(isOwed)) return;
    changed.fire();
    remind(sent);
  }

  function remind(sent: number): void {
    const pause = reminders[sent];
    if (pause !== undefined) forgetReminder = systemClock.after(pause, () => tellOwed(sent + 1));
  }

  /** A text that is shown again has no lenses, although its document may be the one of before. */
  function shownAgain(): void {
    answered = new WeakMap();
    forgetReminder();
    remind(0);
  }

  const provider: CodeLensProvider = {
    onDidChangeCodeLenses: changed.event,
    provideCodeLenses(document) {
      const followed = followedObjects(document);
      if (followed === undefined) return [];
      const { manifest, pieces, inPlace, objects } = followed;
      const { place: source } = session.at(document.uri);
      const isFiles = source.kind === "files";
      const isLive = session.settings.dryRun && !isFiles;
      if (objects.length > 0) answered.set(document, { manifest, place: placeKey(source) });
      return objects.slice(0, mostObjects).flatMap((object) => {
        const place = document.positionAt(object.spans.kind.start);
        const range = new Range(place, place);
        const words = [...(inPlace.words(object, inPlace.link(object)) ?? [])];
        return [
          ...(pieces.isRootKind(object)
            ? [new CodeLens(range, { title: l10n.t("Show in tree"), command: commandIds.reveal, arguments: words })]
            : []),
          new CodeLens(range, {
            title: isFiles ? l10n.t("Open collected") : l10n.t("Open live"),
            command: commandIds.openLive,
            arguments: words,
          }),
          new CodeLens(range, {
            title: isFiles ? l10n.t("Compare with collected") : l10n.t("Compare with live"),
            command: commandIds.diffWithLive,
            arguments: words,
          }),
          ...(isLive
            ? [
                new CodeLens(range, {
                  title: l10n.t("What would change"),
                  command: commandIds.dryRun,
                  arguments: words,
                }),
              ]
            : []),
        ];
      });
    },
  };

  return Disposable.from(
    languages.registerCodeLensProvider([...written], provider),
    session.onDidParse(() => changed.fire()),
    annotations.onDidChange(() => tellOwed()),
    window.onDidChangeVisibleTextEditors(shownAgain),
    changed,
    { dispose: () => forgetReminder() },
  );
}
