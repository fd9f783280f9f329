import { commands, Disposable, Uri, window, workspace } from "vscode";
import type { ManifestObject } from "../../shared/model/manifest/manifest.ts";
import { buildObjectUri, type ObjectAddress } from "../places/object-uri.ts";
import { keyOfPlace } from "../places/place.ts";
import { commandIds as ids, uriSchemes } from "../platform/contributions.ts";
import { showMessage } from "../platform/messages.ts";
import { translate } from "../platform/translate.ts";
import { type CommandTarget, readCommandTarget } from "../session/command-target.ts";
import type { DocumentSight } from "../session/document-sight.ts";
import { followedDocuments } from "../session/followed-documents.ts";
import { isAbout, objectAt, objectsOfSameName, writtenRef } from "../session/object-in-document.ts";
import { lastingPlaceName } from "../session/place-names.ts";
import type { ExtensionHost, FollowSurface, ManifestDocuments, PlaceStates } from "../session/session-parts.ts";

/**
 * Registers the comparison of a manifest's object with the live object. Both sides show only what can differ, and both
 * follow changes.
 */
export function registerDiff(session: FollowSurface & ExtensionHost & ManifestDocuments & PlaceStates): Disposable {
  const documents = followedDocuments(session, uriSchemes.compared, (address, sight) =>
    sideOf(session, address, sight),
  );
  const ofFile = (uri: Uri): void => documents.again(({ compared }) => compared?.manifest === uri.toString());
  return Disposable.from(
    documents,
    session.onDidParse(ofFile),
    workspace.onDidChangeTextDocument(({ document }) => ofFile(document.uri)),
    commands.registerCommand(ids.diffWithLive, (...all: unknown[]) => diffWithLive(session, all)),
  );
}

async function sideOf(
  session: ManifestDocuments,
  { compared }: ObjectAddress,
  { object, seen }: DocumentSight,
): Promise<string> {
  if (compared === undefined) return "";
  const { comparedYaml, dataOf } = await import("./live-yaml.lazy.ts");
  const document = await workspace.openTextDocument(Uri.parse(compared.manifest));
  const own = objectsOfSameName(session.manifest(document)?.objects ?? [], compared.written)[compared.index];
  return comparedYaml(own === undefined ? undefined : dataOf(own), object, seen, translate)[compared.side];
}

async function diffWithLive(session: ManifestDocuments & PlaceStates, all: readonly unknown[]): Promise<void> {
  const words = await import("./live-yaml.lazy.ts");
  const target = readCommandTarget(session, all);
  const own = target === undefined ? undefined : await writtenOf(session, target);
  if (target === undefined || own === undefined) {
    await showMessage(words.nothingHereWords(translate));
    return;
  }
  const written = writtenRef(own.object);
  if (written === undefined) {
    await showMessage(words.noNameWords(translate));
    return;
  }
  const place = lastingPlaceName(session, target.place, words.currentContextWords(translate));
  const { uid: _, ...ref } = target.ref;
  const { version } = own.object;
  const index = Math.max(0, objectsOfSameName(own.all, written).indexOf(own.object));
  const side = (which: "file" | "live"): Uri =>
    buildObjectUri(uriSchemes.compared, words.sideTitle(translate, ref.name, which), {
      ...{ place: keyOfPlace(target.place), ref: { ...ref, version } },
      compared: { side: which, manifest: own.uri.toString(), written, index },
    });
  await commands.executeCommand(
    "vscode.diff",
    side("file"),
    side("live"),
    words.diffTitle(translate, ref.name, place),
    {
      preview: true,
    },
  );
}

interface Written {
  readonly uri: Uri;
  readonly object: ManifestObject;
  readonly all: readonly ManifestObject[];
}

/** Returns the manifest object that a command's arguments point to, else one in a visible editor. */
async function writtenOf(session: ManifestDocuments, { ref, written }: CommandTarget): Promise<Written | undefined> {
  if (written !== undefined) {
    const document = await workspace.openTextDocument(written.uri);
    const all = session.manifest(document)?.objects ?? [];
    const object = objectAt(all, written.offset);
    return object === undefined ? undefined : { uri: written.uri, object, all };
  }
  const editors = [window.activeTextEditor, ...window.visibleTextEditors].filter((editor) => editor !== undefined);
  for (const { document } of editors) {
    const all = session.manifest(document)?.objects ?? [];
    const object = all.find((one) => isAbout(one, ref));
    if (object !== undefined) return { uri: document.uri, object, all };
  }
  return undefined;
}
