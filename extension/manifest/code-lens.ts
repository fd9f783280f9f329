import { CodeLens, type CodeLensProvider, Disposable, EventEmitter, languages, Range } from "vscode";
import { commandIds, manifestLanguages as written } from "../platform/contributions.ts";
import { translate } from "../platform/translate.ts";
import { whileEnabled } from "../session/enabled-by-setting.ts";
import type { ManifestSurface, SettingsSource } from "../session/session-parts.ts";
import { annotationContextOf, resolveDocument } from "./annotation-context.ts";

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

function codeLens(session: ManifestSurface): Disposable {
  const annotations = annotationContextOf(session);
  const changed = new EventEmitter<void>();
  let isLoaded = annotations.pieces() !== undefined;

  const provider: CodeLensProvider = {
    onDidChangeCodeLenses: changed.event,
    provideCodeLenses(document) {
      const pieces = session.manifest(document) === undefined ? undefined : annotations.pieces();
      const inPlace = pieces && resolveDocument(session, pieces, document);
      if (pieces === undefined || inPlace === undefined) return [];
      const { reveal, openLive, diffWithLive } = pieces.lensTitles;
      const named = inPlace.objects.filter((object) => object.state === "named" && pieces.isFollowed(object));
      return named.slice(0, mostObjects).flatMap((object) => {
        const place = document.positionAt(object.spans.kind.start);
        const range = new Range(place, place);
        const words = [...(inPlace.words(object, inPlace.link(object)) ?? [])];
        return [
          new CodeLens(range, { title: reveal(translate), command: commandIds.reveal, arguments: words }),
          new CodeLens(range, { title: openLive(translate), command: commandIds.openLive, arguments: words }),
          new CodeLens(range, { title: diffWithLive(translate), command: commandIds.diffWithLive, arguments: words }),
        ];
      });
    },
  };

  return Disposable.from(
    languages.registerCodeLensProvider([...written], provider),
    session.onDidParse(() => changed.fire()),
    annotations.onDidChange(() => {
      if (isLoaded || annotations.pieces() === undefined) return;
      isLoaded = true;
      changed.fire();
    }),
    changed,
  );
}
