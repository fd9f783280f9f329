import { Disposable, languages } from "vscode";
import { languages as written } from "./contributions.ts";
import type { Session } from "./session.ts";
import { switched } from "./switched.ts";

/** Hovers over manifests, answered at once from what is known: never a request, and nothing until its bundle is loaded. */
export function registerHover(session: Session): Disposable {
  return switched(
    session,
    ({ hover }) => hover,
    () => hover(session),
  );
}

function hover(session: Session): Disposable {
  let made: typeof import("./hover-made.ts") | undefined;
  let isLoading = false;

  function load(): void {
    if (isLoading) return;
    isLoading = true;
    import("./hover-made.ts").then((loaded) => {
      made = loaded;
    }, session.log.failed);
  }

  return Disposable.from(
    languages.registerHoverProvider([...written], {
      provideHover(document, position) {
        if (made !== undefined) return made.hoverMade(session, document, position);
        if (session.manifest(document) !== undefined) load();
        return undefined;
      },
    }),
    session.onDidParse(load),
  );
}
