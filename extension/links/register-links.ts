import { Disposable, languages, window } from "vscode";
import { commandIds as ids, manifestLanguages, uriSchemes } from "../platform/contributions.ts";
import { registerRowCommand } from "../session/register-row-command.ts";
import type {
  ExtensionHost,
  LiveClusters,
  ManifestDocuments,
  PlaceControl,
  PlaceStates,
} from "../session/session-parts.ts";

/** Registers links into the editor, those from names to objects, the command that copies one, and the one that opens the web console. */
export function registerLinks(
  session: ExtensionHost & LiveClusters & ManifestDocuments & PlaceControl & PlaceStates,
): Disposable {
  return Disposable.from(
    window.registerUriHandler({ handleUri: async (uri) => (await import("./links.lazy.ts")).openLink(session, uri) }),
    languages.registerDefinitionProvider([...manifestLanguages, { scheme: uriSchemes.log }], {
      provideDefinition: async (document, position) => [
        ...(await import("./links.lazy.ts")).findDefinition(session, document, position),
      ],
    }),
    registerRowCommand(ids.copyLink, async (...words: unknown[]) =>
      (await import("./links.lazy.ts")).copyLink(session, words),
    ),
    registerRowCommand(ids.openConsole, async (...words: unknown[]) =>
      (await import("./links.lazy.ts")).openConsole(session, words),
    ),
  );
}
