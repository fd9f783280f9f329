import { CodeLens, type CodeLensProvider, Disposable, EventEmitter, languages, Range, type TextDocument } from "vscode";
import type { Manifest } from "../../shared/model/manifest/manifest.ts";
import { commandIds, manifestLanguages as written } from "../platform/contributions.ts";
import { translate } from "../platform/translate.ts";
import { whileEnabled } from "../session/enabled-by-setting.ts";
import type { ManifestSurface, SettingsSource } from "../session/session-parts.ts";
import { annotationContextOf, resolveDocument, visibleDocuments } from "./annotation-context.ts";

/** Registers lenses above `kind:` with the commands for the object. Their texts never change, so that no line jumps. */
export function registerCodeLens(session: ManifestSurface & SettingsSource): Disposable {
  return whileEnabled(
    session,
    ({ codeLens }) => codeLens,
    () => codeLens(session),
  );
}

/** Maximum for one document. */
const mostObjects = 300;

function codeLens(session: ManifestSurface & SettingsSource): Disposable {
  const annotations = annotationContextOf(session);
  const changed = new EventEmitter<void>();
  /** What the lenses of each document were last made from. */
  const answered = new WeakMap<TextDocument, Manifest>();

  /**
   * Whether the editor shows lenses of before. It drops a notice where the focus leaves the text before it acts on it
   * (`onDidBlurEditorText` in VS Code's CodeLensContribution), so that one notice is not enough.
   */
  function isOwed(document: TextDocument): boolean {
    const manifest = session.manifest(document);
    return manifest !== undefined && answered.get(document) !== manifest;
  }

  function tellOwed(): void {
    if (visibleDocuments().some(isOwed) && annotations.pieces() !== undefined) changed.fire();
  }

  const provider: CodeLensProvider = {
    onDidChangeCodeLenses: changed.event,
    provideCodeLenses(document) {
      const manifest = session.manifest(document);
      const pieces = manifest === undefined ? undefined : annotations.pieces();
      const inPlace = pieces && resolveDocument(session, pieces, document);
      if (manifest === undefined || pieces === undefined || inPlace === undefined) return [];
      const { reveal, openLive, diffWithLive, dryRun } = pieces.lensTitles;
      const isLive = session.settings.dryRun && session.at(document.uri).place.kind === "cluster";
      const named = inPlace.objects.filter((object) => object.state === "named" && pieces.isFollowed(object));
      // What is not followed yet may be so later.
      if (named.length > 0) answered.set(document, manifest);
      return named.slice(0, mostObjects).flatMap((object) => {
        const place = document.positionAt(object.spans.kind.start);
        const range = new Range(place, place);
        const words = [...(inPlace.words(object, inPlace.link(object)) ?? [])];
        return [
          new CodeLens(range, { title: reveal(translate), command: commandIds.reveal, arguments: words }),
          new CodeLens(range, { title: openLive(translate), command: commandIds.openLive, arguments: words }),
          new CodeLens(range, { title: diffWithLive(translate), command: commandIds.diffWithLive, arguments: words }),
          ...(isLive
            ? [new CodeLens(range, { title: dryRun(translate), command: commandIds.dryRun, arguments: words })]
            : []),
        ];
      });
    },
  };

  return Disposable.from(
    languages.registerCodeLensProvider([...written], provider),
    session.onDidParse(() => changed.fire()),
    annotations.onDidChange(tellOwed),
    changed,
  );
}
