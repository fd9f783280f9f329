import { CodeLens, type CodeLensProvider, Disposable, EventEmitter, languages, Range } from "vscode";
import { beholding, besideOf } from "./beside.ts";
import { commands, languages as written } from "./contributions.ts";
import { say } from "./say.ts";
import type { Session } from "./session.ts";
import { switched } from "./switched.ts";

/** Above `kind:` what can be done with the object. The texts never change, so that no line jumps. */
export function registerCodeLens(session: Session): Disposable {
  return switched(
    session,
    ({ codeLens }) => codeLens,
    () => codeLens(session),
  );
}

/** Of one document. */
const mostObjects = 300;

function codeLens(session: Session): Disposable {
  const beside = besideOf(session);
  const changed = new EventEmitter<void>();
  let isLoaded = beside.pieces() !== undefined;

  const provider: CodeLensProvider = {
    onDidChangeCodeLenses: changed.event,
    provideCodeLenses(document) {
      const pieces = session.manifest(document) === undefined ? undefined : beside.pieces();
      const beheld = pieces && beholding(session, pieces, document);
      if (pieces === undefined || beheld === undefined) return [];
      const { reveal, openLive, diffWithLive } = pieces.lensTitles;
      const named = beheld.objects.filter((object) => object.state === "named" && pieces.isFollowed(object));
      return named.slice(0, mostObjects).flatMap((object) => {
        const place = document.positionAt(object.spans.kind.start);
        const range = new Range(place, place);
        const words = [...(beheld.words(object, beheld.link(object)) ?? [])];
        return [
          new CodeLens(range, { title: reveal(say), command: commands.reveal, arguments: words }),
          new CodeLens(range, { title: openLive(say), command: commands.openLive, arguments: words }),
          new CodeLens(range, { title: diffWithLive(say), command: commands.diffWithLive, arguments: words }),
        ];
      });
    },
  };

  return Disposable.from(
    languages.registerCodeLensProvider([...written], provider),
    session.onDidParse(() => changed.fire()),
    beside.onDidChange(() => {
      if (isLoaded || beside.pieces() === undefined) return;
      isLoaded = true;
      changed.fire();
    }),
    changed,
  );
}
