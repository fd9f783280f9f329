import { Disposable, languages } from "vscode";
import { manifestLanguages as written } from "../platform/contributions.ts";
import { loadedOnce } from "../platform/lazy-import.ts";
import { ageTickerOf } from "../session/age-ticker.ts";
import { whileEnabled } from "../session/enabled-by-setting.ts";
import type { ManifestSurface, SettingsSource } from "../session/session-parts.ts";

/**
 * Registers hovers over manifests. They are answered at once from what is known: without a request, and only after
 * their bundle is loaded.
 */
export function registerHover(session: ManifestSurface & SettingsSource): Disposable {
  return whileEnabled(
    session,
    ({ hover }) => hover,
    () => hover(session),
  );
}

function hover(session: ManifestSurface): Disposable {
  const loaded = loadedOnce(() => import("./hover.lazy.ts"));

  function load(): void {
    if (loaded.made === undefined) loaded.load().catch(session.log.failed);
  }

  return Disposable.from(
    languages.registerHoverProvider([...written], {
      provideHover(document, position) {
        const shown = ageTickerOf(session).at(session.at(document.uri));
        if (loaded.made !== undefined) return loaded.made.hoverMade(session, shown, document, position);
        if (session.manifest(document) !== undefined) load();
        return undefined;
      },
    }),
    session.onDidParse(load),
  );
}
