import { commands, Disposable, languages, window, workspace } from "vscode";
import { buildObjectUri } from "../places/object-uri.ts";
import { keyOfPlace } from "../places/place.ts";
import { commandIds as ids, uriSchemes } from "../platform/contributions.ts";
import { showMessage } from "../platform/messages.ts";
import { translate } from "../platform/translate.ts";
import { readCommandTarget } from "../session/command-target.ts";
import { followedDocuments } from "../session/followed-documents.ts";
import { lastingPlaceName } from "../session/place-names.ts";
import type { ExtensionHost, FollowSurface, ManifestDocuments, PlaceStates } from "../session/session-parts.ts";

/** Registers documents with the live YAML of one object. They are read-only and update while they are visible. */
export function registerLiveYaml(session: FollowSurface & ExtensionHost & ManifestDocuments & PlaceStates): Disposable {
  const documents = followedDocuments(session, uriSchemes.live, async (_, { object, seen }) => {
    const { liveYaml } = await import("./live-yaml.lazy.ts");
    return liveYaml(object, seen, translate);
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
    await showMessage(words.nothingHereWords(translate));
    return;
  }
  // The version is not part of the object's identity, so every version opens the same tab.
  const { version: _, uid: __, ...ref } = target.ref;
  const place = keyOfPlace(target.place);
  const name = lastingPlaceName(session, target.place, words.currentContextWords(translate));
  const uri = buildObjectUri(uriSchemes.live, words.liveTitle(translate, ref.name, name), { place, ref });
  const document = await workspace.openTextDocument(uri);
  await languages.setTextDocumentLanguage(document, "yaml");
  await window.showTextDocument(document, { preview: true });
}
