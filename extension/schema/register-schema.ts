import { Disposable, window } from "vscode";
import { loadOnce } from "../platform/lazy-import.ts";
import { keepWhileEnabled } from "../session/enabled-by-setting.ts";
import type { DefinitionSource, ManifestSurface, SettingsSource } from "../session/session-parts.ts";

/**
 * Registers the help while writing a manifest, from the CRD of its kind: completion, descriptions of fields, problems and
 * quick fixes. Its bundle is loaded with the first manifest.
 */
export function registerSchema(session: ManifestSurface & DefinitionSource & SettingsSource): Disposable {
  return keepWhileEnabled(
    session,
    ({ schema }) => schema,
    () => openHelpLater(session),
  );
}

function openHelpLater(session: ManifestSurface & DefinitionSource & SettingsSource): Disposable {
  const loaded = loadOnce(() => import("./schema.lazy.ts"));
  let opened: Disposable | undefined;
  let isDisposed = false;

  async function open(): Promise<void> {
    const { openSchemaHelp } = await loaded.load();
    if (!isDisposed) opened ??= openSchemaHelp(session);
  }

  function openOnce(): void {
    if (opened === undefined) open().catch(session.log.failed);
  }

  // The setting may be enabled while a manifest is visible.
  if (window.visibleTextEditors.some(({ document }) => session.getOrParseManifest(document) !== undefined)) openOnce();
  return Disposable.from(
    session.onDidParse(openOnce),
    new Disposable(() => {
      isDisposed = true;
      opened?.dispose();
    }),
  );
}
