import { Disposable, languages } from "vscode";
import { languages as written } from "./contributions.ts";
import { loadedOnce } from "./loaded-once.ts";
import type { Session } from "./session.ts";
import { switched } from "./switched.ts";
import { tickingOf } from "./ticking.ts";

/** Hovers over manifests, answered at once from what is known: never a request, and nothing until its bundle is loaded. */
export function registerHover(session: Session): Disposable {
  return switched(
    session,
    ({ hover }) => hover,
    () => hover(session),
  );
}

function hover(session: Session): Disposable {
  const loaded = loadedOnce(() => import("./hover-made.ts"));

  function load(): void {
    if (loaded.made === undefined) loaded.load().catch(session.log.failed);
  }

  return Disposable.from(
    languages.registerHoverProvider([...written], {
      provideHover(document, position) {
        const shown = tickingOf(session).at(session.at(document.uri));
        if (loaded.made !== undefined) return loaded.made.hoverMade(session, shown, document, position);
        if (session.manifest(document) !== undefined) load();
        return undefined;
      },
    }),
    session.onDidParse(load),
  );
}
