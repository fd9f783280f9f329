import { Disposable, languages } from "vscode";
import { manifestLanguages } from "../platform/contributions.ts";
import { loadOnce } from "../platform/lazy-import.ts";
import { getAgeTicker } from "../session/age-ticker.ts";
import { keepWhileEnabled } from "../session/enabled-by-setting.ts";
import type { ManifestSurface, SettingsSource } from "../session/session-parts.ts";

/**
 * Registers hovers over manifests. They are answered at once from what is known: without a request, and only after
 * their bundle is loaded.
 */
export function registerHover(session: ManifestSurface & SettingsSource): Disposable {
  return keepWhileEnabled(
    session,
    ({ hover }) => hover,
    () => provideHovers(session),
  );
}

function provideHovers(session: ManifestSurface): Disposable {
  const loaded = loadOnce(() => import("./hover.lazy.ts"));

  function load(): void {
    if (loaded.made === undefined) loaded.load().catch(session.log.failed);
  }

  return Disposable.from(
    languages.registerHoverProvider([...manifestLanguages], {
      provideHover(document, position) {
        const shown = getAgeTicker(session).at(session.at(document.uri));
        if (loaded.made !== undefined) return loaded.made.buildHover(session, shown, document, position);
        if (session.getOrParseManifest(document) !== undefined) load();
        return undefined;
      },
    }),
    session.onDidParse(load),
  );
}
