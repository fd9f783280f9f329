import { commands, Disposable, l10n, languages, window, workspace } from "vscode";
import { commandIds as ids, uriSchemes } from "../platform/contributions.ts";
import { showMessage } from "../platform/messages.ts";
import { readCommandTarget } from "../session/command-target.ts";
import { provideFollowedDocuments } from "../session/followed-documents.ts";
import type { ExtensionHost, FollowSurface, ManifestDocuments, PlaceStates } from "../session/session-parts.ts";

/** Registers documents with the live YAML of one object. They are read-only and update while they are visible. */
export function registerLiveYaml(session: FollowSurface & ExtensionHost & ManifestDocuments & PlaceStates): Disposable {
  const documents = provideFollowedDocuments(session, uriSchemes.live, async (_, { object, seen }) => {
    const { liveYaml } = await import("./live-yaml.lazy.ts");
    return liveYaml(object, seen);
  });
  return Disposable.from(
    documents,
    commands.registerCommand(ids.openLive, (...all: unknown[]) => openLive(session, all)),
  );
}

async function openLive(session: ManifestDocuments & PlaceStates, all: readonly unknown[]): Promise<void> {
  const words = await import("./live-yaml.lazy.ts");
  const target = readCommandTarget(session, all);
  if (target === undefined) {
    await showMessage(
      l10n.t("No Kubernetes object here: place the cursor in a manifest, or select a row of HCO Status."),
    );
    return;
  }
  const uri = words.liveUri(session, target.place, target.ref);
  const document = await workspace.openTextDocument(uri);
  await languages.setTextDocumentLanguage(document, "yaml");
  await window.showTextDocument(document, { preview: true });
}
