import { Disposable, languages, window, workspace } from "vscode";
import { commandIds, uriSchemes } from "../platform/contributions.ts";
import { readCommandTarget, showNoTarget } from "../session/command-target.ts";
import { FollowedDocuments } from "../session/followed-documents.ts";
import { registerRowCommand } from "../session/register-row-command.ts";
import type { ExtensionHost, FollowSurface, ManifestDocuments, PlaceStates } from "../session/session-parts.ts";

/** Registers documents with the live YAML of one object. They are read-only and update while they are visible. */
export function registerLiveYaml(session: FollowSurface & ExtensionHost & ManifestDocuments & PlaceStates): Disposable {
  const documents = new FollowedDocuments(session, uriSchemes.live, async (_, { object, seen }) => {
    const { liveYaml, isReducedObject } = await import("./live-yaml.lazy.ts");
    return liveYaml(object, { ...seen, isReduced: object !== undefined && isReducedObject(object) });
  });
  return Disposable.from(
    documents,
    registerRowCommand(commandIds.openLive, (...commandArguments: unknown[]) => openLive(session, commandArguments)),
  );
}

async function openLive(session: ManifestDocuments & PlaceStates, commandArguments: readonly unknown[]): Promise<void> {
  const { liveUri } = await import("./live-yaml.lazy.ts");
  const target = readCommandTarget(session, commandArguments);
  if (target === undefined) return showNoTarget();
  const uri = liveUri(session, target.place, target.ref);
  const document = await workspace.openTextDocument(uri);
  await languages.setTextDocumentLanguage(document, "yaml");
  await window.showTextDocument(document, { preview: true });
}
